extension HelpText {
  static let query = """
    drumdub query [--json | --m3u | -0 | --format TEXT] [--limit N] [--library FILE] EXPR...

    Finds music in the index and prints the files, one a line. Without EXPR, all there are.

      word "two words"     in the title, artists, album, genre or year; accents and case do not matter
      title: artist: albumartist: album: genre: path: codec: date:
                           artist:"led zeppelin"; genre:=rock is exact; genre:"" is without
      year: bpm: track: disc: bitrate: samplerate: channels: bits: rating: played:
                           year:1970..1975, bpm:110.., rating:>=4, played:0; a rating is 1 to 5, 0 without
      length:              length:>2m, length:2m30s..5m, length:3:05
      added: lastplayed:   added:<7d is within seven days; h, d, w, mo, y; added:2024, added:>2024-05-01
      kind:                music, podcast or audiobook
      away: compilation:   yes or no
      a b   a OR b   -a   NOT a   (a b)
                           both, one of them, not, together
      sort:year,-rating    by fields as above, the minus turns the order; sort:random
                           without: album artist, date, album, disc, track
      limit:20             so many at most

      --json               one JSON object: {count,tracks:[...]}
      --m3u                an M3U playlist
      -0, --null           the files' names as they are, each ended by a zero byte
      --format TEXT        TEXT for each, {artist}, {title} and the like filled in: path title artist album
                           albumartist track disc date genre bpm length codec bitrate samplerate channels bits
                           kind rating played lastplayed added id
      --limit N            so many at most
      --library FILE       another index
      --help, -h           this help

    Exit codes: 0 done, nothing found included; 1 it could not be done; 2 wrong words.
    """
}
