#include "CSDBus.h"

typedef struct {
  const char *name;
  const char *message;
  int needs_free;
} bus_error;

#define FUNCTIONS(X)                                                                                                 \
  DRUMDUB_BUS_FUNCTIONS(X)                                                                                           \
  X(int, sd_bus_add_match_async,                                                                                     \
    (sd_bus *, sd_bus_slot **, const char *, drumdub_bus_handler, drumdub_bus_handler, void *))                      \
  X(int, sd_bus_request_name_async, (sd_bus *, sd_bus_slot **, const char *, uint64_t, drumdub_bus_handler, void *)) \
  X(int, sd_bus_release_name_async, (sd_bus *, sd_bus_slot **, const char *, drumdub_bus_handler, void *))           \
  X(int, sd_bus_message_new_method_error, (sd_bus_message *, sd_bus_message **, const bus_error *))                  \
  X(const bus_error *, sd_bus_message_get_error, (sd_bus_message *))

DRUMDUB_TYPED_LIBRARY(drumdub_bus_load, "libsystemd.so.0", FUNCTIONS, (void)0)
DRUMDUB_BUS_FUNCTIONS(DRUMDUB_FORWARD)

// Without this handler, sd-bus closes the connection if the bus refuses the rule.
static int ignore_reply(sd_bus_message *message, void *context, void *error) {
  (void)message;
  (void)context;
  (void)error;
  return 1;
}

int drumdub_bus_add_match(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, drumdub_bus_handler handler, void *context) {
  return p_sd_bus_add_match_async(bus, slot, rule, handler, ignore_reply, context);
}

int drumdub_bus_request_name(
    sd_bus *bus, sd_bus_slot **slot, const char *name, drumdub_bus_handler handler, void *context) {
  // SD_BUS_NAME_QUEUE
  return p_sd_bus_request_name_async(bus, slot, name, 1 << 2, handler, context);
}

int drumdub_bus_release_name(sd_bus *bus, const char *name) {
  return p_sd_bus_release_name_async(bus, NULL, name, ignore_reply, NULL);
}

int drumdub_bus_message_new_error(sd_bus_message *call, sd_bus_message **message, const char *name, const char *text) {
  bus_error error = {name, text, 0};
  return p_sd_bus_message_new_method_error(call, message, &error);
}

const char *drumdub_bus_message_get_error(sd_bus_message *message) {
  const bus_error *error = p_sd_bus_message_get_error(message);
  return error ? error->name : NULL;
}
