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
package io.netty.iocpnotify.vertx;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;

/** A new certificate of 127.0.0.1 that it has signed itself. The client trusts this one and no other. */
final class Certificate {

    private final X509Bundle bundle;

    Certificate() throws Exception {
        bundle = new CertificateBuilder().subject("cn=" + VertxOnTransport.HOST)
                .addSanIpAddress(VertxOnTransport.HOST).setIsCertificateAuthority(true).buildSelfSigned();
    }

    PemKeyCertOptions ofServer() {
        return new PemKeyCertOptions().addKeyValue(Buffer.buffer(bundle.getPrivateKeyPEM()))
                .addCertValue(Buffer.buffer(bundle.getCertificatePathPEM()));
    }

    PemTrustOptions ofClient() {
        return new PemTrustOptions().addCertValue(Buffer.buffer(bundle.getCertificatePEM()));
    }
}
