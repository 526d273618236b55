#include "CChafa.h"

#include <CLoader.h>
#include <stdlib.h>
#include <string.h>

// Functions of glib, gobject, gdk-pixbuf 2, zlib and chafa 1 after their headers, with opaque pointer types.
#define OBJECT_FUNCTIONS(X)                                                                                    \
  X(void, g_object_unref, (void *))                                                                            \
  X(unsigned long, g_signal_connect_data, (void *, const char *, void (*)(void), void *, void (*)(void), int)) \
  X(void, g_clear_error, (void **))                                                                            \
  X(char *, g_string_free, (void *, int))

#define PIXBUF_FUNCTIONS(X)                                                   \
  X(void *, gdk_pixbuf_loader_new, (void))                                    \
  X(int, gdk_pixbuf_loader_write, (void *, const uint8_t *, size_t, void **)) \
  X(int, gdk_pixbuf_loader_close, (void *, void **))                          \
  X(void, gdk_pixbuf_loader_set_size, (void *, int, int))                     \
  X(void *, gdk_pixbuf_loader_get_pixbuf, (void *))                           \
  X(int, gdk_pixbuf_get_width, (const void *))                                \
  X(int, gdk_pixbuf_get_height, (const void *))                               \
  X(int, gdk_pixbuf_get_rowstride, (const void *))                            \
  X(int, gdk_pixbuf_get_n_channels, (const void *))                           \
  X(const uint8_t *, gdk_pixbuf_read_pixels, (const void *))

#define CHAFA_FUNCTIONS(X)                                                             \
  X(void *, chafa_symbol_map_new, (void))                                              \
  X(void, chafa_symbol_map_unref, (void *))                                            \
  X(void, chafa_symbol_map_add_by_tags, (void *, int))                                 \
  X(void *, chafa_canvas_config_new, (void))                                           \
  X(void, chafa_canvas_config_unref, (void *))                                         \
  X(void, chafa_canvas_config_set_geometry, (void *, int, int))                        \
  X(void, chafa_canvas_config_set_canvas_mode, (void *, int))                          \
  X(void, chafa_canvas_config_set_symbol_map, (void *, const void *))                  \
  X(void, chafa_canvas_config_set_work_factor, (void *, float))                        \
  X(void, chafa_canvas_config_set_pixel_mode, (void *, int))                           \
  X(void, chafa_canvas_config_set_cell_geometry, (void *, int, int))                   \
  X(void *, chafa_canvas_print, (void *, void *))                                      \
  X(void *, chafa_canvas_new, (const void *))                                          \
  X(void, chafa_canvas_unref, (void *))                                                \
  X(void, chafa_canvas_draw_all_pixels, (void *, int, const uint8_t *, int, int, int)) \
  X(uint32_t, chafa_canvas_get_char_at, (void *, int, int))                            \
  X(void, chafa_canvas_get_colors_at, (void *, int, int, int *, int *))                \
  X(void, chafa_calc_canvas_geometry, (int, int, int *, int *, float, int, int))

#define DEFLATE_FUNCTIONS(X)                                                           \
  X(unsigned long, compressBound, (unsigned long))                                     \
  X(int, compress2, (uint8_t *, unsigned long *, const uint8_t *, unsigned long, int))

DRUMDUB_TYPED_LIBRARY(load_objects, "libgobject-2.0.so.0", OBJECT_FUNCTIONS, (void)0)
DRUMDUB_TYPED_LIBRARY(load_pixbufs, "libgdk_pixbuf-2.0.so.0", PIXBUF_FUNCTIONS, (void)0)
DRUMDUB_TYPED_LIBRARY(load_chafa, "libchafa.so.0", CHAFA_FUNCTIONS, (void)0)
DRUMDUB_TYPED_LIBRARY(load_deflate, "libz.so.1", DEFLATE_FUNCTIONS, (void)0)

// chafa-canvas-config.h, chafa-common.h, chafa-symbol-map.h.
enum { TRUECOLOR = 0, INDEXED_240 = 2, INDEXED_16 = 3, FGBG = 5, INDEXED_8 = 6 };
enum { RGBA8_UNASSOCIATED = 4 };
enum { SIXELS = 1 };
enum { SPACE = 1 << 0, BLOCK = 1 << 3, QUAD = 1 << 7, HALF = 3 << 8, ASCII = 1 << 14 };

const char *drumdub_pictures_load(void) {
  const char *reason = load_objects();
  if (!reason) reason = load_pixbufs();
  if (!reason) reason = load_chafa();
  return reason ? reason : load_deflate();
}

struct limits {
  int most_side;
  int64_t most_pixels;
  int is_too_large;
};

// Called with a picture's size before it is decoded. A loader whose size is set to 0 by 0 decodes nothing.
static void size_prepared(void *loader, int width, int height, void *data) {
  struct limits *limits = data;
  if (width < 1 || height < 1 || (int64_t)width * height > limits->most_pixels) {
    limits->is_too_large = 1;
    p_gdk_pixbuf_loader_set_size(loader, 0, 0);
    return;
  }
  int longest = width > height ? width : height;
  if (longest <= limits->most_side) return;
  int w = (int)((int64_t)width * limits->most_side / longest), h = (int)((int64_t)height * limits->most_side / longest);
  p_gdk_pixbuf_loader_set_size(loader, w > 0 ? w : 1, h > 0 ? h : 1);
}

static uint8_t *pixels_of(const void *pixbuf, int *width, int *height) {
  int channels = p_gdk_pixbuf_get_n_channels(pixbuf), stride = p_gdk_pixbuf_get_rowstride(pixbuf);
  *width = p_gdk_pixbuf_get_width(pixbuf);
  *height = p_gdk_pixbuf_get_height(pixbuf);
  const uint8_t *from = p_gdk_pixbuf_read_pixels(pixbuf);
  if (!from || channels < 3) return NULL;
  uint8_t *pixels = malloc((size_t)*width * *height * 4);
  for (int y = 0; pixels && y < *height; y++) {
    for (int x = 0; x < *width; x++) {
      const uint8_t *pixel = from + (size_t)y * stride + (size_t)x * channels;
      uint8_t *to = pixels + ((size_t)y * *width + x) * 4;
      memcpy(to, pixel, 3);
      to[3] = channels > 3 ? pixel[3] : 255;
    }
  }
  return pixels;
}

uint8_t *drumdub_picture_decode(
    const uint8_t *bytes, size_t count, int most_side, int64_t most_pixels, int *width, int *height) {
  struct limits limits = {most_side, most_pixels, 0};
  void *loader = p_gdk_pixbuf_loader_new();
  p_g_signal_connect_data(loader, "size-prepared", (void (*)(void))size_prepared, &limits, NULL, 0);
  void *error = NULL;
  int is_good = 1;
  // The data is passed in pieces, so that a picture that is too large is rejected before all of it is read.
  for (size_t done = 0; is_good && !limits.is_too_large && done < count;) {
    size_t piece = count - done < 65536 ? count - done : 65536;
    is_good = p_gdk_pixbuf_loader_write(loader, bytes + done, piece, &error);
    done += piece;
  }
  // A truncated picture is shown as far as it was decoded.
  p_g_clear_error(&error);
  p_gdk_pixbuf_loader_close(loader, &error);
  p_g_clear_error(&error);
  const void *pixbuf = limits.is_too_large ? NULL : p_gdk_pixbuf_loader_get_pixbuf(loader);
  uint8_t *pixels = pixbuf ? pixels_of(pixbuf, width, height) : NULL;
  p_g_object_unref(loader);
  return pixels;
}

void drumdub_picture_fit(int width, int height, int *columns, int *rows) {
  p_chafa_calc_canvas_geometry(width, height, columns, rows, 0.5f, 1, 0);
}

static int mode(int colours) {
  if (colours > 256) return TRUECOLOR;
  if (colours == 256) return INDEXED_240;
  return colours >= 16 ? INDEXED_16 : colours >= 8 ? INDEXED_8 : FGBG;
}

void drumdub_picture_cells(
    const uint8_t *pixels, int width, int height, int colours, int is_utf8, int columns, int rows,
    drumdub_picture_cell *cells) {
  void *symbols = p_chafa_symbol_map_new();
  p_chafa_symbol_map_add_by_tags(symbols, is_utf8 ? SPACE | BLOCK | QUAD | HALF : ASCII);
  void *config = p_chafa_canvas_config_new();
  p_chafa_canvas_config_set_geometry(config, columns, rows);
  p_chafa_canvas_config_set_canvas_mode(config, mode(colours));
  p_chafa_canvas_config_set_symbol_map(config, symbols);
  p_chafa_canvas_config_set_work_factor(config, 0.7f);
  void *canvas = p_chafa_canvas_new(config);
  p_chafa_canvas_draw_all_pixels(canvas, RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
  for (int index = 0; index < columns * rows; index++) {
    drumdub_picture_cell *cell = cells + index;
    int x = index % columns, y = index / columns, foreground = -1, background = -1;
    cell->character = p_chafa_canvas_get_char_at(canvas, x, y);
    p_chafa_canvas_get_colors_at(canvas, x, y, &foreground, &background);
    cell->foreground = foreground;
    cell->background = background;
  }
  p_chafa_canvas_unref(canvas);
  p_chafa_canvas_config_unref(config);
  p_chafa_symbol_map_unref(symbols);
}

// Computes the mean of the source pixels of one target pixel, or the nearest one if the picture is scaled up.
static void mean(const uint8_t *from, int width, int x0, int x1, int y0, int y1, uint8_t *to) {
  uint64_t sums[4] = {0, 0, 0, 0};
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      const uint8_t *pixel = from + ((size_t)y * width + x) * 4;
      for (int i = 0; i < 3; i++) sums[i] += (uint64_t)pixel[i] * pixel[3];
      sums[3] += pixel[3];
    }
  }
  for (int i = 0; i < 3; i++) to[i] = sums[3] ? (uint8_t)(sums[i] / sums[3]) : 0;
  to[3] = (uint8_t)(sums[3] / ((uint64_t)(x1 - x0) * (y1 - y0)));
}

void drumdub_picture_scale(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height, int shown_width,
    int shown_height) {
  int left = (to_width - shown_width) / 2, top = (to_height - shown_height) / 2;
  for (int y = 0; y < shown_height; y++) {
    int y0 = (int)((int64_t)y * height / shown_height), y1 = (int)((int64_t)(y + 1) * height / shown_height);
    for (int x = 0; x < shown_width; x++) {
      int x0 = (int)((int64_t)x * width / shown_width), x1 = (int)((int64_t)(x + 1) * width / shown_width);
      mean(from, width, x0, x1 > x0 ? x1 : x0 + 1, y0, y1 > y0 ? y1 : y0 + 1,
           to + ((size_t)(y + top) * to_width + x + left) * 4);
    }
  }
}

uint8_t *drumdub_picture_deflate(const uint8_t *bytes, size_t count, size_t *length) {
  unsigned long space = p_compressBound(count);
  uint8_t *packed = malloc(space);
  if (packed && p_compress2(packed, &space, bytes, count, 6) != 0) {
    free(packed);
    return NULL;
  }
  *length = space;
  return packed;
}

// The layout of GString in glib/gstring.h.
struct string {
  char *bytes;
  size_t length;
};

uint8_t *drumdub_picture_sixels(
    const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width, int cell_height,
    size_t *length) {
  void *config = p_chafa_canvas_config_new();
  p_chafa_canvas_config_set_geometry(config, columns, rows);
  p_chafa_canvas_config_set_pixel_mode(config, SIXELS);
  p_chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
  void *canvas = p_chafa_canvas_new(config);
  p_chafa_canvas_draw_all_pixels(canvas, RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
  struct string *text = p_chafa_canvas_print(canvas, NULL);
  uint8_t *sixels = NULL;
  // Checks that the text is one complete sixel sequence.
  if (text && text->length > 4 && text->bytes[0] == '\033' && text->bytes[1] == 'P' &&
      (sixels = malloc(text->length))) {
    memcpy(sixels, text->bytes, text->length);
    *length = text->length;
  }
  if (text) p_g_string_free(text, 1);
  p_chafa_canvas_unref(canvas);
  p_chafa_canvas_config_unref(config);
  return sixels;
}
