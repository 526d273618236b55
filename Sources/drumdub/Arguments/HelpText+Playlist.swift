extension HelpText {
  static let playlist = """
    drumdub playlist [--json] FILE

    Prints what was understood of a playlist: M3U, M3U8, PLS, XSPF or a CUE sheet, known by its content first, then
    by its name. Entries that are missing are marked and kept; so are addresses, which are not played. What was passed
    over is told with its line.

      --json      one JSON object: {format,encoding,title,entries:[{path or url,title,artist,duration,start,end,
                  missing}],warnings:[{line,message}]}; absent values are left out, times are in seconds
      -h, --help  this help
    """
}
