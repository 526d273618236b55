// Connections to servers, and the limit of their waiting.
#include "network.h"

#include "library.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct drumdub_ffmpeg_watch {
  atomic_int is_cancelled;
  atomic_int is_skipped;
  atomic_int is_late;
  int64_t timeout;
  /// CLOCK_MONOTONIC in nanoseconds; 0 for none.
  int64_t deadline;
};

struct drumdub_ffmpeg_connection {
  AVIOContext *stream;
  drumdub_ffmpeg_watch *watch;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

drumdub_ffmpeg_watch *drumdub_ffmpeg_watch_new(double timeout) {
  drumdub_ffmpeg_watch *watch = calloc(1, sizeof *watch);
  if (watch) watch->timeout = (int64_t)(timeout * 1e9);
  return watch;
}

void drumdub_ffmpeg_watch_free(drumdub_ffmpeg_watch *watch) { free(watch); }
void drumdub_ffmpeg_set_timeout(drumdub_ffmpeg_watch *watch, double timeout) { watch->timeout = (int64_t)(timeout * 1e9); }
void drumdub_ffmpeg_cancel(drumdub_ffmpeg_watch *watch) { atomic_store(&watch->is_cancelled, 1); }
void drumdub_ffmpeg_skip(drumdub_ffmpeg_watch *watch, int is_skipped) { atomic_store(&watch->is_skipped, is_skipped); }
int drumdub_ffmpeg_is_late(drumdub_ffmpeg_watch *watch) { return atomic_load(&watch->is_late); }

int drumdub_ffmpeg_is_interrupted(void *context) {
  drumdub_ffmpeg_watch *watch = context;
  if (atomic_load(&watch->is_cancelled) || atomic_load(&watch->is_skipped)) return 1;
  if (now() < watch->deadline) return 0;
  atomic_store(&watch->is_late, 1);
  return 1;
}

void drumdub_ffmpeg_begin_waiting(drumdub_ffmpeg_watch *watch) {
  if (!watch) return;
  atomic_store(&watch->is_late, 0);
  watch->deadline = now() + watch->timeout;
}

void drumdub_ffmpeg_set_network_options(AVDictionary **settings, int is_verifying) {
  const char *certificates = getenv("SSL_CERT_FILE");
  p_av_dict_set(settings, "protocol_whitelist", "http,https,tcp,tls,crypto,httpproxy", 0);
  p_av_dict_set(settings, "user_agent", "drumdub", 0);
  p_av_dict_set(settings, "tls_verify", is_verifying ? "1" : "0", 0);
  if (certificates && *certificates) p_av_dict_set(settings, "ca_file", certificates, 0);
}

// Opens the content of an address without decoding it. The caller closes the reader. Returns a negative error.
static int open_content(AVIOContext **reader, const char *address, drumdub_ffmpeg_watch *watch, int is_verifying) {
  AVIOInterruptCB interruption = {drumdub_ffmpeg_is_interrupted, watch};
  AVDictionary *settings = NULL;
  p_avformat_network_init();
  drumdub_ffmpeg_set_network_options(&settings, is_verifying);
  drumdub_ffmpeg_begin_waiting(watch);
  int result = p_avio_open2(reader, address, AVIO_FLAG_READ, &interruption, &settings);
  p_av_dict_free(&settings);
  return result;
}

int drumdub_ffmpeg_fetch(const char *address, drumdub_ffmpeg_watch *watch, char *buffer, int size, int *is_seekable,
                         int *is_whole, int *error) {
  AVIOContext *reader = NULL;
  *error = open_content(&reader, address, watch, 1);
  if (*error < 0) return -1;
  int got = p_avio_read(reader, (unsigned char *)buffer, size);
  int64_t whole = p_avio_size(reader);
  // Content without a length ends where the server closes the connection, which is EIO here. Other errors are those of a
  // connection that breaks or is interrupted.
  int has_ended = whole >= 0 ? got >= whole : !reader->error || reader->error == AVERROR(EIO);
  if (is_whole) *is_whole = got >= 0 && got < size && has_ended;
  if (is_seekable) *is_seekable = (reader->seekable & AVIO_SEEKABLE_NORMAL) != 0;
  p_avio_closep(&reader);
  return got > 0 ? got : 0;
}

int drumdub_ffmpeg_is_untrusted(const char *address, drumdub_ffmpeg_watch *watch) {
  AVIOContext *reader = NULL;
  if (open_content(&reader, address, watch, 1) >= 0) {
    p_avio_closep(&reader);
    return 0;
  }
  if (open_content(&reader, address, watch, 0) < 0) return 0;
  p_avio_closep(&reader);
  return 1;
}

drumdub_ffmpeg_connection *drumdub_ffmpeg_connect(const char *address, drumdub_ffmpeg_watch *watch, int *error) {
  AVIOContext *stream = NULL;
  AVIOInterruptCB interruption = {drumdub_ffmpeg_is_interrupted, watch};
  AVDictionary *settings = NULL;
  p_avformat_network_init();
  drumdub_ffmpeg_set_network_options(&settings, 1);
  drumdub_ffmpeg_begin_waiting(watch);
  *error = p_avio_open2(&stream, address, AVIO_FLAG_READ_WRITE, &interruption, &settings);
  p_av_dict_free(&settings);
  if (*error < 0) return NULL;
  drumdub_ffmpeg_connection *connection = calloc(1, sizeof *connection);
  if (!connection) {
    p_avio_closep(&stream);
    *error = AVERROR(ENOMEM);
    return NULL;
  }
  *connection = (drumdub_ffmpeg_connection){stream, watch};
  return connection;
}

int drumdub_ffmpeg_send(drumdub_ffmpeg_connection *connection, const char *bytes, int count) {
  drumdub_ffmpeg_begin_waiting(connection->watch);
  p_avio_write(connection->stream, (const unsigned char *)bytes, count);
  p_avio_flush(connection->stream);
  return connection->stream->error;
}

int drumdub_ffmpeg_receive(drumdub_ffmpeg_connection *connection, void *buffer, int size) {
  drumdub_ffmpeg_begin_waiting(connection->watch);
  // A stream that is also written is read past its buffer.
  int got = p_avio_read_partial(connection->stream, buffer, size);
  return got == AVERROR_EOF ? 0 : got;
}

void drumdub_ffmpeg_disconnect(drumdub_ffmpeg_connection *connection) {
  p_avio_closep(&connection->stream);
  free(connection);
}
