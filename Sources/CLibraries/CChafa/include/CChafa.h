#pragma once
// Pictures as character cells and sixels, by gdk-pixbuf and chafa. The libraries are loaded at first use.
#include <stddef.h>
#include <stdint.h>

/// Loads the libraries. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if one is missing.
const char *drumdub_pictures_load(void);

/// Decodes a picture and scales it down so that no side is longer than `most_side` pixels.
/// Returns its pixels, 4 bytes each (red, green, blue, alpha), which the caller frees; NULL if the bytes are no picture
/// or it has more than `most_pixels` pixels.
uint8_t *drumdub_picture_decode(
    const uint8_t *bytes, size_t count, int most_side, int64_t most_pixels, int *width, int *height);

typedef struct {
  uint32_t character;
  /// 0xRRGGBB, or −1 for the terminal's default colour.
  int32_t foreground;
  int32_t background;
} drumdub_picture_cell;

/// Computes the largest size in cells that keeps the picture's aspect ratio; a cell is twice as high as wide.
void drumdub_picture_fit(int width, int height, int *columns, int *rows);

/// Draws a picture with characters.
/// `colours`: the number of colours of the terminal, 0 for none. `is_utf8`: whether it shows more than ASCII.
void drumdub_picture_cells(
    const uint8_t *pixels, int width, int height, int colours, int is_utf8, int columns, int rows,
    drumdub_picture_cell *cells);

/// Scales a picture into the middle of `to` and leaves the other pixels unchanged. Both have 4 bytes per pixel.
void drumdub_picture_scale(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height, int shown_width,
    int shown_height);

/// Compresses bytes in the zlib format (RFC 1950). Returns memory that the caller frees; NULL if memory is short.
uint8_t *drumdub_picture_deflate(const uint8_t *bytes, size_t count, size_t *length);

/// Encodes a picture as a complete sixel sequence. Returns memory that the caller frees; NULL on failure.
uint8_t *drumdub_picture_sixels(
    const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width, int cell_height,
    size_t *length);
