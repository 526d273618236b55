#pragma once
// uchardet, loaded at its first use: most files say how their text is coded, or it shows.
#include <stddef.h>

/// Loads the library; the other function may be called once this has returned NULL. Any thread.
/// Returns what the loader says where the library is missing.
const char *drumdub_uchardet_load(void);

/// Tells how bytes are coded: writes a name that iconv knows, ended by a zero, empty where it is not sure. Any thread.
/// Returns 0, or the library's error.
int drumdub_uchardet_detect(const char *bytes, size_t count, char *name, size_t room);
