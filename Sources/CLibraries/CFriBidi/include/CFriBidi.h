#pragma once
// FriBidi. It is loaded at first use, when a text contains right-to-left characters.
#include <stddef.h>
#include <stdint.h>

/// Loads the library. The other function may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_fribidi_load(void);

/// Reorders a line from logical to visual order by Unicode's bidirectional algorithm (UAX #9). The first character with
/// a direction determines the direction of the line. Arabic letters are shaped; brackets in right-to-left text are
/// mirrored. Any thread.
///
/// `text`: code points in logical order. `shown`: receives them in visual order. `places`: receives the index in `text`
/// of each. Returns 0, or -1 if memory is short.
int drumdub_fribidi_order(const uint32_t *text, size_t count, uint32_t *shown, int32_t *places);
