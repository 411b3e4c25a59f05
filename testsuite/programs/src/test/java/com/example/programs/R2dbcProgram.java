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

import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import reactor.core.publisher.Flux;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The driver of R2DBC with a server of PostgreSQL: rows that are written, read and listened to. */
public final class R2dbcProgram {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private R2dbcProgram() { }

    /** @param args the port of the server, and the name of its user */
    public static void main(String[] args) throws Exception {
        PostgresqlConnectionFactory factory = new PostgresqlConnectionFactory(
                PostgresqlConnectionConfiguration.builder().host("127.0.0.1").port(Integer.parseInt(args[0]))
                        .username(args[1]).database("postgres").build());
        PostgresqlConnection connection = factory.create().block(LIMIT);
        connection.createStatement("CREATE TEMPORARY TABLE item (id int PRIMARY KEY, data bytea)").execute()
                .flatMap(result -> result.getRowsUpdated()).blockLast(LIMIT);
        for (int i = 0; i < 100; i++) {
            connection.createStatement("INSERT INTO item VALUES ($1, $2)").bind("$1", i)
                    .bind("$2", ByteBuffer.wrap(Checked.bytes(i, 1 + i * 300))).execute()
                    .flatMap(result -> result.getRowsUpdated()).blockLast(LIMIT);
        }
        List<byte[]> rows = connection.createStatement("SELECT data FROM item ORDER BY id").execute()
                .flatMap(result -> result.map((row, meta) -> row.get(0, byte[].class))).collectList().block(LIMIT);
        Checked.same(100, rows.size(), "rows");
        for (int i = 0; i < 100; i++) {
            Checked.same(Checked.bytes(i, 1 + i * 300), rows.get(i), "row " + i);
        }
        PostgresqlConnection other = factory.create().block(LIMIT);
        other.createStatement("LISTEN news").execute().flatMap(result -> result.getRowsUpdated()).blockLast(LIMIT);
        Flux<String> news = other.getNotifications().map(notification -> notification.getParameter()).take(1);
        CompletableFuture<String> heard = news.next().toFuture();
        connection.createStatement("NOTIFY news, 'told'").execute().flatMap(result -> result.getRowsUpdated())
                .blockLast(LIMIT);
        Checked.same("told", heard.get(30, TimeUnit.SECONDS), "notification");
        connection.close().block(LIMIT);
        other.close().block(LIMIT);
        Checked.end("R2DBC");
    }
}
