/// The help of the subcommands that concern a running player.
extension HelpText {
  package static let remote: HelpPage = """
    drumdub remote [--socket PATH | --host HOST:PORT] play | pause | toggle | stop | next | prev | record
    drumdub remote seek [+-]TIME
    drumdub remote volume [+-]N
    drumdub remote hit PAD [VELOCITY]
    drumdub remote shuffle [on | off]
    drumdub remote repeat [off | all | one]
    drumdub remote output DEVICE
    drumdub remote take WORD
    drumdub remote run COMMAND [ARGUMENT]
    drumdub remote open | add FILE...
    drumdub remote status | watch [--json | --format TEXT]

    Controls the running player, through the protocol of MPD, the Music Player Daemon. Any client of MPD does, such as
    mpc or ncmpcpp: MPD_HOST=$XDG_RUNTIME_DIR/drumdub/mpd.sock mpc status.

    Commands:
    seek [+-]TIME  to a time such as 90 or 1:30, or to 50%; with a sign, by it
    volume [+-]N[%]  to a volume in percent; with a sign, by it
    hit PAD [VELOCITY]  strikes a pad, 1 to 128, with a velocity, 1 to 127 (100)
    shuffle [on | off]  plays in random order, or in that of the queue; else changes it
    repeat [off | all | one]  repeats the queue or the track; else the next one of these
    output DEVICE  changes the audio output to one of drumdub devices
    record  starts or ends a recording of hits
    take WORD  list prints the takes of the track; record, playback, metronome, tap and new; undo and redo, of any
        change
    run COMMAND [ARGUMENT]  runs any command of the palette by its name in drumdub(5), such as mix music/gain -6 or kit
        Electronic, and prints what it says; what it could not do is an error, and so is a command that would ask for a
        text
    open FILE...  plays files, folders, playlists or addresses after the current track
    add FILE...  adds them at the end of the queue, as drumdub --add FILE... does
    status  prints the state of the player in one line
    watch  prints it again after each change, and each second for a template with {elapsed}, {remaining}, {percent},
        {bar} or {chapter}; waits for a player, and follows the next one

    Options:
    --json  print one JSON object in a line; positions count from 1, as in the text
    --format TEXT  a template such as '{artist} – {title}'; the fields are \(RemoteStatusField.allCases.map(\.rawValue).joined(separator: ", "))
    --socket PATH  the socket of the player ($XDG_RUNTIME_DIR/drumdub/mpd.sock)
    --host HOST:PORT  a player in the network, with the password of the setting remote-password
    \(help)

    Beyond the commands of MPD, the socket has hit PAD [VELOCITY], kit [NAME], kits, details, run COMMAND (for clients
    on this machine) and take list, record, playback, metronome, tap, new, undo or redo. The sticker rating is 0 to 10,
    two for each star. Addresses begin below the folder of the library, or with its name if there are several; clients
    of the socket may also add files by their absolute paths. With repeat off, single ends the music after the track,
    once. crossfade takes 0 to 12 seconds. Filters are those of MPD 0.24; regular expressions (=~) have the syntax of
    Perl, and plain groups capture nothing.

    Exit codes: 0 done; 1 not done, or no player runs; 2 usage error.
    """

  package static let attach: HelpPage = """
    drumdub attach [--plain]

    Shows the player that plays in the background since --detach, Ctrl-D or a closed terminal with on-hangup=detach, in
    this terminal. A screen of it in another terminal is closed.

    Ctrl-D leaves the player playing, also from a prompt without text, and so does closing the terminal; Ctrl-Z stops
    only this command; q ends the player.

    Options:
    --plain  write a line for each event instead of drawing, as a dumb terminal does
    \(help)

    Exit codes: 0 the screen was left or the player has ended as usual; 1 no player runs in the background, or it has
    ended otherwise; 2 usage error or no terminal.

    A system may end the programs of a user at the last logout, or remove the folder of the socket: loginctl
    enable-linger prevents both.
    """
}

/// The fields of the template of `remote status --format`.
package enum RemoteStatusField: String, Hashable, Sendable, CaseIterable {
  case state, title, artist, album, albumartist, composer, track, disc, date, year, genre, rating, file,
    elapsed
  case remaining, duration, percent, volume, position, count, `repeat`, shuffle, single, consume, crossfade,
    speed
  case bpm, bar, chapter, chapters, chaptertitle, bitrate, audio, output, kit, take, recording, error
}
