#pragma once
// FFmpeg's libraries, loaded at first need, as one decoder of sound. Nothing of them is linked, and none of their
// headers is needed by whoever includes this one. A handle is used by one thread at a time.
#include <stdint.h>

/// Loads the libraries that the program was built for. To be called once, before all else here.
/// NULL on success, else the loader's words, which stay.
const char *drumdub_ffmpeg_load(void);

/// Debian's names for the packages with these libraries, after the versions of the headers.
extern const char *const drumdub_ffmpeg_format_package;
extern const char *const drumdub_ffmpeg_codec_package;

/// Whom the file is read through; must outlive the handle.
typedef struct {
  void *context;
  /// The bytes read, 0 at the end, -1 on failure.
  intptr_t (*read)(void *context, void *buffer, intptr_t size);
  /// As `lseek`.
  int64_t (*seek)(void *context, int64_t offset, int whence);
  int64_t size;
} drumdub_ffmpeg_source;

/// What a container says of its first stream of sound; unknown numbers are 0, unknown times DRUMDUB_FFMPEG_NO_TIME.
typedef struct {
  const char *codec;
  int32_t time_numerator;
  int32_t time_denominator;
  /// In units of the stream's time. Guesses by the bit rate are left out.
  int64_t duration;
  /// The whole file's, in microseconds; no guess either.
  int64_t microseconds;
  int32_t sample_rate;
  int32_t channels;
  /// Of any kind, in the whole file.
  int32_t streams;
  const uint8_t *extra;
  int32_t extra_size;
  /// iTunes' note on priming and length; NULL where there is none.
  const char *gapless_note;
} drumdub_ffmpeg_stream;

#define DRUMDUB_FFMPEG_NO_TIME INT64_MIN

typedef enum {
  DRUMDUB_SAMPLES_OTHER,
  DRUMDUB_SAMPLES_U8,
  DRUMDUB_SAMPLES_S16,
  DRUMDUB_SAMPLES_S32,
  DRUMDUB_SAMPLES_FLOAT,
  DRUMDUB_SAMPLES_DOUBLE
} drumdub_ffmpeg_samples;

/// Decoded frames, valid until the next call.
typedef struct {
  /// One a channel, or one for all.
  const uint8_t *const *planes;
  drumdub_ffmpeg_samples samples;
  int32_t is_planar;
  int32_t count;
  int32_t channels;
  int32_t sample_rate;
  /// In units of the stream's time.
  int64_t time;
  /// Frames at its beginning and end that are no part of the sound.
  int32_t skip_start;
  int32_t skip_end;
  /// All of it lies outside the container's edits.
  int32_t is_discarded;
  /// Packets before it that could not be decoded.
  int32_t lost;
} drumdub_ffmpeg_frame;

typedef struct drumdub_ffmpeg drumdub_ffmpeg;

/// The error of a file that has no sound in it.
extern const int drumdub_ffmpeg_no_stream;
/// The error of content that is not understood.
extern const int drumdub_ffmpeg_bad_content;

/// Opens the sound in a file of a known container.
///
/// `options` are the demuxer's, as "name=value:name=value", or NULL. NULL on failure: `error` is then a number for
/// `drumdub_ffmpeg_words`, `call` what failed.
drumdub_ffmpeg *drumdub_ffmpeg_open(const drumdub_ffmpeg_source *source, const char *format, const char *options,
                                    int *error, const char **call);
void drumdub_ffmpeg_close(drumdub_ffmpeg *handle);

/// Limits and cancels the waiting for the network. It must outlive the handles that use it.
typedef struct drumdub_ffmpeg_watch drumdub_ffmpeg_watch;

/// - patience: the seconds that one operation may wait. NULL if there is no memory.
drumdub_ffmpeg_watch *drumdub_ffmpeg_watch_new(double patience);
void drumdub_ffmpeg_watch_free(drumdub_ffmpeg_watch *watch);
/// Ends the current and all later operations soon. Any thread.
void drumdub_ffmpeg_cancel(drumdub_ffmpeg_watch *watch);
/// Whether the last operation has waited too long.
int drumdub_ffmpeg_is_late(drumdub_ffmpeg_watch *watch);

/// Opens the sound at an address `http:` or `https:`; as `drumdub_ffmpeg_open`.
drumdub_ffmpeg *drumdub_ffmpeg_open_address(const char *address, drumdub_ffmpeg_watch *watch, int *error,
                                            const char **call);

/// Reads the beginning of the content of an address: the number of bytes, or -1 with an error.
int drumdub_ffmpeg_fetch(const char *address, drumdub_ffmpeg_watch *watch, char *buffer, int size, int *error);

/// The size of the content in bytes; negative if it is unknown, as of a radio station.
int64_t drumdub_ffmpeg_size(const drumdub_ffmpeg *handle);

/// Whether tags have changed since the last call.
int drumdub_ffmpeg_has_new_tags(drumdub_ffmpeg *handle);

/// Why reading has ended: 0 for the end of the content, else an error for `drumdub_ffmpeg_words`.
int drumdub_ffmpeg_reading_error(const drumdub_ffmpeg *handle);

/// The pointers live as long as the handle.
drumdub_ffmpeg_stream drumdub_ffmpeg_describe(const drumdub_ffmpeg *handle);

/// A tag of the file, or behind those of the stream, by its place; 0 behind the last. The words live as long as the
/// handle.
int drumdub_ffmpeg_tag(const drumdub_ffmpeg *handle, int index, const char **name, const char **value);

/// Decodes on: 1 with a frame, 0 at the end, a negative number where nothing can be decoded any more. `lost` is set
/// in every case.
int drumdub_ffmpeg_decode(drumdub_ffmpeg *handle, drumdub_ffmpeg_frame *frame);

/// Goes to the last packet that begins at a time or before, and forgets what was held; negative on failure.
int drumdub_ffmpeg_seek(drumdub_ffmpeg *handle, int64_t time);

/// The same with the packet at an offset of the file.
int drumdub_ffmpeg_seek_byte(drumdub_ffmpeg *handle, int64_t offset);

/// Reads the next packet of the stream without decoding it: 1 with its offset (-1 where unknown), 0 at the end.
int drumdub_ffmpeg_next_packet(drumdub_ffmpeg *handle, int64_t *offset);

/// Writes FFmpeg's words for an error.
void drumdub_ffmpeg_words(int error, char *buffer, int size);
