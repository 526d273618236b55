/// The help of the subcommands that concern files of music.
extension HelpText {
  package static let scan: HelpPage = """
    drumdub scan [DIR...] [--loudness] [--tempo] [--analyse] [--json] [--library FILE]
    drumdub scan --remove DIR... [--json] [--library FILE]

    Updates the library index from the disk: new, changed, moved and deleted files. Without DIR, scans all folders that
    were scanned before. Moved files keep their ratings and play counts. A rating that was set in the player stays until
    the rating in the tags of the file is changed. Files on an unmounted drive stay in the index and are shown as away.
    A CUE sheet, beside a file or embedded in it, adds its tracks in place of the file.

    Options:
    --json  print one JSON object:
        {files,added,changed,moved,removed,unchanged,away,unreadable:[{path,reason}],seconds}; damaged:[{path,reason}]
        where there are damaged files; with --loudness also measured and unmeasured:[{path,reason}], with --tempo also
        searched, tempi (how many were found) and unsearched:[{path,reason}], with --analyse also analysed, known, beats,
        keys, drums (in how many tracks they were found) and unanalysed:[{path,reason}]
    --loudness  measure tracks without ReplayGain tags (ReplayGain 2, EBU R 128), album by album; the results are stored
        in the index, the files are not changed
    --tempo  find the tempo of tracks without one in their tags, by their sound; the results are stored in the index, so
        that bpm:110..120 finds them, and the files are not changed; after Ctrl-C, the next one searches the rest
    --analyse  find the beats, the key and the drums of the tracks below DIR, or of all, by their sound, and keep them for
        their songs, as the player does; each file is decoded once, at low priority, for about a fiftieth of its
        duration; what songs know already is not searched for again, so that the next one goes on where Ctrl-C or a
        power cut has ended this one
    --remove  remove the folders and their tracks from the index; the files stay on the disk
    --library FILE  library index (the setting library)
    \(help)

    Ctrl-C stops the scan and keeps what is done. Unreadable files are reported, and tried again after they change.
    """

  package static let query: HelpPage = """
    drumdub query [--json | --m3u | -0 | --format TEXT] [--limit N] [--library FILE] EXPR...

    Searches the library and prints the file names, one in a line. Without EXPR, prints all files.

    Expressions:
    word "two words"  in title, artist, album, genre or year; case and accents are ignored
    FIELD:TEXT  FIELD is title, artist, albumartist, album, genre, path, codec or date; artist:"led zeppelin",
        genre:=rock for an exact match, genre:"" for tracks without genre
    FIELD:NUMBER  FIELD is year, bpm, track, disc, bitrate, samplerate, channels, bits, rating or played;
        year:1970..1975, bpm:110.., rating:>=4, played:0; rating is 1 to 5, or 0 if not rated
    length:DURATION  length:>2m, length:2m30s..5m, length:3:05
    added: lastplayed:  added:<7d is within the last seven days; units are h, d, w, mo, y; added:2024, added:>2024-05-01
    heard:  tracks of which a play began then: heard:2026-11, heard:<30d; -heard:<1y is not heard for a year, and
        heard:<30d sort:-played has what you play most first
    kind:  music, podcast or audiobook
    away: compilation: damaged:  yes or no; damaged files are cut off or broken
    a b  both a and b
    a OR b  a or b
    -a, NOT a  not a
    (a b)  grouping
    sort:year,-rating  sort by these fields, a minus reverses the order; sort:random shuffles; the default is album
        artist, date, album, disc, track
    limit:20  at most this many results

    Options:
    --json  print one JSON object: {count,tracks:[...]}
    --m3u  print an M3U playlist
    -0, --null  print unescaped file names, each followed by a zero byte
    --format TEXT  print TEXT for each track with these fields filled in: {path} {title} {artist} {album} {albumartist}
        {track} {disc} {date} {genre} {bpm} {length} {codec} {bitrate} {samplerate} {channels} {bits} {kind} {rating}
        {played} {lastplayed} {added} {id}
    --limit N  at most this many results
    --library FILE  library index (the setting library)
    \(help)

    Exit codes: 0 done, even if nothing was found; 1 not done; 2 usage error.
    """

  package static let history: HelpPage = """
    drumdub history [--json] [--since DATE] [--limit N] [--library FILE]

    Prints what was heard, the latest last, each with the time at which it began. A track was heard when half of it, or
    four minutes, has played, in the library or not. Streams of the network are left out, and a player without a library
    keeps no history.

    Options:
    --json  print one JSON object, as ListenBrainz imports it: {listen_type,payload:[{listened_at,
        track_metadata:{artist_name,track_name,release_name,additional_info}}]}; times are in seconds since 1970, unknown
        values are left out, and so are tracks without an artist
    --since DATE  from a date on, such as 2026-11-28, 2026-11 or 2026; 7d is within the last seven days, with the units
        h, d, w, mo, y
    --limit N  the last N plays
    --library FILE  library index (the setting library)
    \(help)
    """

  package static let info: HelpPage = """
    drumdub info [--json] FILE...
    drumdub info --picture OUT FILE

    Prints the metadata of audio files: tags, pictures, duration, audio format. The rating of a file that is in the
    library is that of the library.

    Options:
    --json  print one JSON object: {files:[...]}; unknown values are left out; damaged and reason if a file ends early
    --picture OUT  write the best picture of one file, or of its folder, to OUT in its original encoding; if there is
        none, the program's placeholder picture
    \(help)
    """

  package static let tags: HelpPage = """
    drumdub tags [--json] --set NAME=TEXT... FILE...

    Changes tags of files. A file is copied, the copy is changed and compared with the file, and replaces it: the sound,
    the pictures and all other tags stay as they are. Files in read-only places and files whose format has no tags are
    refused. If a file is in the library, the library has its new tags at once.

    Options:
    --set NAME=TEXT  set a tag: title, artist, album, albumartist, track (3 or 3/12), disc, date (1999 or 1999-05-03),
        genre, composer, comment, bpm or rating (0 to 5); an empty text removes it; " ; " separates several artists,
        album artists, genres or composers; may be repeated
    --json  print one JSON object with the tags afterwards, as info does, and error for a file that could not be changed
    \(help)
    """

  package static let playlist: HelpPage = """
    drumdub playlist [--library FILE] [--json]
    drumdub playlist [--library FILE] [--json] [-o OUT] FILE | NAME

    Lists the saved playlists of the library, or prints the entries of a playlist: a file (M3U, M3U8, PLS, XSPF or a CUE
    sheet) or a saved one by its name. A saved query lists the tracks that it finds now.

    The format of a file is detected from the content, then from the file name. Missing files are listed and marked as
    missing. URLs of http and https streams are listed and played. Lines that are not understood are reported with their
    line numbers.

    Options:
    -o, --output OUT  write the entries to a playlist file, .m3u8, .m3u, .pls or .xspf; an existing file is replaced
    --json  print one JSON object: {format,encoding,title,entries:[{path or
        url,title,artist,duration,start,end,missing}],warnings:[{line,message}]}, for a saved playlist
        {name,query,entries}, for the list {playlists:[{name,query,entries}]}; times are in seconds, unknown values are
        left out
    --library FILE  library index (the setting library)
    \(help)
    """

  package static let tempo: HelpPage = """
    drumdub tempo [--json] FILE...

    Finds the tempo and the beats of tracks by their sound, or prints those that are kept for a song, which may have been
    corrected in the player. The files are not changed, and their tags are not read. A tempo that does not change is
    exact to some hundredths of a beat a minute. Half or double the tempo of a track is a usual error. Of a track that is
    longer than 20 minutes, the first 20 are analysed. Where no beat is regular, or the metre is not clear, the tempo is
    a guess: about 92 BPM (unsure).

    Options:
    --json  print one JSON object: {files:[{path,bpm,confidence,unsure,kept,steady,beats:[seconds],beatsPerBar,
        bars:[beat index],error}]}; confidence is 0 to 1, how alike the bars are; unsure is true for a guess, which has no beats;
        kept is true for beats that are kept for the song, and they have no confidence; steady is false where the tempo changes, and bpm is that of most beats then; beatsPerBar and bars are left out
        where no accent is clear
    \(help)

    Exit codes: 0 done; 1 no tempo was found in a file, or it cannot be read; 2 usage error.
    """

  package static let drums: HelpPage = """
    drumdub drums [--json] [-o OUT.mid [--overwrite]] FILE...
    drumdub drums [--without OUT] [--only OUT] [--strength N] [--overwrite] FILE

    Finds the hits of the drums in the music of files: kick, snare, hat, and other drums, which are rides, crashes and
    toms. The files are not changed. Each hit has a velocity, 1 to 127, by its level beside the others of its drum, and
    a certainty, 0 to 1. Soft hits under loud music are missed, and toms and rides are often taken for other drums.
    Where the music may have no drums, the hits are a guess: maybe 96 hits (unsure).

    --without and --only write the song without its drums, and its drums alone, as stereo WAV or FLAC files of 24 bits.
    The drums are turned down, not removed: attacks and long cymbals are heard faintly. Both files add up to the song,
    to the bit if it has up to 24 bits; a song of more bits, or from a lossy format, is rounded to 24. The drums are
    kept in ~/.cache/drumdub/parts, 2 GB at most, so that the same song is done at once the next time. Songs have one or
    two channels and up to 120 minutes.

    Options:
    -o, --output OUT.mid  write the hits of one file to a MIDI file, on the percussion channel: notes 36 (kick), 38
        (snare), 42 (hat) and 51 (other), 960 ticks in a quarter note, with the beats that are kept for the song, or 120
        a minute
    --without OUT  write the song without its drums to a .wav or .flac file
    --only OUT  write the drums alone to a .wav or .flac file
    --strength N  what is taken for drums, from 1, gentle, which damages the music least, to 5, strong; that
        of the song, else 3
    --overwrite  replace existing files
    --json  print one JSON object: {files:[{path,confidence,unsure,hits:[{time,kind,velocity,certainty}],
        error}]}; confidence is 0 to 1, how certain it is that the music has drums; unsure is true for a guess; time is
        in seconds
    \(help)

    Exit codes: 0 done; 1 no drums were found in a file, or it cannot be read or written; 2 usage error.
    """

  package static let decode: HelpPage = """
    drumdub decode FILE -o OUT.wav [--rate HZ] [--format s16|s24|float]

    Decodes a file as the player does: mixed down to stereo, at the sample rate of the file. The samples of a stereo
    file are not changed.

    Options:
    -o, --output OUT.wav  the WAV file to write; an existing file is replaced when the new one is complete
    --rate HZ  convert to this sample rate, 1000 to 768000 (that of the file)
    --format FORMAT  sample format: float (32 bits), s24 or s16, rounded without dither; lossless if the source has no
        more bits (float)
    \(help)
    """
}
