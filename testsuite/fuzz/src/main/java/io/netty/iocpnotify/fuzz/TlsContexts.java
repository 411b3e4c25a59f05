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
package io.netty.iocpnotify.fuzz;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/**
 * What both ends of TLS need, with a certificate of their own.
 */
final class TlsContexts {

    static final SslContext CLIENT;
    static final SslContext SERVER;

    static {
        try {
            X509Bundle bundle = new CertificateBuilder().subject("cn=localhost").setIsCertificateAuthority(true)
                    .buildSelfSigned();
            SERVER = SslContextBuilder.forServer(bundle.getKeyPair().getPrivate(), bundle.getCertificate())
                    .sslProvider(SslProvider.JDK).build();
            CLIENT = SslContextBuilder.forClient().sslProvider(SslProvider.JDK)
                    .trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null).build();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private TlsContexts() {
    }

    /** Makes the certificate now: in an event loop it would hold up all channels. */
    static void load() {
    }
}
