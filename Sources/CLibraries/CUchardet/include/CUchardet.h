#pragma once
// Texts in an encoding that nobody told. uchardet is loaded at its first use: most libraries never need it.
#include <stddef.h>
#include <stdint.h>

/// Guesses the encoding of a text, and writes its name, as iconv knows it, into `name`.
/// Returns 0 where there is no guess or no library. Any thread.
int drumdub_guess_encoding(const uint8_t *bytes, size_t count, char *name, size_t room);

/// Converts a text to UTF-8, strictly: nothing is replaced or left out.
/// Returns the number of bytes written; -1 where the text is not of that encoding or does not fit. Any thread.
ptrdiff_t drumdub_to_utf8(const char *encoding, const uint8_t *bytes, size_t count, uint8_t *text, size_t room);
