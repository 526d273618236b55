#include "CSDBus.h"

#include <CLoader.h>
#include <pthread.h>

// The prototypes are written after sd-bus(3), so that the build does not need its header.
typedef struct {
  const char *name;
  const char *message;
  int needs_free;
} bus_error;

#define FUNCTIONS(X)                                                                                         \
  X(int, bus_open_user, (sd_bus **))                                                                         \
  X(int, bus_open_system, (sd_bus **))                                                                       \
  X(sd_bus *, bus_close_unref, (sd_bus *))                                                                   \
  X(int, bus_get_fd, (sd_bus *))                                                                             \
  X(int, bus_get_events, (sd_bus *))                                                                         \
  X(int, bus_get_timeout, (sd_bus *, uint64_t *))                                                            \
  X(int, bus_process, (sd_bus *, sd_bus_message **))                                                         \
  X(int, bus_add_object, (sd_bus *, sd_bus_slot **, const char *, drumdub_bus_handler, void *))              \
  X(int, bus_add_match_async,                                                                                \
    (sd_bus *, sd_bus_slot **, const char *, drumdub_bus_handler, drumdub_bus_handler, void *))              \
  X(int, bus_request_name_async,                                                                             \
    (sd_bus *, sd_bus_slot **, const char *, uint64_t, drumdub_bus_handler, void *))                         \
  X(int, bus_release_name_async, (sd_bus *, sd_bus_slot **, const char *, drumdub_bus_handler, void *))      \
  X(int, bus_send, (sd_bus *, sd_bus_message *, uint64_t *))                                                 \
  X(int, bus_call_async,                                                                                     \
    (sd_bus *, sd_bus_slot **, sd_bus_message *, drumdub_bus_handler, void *, uint64_t))                     \
  X(sd_bus_slot *, bus_slot_unref, (sd_bus_slot *))                                                          \
  X(int, bus_message_new_method_call,                                                                        \
    (sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *))                   \
  X(int, bus_message_new_signal, (sd_bus *, sd_bus_message **, const char *, const char *, const char *))    \
  X(int, bus_message_new_method_return, (sd_bus_message *, sd_bus_message **))                               \
  X(int, bus_message_new_method_error, (sd_bus_message *, sd_bus_message **, const bus_error *))             \
  X(sd_bus_message *, bus_message_ref, (sd_bus_message *))                                                   \
  X(sd_bus_message *, bus_message_unref, (sd_bus_message *))                                                 \
  X(const char *, bus_message_get_path, (sd_bus_message *))                                                  \
  X(const char *, bus_message_get_interface, (sd_bus_message *))                                             \
  X(const char *, bus_message_get_member, (sd_bus_message *))                                                \
  X(const char *, bus_message_get_sender, (sd_bus_message *))                                                \
  X(const bus_error *, bus_message_get_error, (sd_bus_message *))                                            \
  X(int, bus_message_append_basic, (sd_bus_message *, char, const void *))                                   \
  X(int, bus_message_open_container, (sd_bus_message *, char, const char *))                                 \
  X(int, bus_message_close_container, (sd_bus_message *))                                                    \
  X(int, bus_message_peek_type, (sd_bus_message *, char *, const char **))                                   \
  X(int, bus_message_read_basic, (sd_bus_message *, char, void *))                                           \
  X(int, bus_message_enter_container, (sd_bus_message *, char, const char *))                                \
  X(int, bus_message_exit_container, (sd_bus_message *))                                                     \
  X(int, bus_message_skip, (sd_bus_message *, const char *))

#define DECLARE(result, name, parameters) static result(*p_##name) parameters;
FUNCTIONS(DECLARE)

#define FIND(result, name, parameters) {(void **)&p_##name, "sd_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libsystemd.so.0", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_bus_load(void) {
  pthread_once(&once, load);
  return reason;
}

int drumdub_bus_open_user(sd_bus **bus) { return p_bus_open_user(bus); }

int drumdub_bus_open_system(sd_bus **bus) { return p_bus_open_system(bus); }

void drumdub_bus_close(sd_bus *bus) { p_bus_close_unref(bus); }

int drumdub_bus_get_fd(sd_bus *bus) { return p_bus_get_fd(bus); }

int drumdub_bus_get_events(sd_bus *bus) { return p_bus_get_events(bus); }

int drumdub_bus_get_timeout(sd_bus *bus, uint64_t *microseconds) {
  return p_bus_get_timeout(bus, microseconds);
}

int drumdub_bus_process(sd_bus *bus) { return p_bus_process(bus, NULL); }

void drumdub_slot_unref(sd_bus_slot *slot) { p_bus_slot_unref(slot); }

int drumdub_bus_add_object(
    sd_bus *bus, sd_bus_slot **slot, const char *path, drumdub_bus_handler handler, void *context) {
  return p_bus_add_object(bus, slot, path, handler, context);
}

// Without this handler, sd-bus closes the connection if the bus refuses the rule.
static int ignore_reply(sd_bus_message *message, void *context, void *error) {
  (void)message;
  (void)context;
  (void)error;
  return 1;
}

int drumdub_bus_add_match(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, drumdub_bus_handler handler, void *context) {
  return p_bus_add_match_async(bus, slot, rule, handler, ignore_reply, context);
}

int drumdub_bus_request_name(
    sd_bus *bus, sd_bus_slot **slot, const char *name, drumdub_bus_handler handler, void *context) {
  // SD_BUS_NAME_QUEUE
  return p_bus_request_name_async(bus, slot, name, 1 << 2, handler, context);
}

int drumdub_bus_release_name(sd_bus *bus, const char *name) {
  return p_bus_release_name_async(bus, NULL, name, ignore_reply, NULL);
}

int drumdub_bus_send(sd_bus *bus, sd_bus_message *message) { return p_bus_send(bus, message, NULL); }

int drumdub_bus_call_async(
    sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, drumdub_bus_handler handler, void *context,
    uint64_t microseconds) {
  return p_bus_call_async(bus, slot, message, handler, context, microseconds);
}

int drumdub_message_new_call(
    sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
    const char *member) {
  return p_bus_message_new_method_call(bus, message, destination, path, interface, member);
}

int drumdub_message_new_signal(
    sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member) {
  return p_bus_message_new_signal(bus, message, path, interface, member);
}

int drumdub_message_new_return(sd_bus_message *call, sd_bus_message **message) {
  return p_bus_message_new_method_return(call, message);
}

int drumdub_message_new_error(
    sd_bus_message *call, sd_bus_message **message, const char *name, const char *text) {
  bus_error error = {name, text, 0};
  return p_bus_message_new_method_error(call, message, &error);
}

sd_bus_message *drumdub_message_ref(sd_bus_message *message) { return p_bus_message_ref(message); }

void drumdub_message_unref(sd_bus_message *message) { p_bus_message_unref(message); }

const char *drumdub_message_get_path(sd_bus_message *message) { return p_bus_message_get_path(message); }

const char *drumdub_message_get_interface(sd_bus_message *message) {
  return p_bus_message_get_interface(message);
}

const char *drumdub_message_get_member(sd_bus_message *message) { return p_bus_message_get_member(message); }

const char *drumdub_message_get_sender(sd_bus_message *message) { return p_bus_message_get_sender(message); }

const char *drumdub_message_get_error(sd_bus_message *message) {
  const bus_error *error = p_bus_message_get_error(message);
  return error ? error->name : NULL;
}

int drumdub_message_append_basic(sd_bus_message *message, char type, const void *value) {
  return p_bus_message_append_basic(message, type, value);
}

int drumdub_message_open_container(sd_bus_message *message, char type, const char *contents) {
  return p_bus_message_open_container(message, type, contents);
}

int drumdub_message_close_container(sd_bus_message *message) { return p_bus_message_close_container(message); }

int drumdub_message_peek_type(sd_bus_message *message, char *type, const char **contents) {
  return p_bus_message_peek_type(message, type, contents);
}

int drumdub_message_read_basic(sd_bus_message *message, char type, void *value) {
  return p_bus_message_read_basic(message, type, value);
}

int drumdub_message_enter_container(sd_bus_message *message, char type, const char *contents) {
  return p_bus_message_enter_container(message, type, contents);
}

int drumdub_message_exit_container(sd_bus_message *message) { return p_bus_message_exit_container(message); }

int drumdub_message_skip(sd_bus_message *message, const char *types) {
  return p_bus_message_skip(message, types);
}
