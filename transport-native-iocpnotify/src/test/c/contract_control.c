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
#include "contract.h"

#include <string.h>

#include "netty_iocpnotify_control.h"

/*
 * The walk through what the system has, or has not, written beside a datagram. It must end, within the buffer.
 */

typedef union control_buffer {
    WSACMSGHDR alignment;
    char bytes[256];
} control_buffer;

#define FIRST_SPACE WSA_CMSG_SPACE(sizeof(IN_PKTINFO))
#define BOTH_SPACE (FIRST_SPACE + WSA_CMSG_SPACE(sizeof(DWORD)))

static void put(char *at, size_t length, INT level, INT type) {
    WSACMSGHDR header;
    ZeroMemory(&header, sizeof(header));
    header.cmsg_len = length;
    header.cmsg_level = level;
    header.cmsg_type = type;
    memcpy(at, &header, sizeof(header));
}

/* A packet information and a segment size, as WSARecvMsg leaves them; the rest of the buffer is what is left of before. */
static WSABUF two_messages(control_buffer *buffer, int rest) {
    WSABUF control = { BOTH_SPACE, buffer->bytes };
    IN_PKTINFO info;
    DWORD size = 1200;
    ZeroMemory(&info, sizeof(info));
    info.ipi_addr.s_addr = htonl(0x7f000002);
    info.ipi_ifindex = 7;
    memset(buffer, rest, sizeof(*buffer));
    put(buffer->bytes, WSA_CMSG_LEN(sizeof(info)), IPPROTO_IP, IP_PKTINFO);
    memcpy(buffer->bytes + sizeof(WSACMSGHDR), &info, sizeof(info));
    put(buffer->bytes + FIRST_SPACE, WSA_CMSG_LEN(sizeof(size)), IPPROTO_UDP, UDP_COALESCED_INFO);
    memcpy(buffer->bytes + FIRST_SPACE + sizeof(WSACMSGHDR), &size, sizeof(size));
    return control;
}

/* How many messages there are. */
static int walk(const WSABUF *control) {
    size_t offset = 0;
    int count = 0;
    for (;;) {
        size_t before = offset;
        const WSACMSGHDR *message = netty_iocpnotify_control_next(control, &offset);
        if (message == NULL) {
            return count;
        }
        CHECK((const char *) message == control->buf + before);
        CHECK(offset > before && offset <= control->len);
        CHECK(before + message->cmsg_len <= control->len);
        count++;
    }
}

static void control_two_messages(void) {
    control_buffer buffer;
    WSABUF control = two_messages(&buffer, 0);
    size_t offset = 0;
    IN_PKTINFO info;
    DWORD size;
    const WSACMSGHDR *message = netty_iocpnotify_control_next(&control, &offset);
    CHECK(message != NULL);
    CHECK_EQ(message->cmsg_type, IP_PKTINFO);
    CHECK(netty_iocpnotify_control_copy(message, &info, sizeof(info)));
    CHECK_EQ(ntohl(info.ipi_addr.s_addr), 0x7f000002);
    CHECK_EQ(info.ipi_ifindex, 7);
    message = netty_iocpnotify_control_next(&control, &offset);
    CHECK(message != NULL);
    CHECK_EQ(message->cmsg_level, IPPROTO_UDP);
    CHECK(netty_iocpnotify_control_copy(message, &size, sizeof(size)));
    CHECK_EQ(size, 1200);
    CHECK(netty_iocpnotify_control_next(&control, &offset) == NULL);
    CHECK(netty_iocpnotify_control_next(&control, &offset) == NULL);
}

static void control_of_no_length(void) {
    control_buffer buffer;
    WSABUF control = two_messages(&buffer, 0);
    control.len = 0;
    CHECK_EQ(walk(&control), 0);
    control.buf = NULL;
    CHECK_EQ(walk(&control), 0);
}

/* The length is still that of the buffer: the messages end where the zeros begin. */
static void control_of_unset_length(void) {
    control_buffer buffer;
    WSABUF control = two_messages(&buffer, 0);
    control.len = sizeof(buffer);
    CHECK_EQ(walk(&control), 2);
    ZeroMemory(&buffer, sizeof(buffer));
    CHECK_EQ(walk(&control), 0);
}

static void control_shorter_than_a_header(void) {
    control_buffer buffer;
    for (ULONG length = 1; length < sizeof(WSACMSGHDR); length++) {
        WSABUF control = two_messages(&buffer, 0);
        control.len = length;
        CHECK_EQ(walk(&control), 0);
        control.len = FIRST_SPACE + length;
        CHECK_EQ(walk(&control), 1);
    }
}

static void control_message_without_its_header(void) {
    control_buffer buffer;
    for (size_t length = 0; length < sizeof(WSACMSGHDR); length++) {
        WSABUF control = two_messages(&buffer, 0);
        put(buffer.bytes, length, IPPROTO_IP, IP_PKTINFO);
        CHECK_EQ(walk(&control), 0);
        control = two_messages(&buffer, 0);
        put(buffer.bytes + FIRST_SPACE, length, IPPROTO_UDP, UDP_COALESCED_INFO);
        CHECK_EQ(walk(&control), 1);
    }
}

static void control_message_that_is_cut(void) {
    control_buffer buffer;
    static const size_t more[] = { 1, sizeof(WSACMSGHDR), sizeof(control_buffer), SIZE_MAX / 2 };
    for (size_t i = 0; i < ARRAYSIZE(more); i++) {
        WSABUF control = two_messages(&buffer, 0);
        put(buffer.bytes + FIRST_SPACE, control.len - FIRST_SPACE + more[i], IPPROTO_UDP, UDP_COALESCED_INFO);
        CHECK_EQ(walk(&control), 1);
    }
    for (size_t back = 0; back <= sizeof(WSACMSGHDR); back++) {
        WSABUF control = two_messages(&buffer, 0);
        put(buffer.bytes + FIRST_SPACE, SIZE_MAX - back, IPPROTO_UDP, UDP_COALESCED_INFO);
        CHECK_EQ(walk(&control), 1); /* aligned, that would be nothing or a step back */
    }
}

static void control_message_with_too_little(void) {
    control_buffer buffer;
    WSABUF control = two_messages(&buffer, 0);
    IN_PKTINFO info;
    size_t offset = 0;
    put(buffer.bytes, WSA_CMSG_LEN(sizeof(info)) - 1, IPPROTO_IP, IP_PKTINFO);
    memset(&info, 0x55, sizeof(info));
    const WSACMSGHDR *message = netty_iocpnotify_control_next(&control, &offset);
    CHECK(message != NULL);
    CHECK(!netty_iocpnotify_control_copy(message, &info, sizeof(info)));
    CHECK_EQ(info.ipi_ifindex, 0x55555555);
}

/* Whatever the bytes and the length. */
static void control_of_anything(void) {
    control_buffer buffer;
    uint64_t state = 88172645463325252u;
    for (int round = 0; round < 1000000; round++) {
        WSABUF control = two_messages(&buffer, 0xff);
        for (int change = 0; change < 4; change++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            /* Small values are the ones that look like lengths. */
            buffer.bytes[state % sizeof(buffer)] = (char) ((state >> 16) % ((state & 1) != 0 ? 64 : 256));
        }
        control.len = (ULONG) ((state >> 32) % (sizeof(buffer) + 1));
        CHECK(walk(&control) <= (int) (sizeof(buffer) / sizeof(WSACMSGHDR)));
    }
}

/* As the transport receives: the buffer is zeroed, so that what the system does not set is no message. */
static void control_of_a_datagram_that_is_cut(void) {
    struct sockaddr_in address;
    SOCKET receiver = new_udp(&address);
    GUID id = WSAID_WSARECVMSG;
    LPFN_WSARECVMSG recvMsg = NULL;
    DWORD on = 1;
    CHECK_EQ(netty_iocpnotify_winapi_extension(receiver, &id, &recvMsg, sizeof(recvMsg)), 0);
    CHECK_WSA(setsockopt(receiver, IPPROTO_IP, IP_PKTINFO, (const char *) &on, sizeof(on)));
    for (int length = 1; length <= 3; length++) {
        CHECK_EQ(sendto(receiver, "xyz", length, 0, (struct sockaddr *) &address, sizeof(address)), length);
        char byte = 0;
        WSABUF data = { 1, &byte };
        struct sockaddr_in from;
        control_buffer buffer;
        WSAMSG message;
        DWORD received = 0;
        int result;
        ULONGLONG deadline = GetTickCount64() + SOON_MS;
        do {
            CHECK(GetTickCount64() < deadline);
            ZeroMemory(&message, sizeof(message));
            ZeroMemory(&buffer, sizeof(buffer));
            message.name = (struct sockaddr *) &from;
            message.namelen = sizeof(from);
            message.lpBuffers = &data;
            message.dwBufferCount = 1;
            message.Control.buf = buffer.bytes;
            message.Control.len = sizeof(buffer);
            result = recvMsg(receiver, &message, &received, NULL, NULL);
        } while (result == SOCKET_ERROR && WSAGetLastError() == WSAEWOULDBLOCK);
        if (length > 1) {
            CHECK(result == SOCKET_ERROR ? WSAGetLastError() == WSAEMSGSIZE : (message.dwFlags & MSG_TRUNC) != 0);
        } else {
            CHECK_EQ(result, 0);
        }
        CHECK_EQ(byte, 'x');
        CHECK(message.Control.len <= sizeof(buffer));
        int count = walk(&message.Control);
        CHECK(length == 1 ? count == 1 : count == 0 || count == 1);
    }
    CHECK_WSA(closesocket(receiver));
}

const contract_test controlTests[] = { { "control_two_messages", control_two_messages },
                                       { "control_of_no_length", control_of_no_length },
                                       { "control_of_unset_length", control_of_unset_length },
                                       { "control_shorter_than_a_header", control_shorter_than_a_header },
                                       { "control_message_without_its_header", control_message_without_its_header },
                                       { "control_message_that_is_cut", control_message_that_is_cut },
                                       { "control_message_with_too_little", control_message_with_too_little },
                                       { "control_of_anything", control_of_anything },
                                       { "control_of_a_datagram_that_is_cut", control_of_a_datagram_that_is_cut },
                                       { NULL, NULL } };
