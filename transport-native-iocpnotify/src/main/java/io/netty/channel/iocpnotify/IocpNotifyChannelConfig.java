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
package io.netty.channel.iocpnotify;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.internal.StringUtil;

import java.util.Map;

/**
 * The configuration that all channels of this transport share. It extends Netty's {@link DefaultChannelConfig}. Any
 * thread may call every method.
 *
 * @param <C> the configuration itself, which every setter returns
 */
public abstract class IocpNotifyChannelConfig<C extends IocpNotifyChannelConfig<C>> extends DefaultChannelConfig {

    private final AbstractIocpNotifyChannel channel;

    /** Adjusted by the loop to what the socket takes, by any thread with {@code SO_SNDBUF}. */
    private volatile long maxBytesPerWrite = StreamWriter.MAX_BYTES_PER_WRITE;

    IocpNotifyChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel);
        this.channel = channel;
    }

    IocpNotifyChannelConfig(AbstractIocpNotifyChannel channel, RecvByteBufAllocator recvAllocator) {
        super(channel, recvAllocator);
        this.channel = channel;
    }

    final WinSocket socket() {
        return channel.socket;
    }

    /** The most bytes of one call that writes to a stream. The system takes whole buffers into its memory. */
    final long maxBytesPerWrite() {
        return maxBytesPerWrite;
    }

    final void setMaxBytesPerWrite(long bytes) {
        maxBytesPerWrite = Math.min(bytes, StreamWriter.MAX_BYTES_PER_WRITE);
    }

    /** Returns the options of this kind of channel beyond those of {@link DefaultChannelConfig}. */
    abstract OptionTable<C> options();

    @SuppressWarnings("unchecked")
    private C self() {
        return (C) this;
    }

    /**
     * Returns the options of this channel with their present values. The map has no options that can only be read, and
     * no options that the user has described.
     *
     * @return a new map
     * @throws ChannelException if the channel is closed, or the system refuses to tell a value
     */
    @Override
    public Map<ChannelOption<?>, Object> getOptions() {
        Map<ChannelOption<?>, Object> result = super.getOptions();
        options().getAll(self(), result);
        return result;
    }

    /**
     * {@return the value of an option, or {@code null} if this kind of channel, or the system, does not have the
     * option}
     *
     * @throws ChannelException if the channel is closed, or the system refuses to tell the value
     */
    @Override
    public <T> T getOption(ChannelOption<T> option) {
        return options().has(option) ? read(option) : super.getOption(option);
    }

    /** Called before a {@link UserDefinedOption} changes the socket. Any thread may call it. */
    void socketMayChange() { }

    /**
     * Sets an option.
     *
     * @return {@code false} if this kind of channel, or the system, does not have the option
     * @throws IllegalArgumentException if the value has a wrong type or is out of range
     * @throws IllegalStateException if the option can no longer be changed
     * @throws NullPointerException if the value is {@code null}
     * @throws UnsupportedOperationException if the option can only be read
     * @throws ChannelException if the channel is closed, or the system refuses the value
     */
    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        if (options().has(option)) {
            write(option, value);
            return true;
        }
        try {
            return super.setOption(option, value);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(option.name() + ": " + value + " is of a wrong type (" +
                    StringUtil.simpleClassName(value) + ')', e);
        }
    }

    /** For the public getters of the configs: the table turns errors into exceptions. */
    final <T> T read(ChannelOption<T> option) {
        return options().get(self(), option);
    }

    final C write(ChannelOption<?> option, Object value) {
        options().set(self(), option, value);
        return self();
    }

    @Override
    protected final void autoReadCleared() {
        channel.autoReadCleared();
    }

    // ---- the setters of DefaultChannelConfig, returning the own type

    @Override
    public C setConnectTimeoutMillis(int connectTimeoutMillis) {
        super.setConnectTimeoutMillis(connectTimeoutMillis);
        return self();
    }

    @Override
    @Deprecated
    public C setMaxMessagesPerRead(int maxMessagesPerRead) {
        super.setMaxMessagesPerRead(maxMessagesPerRead);
        return self();
    }

    @Override
    public C setMaxMessagesPerWrite(int maxMessagesPerWrite) {
        super.setMaxMessagesPerWrite(maxMessagesPerWrite);
        return self();
    }

    @Override
    public C setWriteSpinCount(int writeSpinCount) {
        super.setWriteSpinCount(writeSpinCount);
        return self();
    }

    @Override
    public C setAllocator(ByteBufAllocator allocator) {
        super.setAllocator(allocator);
        return self();
    }

    @Override
    public C setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
        super.setRecvByteBufAllocator(allocator);
        return self();
    }

    @Override
    public C setAutoRead(boolean autoRead) {
        super.setAutoRead(autoRead);
        return self();
    }

    @Override
    public C setAutoClose(boolean autoClose) {
        super.setAutoClose(autoClose);
        return self();
    }

    @Override
    @Deprecated
    public C setWriteBufferHighWaterMark(int writeBufferHighWaterMark) {
        super.setWriteBufferHighWaterMark(writeBufferHighWaterMark);
        return self();
    }

    @Override
    @Deprecated
    public C setWriteBufferLowWaterMark(int writeBufferLowWaterMark) {
        super.setWriteBufferLowWaterMark(writeBufferLowWaterMark);
        return self();
    }

    @Override
    public C setWriteBufferWaterMark(WriteBufferWaterMark writeBufferWaterMark) {
        super.setWriteBufferWaterMark(writeBufferWaterMark);
        return self();
    }

    @Override
    public C setMessageSizeEstimator(MessageSizeEstimator estimator) {
        super.setMessageSizeEstimator(estimator);
        return self();
    }
}
