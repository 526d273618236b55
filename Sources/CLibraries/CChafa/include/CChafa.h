#pragma once
// Pictures as cells by gdk-pixbuf and chafa, which are loaded at their first use.
#include <stddef.h>
#include <stdint.h>

/// Loads the libraries; the other functions may be called once this has returned NULL. Any thread.
/// Returns what the loader says where one is missing.
const char *drumdub_pictures_load(void);

/// Decodes a picture, made smaller so that no side is longer than `most_side`.
/// Returns its pixels, 4 bytes each (red, green, blue, opacity), to be freed; NULL where it is none, or has more than
/// `most_pixels`.
uint8_t *drumdub_picture_decode(
    const uint8_t *bytes, size_t count, int most_side, int64_t most_pixels, int *width, int *height);

typedef struct {
  uint32_t character;
  /// 0xRRGGBB, −1 for the terminal's own.
  int32_t foreground;
  int32_t background;
} drumdub_picture_cell;

/// How many cells of two by one a picture fills in a place.
void drumdub_picture_fit(int width, int height, int *columns, int *rows);

/// Draws a picture with characters.
/// `colours`: how many the terminal has, 0 for none. `is_utf8`: whether it shows more than ASCII.
void drumdub_picture_cells(
    const uint8_t *pixels, int width, int height, int colours, int is_utf8, int columns, int rows,
    drumdub_picture_cell *cells);

/// Draws a picture in another size in the middle of `to`, whose other pixels stay as they are. Both are 4 bytes each.
void drumdub_picture_scale(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height, int shown_width,
    int shown_height);

/// Packs bytes as RFC 1950 has it. Returns what is to be freed; NULL without memory.
uint8_t *drumdub_picture_deflate(const uint8_t *bytes, size_t count, size_t *length);

/// A picture as one sixel string, with all that begins and ends it. Returns what is to be freed; NULL on failure.
uint8_t *drumdub_picture_sixels(
    const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width, int cell_height,
    size_t *length);
