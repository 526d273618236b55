#include "CLV2.h"
#include "presets.h"
#include "services.h"

#include <CLoader.h>
#include <lilv-0/lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <lv2/port-props/port-props.h>
#include <lv2/presets/presets.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/units/units.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// lilv, reads the descriptions of plug-ins: https://drobilla.net/docs/lilv.

#define FUNCTIONS(X)                   \
  X(lilv_free)                         \
  X(lilv_file_uri_parse)               \
  X(lilv_new_file_uri)                 \
  X(lilv_new_string)                   \
  X(lilv_new_uri)                      \
  X(lilv_node_as_float)                \
  X(lilv_node_as_int)                  \
  X(lilv_node_as_string)               \
  X(lilv_node_as_uri)                  \
  X(lilv_node_free)                    \
  X(lilv_node_is_float)                \
  X(lilv_node_is_int)                  \
  X(lilv_node_is_uri)                  \
  X(lilv_nodes_begin)                  \
  X(lilv_nodes_free)                   \
  X(lilv_nodes_get)                    \
  X(lilv_nodes_is_end)                 \
  X(lilv_nodes_next)                   \
  X(lilv_nodes_size)                   \
  X(lilv_plugin_class_get_label)       \
  X(lilv_plugin_class_get_parent_uri)  \
  X(lilv_plugin_class_get_uri)         \
  X(lilv_plugin_get_author_name)       \
  X(lilv_plugin_get_bundle_uri)        \
  X(lilv_plugin_get_class)             \
  X(lilv_plugin_get_library_uri)       \
  X(lilv_plugin_get_name)              \
  X(lilv_plugin_get_num_ports)         \
  X(lilv_plugin_get_port_by_index)     \
  X(lilv_plugin_get_related)           \
  X(lilv_plugin_get_required_features) \
  X(lilv_plugin_get_uri)               \
  X(lilv_plugin_has_feature)           \
  X(lilv_plugins_begin)                \
  X(lilv_plugins_get)                  \
  X(lilv_plugins_is_end)               \
  X(lilv_plugins_next)                 \
  X(lilv_plugins_size)                 \
  X(lilv_port_get)                     \
  X(lilv_port_get_name)                \
  X(lilv_port_get_node)                \
  X(lilv_port_get_range)               \
  X(lilv_port_get_scale_points)        \
  X(lilv_port_get_symbol)              \
  X(lilv_port_has_property)            \
  X(lilv_port_is_a)                    \
  X(lilv_port_supports_event)          \
  X(lilv_scale_point_get_label)        \
  X(lilv_scale_point_get_value)        \
  X(lilv_scale_points_begin)           \
  X(lilv_scale_points_free)            \
  X(lilv_scale_points_get)             \
  X(lilv_scale_points_is_end)          \
  X(lilv_scale_points_next)            \
  X(lilv_scale_points_size)            \
  X(lilv_state_emit_port_values)       \
  X(lilv_state_free)                   \
  X(lilv_state_new_from_world)         \
  X(lilv_world_ask)                    \
  X(lilv_world_free)                   \
  X(lilv_world_get)                    \
  X(lilv_world_get_all_plugins)        \
  X(lilv_world_load_bundle)            \
  X(lilv_world_load_plugin_classes)    \
  X(lilv_world_load_resource)          \
  X(lilv_world_load_specifications)    \
  X(lilv_world_new)

DRUMDUB_LIBRARY(drumdub_lilv_load, "liblilv-0.so.0", FUNCTIONS, (void)0)

/// The most different URIs that this file asks for.
enum { MOST_URIS = 64 };

struct drumdub_lv2_world {
  LilvWorld *lilv;
  const LilvPlugin **plugins;
  uint32_t count;
  const LilvPlugin *selected;
  /// The nodes of the URIs that are asked for, by the addresses of the texts.
  struct {
    const char *text;
    LilvNode *node;
  } uris[MOST_URIS];
  LilvNodes *presets;
  /// What is freed with the world.
  LilvNode **kept;
  size_t kept_count;
};

static const char *kept_text(drumdub_lv2_world *world, LilvNode *node) {
  if (!node) return NULL;
  LilvNode **kept = realloc(world->kept, (world->kept_count + 1) * sizeof *kept);
  if (!kept) return p_lilv_node_free(node), NULL;
  world->kept = kept;
  kept[world->kept_count++] = node;
  return p_lilv_node_as_string(node);
}

static const char *kept_path(drumdub_lv2_world *world, const LilvNode *node) {
  char *path = node ? p_lilv_file_uri_parse(p_lilv_node_as_uri(node), NULL) : NULL;
  const char *kept = path ? kept_text(world, p_lilv_new_string(world->lilv, path)) : NULL;
  p_lilv_free(path);
  return kept;
}

drumdub_lv2_world *drumdub_lv2_world_new(const char *const *bundles, uint32_t count, const char **reason) {
  const char *missing = drumdub_lilv_load();
  if (missing) return *reason = strdup(missing), NULL;
  drumdub_lv2_world *world = calloc(1, sizeof *world);
  world->lilv = p_lilv_world_new();
  // As lilv_world_load_all does it for each bundle of its path.
  for (uint32_t index = 0; index < count; index++) {
    LilvNode *bundle = p_lilv_new_file_uri(world->lilv, NULL, bundles[index]);
    if (!bundle) continue;
    p_lilv_world_load_bundle(world->lilv, bundle);
    p_lilv_node_free(bundle);
  }
  p_lilv_world_load_specifications(world->lilv);
  p_lilv_world_load_plugin_classes(world->lilv);
  const LilvPlugins *plugins = p_lilv_world_get_all_plugins(world->lilv);
  world->plugins = calloc(p_lilv_plugins_size(plugins) + 1, sizeof *world->plugins);
  for (LilvIter *each = p_lilv_plugins_begin(plugins); !p_lilv_plugins_is_end(plugins, each);
       each = p_lilv_plugins_next(plugins, each))
    world->plugins[world->count++] = p_lilv_plugins_get(plugins, each);
  return world;
}

void drumdub_lv2_world_free(drumdub_lv2_world *world) {
  if (world->presets) p_lilv_nodes_free(world->presets);
  for (int place = 0; world->uris[place].text; place++) p_lilv_node_free(world->uris[place].node);
  for (size_t index = 0; index < world->kept_count; index++) p_lilv_node_free(world->kept[index]);
  free(world->kept);
  free(world->plugins);
  p_lilv_world_free(world->lilv);
  free(world);
}

uint32_t drumdub_lv2_plugin_count(const drumdub_lv2_world *world) { return world->count; }

// MARK: A plug-in

/// Returns the node of a URI, a literal, which the world owns.
static const LilvNode *uri(drumdub_lv2_world *world, const char *text) {
  int place = 0;
  while (world->uris[place].text && world->uris[place].text != text) place++;
  if (place == MOST_URIS - 1) abort();
  if (!world->uris[place].text) {
    world->uris[place].text = text;
    world->uris[place].node = p_lilv_new_uri(world->lilv, text);
  }
  return world->uris[place].node;
}

/// The URI of the first required feature that is not provided.
static const char *lacking_feature(drumdub_lv2_world *world) {
  LilvNodes *features = p_lilv_plugin_get_required_features(world->selected);
  const char *lacking = NULL;
  for (LilvIter *each = p_lilv_nodes_begin(features); !lacking && !p_lilv_nodes_is_end(features, each);
       each = p_lilv_nodes_next(features, each)) {
    const char *name = p_lilv_node_as_uri(p_lilv_nodes_get(features, each));
    if (!drumdub_lv2_provides(name)) lacking = kept_text(world, p_lilv_new_uri(world->lilv, name));
  }
  p_lilv_nodes_free(features);
  return lacking;
}

/// Whether the plug-in declares that it never blocks: as a feature or, in the first version of LV2, as a property.
static bool is_realtime(drumdub_lv2_world *world) {
  const LilvNode *feature = uri(world, LV2_CORE__hardRTCapable);
  const LilvNode *property = uri(world, LV2_CORE_PREFIX "pluginProperty");
  const LilvNode *former = uri(world, LV2_CORE_PREFIX "hardRtCapable");
  const LilvNode *plugin = p_lilv_plugin_get_uri(world->selected);
  return p_lilv_plugin_has_feature(world->selected, feature) ||
         p_lilv_world_ask(world->lilv, plugin, property, feature) ||
         p_lilv_world_ask(world->lilv, plugin, property, former);
}

static bool is_instrument(const LilvPluginClass *class) {
  const LilvNode *parent = p_lilv_plugin_class_get_parent_uri(class);
  return !strcmp(p_lilv_node_as_uri(p_lilv_plugin_class_get_uri(class)), LV2_CORE__InstrumentPlugin) ||
         (parent && !strcmp(p_lilv_node_as_uri(parent), LV2_CORE__InstrumentPlugin));
}

drumdub_lv2_plugin drumdub_lv2_select(drumdub_lv2_world *world, uint32_t index) {
  const LilvPlugin *plugin = world->selected = world->plugins[index];
  const LilvPluginClass *class = p_lilv_plugin_get_class(plugin);
  if (world->presets) p_lilv_nodes_free(world->presets);
  world->presets = p_lilv_plugin_get_related(plugin, uri(world, LV2_PRESETS__Preset));
  return (drumdub_lv2_plugin){
    .uri = p_lilv_node_as_uri(p_lilv_plugin_get_uri(plugin)),
    .name = kept_text(world, p_lilv_plugin_get_name(plugin)),
    .author = kept_text(world, p_lilv_plugin_get_author_name(plugin)),
    .category = p_lilv_node_as_string(p_lilv_plugin_class_get_label(class)),
    .library = kept_path(world, p_lilv_plugin_get_library_uri(plugin)),
    .bundle = kept_path(world, p_lilv_plugin_get_bundle_uri(plugin)),
    .lacking = lacking_feature(world),
    .is_realtime = is_realtime(world),
    .is_instrument = is_instrument(class),
    .port_count = p_lilv_plugin_get_num_ports(plugin),
    .preset_count = p_lilv_nodes_size(world->presets),
  };
}

// MARK: Ports

static bool is_a(drumdub_lv2_world *world, const LilvPort *port, const char *class) {
  return p_lilv_port_is_a(world->selected, port, uri(world, class));
}

static bool has(drumdub_lv2_world *world, const LilvPort *port, const char *property) {
  return p_lilv_port_has_property(world->selected, port, uri(world, property));
}

/// The first value of a predicate; NULL if there is none. The caller frees it.
static LilvNode *value(drumdub_lv2_world *world, const LilvPort *port, const char *predicate) {
  return p_lilv_port_get(world->selected, port, uri(world, predicate));
}

static bool is_designated(drumdub_lv2_world *world, const LilvPort *port, const char *designation) {
  const LilvNode *node = p_lilv_port_get_node(world->selected, port);
  return p_lilv_world_ask(world->lilv, node, uri(world, LV2_CORE__designation), uri(world, designation));
}

static drumdub_lv2_port_kind kind_of(drumdub_lv2_world *world, const LilvPort *port) {
  bool is_input = is_a(world, port, LV2_CORE__InputPort);
  if (is_a(world, port, LV2_CORE__ControlPort)) {
    if (is_input) return DRUMDUB_LV2_CONTROL_IN;
    bool is_latency = has(world, port, LV2_CORE_PREFIX "reportsLatency") ||
                      is_designated(world, port, LV2_CORE_PREFIX "latency");
    return is_latency ? DRUMDUB_LV2_LATENCY : DRUMDUB_LV2_CONTROL_OUT;
  }
  if (is_a(world, port, LV2_CORE__AudioPort)) return is_input ? DRUMDUB_LV2_AUDIO_IN : DRUMDUB_LV2_AUDIO_OUT;
  if (is_a(world, port, LV2_CORE__CVPort)) return is_input ? DRUMDUB_LV2_CV_IN : DRUMDUB_LV2_CV_OUT;
  if (is_a(world, port, LV2_ATOM__AtomPort)) {
    if (!is_input) return DRUMDUB_LV2_ATOM_OUT;
    bool is_midi = p_lilv_port_supports_event(world->selected, port, uri(world, LV2_MIDI__MidiEvent));
    return is_midi ? DRUMDUB_LV2_MIDI_IN : DRUMDUB_LV2_ATOM_IN;
  }
  return has(world, port, LV2_CORE__connectionOptional) ? DRUMDUB_LV2_OPTIONAL : DRUMDUB_LV2_UNKNOWN;
}

static uint32_t flags_of(drumdub_lv2_world *world, const LilvPort *port) {
  return (has(world, port, LV2_CORE__toggled) ? DRUMDUB_LV2_TOGGLED : 0) |
         (has(world, port, LV2_CORE__integer) ? DRUMDUB_LV2_INTEGER : 0) |
         (has(world, port, LV2_CORE__enumeration) ? DRUMDUB_LV2_ENUMERATION : 0) |
         (has(world, port, LV2_PORT_PROPS__logarithmic) ? DRUMDUB_LV2_LOGARITHMIC : 0) |
         (has(world, port, LV2_CORE__sampleRate) ? DRUMDUB_LV2_SAMPLE_RATE : 0) |
         (is_designated(world, port, LV2_CORE_PREFIX "enabled") ? DRUMDUB_LV2_ENABLED : 0) |
         (is_designated(world, port, LV2_CORE_PREFIX "freeWheeling") ? DRUMDUB_LV2_FREEWHEELING : 0);
}

static float number(LilvNode *node) {
  bool is_number = node && (p_lilv_node_is_float(node) || p_lilv_node_is_int(node));
  float value = is_number ? p_lilv_node_as_float(node) : NAN;
  p_lilv_node_free(node);
  return value;
}

static const char *unit_of(drumdub_lv2_world *world, const LilvPort *port) {
  LilvNode *node = value(world, port, LV2_UNITS__unit);
  bool is_known = node && p_lilv_node_is_uri(node) &&
                  !strncmp(p_lilv_node_as_uri(node), LV2_UNITS_PREFIX, sizeof LV2_UNITS_PREFIX - 1);
  if (is_known) return kept_text(world, node) + sizeof LV2_UNITS_PREFIX - 1;
  p_lilv_node_free(node);
  return NULL;
}

/// Adds what the user has to know of a control input.
static void describe(drumdub_lv2_world *world, const LilvPort *port, drumdub_lv2_port *result) {
  LilvNode *initial = NULL, *minimum = NULL, *maximum = NULL;
  p_lilv_port_get_range(world->selected, port, &initial, &minimum, &maximum);
  LilvScalePoints *points = p_lilv_port_get_scale_points(world->selected, port);
  result->name = kept_text(world, p_lilv_port_get_name(world->selected, port));
  result->unit = unit_of(world, port);
  result->flags = flags_of(world, port);
  result->minimum = number(minimum);
  result->maximum = number(maximum);
  result->initial = number(initial);
  result->choice_count = points ? p_lilv_scale_points_size(points) : 0;
  p_lilv_scale_points_free(points);
}

drumdub_lv2_port drumdub_lv2_port_at(drumdub_lv2_world *world, uint32_t index) {
  const LilvPort *port = p_lilv_plugin_get_port_by_index(world->selected, index);
  if (!port) return (drumdub_lv2_port){.kind = DRUMDUB_LV2_UNKNOWN};
  drumdub_lv2_port result = {
    .symbol = p_lilv_node_as_string(p_lilv_port_get_symbol(world->selected, port)), .kind = kind_of(world, port)};
  if (result.kind == DRUMDUB_LV2_CONTROL_IN) describe(world, port, &result);
  if (result.kind == DRUMDUB_LV2_ATOM_IN || result.kind == DRUMDUB_LV2_MIDI_IN || result.kind == DRUMDUB_LV2_ATOM_OUT) {
    LilvNode *size = value(world, port, LV2_RESIZE_PORT__minimumSize);
    int bytes = size && p_lilv_node_is_int(size) ? p_lilv_node_as_int(size) : 0;
    result.size = bytes > 0 ? (uint32_t)bytes : 0;
    p_lilv_node_free(size);
  }
  return result;
}

uint32_t drumdub_lv2_choices(
    drumdub_lv2_world *world, uint32_t port, const char **labels, float *values, uint32_t most) {
  const LilvPort *selected = p_lilv_plugin_get_port_by_index(world->selected, port);
  LilvScalePoints *points = p_lilv_port_get_scale_points(world->selected, selected);
  if (!points) return 0;
  uint32_t count = 0;
  for (LilvIter *each = p_lilv_scale_points_begin(points); count < most && !p_lilv_scale_points_is_end(points, each);
       each = p_lilv_scale_points_next(points, each)) {
    const LilvScalePoint *point = p_lilv_scale_points_get(points, each);
    values[count] = p_lilv_node_as_float(p_lilv_scale_point_get_value(point));
    const char *text = p_lilv_node_as_string(p_lilv_scale_point_get_label(point));
    labels[count++] = kept_text(world, p_lilv_new_string(world->lilv, text));
  }
  p_lilv_scale_points_free(points);
  return count;
}

// MARK: Presets

typedef struct {
  void *context;
  void (*set)(void *context, const char *symbol, float value);
  int count;
} preset_values;

static void emit(const char *symbol, void *data, const void *value, uint32_t size, uint32_t type) {
  preset_values *values = data;
  float number;
  if (type == drumdub_lv2_map(LV2_ATOM__Float) && size == sizeof(float)) {
    number = *(const float *)value;
  } else if ((type == drumdub_lv2_map(LV2_ATOM__Int) || type == drumdub_lv2_map(LV2_ATOM__Bool)) && size == 4) {
    number = (float)*(const int32_t *)value;
  } else if (type == drumdub_lv2_map(LV2_ATOM__Double) && size == sizeof(double)) {
    number = (float)*(const double *)value;
  } else {
    return;
  }
  values->count++;
  values->set(values->context, symbol, number);
}

const char *drumdub_lv2_preset(
  drumdub_lv2_world *world, uint32_t index, void *context,
  void (*set)(void *context, const char *symbol, float value),
  void (*keep)(void *context, const drumdub_lv2_property *property)) {
  const LilvNode *preset = NULL;
  uint32_t place = 0;
  for (LilvIter *each = p_lilv_nodes_begin(world->presets); !p_lilv_nodes_is_end(world->presets, each);
       each = p_lilv_nodes_next(world->presets, each))
    if (place++ == index) preset = p_lilv_nodes_get(world->presets, each);
  if (!preset) return NULL;
  p_lilv_world_load_resource(world->lilv, preset);
  LilvState *state = p_lilv_state_new_from_world(world->lilv, drumdub_lv2_urid_map(), preset);
  if (!state) return NULL;
  preset_values values = {context, set, 0};
  p_lilv_state_emit_port_values(state, emit, &values);
  LilvNode *properties = p_lilv_world_get(world->lilv, preset, uri(world, LV2_STATE__state), NULL);
  if (properties) drumdub_lv2_preset_state(world->lilv, state, context, keep);
  p_lilv_state_free(state);
  const LilvNode *label = uri(world, "http://www.w3.org/2000/01/rdf-schema#label");
  const bool is_used = values.count || properties;
  const char *name = is_used ? kept_text(world, p_lilv_world_get(world->lilv, preset, label, NULL)) : NULL;
  p_lilv_node_free(properties);
  return name;
}
