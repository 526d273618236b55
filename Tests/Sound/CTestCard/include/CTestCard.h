#pragma once
// The library has no function but `_snd_pcm_drumdub_card_open`, which alsa-lib finds by its name.
