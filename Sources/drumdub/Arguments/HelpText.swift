/// What `--help` prints.
enum HelpText {
  static var player: String {
    let options = [
      ("--config FILE", "read this configuration instead of \(BaseFolders.configurationFile.shown)"),
      ("--help, -h", "this help"),
      ("--version, -V", "the version"),
    ]
    let settings = Setting.all.map { ("--\($0.name)\($0.isFlag ? "" : " \($0.value)")", $0.summary) }
    return """
      drumdub: play your music in the terminal and drum along.

      drumdub [OPTIONS] [FILE | DIRECTORY | PLAYLIST]...
      drumdub scan [DIR...]
      drumdub info [--json] FILE...
      drumdub takes [--json] [FILE...]
      drumdub decode FILE -o OUT.wav [--rate HZ] [--format s16|s24|float]
      drumdub playlist [--json] FILE
      drumdub query [--json | --m3u | -0 | --format TEXT] [--limit N] EXPR...

      Without arguments it takes up the last queue where it was left; the first time, a demo.
      Pads: a s d f j k l ; and 1 to 8, with Shift an accent. ? shows all keys, q quits.

      Options:
      \(table(settings + options))

      The configuration file holds the same as lines name=value, and bind KEY COMMAND, unbind KEY.
      Exit codes: 0 done, 1 it could not be done, 2 wrong words or no terminal.
      """
  }

  static let info = """
    drumdub info [--json] FILE...
    drumdub info --picture OUT FILE

    Prints what files say of themselves: tags, pictures, length, kind of sound.

      --json         one JSON object: {files:[...]}; absent values are left out
      --picture OUT  writes the best picture of one file or its folder to OUT, coded as it is found; where there is
                     none, the program's own
      --help, -h     this help
    """

  static let decode = """
    drumdub decode FILE -o OUT.wav [--rate HZ] [--format s16|s24|float]

    Writes the sound of a file as the player would play it: mixed down to stereo where it has other channels, at
    its own rate. Stereo comes out sample by sample as it was decoded.

      -o, --output OUT.wav  the file to write; one that is there is replaced once all is written
          --rate HZ         convert to another sample rate
          --format FORMAT   float (32 bits, the default), s24 or s16, rounded without dither: what was decoded from
                            no more bits stays as it was
      -h, --help            this help
    """

  private static func table(_ rows: [(String, String)]) -> String {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))\($0.1)" }
      .joined(separator: "\n")
  }
}
