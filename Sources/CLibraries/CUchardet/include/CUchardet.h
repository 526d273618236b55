#pragma once
// uchardet. It is loaded at first use, since the encoding of most files is declared or obvious.
#include <stddef.h>

/// Loads the library. The other function may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_uchardet_load(void);

/// Detects the encoding of bytes and writes its iconv name as a C string; an empty one if the detection is not sure. Any
/// thread. Returns 0, or the library's error number.
int drumdub_uchardet_detect(const char *bytes, size_t count, char *name, size_t room);
