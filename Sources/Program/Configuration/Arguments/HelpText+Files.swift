extension HelpText {
  package static let scan = HelpPage(
    synopsis: [
      "drumdub scan [DIR...] [--loudness] [--tempo] [--json] [--library FILE]",
      "drumdub scan --remove DIR... [--json] [--library FILE]",
    ],
    overview: [
      "Updates the library index from the disk: new, changed, moved and deleted files. Without DIR, scans all "
        + "folders that were scanned before. Moved files keep their ratings and play counts. A rating that was "
        + "set in the player stays until the rating in the tags of the file is changed. Files on an "
        + "unmounted drive stay in the index and are shown as away. A CUE sheet, beside a file or embedded in "
        + "it, adds its tracks in place of the file."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {files,added,changed,moved,removed,unchanged,away,"
              + "unreadable:[{path,reason}],seconds}; damaged:[{path,reason}] where there are damaged files; "
              + "with --loudness also measured and "
              + "unmeasured:[{path,reason}], with --tempo also searched, tempi (how many were found) and "
              + "unsearched:[{path,reason}]"),
          HelpPage.Row(
            "--loudness",
            "measure tracks without ReplayGain tags (ReplayGain 2, EBU R 128), album by album; the results "
              + "are stored in the index, the files are not changed"),
          HelpPage.Row(
            "--tempo",
            "find the tempo of tracks without one in their tags, by their sound; the results are stored in the "
              + "index, so that bpm:110..120 finds them, and the files are not changed; after Ctrl-C, the next one "
              + "searches the rest"),
          HelpPage.Row(
            "--remove", "remove the folders and their tracks from the index; the files stay on the disk"),
          HelpPage.Row("--library FILE", "library index (the setting library)"),
          HelpPage.help,
        ])
    ],
    notes: [
      "Ctrl-C stops the scan and keeps what is done. Unreadable files are reported, and tried again after they "
        + "change."
    ])
}

extension HelpText {
  package static let playlist = HelpPage(
    synopsis: [
      "drumdub playlist [--library FILE] [--json]",
      "drumdub playlist [--library FILE] [--json] [-o OUT] FILE | NAME",
    ],
    overview: [
      "Lists the saved playlists of the library, or prints the entries of a playlist: a file (M3U, M3U8, PLS, XSPF or "
        + "a CUE sheet) or a saved one by its name. A saved query lists the tracks that it finds now.",
      "The format of a file is detected from the content, then from the file name. Missing files are listed and "
        + "marked as missing. URLs of http and https streams are listed and played. Lines that are not understood are reported with "
        + "their line numbers.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "-o, --output OUT",
            "write the entries to a playlist file, .m3u8, .m3u, .pls or .xspf; an existing file is replaced"),
          HelpPage.Row(
            "--json",
            "print one JSON object: {format,encoding,title,entries:[{path or url,title,artist,duration,start,"
              + "end,missing}],warnings:[{line,message}]}, for a saved playlist {name,query,entries}, for the list "
              + "{playlists:[{name,query,entries}]}; times are in seconds, unknown values are left out"),
          HelpPage.Row("--library FILE", "library index (the setting library)"),
          HelpPage.help,
        ])
    ])
}

extension HelpText {
  package static let takes = HelpPage(
    synopsis: [
      "drumdub takes [--json] [FILE...]", "drumdub takes rename ID NAME", "drumdub takes delete ID...",
      "drumdub takes restore ID...", "drumdub takes import [--json] FILE [--track SONG] [--yes] [--kit KIT]",
      "drumdub takes pack [--json] ID -o FILE",
      "drumdub takes import FILE.mid [--track SONG] [--kit KIT]",
      "drumdub takes timing [--json] [--parts N] ID",
    ],
    overview: [
      "Lists recorded takes: all of them, those of the given tracks (found by their sound, even if the files "
        + "were moved), or those in the given .dub files. An ID may be shortened while it stays unambiguous. "
        + "Deleted takes can be restored.",
      "pack writes a take with its recorded sound and its kit to an archive, for others. The licence files of the kit go "
        + "along; drums of a SoundFont do not. An existing FILE is not replaced. In the player, the form for exports (e) does the same "
        + "with the format pack.",
      "import stores the take of somebody else, a .dub file or a pack, as one of a song of this library. The song is found by its "
        + "bytes, else by its sound among those whose title or length fits; it may be in another format, at another "
        + "sample rate, or begin earlier or later, and the hits are moved accordingly. If the sounds agree only in part, or "
        + "the take has no signature of the sound, --yes or --track decides. Another song is refused. Existing takes stay "
        + "as they are. A missing kit is named with the nearest one by its MIDI notes, on which --kit plays the take. drumdub FILE does the same in "
        + "the player, which asks where it is in doubt, and plays the song.",
      "import also makes a take of a MIDI file of type 0 or 1: each track with notes of the kit's pads is a layer. If there "
        + "are notes on channel 10, only those count. Notes that no pad has are played by the nearest sound of their kind.",
      "timing tells how early or late the hits of a take are, compared with the beats: the mean, the spread (the "
        + "standard deviation) and the drift, by pad and by place in the bar, and a histogram. Each hit is compared with "
        + "the nearest part of a beat, so that all hits count, up to half a step early or late; a step is the time between two "
        + "parts. The beats are those of the take, else of its track; if neither states any, they are found by the sound of the track, as drumdub tempo does.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {takes:[{id,name,path,track:{path,title,artist,key},created,modified,hits,"
              + "layers,kit,bpm}]}; timing prints {id,hits,grid:{bpm,found,division},mean,spread,drift,"
              + "pads:[{number,name,hits,mean,spread}],places:[{beat,hits,mean,spread}],histogram}, found for beats that the sound has, in ms, negative if early and absent without hits, "
              + "drift in ms a minute, the histogram in twentieths of a step; import prints {id,name,hits,lost,new,aligned,missing,"
              + "offset,track:{path,key},missingKit,nearestKit}, the offset of the file in seconds; pack prints "
              + "{path,id,sounds,kit,signed}"),
          HelpPage.Row(
            "--parts N", "the parts of a beat that timing compares hits with, 1 to 12 (4: sixteenths)"),
          HelpPage.Row(
            "--track SONG",
            "the track that an imported take belongs to; without it, a take is compared with the library, and a MIDI "
              + "file has none"),
          HelpPage.Row("-o, --output FILE", "the archive that pack writes, such as beat.tgz"),
          HelpPage.Row("--yes", "import a take to the song that was found even if it is doubtful"),
          HelpPage.Row(
            "--kit KIT",
            "the kit of an imported take, a name or a path: for a MIDI file, the one whose notes count (the setting kit)"
          ),
          HelpPage.help,
        ])
    ])
}

extension HelpText {
  package static let kits = HelpPage(
    synopsis: [
      "drumdub kits [--json]", "drumdub kits check [--json] KIT", "drumdub kits import [--name NAME] PATH",
    ],
    overview: [
      "Lists the drum kits of the user, of the program and of Hydrogen, and the drums of SoundFonts. Kits of drumdub "
        + "(kit.json), of Hydrogen (drumkit.xml, .h2drumkit), SFZ files and SoundFonts (.sf2, .sf3) are played; "
        + "FILE.sf2#PROGRAM names the drums of a SoundFont that has several. A folder of sound files without a "
        + "description is a kit, too: each file is a pad. Names such as kick 2, OpenHat or SD tell which drum it is, "
        + "which gets its usual key and MIDI note.",
      "check decodes all samples of a kit, given by its name or path, and prints what is missing and what of its "
        + "description is not used. import copies a folder, an archive or an SFZ file with its samples into the "
        + "user's kits, or the drums of a SoundFont as samples, and names a sample that is missing; it never replaces "
        + "a kit.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row("--name NAME", "the name of the imported kit and of its folder (those of the kit)"),
          HelpPage.Row(
            "--json",
            "print one JSON object: {kits:[{path,name,format,pads,shipped}]}, with error for a kit that cannot be "
              + "read; format is native, hydrogen, sfz, soundfont or samples; check prints {path,name,format,pads:[{number,"
              + "name,layers,samples,missing}],ignored,errors:[{file,message}]}"),
          HelpPage.help,
        ])
    ],
    notes: ["Exit codes: 0 done; 1 not done, or a sample of the checked kit cannot be loaded; 2 usage error."]
  )
}

extension HelpText {
  package static let tempo = HelpPage(
    synopsis: ["drumdub tempo [--json] FILE..."],
    overview: [
      "Finds the tempo and the beats of tracks by their sound. The files are not changed, and their tags are not read. "
        + "A tempo that does not change is exact to some hundredths of a beat a minute. Half or double the tempo of a "
        + "track is a usual error. Of a track that is longer than 20 minutes, the first 20 are analysed."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {files:[{path,bpm,confidence,steady,beats:[seconds],beatsPerBar,bars:[beat index],"
              + "error}]}; confidence is 0 to 1, how alike the bars are; steady is false where the tempo changes, and "
              + "bpm is that of most beats then; beatsPerBar and bars are left out where no accent is clear"),
          HelpPage.help,
        ])
    ],
    notes: ["Exit codes: 0 done; 1 no beat was found in a file, or it cannot be read; 2 usage error."])
}

extension HelpText {
  package static let tags = HelpPage(
    synopsis: ["drumdub tags [--json] --set NAME=TEXT... FILE..."],
    overview: [
      "Changes tags of files. A file is copied, the copy is changed and compared with the file, and replaces it: the "
        + "sound, the pictures and all other tags stay as they are. Files in read-only places and files whose "
        + "format has no tags are refused. If a file is in the library, the library has its new tags at once."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--set NAME=TEXT",
            "set a tag: title, artist, album, albumartist, track (3 or 3/12), disc, date (1999 or 1999-05-03), "
              + "genre, composer, comment, bpm or rating (0 to 5); an empty text removes it; \" ; \" separates several "
              + "artists, album artists, genres or composers; may be repeated"),
          HelpPage.Row(
            "--json",
            "print one JSON object with the tags afterwards, as info does, and error for a file that could not "
              + "be changed"),
          HelpPage.help,
        ])
    ])
}

extension HelpText {
  package static let export = HelpPage(
    synopsis: [
      "drumdub export TAKE [-o OUT] [--format s16|s24|float] [--rate HZ] [--range A-B] [--tail SECONDS] "
        + "[--loudness LUFS] [--stems] [--overwrite] [--track FILE] [--json]"
    ],
    overview: [
      "Writes a take with its track to a sound file: WAV (RF64 if it is larger than 4 GB), FLAC, AIFF, Ogg Vorbis, Opus "
        + "or MP3, by the extension of OUT. TAKE is an id, which may be shortened, or a .dub file. The mix is what the "
        + "player plays with music-level, pads-level and replaygain of the configuration file, without the volume and "
        + "the metronome. A take without a track is exported as its hits alone.",
      "With the extension .mid, OUT is a Standard MIDI File with the hits: 960 ticks in a quarter note, the tempo of the "
        + "take, the MIDI notes of its kit, and a track for each layer that sounds. Of the options, --range and "
        + "--overwrite are for MIDI files too; the hits of a range keep their places.",
      "The file has the tags and the picture of the track, and a comment that names the take. It is written under a "
        + "temporary name, OUT.PID.part, and gets its name when it is complete. Ctrl-C cancels the export.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "-o, --output OUT",
            "the file to write, or a folder (a WAV file with the name of the take in DrumDub in the music folder, "
              + "$XDG_MUSIC_DIR)"),
          HelpPage.Row(
            "--format FORMAT",
            "the samples: s16, s24 or float (s24); WAV and AIFF have all, FLAC has s16 and s24; integers are dithered"
          ),
          HelpPage.Row(
            "--rate HZ", "the sample rate (that of the track, where the format has it; Opus 48000)"),
          HelpPage.Row("--range A-B", "a part of the track, as 30-90, 0:30-1:30.5 or 0:30- for the rest"),
          HelpPage.Row(
            "--tail SECONDS",
            "how long the pads sound on after the end (until the last sound ends; with --range 0)"),
          HelpPage.Row(
            "--loudness LUFS",
            "bring the mix to an integrated loudness (EBU R 128), -14 for example; a limiter keeps the true peak at "
              + "-1 dBTP"),
          HelpPage.Row(
            "--stems",
            "also write the music, each layer and each pad to files of their own: OUT-music, OUT-layer-N, OUT-pad-N; "
              + "without the limiter, they add up to the mix"),
          HelpPage.Row("--overwrite", "replace existing files"),
          HelpPage.Row("--track FILE", "the file of the track, if it is no longer where the take says"),
          HelpPage.Row(
            "--json",
            "print one JSON object: {files:[{path,format,sampleRate,channels,duration,peak,loudness}]}; duration in "
              + "seconds, peak in dBTP, loudness in LUFS, both left out for silence"),
          HelpPage.help,
        ])
    ])
}
