#pragma once
// What the decoders use of the network.
#include "CFFmpeg.h"
#include <libavutil/dict.h>

/// Returns whether the current operation must fail. FFmpeg calls it about every 100 ms while it waits for the network.
int drumdub_ffmpeg_is_interrupted(void *watch);

/// Starts the time limit of a network operation; does nothing without a watch.
void drumdub_ffmpeg_begin_waiting(drumdub_ffmpeg_watch *watch);

/// Sets the options of all network connections. FFmpeg passes those that the HTTP protocol does not know to TLS.
void drumdub_ffmpeg_set_network_options(AVDictionary **settings, int is_verifying);
