extension HelpText {
  package static let remote = HelpPage(
    synopsis: [
      "drumdub remote [--socket PATH | --host HOST:PORT] play | pause | toggle | stop | next | prev | record",
      "drumdub remote seek [+-]TIME", "drumdub remote volume [+-]N", "drumdub remote hit PAD [VELOCITY]",
      "drumdub remote shuffle [on | off]", "drumdub remote repeat [off | all | one]",
      "drumdub remote output DEVICE", "drumdub remote take WORD", "drumdub remote run COMMAND [ARGUMENT]",
      "drumdub remote open | add FILE...",
      "drumdub remote status | watch [--json | --format TEXT]",
    ],
    overview: [
      "Controls the running player, through the protocol of MPD, the Music Player Daemon. Any client of MPD does, such "
        + "as mpc or ncmpcpp: MPD_HOST=$XDG_RUNTIME_DIR/drumdub/mpd.sock mpc status."
    ],
    tables: [
      HelpPage.Table(
        title: "Commands",
        rows: [
          HelpPage.Row("seek [+-]TIME", "to a time such as 90 or 1:30, or to 50%; with a sign, by it"),
          HelpPage.Row("volume [+-]N[%]", "to a volume in percent; with a sign, by it"),
          HelpPage.Row("hit PAD [VELOCITY]", "strikes a pad, 1 to 128, with a velocity, 1 to 127 (100)"),
          HelpPage.Row(
            "shuffle [on | off]", "plays in random order, or in that of the queue; else changes it"),
          HelpPage.Row(
            "repeat [off | all | one]", "repeats the queue or the track; else the next one of these"),
          HelpPage.Row("output DEVICE", "changes the audio output to one of drumdub devices"),
          HelpPage.Row("record", "starts or ends a recording of hits"),
          HelpPage.Row(
            "take WORD",
            "list prints the takes of the track; record, playback, metronome, tap and new; undo and redo, of any change"
          ),
          HelpPage.Row(
            "run COMMAND [ARGUMENT]",
            "runs any command of the palette by its name in drumdub(5), such as mix music/gain -6 or kit Electronic, and "
              + "prints what it says; what it could not do is an error, and so is a command that would ask for a text"
          ),
          HelpPage.Row(
            "open FILE...", "plays files, folders, playlists or addresses after the current track"),
          HelpPage.Row("add FILE...", "adds them at the end of the queue, as drumdub --add FILE... does"),
          HelpPage.Row("status", "prints the state of the player in one line"),
          HelpPage.Row(
            "watch",
            "prints it again after each change, and each second for a template with {elapsed}, {remaining}, {percent}, {bar} or {chapter}; waits for a "
              + "player, and follows the next one"),
        ]),
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row("--json", "print one JSON object in a line; positions count from 1, as in the text"),
          HelpPage.Row(
            "--format TEXT",
            "a template such as '{artist} – {title}'; the fields are "
              + RemoteStatusField.allCases.map(\.rawValue).joined(separator: ", ")),
          HelpPage.Row("--socket PATH", "the socket of the player ($XDG_RUNTIME_DIR/drumdub/mpd.sock)"),
          HelpPage.Row(
            "--host HOST:PORT", "a player in the network, with the password of the setting remote-password"),
          HelpPage.help,
        ]),
    ],
    notes: [
      "Beyond the commands of MPD, the socket has hit PAD [VELOCITY], kit [NAME], kits, details, run COMMAND (for clients on this "
        + "machine) and take list, record, playback, metronome, tap, new, undo or redo. The sticker rating is 0 to 10, two for each star. Addresses begin below the "
        + "folder of the library, or with its name if there are several; clients of the socket may also add files by their "
        + "absolute paths. With repeat off, single ends the music after the track, once. crossfade takes 0 to 12 seconds. "
        + "Filters are those of MPD 0.24; regular expressions (=~) have the syntax of Perl, and plain groups capture nothing.",
      "Exit codes: 0 done; 1 not done, or no player runs; 2 usage error.",
    ])
}

/// The fields of the template of `remote status --format`.
package enum RemoteStatusField: String, Hashable, Sendable, CaseIterable {
  case state, title, artist, album, albumartist, composer, track, disc, date, year, genre, rating, file,
    elapsed
  case remaining, duration, percent, volume, position, count, `repeat`, shuffle, single, consume, crossfade,
    speed
  case bpm, bar, chapter, chapters, chaptertitle, bitrate, audio, output, kit, take, recording, error
}
