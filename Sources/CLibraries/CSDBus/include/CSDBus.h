#pragma once
// sd-bus, the D-Bus library of libsystemd. It is loaded at first use, since the first screen and the first sound do not
// need it. The prototypes are written after sd-bus(3), so
// that the build does not need its header.
#include <CLoader.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct sd_bus_message sd_bus_message;

/// Receives a message; returns 1 if it was handled, 0 to pass it on, or a negative errno.
typedef int (*drumdub_bus_handler)(sd_bus_message *message, void *context, void *error);

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_bus_load(void);

// Functions that return an int return a negative errno if they fail. A bus is used by one thread.

/// Receives all messages that match a rule. Returns before the bus has confirmed the rule.
int drumdub_bus_add_match(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, drumdub_bus_handler handler, void *context);
/// Requests a name; if another connection owns it, waits for it in a queue of the bus. The handler receives the reply.
int drumdub_bus_request_name(
    sd_bus *bus, sd_bus_slot **slot, const char *name, drumdub_bus_handler handler, void *context);
/// Gives a name up.
int drumdub_bus_release_name(sd_bus *bus, const char *name);
/// Creates an error as the reply to a call.
int drumdub_bus_message_new_error(sd_bus_message *call, sd_bus_message **message, const char *name, const char *text);
/// The name of the error; NULL if the message is no error.
const char *drumdub_bus_message_get_error(sd_bus_message *message);

// The functions of the library, under its names with the prefix drumdub_.
//
// sd_bus_close_unref does not wait; what was not written is lost. sd_bus_get_timeout returns the time on CLOCK_MONOTONIC
// at which the bus must be processed; UINT64_MAX: none. sd_bus_process handles one message, and returns a positive number
// if there may be more. The handler of sd_bus_call_async receives the reply or an error. sd_bus_message_peek_type returns
// 1, or 0 at the end of the container; `contents` is the signature in a container.
#define DRUMDUB_BUS_FUNCTIONS(X)                                                                                 \
  X(int, sd_bus_open_user, (sd_bus **))                                                                          \
  X(int, sd_bus_open_system, (sd_bus **))                                                                        \
  X(sd_bus *, sd_bus_close_unref, (sd_bus *))                                                                    \
  X(int, sd_bus_get_fd, (sd_bus *))                                                                              \
  X(int, sd_bus_get_events, (sd_bus *))                                                                          \
  X(int, sd_bus_get_timeout, (sd_bus *, uint64_t *))                                                             \
  X(int, sd_bus_process, (sd_bus *, sd_bus_message **))                                                          \
  X(int, sd_bus_add_object, (sd_bus *, sd_bus_slot **, const char *, drumdub_bus_handler, void *))               \
  X(int, sd_bus_send, (sd_bus *, sd_bus_message *, uint64_t *))                                                  \
  X(int, sd_bus_call_async, (sd_bus *, sd_bus_slot **, sd_bus_message *, drumdub_bus_handler, void *, uint64_t)) \
  X(int, sd_bus_message_new_method_call,                                                                         \
    (sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *))                       \
  X(int, sd_bus_message_new_signal, (sd_bus *, sd_bus_message **, const char *, const char *, const char *))     \
  X(int, sd_bus_message_new_method_return, (sd_bus_message *, sd_bus_message **))                                \
  X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *))                                                  \
  X(const char *, sd_bus_message_get_path, (sd_bus_message *))                                                   \
  X(const char *, sd_bus_message_get_interface, (sd_bus_message *))                                              \
  X(const char *, sd_bus_message_get_member, (sd_bus_message *))                                                 \
  X(const char *, sd_bus_message_get_sender, (sd_bus_message *))                                                 \
  X(int, sd_bus_message_append_basic, (sd_bus_message *, char, const void *))                                    \
  X(int, sd_bus_message_open_container, (sd_bus_message *, char, const char *))                                  \
  X(int, sd_bus_message_close_container, (sd_bus_message *))                                                     \
  X(int, sd_bus_message_peek_type, (sd_bus_message *, char *, const char **))                                    \
  X(int, sd_bus_message_read_basic, (sd_bus_message *, char, void *))                                            \
  X(int, sd_bus_message_enter_container, (sd_bus_message *, char, const char *))                                 \
  X(int, sd_bus_message_exit_container, (sd_bus_message *))

DRUMDUB_BUS_FUNCTIONS(DRUMDUB_DECLARE)
