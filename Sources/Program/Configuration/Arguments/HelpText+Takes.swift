/// The help of the subcommands that concern takes, recordings, kits, mixers and devices.
extension HelpText {
  package static let takes: HelpPage = """
    drumdub takes [--json] [FILE...]
    drumdub takes rename ID NAME
    drumdub takes delete ID...
    drumdub takes restore ID...
    drumdub takes import [--json] FILE [--track SONG] [--yes] [--kit KIT]
    drumdub takes pack [--json] ID -o FILE
    drumdub takes import FILE.mid [--track SONG] [--kit KIT] [--instrument]
    drumdub takes timing [--json] [--parts N] ID

    Lists recorded takes: all of them, those of the given tracks (found by their sound, even if the files were moved),
    or those in the given .dub files. An ID may be shortened while it stays unambiguous. Deleted takes can be restored.

    pack writes a take with its recorded sound and its kit to an archive, for others. The licence files of the kit go
    along; drums of a SoundFont do not. An existing FILE is not replaced. In the player, the form for exports (e) does
    the same with the format pack.

    import stores the take of somebody else, a .dub file or a pack, as one of a song of this library. The song is found
    by its bytes, else by its sound among those whose title or length fits; it may be in another format, at another
    sample rate, or begin earlier or later, and the hits are moved accordingly. If the sounds agree only in part, or the
    take has no signature of the sound, --yes or --track decides. Another song is refused. Existing takes stay as they
    are. A missing kit is named with the nearest one by its MIDI notes, on which --kit plays the take. drumdub FILE does
    the same in the player, which asks where it is in doubt, and plays the song.

    import also makes a take of a MIDI file of type 0 or 1: each track with notes of the kit's pads is a layer. If there
    are notes on channel 10, only those count. Notes that no pad has are played by the nearest sound of their kind. A
    performance on an electronic kit sounds as it does live: the pedal of the hi-hat, edges and grabbed cymbals count.
    The notes of a file without drums are named. Faults of the file are named with their places, and the rest is read.

    timing tells how early or late the hits of a take are, compared with the beats: the mean, the spread (the standard
    deviation) and the drift, by pad and by place in the bar, and a histogram. Each hit is compared with the nearest
    part of a beat, so that all hits count, up to half a step early or late; a step is the time between two parts. The
    beats are those of the take, else of its track; if neither states any, they are found by the sound of the track, as
    drumdub tempo does.

    Options:
    --json  print one JSON object:
        {takes:[{id,name,path,track:{path,title,artist,key},created,modified,hits,layers,kit,bpm}]}; timing prints
        {id,hits,grid:{bpm,found,division},mean,spread,drift,pads:[{number,name,hits,mean,spread}],places:[{beat,hits,mean,spread}],histogram},
        found for beats that the sound has, in ms, negative if early and absent without hits, drift in ms a minute, the
        histogram in twentieths of a step; import prints
        {id,name,hits,lost,new,aligned,missing,offset,track:{path,key},missingKit,nearestKit}, the offset of the file in
        seconds; pack prints {path,id,sounds,kit,signed}
    --parts N  the parts of a beat that timing compares hits with, 1 to 12 (4: sixteenths)
    --track SONG  the track that an imported take belongs to; without it, a take is compared with the library, and a
        MIDI file has none
    -o, --output FILE  the archive that pack writes, such as beat.tgz
    --yes  import a take to the song that was found even if it is doubtful
    --kit KIT  the kit of an imported take, a name or a path: for a MIDI file, the one whose notes count (the setting
        kit)
    --instrument  import the notes of a MIDI file, except those of channel 10, for the instrument of the mixer
    \(help)
    """

  package static let export: HelpPage = """
    drumdub export TAKE [-o OUT] [--format s16|s24|float] [--rate HZ] [--range A-B] [--tail SECONDS] \
    [--transpose SEMITONES] [--drums DB] [--loudness LUFS] [--stems] [--mixer take|current|NAME] [--overwrite] \
    [--track FILE] [--json]

    Writes a take with its track to a sound file: WAV (RF64 if it is larger than 4 GB), FLAC, AIFF, Ogg Vorbis, Opus or
    MP3, by the extension of OUT. TAKE is an id, which may be shortened, or a .dub file. The mix is what the player
    plays with the mixer and the levels of the take, and with replaygain of the configuration file, without the volume
    and the metronome. Levels and lanes of parts of the song are applied: to its stems, or to its drums, which are
    separated first if the cache does not have them. A part that is missing is named. A take of an earlier version has
    no mixer: it is exported dry, with music-level and pads-level of the configuration file, and the report says so. A
    take without a track is exported as its hits alone.

    With the extension .mid, OUT is a Standard MIDI File with the hits: 960 ticks in a quarter note, the tempo of the
    take, the MIDI notes of its kit, and a track for each layer that sounds. Of the options, --range and --overwrite are
    for MIDI files too; the hits of a range keep their places.

    The file has the tags and the picture of the track, and a comment that names the take. It is written under a
    temporary name, OUT.PID.part, and gets its name when it is complete. Ctrl-C cancels the export.

    Options:
    -o, --output OUT  the file to write, or a folder (a WAV file with the name of the take in DrumDub in the music
        folder, $XDG_MUSIC_DIR)
    --format FORMAT  the samples: s16, s24 or float (s24); WAV and AIFF have all, FLAC has s16 and s24; integers are
        dithered
    --rate HZ  the sample rate (that of the track, where the format has it; Opus 48000)
    --range A-B  a part of the track, as 30-90, 0:30-1:30.5 or 0:30- for the rest
    --tail SECONDS  how long the pads sound on after the end (until the last sound ends; with --range 0)
    --transpose SEMITONES  change the pitch of the track and of recorded sound by -12 to 12 semitones, as -5 or -4.7 (0)
    --drums DB  add -60 to 12 dB to the level of the drums of the track; they are a stem of the song, or separated first,
        as drumdub drums does (0)
    --loudness LUFS  bring the mix to an integrated loudness (EBU R 128), -14 for example; a limiter keeps the true peak
        at -1 dBTP
    --stems  also write the music, each layer and each pad to files of their own: OUT-music, OUT-layer-N, OUT-pad-N;
        without the limiter, they add up to the mix
    --mixer MIXER  take, current for that of the last session of the player with music-level and pads-level of the
        configuration file and the present levels of the parts of the song, or the name of one that drumdub mixer lists,
        with the levels of the take (take)
    --overwrite  replace existing files
    --track FILE  the file of the track, if it is no longer where the take says
    --json  print one JSON object: {files:[{path,format,sampleRate,channels,duration,peak,loudness}],mixer}; duration in
        seconds, peak in dBTP, loudness in LUFS, both left out for silence; the mixer is take, current, a name, or dry
        for a take without one
    \(help)
    """

  package static let record: HelpPage = """
    drumdub record [-o OUT] [--input DEVICE] [--format s16|s24|float] [--rate HZ] [--channels 1|2] [--duration SECONDS]

    Records a microphone, a line in or the monitor of an output until Ctrl-C, to a WAV (RF64 if it is larger than 4 GB),
    FLAC or Ogg Vorbis file, by the extension of OUT. On a terminal the levels are shown, and CLIP if the input is too
    loud.

    The file is valid each second, so that a killed program loses a second at most. If the device disappears, the file
    keeps what was recorded, and the recording goes on in it when the device is back.

    Options:
    -o, --output OUT  the file to write; a number is added to a name that exists (a name with the date in
        ~/.local/share/drumdub/recordings)
    --input DEVICE  \(InputChoice.syntax) (the setting input, else alsa)
    --format FORMAT  the samples: s16, s24 or float (s24); WAV has all, FLAC has s16 and s24
    --rate HZ  the sample rate, 8000 to 192000 (that of the input, else 48000)
    --channels 1|2  mono or stereo (that of the input)
    --duration SECONDS  stop after this time
    \(help)
    """

  package static let kits: HelpPage = """
    drumdub kits [--json]
    drumdub kits check [--json] KIT
    drumdub kits import [--name NAME] PATH

    Lists the drum kits of the user, of the program and of Hydrogen, and the drums of SoundFonts. Kits of drumdub
    (kit.json), of Hydrogen (drumkit.xml, .h2drumkit), SFZ files and SoundFonts (.sf2, .sf3) are played;
    FILE.sf2#PROGRAM names the drums of a SoundFont that has several. A folder or an archive of sound files without a
    description is a kit, too: each file is a pad. Names such as kick 2, OpenHat or SD tell which drum it is, which gets
    its usual key and MIDI note. An SFZ file may name samples and other SFZ files in its folder and in the two above; it is played as
    if no controller was moved, but for the pedal of a hi-hat. A sample that is missing is looked for in other formats,
    as kick.flac for kick.wav.

    check decodes all samples of a kit, given by its name or path, and prints what is missing and what of its
    description is not used. import copies a folder, an archive or an SFZ file with its samples into the user's kits, or
    the drums of a SoundFont as samples, and names all samples that are missing or broken; it never replaces a kit.

    Options:
    --name NAME  the name of the imported kit and of its folder (those of the kit)
    --json  print one JSON object: {kits:[{path,name,format,pads,shipped}]}, with error for a kit that cannot be read;
        format is native, hydrogen, sfz, soundfont or samples; check prints
        {path,name,format,pads:[{number,name,layers,samples,missing}],ignored,errors:[{file,message}]}
    \(help)

    Exit codes: 0 done; 1 not done, or a sample of the checked kit cannot be loaded; 2 usage error.
    """

  package static let mixer: HelpPage = """
    drumdub mixer [--json]

    Lists the mixers that the command mixer NAME loads while the player runs, and the effects and instruments that a
    mixer can have, with the range and the initial value of each parameter.

    Also lists the LV2 plug-ins in $LV2_PATH, or in ~/.lv2 and the folders of the system, with the reason of each that
    is refused: it has to declare that it can run in real time, and to require nothing that drumdub does not have. The
    list is kept until a plug-in is installed or removed. Before its first use, a plug-in is tried in a process of its
    own, and refused if it crashes there.

    Also lists the presets of SoundFonts, which are instruments.

    While a JACK server runs, also lists its programs: effects, instruments, which take MIDI, and generators.

    Options:
    --json  print one JSON object:
        {presets:[{name,path,shipped}],units:[{name,kind,uri,author,category,refused,presets,parameters:[{name,title,unit,minimum,maximum,default}]}]};
        kind is effect, instrument, lv2 or jack; the unit of a choice is its names, a|b, and its value their number from
        0
    \(help)
    """

  package static let devices: HelpPage = """
    drumdub devices [--json]

    Lists the outputs, inputs and MIDI inputs of the machine by the names that --output, --input and --midi take: those
    of the sound server where one runs, those of ALSA, the JACK server, and the ports of the ALSA sequencer. A star
    marks the default. Monitors are inputs that capture what an output plays.

    Options:
    --json  print one JSON object:
        {outputs:[{name,description,default}],inputs:[{name,description,default,monitor}],midi:[{name,description,default}]}
    \(help)
    """
}
