#define _GNU_SOURCE
// Lets alsa-lib look for the names of the plug-in in this library.
#define PIC 1
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// A sound card that plays to nowhere, as a plug-in of alsa-lib. Its pointer follows CLOCK_MONOTONIC in whole periods, and its
// descriptor wakes in each of them. In the configuration of a PCM, `buffer` limits the frames of the buffer, `memory` is the
// number of frames above which a buffer is refused, and `xrun` that of played frames after which one dropout happens.

typedef struct {
  snd_pcm_ioplug_t io;
  int timer;
  int64_t start;
  snd_pcm_uframes_t memory, wake_room;
  // In frames since the start.
  int64_t written, played;
  // In frames since the PCM was opened; `xrun` is 0 if no dropout is due.
  int64_t total, xrun;
  int has_failed;
} card;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Lets the descriptor wake in each period from the start on, or never.
static int set_timer(card *self, int64_t period) {
  int64_t first = period ? self->start + period : 0;
  struct itimerspec spec = {
    .it_interval = {period / 1000000000, period % 1000000000},
    .it_value = {first / 1000000000, first % 1000000000},
  };
  return timerfd_settime(self->timer, TFD_TIMER_ABSTIME, &spec, NULL) < 0 ? -errno : 0;
}

static int start(snd_pcm_ioplug_t *io) {
  card *self = io->private_data;
  self->start = now();
  self->played = 0;
  // A little more than a period, so that the pointer has moved.
  return set_timer(self, (int64_t)io->period_size * 1000000000 / io->rate + 1);
}

static int stop(snd_pcm_ioplug_t *io) { return set_timer(io->private_data, 0); }

static int prepare(snd_pcm_ioplug_t *io) {
  card *self = io->private_data;
  self->written = self->played = 0;
  if (self->has_failed) self->has_failed = self->xrun = 0;
  return set_timer(self, 0);
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  card *self = io->private_data;
  if (io->state != SND_PCM_STATE_RUNNING) return self->played % io->buffer_size;
  int64_t frames = (int64_t)((__int128)(now() - self->start) * io->rate / 1000000000);
  int64_t played = frames - frames % (int64_t)io->period_size;
  self->total += played - self->played;
  self->played = played;
  if (self->xrun && self->total >= self->xrun) self->has_failed = 1;
  if (self->has_failed || played >= self->written) return -EPIPE;
  return played % io->buffer_size;
}

static snd_pcm_sframes_t transfer(
  snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  (void)areas, (void)offset;
  ((card *)io->private_data)->written += size;
  return size;
}

static int hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
  snd_pcm_uframes_t size;
  int result = snd_pcm_hw_params_get_buffer_size(params, &size);
  return result < 0 ? result : size > ((card *)io->private_data)->memory ? -ENOMEM : 0;
}

static int sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params) {
  return snd_pcm_sw_params_get_avail_min(params, &((card *)io->private_data)->wake_room);
}

// Wakes like a card: when there is the room that is waited for, or after a dropout.
static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count, unsigned short *events) {
  card *self = io->private_data;
  uint64_t expirations;
  (void)descriptors, (void)count;
  if (read(self->timer, &expirations, sizeof expirations) < 0 && errno != EAGAIN) return -errno;
  snd_pcm_sframes_t place = pointer(io);
  int64_t room = io->buffer_size - (self->written - self->played);
  *events = place < 0 ? POLLOUT | POLLERR : room >= (int64_t)self->wake_room ? POLLOUT : 0;
  return 0;
}

static int close_card(snd_pcm_ioplug_t *io) {
  card *self = io->private_data;
  close(self->timer);
  free(self);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
  .start = start, .stop = stop, .prepare = prepare, .pointer = pointer, .transfer = transfer, .hw_params = hw_params,
  .sw_params = sw_params, .poll_revents = poll_revents, .close = close_card,
};

static int restrict_hardware(snd_pcm_ioplug_t *io, long buffer) {
  static const unsigned access[] = {SND_PCM_ACCESS_RW_INTERLEAVED}, format[] = {SND_PCM_FORMAT_FLOAT_LE};
  const unsigned frame = 2 * sizeof(float);
  struct { int parameter; unsigned least, most; } ranges[] = {
    {SND_PCM_IOPLUG_HW_CHANNELS, 2, 2},
    {SND_PCM_IOPLUG_HW_RATE, 8000, 192000},
    {SND_PCM_IOPLUG_HW_PERIOD_BYTES, 32 * frame, 8192 * frame},
    {SND_PCM_IOPLUG_HW_BUFFER_BYTES, 64 * frame, (unsigned)buffer * frame},
    {SND_PCM_IOPLUG_HW_PERIODS, 2, 1024},
  };
  int result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 1, access);
  if (result >= 0) result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, format);
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges && result >= 0; i++)
    result = snd_pcm_ioplug_set_param_minmax(io, ranges[i].parameter, ranges[i].least, ranges[i].most);
  return result;
}

SND_PCM_PLUGIN_DEFINE_FUNC(drumdub_card) {
  (void)root;
  long buffer = 65536, memory = buffer, xrun = 0;
  snd_config_iterator_t place, next;
  snd_config_for_each(place, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(place);
    const char *key;
    if (snd_config_get_id(entry, &key) < 0) continue;
    if (!strcmp(key, "buffer")) snd_config_get_integer(entry, &buffer);
    if (!strcmp(key, "memory")) snd_config_get_integer(entry, &memory);
    if (!strcmp(key, "xrun")) snd_config_get_integer(entry, &xrun);
  }
  card *self = calloc(1, sizeof *self);
  if (!self) return -ENOMEM;
  self->memory = memory;
  self->xrun = xrun;
  self->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  self->io = (snd_pcm_ioplug_t){
    .version = SND_PCM_IOPLUG_VERSION, .name = "a card of tests", .poll_fd = self->timer, .poll_events = POLLIN,
    .callback = &callbacks, .private_data = self,
  };
  int result = self->timer < 0 ? -errno : snd_pcm_ioplug_create(&self->io, name, stream, mode);
  if (result < 0) {
    if (self->timer >= 0) close(self->timer);
    free(self);
    return result;
  }
  result = restrict_hardware(&self->io, buffer);
  // This calls `close_card`.
  if (result < 0) snd_pcm_ioplug_delete(&self->io);
  else *pcmp = self->io.pcm;
  return result;
}

SND_PCM_PLUGIN_SYMBOL(drumdub_card);
