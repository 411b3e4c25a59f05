/*
 * Copyright 2026 The Netty Project
 *
 * The Netty Project licenses this file to you under the Apache License,
 * version 2.0 (the "License"); you may not use this file except in compliance
 * with the License. You may obtain a copy of the License at:
 *
 *   https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
 * WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
 * License for the specific language governing permissions and limitations
 * under the License.
 */
package io.netty.iocpnotify.bench.load;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

import javax.net.ssl.SSLException;

/**
 * What each side of TLS needs.
 */
public final class TlsContexts {

    private TlsContexts() { }

    /** With a new certificate that the server has signed itself. */
    public static SslContext ofServer(SslProvider provider) throws Exception {
        X509Bundle bundle = new CertificateBuilder().subject("cn=localhost").setIsCertificateAuthority(true)
                .buildSelfSigned();
        return SslContextBuilder.forServer(bundle.getKeyPair().getPrivate(), bundle.getCertificate())
                .sslProvider(provider).build();
    }

    /** Trusts anybody. */
    public static SslContext ofClient() throws SSLException {
        return SslContextBuilder.forClient().sslProvider(SslProvider.JDK)
                .trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null).build();
    }
}
