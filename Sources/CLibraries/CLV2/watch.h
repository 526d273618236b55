#pragma once
// The call of a plug-in by the audio thread, and how the watchdog ends one that does not come back.
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct drumdub_lv2_call {
  /// Where the thread goes on when the call is ended.
  sigjmp_buf escape;
  atomic_int phase;
  /// The number of the call.
  atomic_uint serial;
  _Atomic pid_t thread;
  // Of the watchdog: the last call that it found, and how often.
  unsigned found;
  int checks;
  struct drumdub_lv2_call *next;
} drumdub_lv2_call;

/// Adds a call to those that `drumdub_lv2_watch_all` checks.
void drumdub_lv2_watch_call(drumdub_lv2_call *call);
void drumdub_lv2_forget_call(drumdub_lv2_call *call);

/// Notes that this thread calls a plug-in. `escape` must have been set, since the call may be ended at once.
void drumdub_lv2_begin_call(drumdub_lv2_call *call);
/// Notes that the thread is back. Returns false if the watchdog has ended the call.
bool drumdub_lv2_end_call(drumdub_lv2_call *call);
/// Ends the call if it is the same as at the last checks. Returns whether there is one.
bool drumdub_lv2_check_call(drumdub_lv2_call *call);
