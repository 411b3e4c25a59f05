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
package com.example.programs;

import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server of ZooKeeper and a client, both with its connections by Netty. */
public final class ZooKeeperProgram {

    private ZooKeeperProgram() { }

    public static void main(String[] args) throws Exception {
        System.setProperty("zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty");
        System.setProperty("zookeeper.serverCnxnFactory", "org.apache.zookeeper.server.NettyServerCnxnFactory");
        System.setProperty("zookeeper.admin.enableServer", "false");
        File directory = Files.createTempDirectory("zookeeper").toFile();
        ZooKeeperServer server = new ZooKeeperServer(directory, directory, 2000);
        ServerCnxnFactory factory = ServerCnxnFactory.createFactory();
        factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        factory.startup(server);
        CountDownLatch connected = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        try (ZooKeeper client = new ZooKeeper("127.0.0.1:" + factory.getLocalPort(), 30_000,
                event -> connected.countDown())) {
            Checked.same(true, connected.await(60, TimeUnit.SECONDS), "connect");
            for (int i = 0; i < 200; i++) {
                client.create("/node" + i, Checked.bytes(i, 1 + i * 50), ZooDefs.Ids.OPEN_ACL_UNSAFE,
                        CreateMode.PERSISTENT);
            }
            for (int i = 0; i < 200; i++) {
                Checked.same(Checked.bytes(i, 1 + i * 50), client.getData("/node" + i, false, null), "node " + i);
            }
            Checked.same(201, client.getChildren("/", false).size(), "children");
            client.getData("/node7", event -> changed.countDown(), null);
            client.setData("/node7", new byte[] { 7 }, -1);
            Checked.same(true, changed.await(30, TimeUnit.SECONDS), "watch");
        }
        factory.shutdown();
        Checked.end("ZooKeeper");
    }
}
