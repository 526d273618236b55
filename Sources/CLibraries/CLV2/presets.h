#pragma once
// What presets keep beside the values of ports.
#include "CLV2.h"

#include <lilv-0/lilv/lilv.h>

/// Passes the properties of the state of a preset to a function.
void drumdub_lv2_preset_state(
  LilvWorld *world, const LilvState *state, void *context,
  void (*keep)(void *context, const drumdub_lv2_property *property));
