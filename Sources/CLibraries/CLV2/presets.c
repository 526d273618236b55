#include "presets.h"
#include "services.h"

#include <CLoader.h>
#include <lv2/atom/atom.h>
#include <lv2/core/lv2_util.h>
#include <lv2/presets/presets.h>
#include <lv2/state/state.h>
#include <serd-0/serd/serd.h>
#include <stdlib.h>
#include <string.h>

// lilv gives the value of a property to a plug-in that asks for its key, and does not list the keys. They are read from the
// text that lilv writes of the state, through serd, with which lilv reads Turtle: https://drobilla.net/docs/serd.

#define LILV_FUNCTIONS(X) X(lilv_free) X(lilv_state_restore) X(lilv_state_to_string)
#define SERD_FUNCTIONS(X) \
  X(serd_env_expand_node) X(serd_env_free) X(serd_env_new) X(serd_env_set_prefix_from_strings) X(serd_node_free) \
  X(serd_reader_free) X(serd_reader_new) X(serd_reader_read_string)

DRUMDUB_LIBRARY(load_state_of_lilv, "liblilv-0.so.0", LILV_FUNCTIONS, (void)0)
DRUMDUB_LIBRARY(load_serd, "libserd-0.so.0", SERD_FUNCTIONS, (void)0)

enum { MOST_KEYS = 1024 };

/// The keys of a state while they are read, and what receives the properties.
typedef struct {
  SerdEnv *env;
  /// The node of the properties, once it was seen.
  char *node;
  LV2_URID keys[MOST_KEYS];
  uint32_t count;
  void *context;
  void (*keep)(void *context, const drumdub_lv2_property *property);
} reading;

// MARK: Keys

/// The prefixes that lilv uses and does not write.
static const char *const prefixes[][2] = {
  {"atom", LV2_ATOM_PREFIX},
  {"lv2", LV2_CORE_PREFIX},
  {"pset", LV2_PRESETS_PREFIX},
  {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
  {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
  {"state", LV2_STATE_PREFIX},
  {"xsd", "http://www.w3.org/2001/XMLSchema#"},
};

static SerdStatus read_statement(
  void *handle, SerdStatementFlags flags, const SerdNode *graph, const SerdNode *subject, const SerdNode *predicate,
  const SerdNode *object, const SerdNode *type, const SerdNode *language) {
  (void)flags, (void)graph, (void)type, (void)language;
  reading *reading = handle;
  SerdNode key = p_serd_env_expand_node(reading->env, predicate);
  const char *uri = (const char *)key.buf;
  if (!reading->node && uri && object->type == SERD_BLANK && !strcmp(uri, LV2_STATE__state)) {
    reading->node = strdup((const char *)object->buf);
  } else if (
    reading->node && uri && subject->type == SERD_BLANK && !strcmp((const char *)subject->buf, reading->node) &&
    reading->count < MOST_KEYS) {
    reading->keys[reading->count++] = drumdub_lv2_map(uri);
  }
  p_serd_node_free(&key);
  return SERD_SUCCESS;
}

static void read_keys(reading *reading, const char *turtle) {
  reading->env = p_serd_env_new(NULL);
  for (size_t index = 0; index < sizeof prefixes / sizeof *prefixes; index++)
    p_serd_env_set_prefix_from_strings(
      reading->env, (const uint8_t *)prefixes[index][0], (const uint8_t *)prefixes[index][1]);
  SerdReader *reader = p_serd_reader_new(SERD_TURTLE, reading, NULL, NULL, NULL, read_statement, NULL);
  p_serd_reader_read_string(reader, (const uint8_t *)turtle);
  p_serd_reader_free(reader);
  p_serd_env_free(reading->env);
}

// MARK: Values

/// Passes a value on. Paths in a preset are relative to its folder.
static void keep_value(
  reading *reading, const drumdub_lv2_property *property, const LV2_Feature *const *features) {
  const LV2_State_Map_Path *paths = lv2_features_data(features, LV2_STATE__mapPath);
  bool is_path = !strcmp(property->type, LV2_ATOM__Path) && property->size && !((const char *)property->bytes)[property->size - 1];
  char *path = is_path && paths ? paths->absolute_path(paths->handle, property->bytes) : NULL;
  if (path) {
    drumdub_lv2_property absolute = {property->key, property->type, path, strlen(path) + 1};
    reading->keep(reading->context, &absolute);
    p_lilv_free(path);
  } else {
    reading->keep(reading->context, property);
  }
}

/// The function by which a plug-in restores its state: it asks for all keys.
static LV2_State_Status ask(
  LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags,
  const LV2_Feature *const *features) {
  reading *reading = handle;
  for (uint32_t index = 0; index < reading->count; index++) {
    size_t size = 0;
    uint32_t type = 0;
    const void *bytes = retrieve(state, reading->keys[index], &size, &type, &flags);
    const char *uri = bytes ? drumdub_lv2_unmap(type) : NULL;
    if (!uri) continue;
    keep_value(
      reading, &(drumdub_lv2_property){drumdub_lv2_unmap(reading->keys[index]), uri, bytes, size}, features);
  }
  return LV2_STATE_SUCCESS;
}

static const void *extension(const char *uri) {
  static const LV2_State_Interface interface = {NULL, ask};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &interface;
}

void drumdub_lv2_preset_state(
  LilvWorld *world, const LilvState *state, void *context,
  void (*keep)(void *context, const drumdub_lv2_property *property)) {
  if (load_state_of_lilv() || load_serd()) return;
  static const char *const base = "urn:drumdub:preset";
  char *turtle = p_lilv_state_to_string(world, drumdub_lv2_urid_map(), drumdub_lv2_urid_unmap(), state, base, NULL);
  if (!turtle) return;
  reading *reading = calloc(1, sizeof *reading);
  reading->context = context;
  reading->keep = keep;
  read_keys(reading, turtle);
  p_lilv_free(turtle);
  const LV2_Descriptor descriptor = {.URI = base, .extension_data = extension};
  LilvInstance instance = {&descriptor, reading, NULL};
  p_lilv_state_restore(state, &instance, NULL, NULL, 0, NULL);
  free(reading->node);
  free(reading);
}
