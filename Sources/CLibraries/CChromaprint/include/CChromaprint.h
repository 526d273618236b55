#pragma once
// Chromaprint 1. It is loaded at first use, since only takes that are recorded or shared need it. The prototypes are written
// after its documentation, so that the build does not need its header.
#include <CLoader.h>
#include <stdint.h>

typedef struct drumdub_chromaprint drumdub_chromaprint;

/// The algorithm of AcoustID, which is the library's default.
enum { DRUMDUB_CHROMAPRINT_ALGORITHM = 1 };

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_chromaprint_load(void);

// The functions of the library, under its names with the prefix drumdub_. Those that return an int return 0 on an error.
#define DRUMDUB_CHROMAPRINT_FUNCTIONS(X)                                               \
  X(drumdub_chromaprint *, chromaprint_new, (int))                                     \
  X(void, chromaprint_free, (drumdub_chromaprint *))                                   \
  X(int, chromaprint_start, (drumdub_chromaprint *, int, int))                         \
  X(int, chromaprint_feed, (drumdub_chromaprint *, const int16_t *, int))              \
  X(int, chromaprint_finish, (drumdub_chromaprint *))                                  \
  X(int, chromaprint_get_raw_fingerprint, (drumdub_chromaprint *, uint32_t **, int *)) \
  X(void, chromaprint_dealloc, (void *))

DRUMDUB_CHROMAPRINT_FUNCTIONS(DRUMDUB_DECLARE)
