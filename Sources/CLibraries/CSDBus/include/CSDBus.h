#pragma once
// sd-bus, the D-Bus library of libsystemd. It is loaded at first use, since the first screen and the first sound do not
// need it. The functions have the names of sd-bus(3) behind the prefix `drumdub_`.
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

int drumdub_bus_open_user(sd_bus **bus);
int drumdub_bus_open_system(sd_bus **bus);
/// Closes the connection without waiting; what was not written is lost.
void drumdub_bus_close(sd_bus *bus);
int drumdub_bus_get_fd(sd_bus *bus);
int drumdub_bus_get_events(sd_bus *bus);
/// The time on CLOCK_MONOTONIC at which the bus must be processed, in microseconds; UINT64_MAX: none.
int drumdub_bus_get_timeout(sd_bus *bus, uint64_t *microseconds);
/// Handles one message. Returns a positive number if there may be more.
int drumdub_bus_process(sd_bus *bus);

void drumdub_slot_unref(sd_bus_slot *slot);
/// Receives all method calls to a path.
int drumdub_bus_add_object(
    sd_bus *bus, sd_bus_slot **slot, const char *path, drumdub_bus_handler handler, void *context);
/// Receives all messages that match a rule. Returns before the bus has confirmed the rule.
int drumdub_bus_add_match(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, drumdub_bus_handler handler, void *context);
/// Requests a name; if another connection owns it, waits for it in a queue of the bus. The handler receives the bus's reply.
int drumdub_bus_request_name(
    sd_bus *bus, sd_bus_slot **slot, const char *name, drumdub_bus_handler handler, void *context);
/// Gives a name up.
int drumdub_bus_release_name(sd_bus *bus, const char *name);

int drumdub_bus_send(sd_bus *bus, sd_bus_message *message);
/// The handler receives the reply or an error. `microseconds`: the time limit.
int drumdub_bus_call_async(
    sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, drumdub_bus_handler handler, void *context,
    uint64_t microseconds);

int drumdub_message_new_call(
    sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
    const char *member);
int drumdub_message_new_signal(
    sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member);
int drumdub_message_new_return(sd_bus_message *call, sd_bus_message **message);
int drumdub_message_new_error(sd_bus_message *call, sd_bus_message **message, const char *name, const char *text);
sd_bus_message *drumdub_message_ref(sd_bus_message *message);
void drumdub_message_unref(sd_bus_message *message);

const char *drumdub_message_get_path(sd_bus_message *message);
const char *drumdub_message_get_interface(sd_bus_message *message);
const char *drumdub_message_get_member(sd_bus_message *message);
const char *drumdub_message_get_sender(sd_bus_message *message);
/// The name of the error; NULL if the message is no error.
const char *drumdub_message_get_error(sd_bus_message *message);

int drumdub_message_append_basic(sd_bus_message *message, char type, const void *value);
int drumdub_message_open_container(sd_bus_message *message, char type, const char *contents);
int drumdub_message_close_container(sd_bus_message *message);
/// Returns 1, or 0 at the end of the container. `contents` is the signature in a container.
int drumdub_message_peek_type(sd_bus_message *message, char *type, const char **contents);
int drumdub_message_read_basic(sd_bus_message *message, char type, void *value);
int drumdub_message_enter_container(sd_bus_message *message, char type, const char *contents);
int drumdub_message_exit_container(sd_bus_message *message);
int drumdub_message_skip(sd_bus_message *message, const char *types);
