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
package io.netty.iocpnotify.recipes;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/**
 * A certificate for {@code localhost}, and clients who trust it and no other.
 */
final class Tls {

    /** Made once, because to make a key takes time. */
    private static final X509Bundle LOCALHOST;

    static {
        try {
            LOCALHOST = new CertificateBuilder().subject("cn=localhost").addSanDnsName("localhost")
                    .setIsCertificateAuthority(true).buildSelfSigned();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static SslContextBuilder server() {
        return SslContextBuilder.forServer(LOCALHOST.getKeyPair().getPrivate(), LOCALHOST.getCertificatePath())
                .sslProvider(SslProvider.JDK);
    }

    static SslContextBuilder client() {
        return SslContextBuilder.forClient().sslProvider(SslProvider.JDK).trustManager(LOCALHOST.getCertificate());
    }

    /** HTTP/2 if both sides have it, else HTTP/1.1. */
    static ApplicationProtocolConfig alpn() {
        return new ApplicationProtocolConfig(Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT, ApplicationProtocolNames.HTTP_2,
                ApplicationProtocolNames.HTTP_1_1);
    }

    static X509Bundle localhost() {
        return LOCALHOST;
    }

    private Tls() {
    }
}
