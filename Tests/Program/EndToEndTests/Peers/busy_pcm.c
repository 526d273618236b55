// A PCM of alsa-lib that another program uses alone (EBUSY) as long as a file exists:
//   pcm_type.busy { lib "busy_pcm.so" }
//   pcm.card { type busy file "PATH" slave "NAME" }
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <unistd.h>

SND_PCM_PLUGIN_DEFINE_FUNC(busy) {
  const char *file = NULL, *slave = NULL;
  snd_config_iterator_t entry, next;
  (void)name, (void)root;
  snd_config_for_each(entry, next, conf) {
    snd_config_t *value = snd_config_iterator_entry(entry);
    const char *key;
    if (snd_config_get_id(value, &key) < 0) continue;
    if (strcmp(key, "file") == 0) snd_config_get_string(value, &file);
    if (strcmp(key, "slave") == 0) snd_config_get_string(value, &slave);
  }
  if (file == NULL || slave == NULL) return -EINVAL;
  if (access(file, F_OK) == 0) return -EBUSY;
  return snd_pcm_open(pcmp, slave, stream, mode);
}

SND_PCM_PLUGIN_SYMBOL(busy);
