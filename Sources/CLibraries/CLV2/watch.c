#define _GNU_SOURCE
#include "watch.h"

#include "CLV2.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

// A plug-in that hangs holds the thread of the device, which no other thread can stop or replace: a client of JACK is not
// closed and a card is not opened again before the callback has returned. So the thread itself leaves the plug-in, by a jump out
// of the handler of a signal, and the callback comes back without the plug-in. What the plug-in holds, memory and locks of its
// own, stays as it is.

enum { IDLE, RUNNING, ENDED, LEFT };

/// The signal that makes a thread leave its plug-in. The guard of the terminal has the one before.
#define LEAVE (SIGRTMIN + 6)

// In each thread the place is fixed, so that it is found without a call.
static _Thread_local drumdub_lv2_call *volatile current __attribute__((tls_model("initial-exec")));
static _Thread_local pid_t own_thread __attribute__((tls_model("initial-exec")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static drumdub_lv2_call *calls;
static struct sigaction former_limit;

/// Notes the number of this thread, and lets both signals reach it: threads of libdispatch, and those that they start, block
/// all signals.
static void enter_thread(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, LEAVE);
  sigaddset(&signals, SIGXCPU);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  own_thread = gettid();
}

void drumdub_lv2_begin_call(drumdub_lv2_call *call) {
  if (!own_thread) enter_thread();
  atomic_store_explicit(&call->thread, own_thread, memory_order_relaxed);
  atomic_fetch_add_explicit(&call->serial, 1, memory_order_relaxed);
  current = call;
  atomic_store_explicit(&call->phase, RUNNING, memory_order_release);
}

bool drumdub_lv2_end_call(drumdub_lv2_call *call) {
  current = NULL;
  int running = RUNNING;
  if (atomic_compare_exchange_strong(&call->phase, &running, IDLE)) return true;
  atomic_store(&call->phase, LEFT);
  return false;
}

static void leave(int number) {
  (void)number;
  drumdub_lv2_call *call = current;
  if (call && atomic_load(&call->phase) == ENDED) siglongjmp(call->escape, 1);
}

/// The kernel signals a thread of real-time priority that has not slept for as long as the system allows, setrlimit(2),
/// RLIMIT_RTTIME, and ends the program soon after.
static void leave_at_limit(int number, siginfo_t *information, void *context) {
  drumdub_lv2_call *call = current;
  int running = RUNNING;
  if (call) atomic_compare_exchange_strong(&call->phase, &running, ENDED);
  leave(number);
  if (former_limit.sa_flags & SA_SIGINFO) return former_limit.sa_sigaction(number, information, context);
  if (former_limit.sa_handler == SIG_IGN) return;
  if (former_limit.sa_handler != SIG_DFL) return former_limit.sa_handler(number);
  sigaction(number, &former_limit, NULL);
  raise(number);
}

static void install(void) {
  // The handlers may not return, so the signals are not blocked in them.
  struct sigaction action = {.sa_handler = leave, .sa_flags = SA_NODEFER | SA_RESTART};
  sigaction(LEAVE, &action, NULL);
  struct sigaction limit = {.sa_sigaction = leave_at_limit, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
  sigaction(SIGXCPU, &limit, &former_limit);
}

void drumdub_lv2_watch_call(drumdub_lv2_call *call) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  pthread_mutex_lock(&lock);
  call->next = calls;
  calls = call;
  pthread_mutex_unlock(&lock);
}

void drumdub_lv2_forget_call(drumdub_lv2_call *call) {
  pthread_mutex_lock(&lock);
  for (drumdub_lv2_call **place = &calls; *place; place = &(*place)->next) {
    if (*place != call) continue;
    *place = call->next;
    break;
  }
  pthread_mutex_unlock(&lock);
}

bool drumdub_lv2_check_call(drumdub_lv2_call *call) {
  int phase = atomic_load_explicit(&call->phase, memory_order_acquire);
  unsigned serial = atomic_load_explicit(&call->serial, memory_order_relaxed);
  call->checks = phase == RUNNING && serial == call->found ? call->checks + 1 : 0;
  call->found = serial;
  int running = RUNNING;
  if (call->checks >= DRUMDUB_LV2_MOST_CHECKS) atomic_compare_exchange_strong(&call->phase, &running, ENDED);
  // Again at each check, if a plug-in blocks signals for a while. A thread that has left ignores it.
  if (atomic_load(&call->phase) == ENDED) syscall(SYS_tgkill, getpid(), atomic_load(&call->thread), LEAVE);
  return phase == RUNNING || phase == ENDED;
}

bool drumdub_lv2_watch_all(void) {
  pthread_mutex_lock(&lock);
  for (drumdub_lv2_call *call = calls; call; call = call->next) drumdub_lv2_check_call(call);
  bool has_calls = calls != NULL;
  pthread_mutex_unlock(&lock);
  return has_calls;
}
