#pragma once
// uchardet. It is loaded at first use, since the encoding of most files is declared or obvious.
#include <CLoader.h>
#include <uchardet/uchardet.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_uchardet_load(void);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_UCHARDET_FUNCTIONS(X)                             \
  X(void, uchardet_delete, (uchardet_t))                          \
  X(int, uchardet_handle_data, (uchardet_t, const char *, size_t)) \
  X(void, uchardet_data_end, (uchardet_t))                        \
  X(const char *, uchardet_get_charset, (uchardet_t))

uchardet_t drumdub_uchardet_new(void);
DRUMDUB_UCHARDET_FUNCTIONS(DRUMDUB_DECLARE)
