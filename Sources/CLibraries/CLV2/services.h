#pragma once
// What plug-ins may ask of the program: numbers for URIs, the rate and lengths, and jobs outside of the audio thread.
#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdbool.h>
#include <stdint.h>

/// The least bytes of the memory of an atom port, and of one that takes messages of MIDI: 24 for each of 4,096.
enum { DRUMDUB_LV2_ATOM_BYTES = 8192, DRUMDUB_LV2_MIDI_BYTES = 1 << 17 };

/// Whether a plug-in may require a feature.
bool drumdub_lv2_provides(const char *feature);

/// Returns the number of a URI: the same one as long as the program runs. Not the audio thread.
LV2_URID drumdub_lv2_map(const char *uri);
/// Returns the URI of a number; NULL if there is none.
const char *drumdub_lv2_unmap(LV2_URID number);
LV2_URID_Map *drumdub_lv2_urid_map(void);
LV2_URID_Unmap *drumdub_lv2_urid_unmap(void);

/// Runs the jobs of a plug-in on a thread of its own, or at once.
typedef struct drumdub_lv2_jobs drumdub_lv2_jobs;

drumdub_lv2_jobs *drumdub_lv2_jobs_new(bool at_once);
LV2_Worker_Schedule *drumdub_lv2_jobs_schedule(drumdub_lv2_jobs *jobs);
/// Begins to run jobs, if the plug-in has the interface.
void drumdub_lv2_jobs_start(drumdub_lv2_jobs *jobs, LV2_Handle handle, const LV2_Worker_Interface *interface);
/// Hands the answers of jobs to the plug-in, after it has run. Audio thread.
void drumdub_lv2_jobs_answer(drumdub_lv2_jobs *jobs);
/// Waits for the end of the job that runs.
void drumdub_lv2_jobs_free(drumdub_lv2_jobs *jobs);
