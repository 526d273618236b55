#define _GNU_SOURCE
#include "CSystem.h"

#include <sys/socket.h>

int drumdub_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }
