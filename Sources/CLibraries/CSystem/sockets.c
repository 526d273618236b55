#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int drumdub_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int drumdub_local_peer(int descriptor, uid_t *user, pid_t *process) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
  *user = credentials.uid;
  *process = credentials.pid;
  return 0;
}

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * DRUMDUB_MOST_DESCRIPTORS)];
};

ssize_t drumdub_local_send(int descriptor, const void *bytes, size_t count, const int *passed, int passed_count) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control;
  memset(&control, 0, sizeof control);
  if (passed_count > 0 && passed_count <= DRUMDUB_MOST_DESCRIPTORS) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)passed_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)passed_count);
    memcpy(CMSG_DATA(header), passed, sizeof(int) * (size_t)passed_count);
  }
  return sendmsg(descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t drumdub_local_receive(int descriptor, void *bytes, size_t capacity, int *passed, int *passed_count) {
  struct iovec part = {bytes, capacity};
  union control control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *passed_count = 0;
  const ssize_t count = recvmsg(descriptor, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (count < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const size_t number = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < number; i++) {
      int one;
      memcpy(&one, CMSG_DATA(header) + i * sizeof one, sizeof one);
      if (*passed_count < DRUMDUB_MOST_DESCRIPTORS) passed[(*passed_count)++] = one;
      else close(one);
    }
  }
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
    while (*passed_count > 0) close(passed[--*passed_count]);
    errno = EMSGSIZE;
    return -1;
  }
  return count;
}
