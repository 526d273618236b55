#pragma once
// The ready-made callbacks are for FILE and would be unused.
#define OV_EXCLUDE_STATIC_CALLBACKS
#include <vorbis/codec.h>
#include <vorbis/vorbisfile.h>
