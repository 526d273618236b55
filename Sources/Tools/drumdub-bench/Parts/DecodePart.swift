import SystemBase

/// Measures the decoding of ten minutes of music to 16-bit WAV, against the reference decoders.
struct DecodePart {
  private static let minutes = 10
  private static let rounds = 5

  /// A format: the encoder that makes it from FLAC, and its reference decoder.
  private struct Kind {
    var name: String
    var encoder: (program: String, arguments: [String])?
    var decoder: (program: String, arguments: [String])
  }

  private static let kinds = [
    Kind(name: "flac", encoder: nil, decoder: ("flac", ["-d", "-s", "-f", "-o", "OUT", "IN"])),
    Kind(
      name: "mp3", encoder: ("ffmpeg", ["-v", "error", "-i", "IN", "-b:a", "192k", "OUT"]),
      decoder: ("mpg123", ["-q", "-w", "OUT", "IN"])),
    Kind(
      name: "ogg", encoder: ("oggenc", ["-Q", "-o", "OUT", "IN"]),
      decoder: ("oggdec", ["-Q", "-o", "OUT", "IN"])),
  ]

  func measure() throws(Failure) -> PartResult {
    let ours = try ProgramFinder.drumdub()
    let home = try ScratchFolder()
    guard try knowsDecode(ours, home) else {
      return PartResult(notes: ["decode: this drumdub has no decode"])
    }
    let source = home.file("music.flac")
    try BenchmarkMusic().write(minutes: DecodePart.minutes, to: source)
    var result = PartResult()
    for kind in DecodePart.kinds { try add(kind, ours, source, home, to: &result) }
    return result
  }

  /// Returns whether the program has the subcommand `decode`; otherwise the word would be a file to play.
  private func knowsDecode(_ program: String, _ home: ScratchFolder) throws(Failure) -> Bool {
    let terminal = try PseudoTerminal()
    let child = try Child(
      program, ["decode", "--help"], environment: home.environment, terminal: terminal.name)
    defer { child.end(draining: terminal) }
    var text: [UInt8] = []
    while let chunk = terminal.read(milliseconds: child.hasEnded ? 0 : 1000) { text += chunk.bytes }
    return text.starts(with: Array("drumdub decode".utf8))
  }

  private func add(
    _ kind: Kind, _ ours: String, _ source: String, _ home: ScratchFolder, to result: inout PartResult
  ) throws(Failure) {
    let needed = [kind.encoder?.program, kind.decoder.program].compactMap(\.self)
    if let missing = needed.first(where: { ProgramFinder.find($0) == nil }) {
      result.notes.append("decode: \(missing) is not installed")
      return
    }
    var input = source
    if let encoder = kind.encoder {
      input = home.file("music.\(kind.name)")
      _ = try time(encoder.program, encoder.arguments, source, input, home)
    }
    result.figures.append(try race(kind, ours, input, home))
  }

  private func race(
    _ kind: Kind, _ ours: String, _ input: String, _ home: ScratchFolder
  ) throws(Failure) -> Figure {
    var ourTimes: [Double] = []
    var theirTimes: [Double] = []
    for _ in 0..<DecodePart.rounds {
      ourTimes.append(
        try time(ours, ["decode", "IN", "-o", "OUT", "--format", "s16"], input, home.file("ours.wav"), home))
      theirTimes.append(
        try time(kind.decoder.program, kind.decoder.arguments, input, home.file("theirs.wav"), home))
    }
    return Figure(
      part: .decode, what: "\(DecodePart.minutes) minutes of \(kind.name)", unit: "s", value: ourTimes.median,
      peer: kind.decoder.program, peerValue: theirTimes.median,
      ratio: zip(ourTimes, theirTimes).map { $0 / $1 }.median, goal: .ratioAtMost(1.1))
  }

  /// Runs a program with `IN` and `OUT` replaced in its arguments, and returns the seconds that it needs.
  private func time(
    _ name: String, _ arguments: [String], _ input: String, _ output: String, _ home: ScratchFolder
  ) throws(Failure) -> Double {
    guard let program = ProgramFinder.find(name) else { throw Failure("\(name) is not installed") }
    let words = arguments.map { $0 == "IN" ? input : $0 == "OUT" ? output : $0 }
    let start = HostTime.now
    let code = try Child(program, words, environment: home.environment).waitForEnd()
    guard code == 0 else { throw Failure("\(program) \(words.joined(separator: " ")): exit code \(code)") }
    return HostTime.now.seconds(since: start)
  }
}
