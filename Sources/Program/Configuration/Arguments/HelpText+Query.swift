extension HelpText {
  package static let query = HelpPage(
    synopsis: ["drumdub query [--json | --m3u | -0 | --format TEXT] [--limit N] [--library FILE] EXPR..."],
    overview: [
      "Searches the library and prints the file names, one in a line. Without EXPR, prints all files."
    ],
    tables: [
      HelpPage.Table(title: "Expressions", rows: expressions),
      HelpPage.Table(title: "Options", rows: queryOptions),
    ],
    notes: ["Exit codes: 0 done, even if nothing was found; 1 not done; 2 usage error."])

  private static let expressions = [
    HelpPage.Row(
      "word \"two words\"", "in title, artist, album, genre or year; case and accents are ignored"),
    HelpPage.Row(
      "FIELD:TEXT",
      "FIELD is title, artist, albumartist, album, genre, path, codec or date; artist:\"led zeppelin\", "
        + "genre:=rock for an exact match, genre:\"\" for tracks without genre"),
    HelpPage.Row(
      "FIELD:NUMBER",
      "FIELD is year, bpm, track, disc, bitrate, samplerate, channels, bits, rating or played; "
        + "year:1970..1975, bpm:110.., rating:>=4, played:0; rating is 1 to 5, or 0 if not rated"),
    HelpPage.Row("length:DURATION", "length:>2m, length:2m30s..5m, length:3:05"),
    HelpPage.Row(
      "added: lastplayed:",
      "added:<7d is within the last seven days; units are h, d, w, mo, y; added:2024, added:>2024-05-01"),
    HelpPage.Row("kind:", "music, podcast or audiobook"),
    HelpPage.Row("away: compilation: damaged:", "yes or no; damaged files are cut off or broken"),
    HelpPage.Row("a b", "both a and b"),
    HelpPage.Row("a OR b", "a or b"),
    HelpPage.Row("-a, NOT a", "not a"),
    HelpPage.Row("(a b)", "grouping"),
    HelpPage.Row(
      "sort:year,-rating",
      "sort by these fields, a minus reverses the order; sort:random shuffles; the default is album artist, "
        + "date, album, disc, track"),
    HelpPage.Row("limit:20", "at most this many results"),
  ]

  private static let queryOptions = [
    HelpPage.Row("--json", "print one JSON object: {count,tracks:[...]}"),
    HelpPage.Row("--m3u", "print an M3U playlist"),
    HelpPage.Row("-0, --null", "print unescaped file names, each followed by a zero byte"),
    HelpPage.Row(
      "--format TEXT",
      "print TEXT for each track with these fields filled in: {path} {title} {artist} {album} {albumartist} "
        + "{track} {disc} {date} {genre} {bpm} {length} {codec} {bitrate} {samplerate} {channels} {bits} "
        + "{kind} {rating} {played} {lastplayed} {added} {id}"),
    HelpPage.Row("--limit N", "at most this many results"),
    HelpPage.Row("--library FILE", "library index (the setting library)"), HelpPage.help,
  ]
}
