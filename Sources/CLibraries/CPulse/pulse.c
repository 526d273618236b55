#include "CPulse.h"

#include <sys/epoll.h>

const char *const drumdub_pulse_package = "libpulse0";

#define FUNCTIONS(X) DRUMDUB_PULSE_FUNCTIONS(X) X(pa_proplist *, pa_proplist_new, (void))

DRUMDUB_TYPED_LIBRARY(drumdub_pulse_load, "libpulse.so.0", FUNCTIONS, (void)0)
DRUMDUB_PULSE_FUNCTIONS(DRUMDUB_FORWARD)
pa_proplist *drumdub_pa_proplist_new(void) { return p_pa_proplist_new(); }

int drumdub_watch_group(void) { return epoll_create1(EPOLL_CLOEXEC); }

void drumdub_watch_add(int group, int descriptor, bool input) {
  struct epoll_event event = {.events = input ? EPOLLIN : EPOLLRDHUP};
  event.data.fd = descriptor;
  epoll_ctl(group, EPOLL_CTL_ADD, descriptor, &event);
}
