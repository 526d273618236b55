#pragma once
// FriBidi, loaded at its first use: when text is met that is read from the right.
#include <stddef.h>
#include <stdint.h>

/// Loads the library; the other function may be called once this has returned NULL. Any thread.
/// Returns what the loader says where the library is missing.
const char *drumdub_fribidi_load(void);

/// Puts one line into the order of a screen that is filled from the left, by Unicode's bidirectional algorithm. Where
/// the line begins is told by its first letter with a direction. Arabic letters get the form that their neighbours
/// ask for, brackets in what is read from the right are turned round. Any thread.
///
/// text: code points; shown: the same in the order of the screen, as they are shown; places: where each was in text.
/// Returns 0, or -1 where memory is short.
int drumdub_fribidi_order(const uint32_t *text, size_t count, uint32_t *shown, int32_t *places);
