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

#include "netty_iocpnotify_natives.h"

#include <string.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeSocket"

/*
 * A change of membership under its three names: that of both families, and, where a system does not know it (Wine), the
 * older ones of each. 0: there is none.
 */
typedef struct netty_iocpnotify_membership {
    int group;
    int source;
    int ipv4Group;
    int ipv4Source;
    int ipv6Group;
} netty_iocpnotify_membership;

/* By the ordinal of Java's MulticastMembership.Change. */
static const netty_iocpnotify_membership memberships[] = {
    { MCAST_JOIN_GROUP, MCAST_JOIN_SOURCE_GROUP, IP_ADD_MEMBERSHIP, IP_ADD_SOURCE_MEMBERSHIP, IPV6_ADD_MEMBERSHIP },
    { MCAST_LEAVE_GROUP, MCAST_LEAVE_SOURCE_GROUP, IP_DROP_MEMBERSHIP, IP_DROP_SOURCE_MEMBERSHIP,
      IPV6_DROP_MEMBERSHIP },
    { 0, MCAST_BLOCK_SOURCE, 0, IP_BLOCK_SOURCE, 0 },
};

static jint netty_iocpnotify_multicast_set(jlong socket, int level, int name, const void *value, int length) {
    if (name == 0) {
        return -WSAENOPROTOOPT;
    }
    return netty_iocpnotify_errors_of(setsockopt((SOCKET) socket, level, name, value, length));
}

static jint netty_iocpnotify_multicast_ofBothFamilies(jlong socket, const netty_iocpnotify_membership *membership,
                                                      const netty_iocpnotify_address *group, int groupLength,
                                                      const netty_iocpnotify_address *source, jint interfaceIndex) {
    int level = group->any.sa_family == AF_INET6 ? IPPROTO_IPV6 : IPPROTO_IP;
    if (source == NULL) {
        GROUP_REQ request;
        memset(&request, 0, sizeof(request));
        request.gr_interface = (ULONG) interfaceIndex;
        memcpy(&request.gr_group, group, (size_t) groupLength);
        return netty_iocpnotify_multicast_set(socket, level, membership->group, &request, sizeof(request));
    } else {
        GROUP_SOURCE_REQ request;
        memset(&request, 0, sizeof(request));
        request.gsr_interface = (ULONG) interfaceIndex;
        memcpy(&request.gsr_group, group, (size_t) groupLength);
        memcpy(&request.gsr_source, source, (size_t) groupLength);
        return netty_iocpnotify_multicast_set(socket, level, membership->source, &request, sizeof(request));
    }
}

static jint netty_iocpnotify_multicast_ipv4(jlong socket, const netty_iocpnotify_membership *membership,
                                            struct in_addr group, const netty_iocpnotify_address *source,
                                            struct in_addr networkInterface) {
    if (source == NULL) {
        struct ip_mreq request;
        memset(&request, 0, sizeof(request));
        request.imr_multiaddr = group;
        request.imr_interface = networkInterface;
        return netty_iocpnotify_multicast_set(socket, IPPROTO_IP, membership->ipv4Group, &request, sizeof(request));
    } else {
        struct ip_mreq_source request;
        memset(&request, 0, sizeof(request));
        request.imr_multiaddr = group;
        request.imr_sourceaddr = source->v4.sin_addr;
        request.imr_interface = networkInterface;
        return netty_iocpnotify_multicast_set(socket, IPPROTO_IP, membership->ipv4Source, &request, sizeof(request));
    }
}

static jint JNICALL netty_iocpnotify_multicast_change(JNIEnv *env, jclass clazz, jlong socket, jint change,
                                                      jbyteArray group, jbyteArray source, jint interfaceIndex,
                                                      jbyteArray interfaceAddress) {
    const netty_iocpnotify_membership *membership;
    netty_iocpnotify_address groupAddress;
    netty_iocpnotify_address sourceAddress;
    netty_iocpnotify_address networkInterface;
    jboolean ipv6 = group != NULL && (*env)->GetArrayLength(env, group) == 16;
    int length = netty_iocpnotify_socket_decode(env, ipv6, group, 0, 0, &groupAddress);
    jint result;
    (void) clazz;
    if (change < 0 || (size_t) change >= sizeof(memberships) / sizeof(memberships[0]) || length == 0 ||
        (source != NULL && netty_iocpnotify_socket_decode(env, ipv6, source, 0, 0, &sourceAddress) == 0)) {
        return -WSAEINVAL;
    }
    membership = &memberships[change];
    result = netty_iocpnotify_multicast_ofBothFamilies(socket, membership, &groupAddress, length,
                                                       source == NULL ? NULL : &sourceAddress, interfaceIndex);
    if (result != -WSAENOPROTOOPT) {
        return result;
    }
    if (!ipv6) {
        memset(&networkInterface, 0, sizeof(networkInterface));
        if (interfaceAddress != NULL &&
            netty_iocpnotify_socket_decode(env, JNI_FALSE, interfaceAddress, 0, 0, &networkInterface) == 0) {
            return -WSAEINVAL;
        }
        return netty_iocpnotify_multicast_ipv4(socket, membership, groupAddress.v4.sin_addr,
                                               source == NULL ? NULL : &sourceAddress, networkInterface.v4.sin_addr);
    }
    if (source == NULL) {
        struct ipv6_mreq request;
        memset(&request, 0, sizeof(request));
        request.ipv6mr_multiaddr = groupAddress.v6.sin6_addr;
        request.ipv6mr_interface = (ULONG) interfaceIndex;
        return netty_iocpnotify_multicast_set(socket, IPPROTO_IPV6, membership->ipv6Group, &request, sizeof(request));
    }
    return result;
}

static const JNINativeMethod method_table[] = {
    { "changeMembership", "(JI[B[BI[B)I", (void *) netty_iocpnotify_multicast_change },
};

const netty_iocpnotify_natives netty_iocpnotify_multicast_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
