#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <wchar.h>

// The system declares it only with _XOPEN_SOURCE, which other modules do not define.
extern int wcwidth(wchar_t character);

// Functions for macros that Swift does not import.
static inline attr_t drumdub_attr_bold(void) { return A_BOLD; }
static inline attr_t drumdub_attr_dim(void) { return A_DIM; }
static inline attr_t drumdub_attr_underline(void) { return A_UNDERLINE; }
static inline attr_t drumdub_attr_reverse(void) { return A_REVERSE; }

/// Returns the sequence that moves the cursor, from the terminal's terminfo entry; NULL if it has none.
static inline const char *drumdub_move_to(int row, int column) {
  char *capability = tigetstr("cup");
  if (capability == NULL || capability == (char *)-1) return NULL;
  return tparm(capability, (long)row, (long)column, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}
