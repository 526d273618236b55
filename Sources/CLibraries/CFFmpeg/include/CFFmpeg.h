#pragma once
// Decodes audio with FFmpeg. The libraries are loaded by dlopen(3) instead of being linked, and this header includes
// none of theirs. A handle is used by one thread at a time; different handles may be used at the same time.
#include <stdint.h>

/// Loads the libraries of the major versions that the program was built with. Must be called once, before any other
/// function of this header. Returns NULL on success, else the message of dlerror(3), which is never freed.
const char *drumdub_ffmpeg_load(void);

/// The names of the Debian packages that contain the libraries, by the versions of the headers.
extern const char *const drumdub_ffmpeg_format_package;
extern const char *const drumdub_ffmpeg_codec_package;

/// The functions that read a file. `context` must outlive the handle.
typedef struct {
  void *context;
  /// Returns the number of bytes read, 0 at the end of the file, -1 on failure.
  intptr_t (*read)(void *context, void *buffer, intptr_t size);
  /// Works as lseek(2).
  int64_t (*seek)(void *context, int64_t offset, int whence);
  /// The size of the file in bytes.
  int64_t size;
} drumdub_ffmpeg_source;

/// The properties of the audio stream as the container states them. Unknown numbers are 0, unknown times
/// DRUMDUB_FFMPEG_NO_TIME.
typedef struct {
  /// The name of the decoder.
  const char *codec;
  /// The time base of the stream: one unit of time in seconds, as a fraction.
  int32_t time_numerator;
  int32_t time_denominator;
  /// The duration of the stream in its time base; unknown if FFmpeg only estimates it from the bit rate.
  int64_t duration;
  /// The duration of the whole file in microseconds; unknown in the same case.
  int64_t microseconds;
  int32_t sample_rate;
  int32_t channels;
  /// The number of frames before the sound as the container states them; 0 for none.
  int32_t priming;
  /// The number of streams of all kinds in the file, without attached pictures and other attachments.
  int32_t streams;
  /// The index of the stream among the audio streams of the file.
  int32_t sound_track;
  /// The codec's configuration data (`AVCodecParameters.extradata`) and its size in bytes.
  const uint8_t *extra;
  int32_t extra_size;
  /// The value of the tag iTunSMPB, which states priming, padding and length; NULL without the tag.
  const char *gapless_note;
  /// The tag DURATION of a stream in Matroska, as hours:minutes:seconds; NULL without one.
  const char *duration_tag;
} drumdub_ffmpeg_stream;

#define DRUMDUB_FFMPEG_NO_TIME INT64_MIN

/// The sample formats, planar or interleaved.
typedef enum {
  DRUMDUB_SAMPLES_OTHER,
  DRUMDUB_SAMPLES_U8,
  DRUMDUB_SAMPLES_S16,
  DRUMDUB_SAMPLES_S32,
  DRUMDUB_SAMPLES_FLOAT,
  DRUMDUB_SAMPLES_DOUBLE
} drumdub_ffmpeg_samples;

/// Decoded frames. The pointers are valid until the next call with the same handle.
typedef struct {
  /// One plane for each channel if the samples are planar, else one plane of interleaved samples.
  const uint8_t *const *planes;
  drumdub_ffmpeg_samples samples;
  int32_t is_planar;
  /// The number of frames, in each of which every channel has one sample.
  int32_t count;
  int32_t channels;
  int32_t sample_rate;
  /// The time of the first frame in the time base of the stream.
  int64_t time;
  /// The numbers of frames of priming and padding at the start and the end (AV_FRAME_DATA_SKIP_SAMPLES).
  int32_t skip_start;
  int32_t skip_end;
  /// Whether all frames are outside the edit list of the container (AV_FRAME_FLAG_DISCARD).
  int32_t is_discarded;
  /// The number of packets before these frames that could not be decoded.
  int32_t lost;
} drumdub_ffmpeg_frame;

/// An open audio stream with its decoder.
typedef struct drumdub_ffmpeg drumdub_ffmpeg;

/// The error of a file without an audio stream.
extern const int drumdub_ffmpeg_no_stream;
/// The error of damaged content, or content of another format.
extern const int drumdub_ffmpeg_bad_content;

/// The values of `sound_track` that are no index: the audio stream that FFmpeg prefers, or none.
enum { DRUMDUB_FFMPEG_BEST_TRACK = -1, DRUMDUB_FFMPEG_NO_TRACK = -2 };

/// Opens an audio stream of a file: the one at an index among its audio streams, or DRUMDUB_FFMPEG_BEST_TRACK. With
/// DRUMDUB_FFMPEG_NO_TRACK, no stream is chosen, and only `drumdub_ffmpeg_chapter`, `drumdub_ffmpeg_tag` and
/// `drumdub_ffmpeg_picture` may be called.
///
/// `format` is FFmpeg's name of the container. `options` are options of the demuxer as "name=value:name=value", or
/// NULL. Returns NULL on failure; `error` is then an error for `drumdub_ffmpeg_words`, `call` the name of the function
/// that failed.
drumdub_ffmpeg *drumdub_ffmpeg_open(const drumdub_ffmpeg_source *source, const char *format, const char *options,
                                    int sound_track, int *error, const char **call);

/// Gets the chapter at an index, in the order of the file: its start in seconds and its title, NULL without one.
/// Returns 1, or 0 if the index is past the last chapter. The title is valid until the handle is closed.
int drumdub_ffmpeg_chapter(const drumdub_ffmpeg *handle, int index, double *start, const char **title);

/// Closes the stream and frees the handle.
void drumdub_ffmpeg_close(drumdub_ffmpeg *handle);

/// A time limit and a means of cancellation for network operations. It must outlive the handles that use it.
typedef struct drumdub_ffmpeg_watch drumdub_ffmpeg_watch;

/// Makes a watch that limits each operation to `timeout` seconds. Returns NULL if there is no memory.
drumdub_ffmpeg_watch *drumdub_ffmpeg_watch_new(double timeout);
void drumdub_ffmpeg_watch_free(drumdub_ffmpeg_watch *watch);
/// Limits later operations to `timeout` seconds. The thread that waits.
void drumdub_ffmpeg_set_timeout(drumdub_ffmpeg_watch *watch, double timeout);
/// Lets the current operation and all later ones fail within about 100 ms. Any thread.
void drumdub_ffmpeg_cancel(drumdub_ffmpeg_watch *watch);
/// Lets operations fail in the same way until it is called with 0. Any thread.
void drumdub_ffmpeg_skip(drumdub_ffmpeg_watch *watch, int is_skipped);
/// Returns whether the last operation has exceeded the time limit. Any thread.
int drumdub_ffmpeg_is_late(drumdub_ffmpeg_watch *watch);

/// Opens the audio stream of an `http:` or `https:` address. Errors are reported as by `drumdub_ffmpeg_open`.
///
/// The certificate of an `https:` server is verified with the certificates in the file that the environment variable
/// SSL_CERT_FILE names, else with those of the system.
drumdub_ffmpeg *drumdub_ffmpeg_open_address(const char *address, drumdub_ffmpeg_watch *watch, int *error,
                                            const char **call);

/// Reads up to `size` bytes from the start of the content of an address. Returns the number of bytes, or -1 with an
/// error. `is_seekable` is set to whether the server sends byte ranges (RFC 9110, section 14), `is_whole` to whether the
/// bytes are all of the content as far as the server states its size; both may be NULL.
int drumdub_ffmpeg_fetch(const char *address, drumdub_ffmpeg_watch *watch, char *buffer, int size, int *is_seekable,
                         int *is_whole, int *error);

/// Returns whether an address can be opened only if the certificate of the server is not verified.
int drumdub_ffmpeg_is_untrusted(const char *address, drumdub_ffmpeg_watch *watch);

/// A connection to a server, over which bytes are sent and received.
typedef struct drumdub_ffmpeg_connection drumdub_ffmpeg_connection;

/// Connects to `tcp://HOST:PORT`, or to `tls://HOST:PORT`, whose certificate is verified. Returns NULL on failure, with
/// an error for `drumdub_ffmpeg_words`. The watch must outlive the connection.
drumdub_ffmpeg_connection *drumdub_ffmpeg_connect(const char *address, drumdub_ffmpeg_watch *watch, int *error);

/// Sends bytes. Returns 0, or a negative error.
int drumdub_ffmpeg_send(drumdub_ffmpeg_connection *connection, const char *bytes, int count);

/// Receives up to `size` bytes; waits for the first. Returns their number, 0 at the end, or a negative error.
int drumdub_ffmpeg_receive(drumdub_ffmpeg_connection *connection, void *buffer, int size);

/// Closes a connection and frees it.
void drumdub_ffmpeg_disconnect(drumdub_ffmpeg_connection *connection);

/// Returns the size of the content in bytes; a negative number if the server does not state it, as radio stations.
int64_t drumdub_ffmpeg_size(const drumdub_ffmpeg *handle);

/// Returns whether the tags of the container have changed since the last call (ICY titles, chained Ogg streams).
int drumdub_ffmpeg_has_new_tags(drumdub_ffmpeg *handle);

/// Returns why reading has ended: 0 for the end of the content, else an error for `drumdub_ffmpeg_words`.
int drumdub_ffmpeg_reading_error(const drumdub_ffmpeg *handle);

/// Returns the properties of the stream. Their pointers are valid until the handle is closed.
drumdub_ffmpeg_stream drumdub_ffmpeg_describe(const drumdub_ffmpeg *handle);

/// Gets the tag at an index, which counts the tags of the file, then those of the stream. Returns 1, or 0 if the index
/// is past the last tag. The strings are valid until the tags change or the handle is closed.
int drumdub_ffmpeg_tag(const drumdub_ffmpeg *handle, int index, const char **name, const char **value);

/// Gets the name of the audio stream at an index among the audio streams of the file, NULL without one. Returns 1, or 0 if
/// the index is past the last of them. The name is valid until the handle is closed.
int drumdub_ffmpeg_sound_track(const drumdub_ffmpeg *handle, int index, const char **name);

/// Returns the first picture in the tags, and its size in bytes; NULL without one. It is valid until the handle is
/// closed.
const uint8_t *drumdub_ffmpeg_picture(const drumdub_ffmpeg *handle, int *size);

/// Decodes the next frames. Returns 1 with frames, 0 at the end, a negative error after 4,096 packets in a row that
/// cannot be decoded. Sets `lost` in every case.
int drumdub_ffmpeg_decode(drumdub_ffmpeg *handle, drumdub_ffmpeg_frame *frame);

/// Seeks to the last packet that begins at or before a time in the time base of the stream, or to the packet at a byte
/// offset in the file, and flushes the decoder. Returns a negative error on failure.
int drumdub_ffmpeg_seek(drumdub_ffmpeg *handle, int64_t place, int is_byte);

/// Reads the next packet of the stream without decoding it. Returns 1 with the packet's byte offset in the file, -1 if
/// it is unknown; 0 at the end.
int drumdub_ffmpeg_next_packet(drumdub_ffmpeg *handle, int64_t *offset);

/// Writes FFmpeg's message for an error to a buffer of `size` bytes, terminated by 0.
void drumdub_ffmpeg_words(int error, char *buffer, int size);
