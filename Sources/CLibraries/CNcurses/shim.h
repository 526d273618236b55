#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <wchar.h>

// Declared by the system for _XOPEN_SOURCE only, which other modules are built without.
extern int wcwidth(wchar_t character);

// Macros that Swift does not import.
static inline attr_t drumdub_attr_bold(void) { return A_BOLD; }
static inline attr_t drumdub_attr_dim(void) { return A_DIM; }
static inline attr_t drumdub_attr_underline(void) { return A_UNDERLINE; }
static inline attr_t drumdub_attr_reverse(void) { return A_REVERSE; }

/// What moves the cursor to a place, by the current terminal's description; NULL where it cannot.
static inline const char *drumdub_move_to(int row, int column) {
  char *capability = tigetstr("cup");
  if (capability == NULL || capability == (char *)-1) return NULL;
  return tparm(capability, (long)row, (long)column, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}
