import Glibc

/// Measures what the program computes from files to files, beside other programs: decoding and exporting.
enum FilePart {
  private static let rounds = 3

  /// Decodes ten minutes of music to 16-bit WAV, as the reference decoders do.
  static func measureDecoding(_ report: Report) throws {
    let (minutes, home) = (10, try ScratchFolder())
    let (source, out) = (try home.writeMusic(minutes: minutes, to: "music.flac"), home.file("out.wav"))
    let mp3 = home.file("music.mp3")
    let ogg = home.file("music.ogg")
    // The program that makes the file from FLAC, and the reference decoder.
    let formats: [(file: String, encoder: [String], decoder: [String])] = [
      (source, [], ["flac", "-d", "-s", "-f", "-o", out, source]),
      (mp3, ["ffmpeg", "-v", "error", "-i", source, "-b:a", "192k", mp3], ["mpg123", "-q", "-w", out, mp3]),
      (ogg, ["oggenc", "-Q", "-o", ogg, source], ["oggdec", "-Q", "-o", out, ogg]),
    ]
    func run(_ words: [String]) throws -> Double {
      try Child.run(words[0], Array(words.dropFirst()), environment: home.environment)
    }
    let drumdub = try ProgramFinder.drumdub()
    for (file, encoder, decoder) in formats where report.has([encoder.first, decoder[0]].compactMap(\.self)) {
      if !encoder.isEmpty { _ = try run(encoder) }
      try report.race(
        "\(minutes) minutes of \(file.suffix(4).drop { $0 == "." })", .seconds, rounds: rounds,
        beside: Peer(name: decoder[0]) { try run(decoder) }, .ratioAtMost(1.1)
      ) { try run([drumdub, "decode", file, "-o", home.file("ours.wav"), "--format", "s16"]) }
    }
  }

  /// Exports a take on one processor: the time against that of sox mixing the same stems, and the memory of a long export.
  static func measureExport(_ report: Report) throws {
    let (minutes, hours, hits, home) = (4, 3, 1_000, try ScratchFolder())
    try TakesPart.makeTake("short", in: home, minutes: minutes, hits: hits)
    func run(_ words: [String]) throws -> Double {
      try Child.run("taskset", ["-c", "0"] + words, environment: home.environment)
    }
    let export = [try ProgramFinder.drumdub(), "export"]
    _ = try run(export + ["short", "-o", home.file("stems.wav"), "--stems"])
    let stems = ["music", "layer-1", "layer-2"].map { home.file("stems-\($0).wav") }
    let sox = report.find("sox").map { sox in
      Peer(name: "sox -m") { try run([sox, "-m"] + stems + [home.file("theirs.wav")]) }
    }
    try report.race(
      "\(minutes) minutes of flac with \(hits) hits to wav", .seconds, rounds: rounds, beside: sox,
      .ratioAtMost(1)
    ) { try run(export + ["short", "--overwrite", "-o", home.file("ours.wav")]) }
    if report.isQuick { return }
    try TakesPart.makeTake("long", in: home, minutes: hours * 60, hits: hits)
    report.add(
      "memory, \(hours) hours against \(minutes) minutes", try memory("long", home), .number("MB"),
      beside: ("\(minutes) minutes", try memory("short", home)), .ratioAtMost(1.05))
  }

  /// Returns the most memory that an export needs, in megabytes.
  private static func memory(_ take: String, _ home: ScratchFolder) throws -> Double {
    let child = try Child(
      ProgramFinder.drumdub(),
      ["export", take, "--overwrite", "-o", home.file("out.flac"), "--format", "s16"],
      environment: home.environment)
    var most = 0.0
    while !child.hasEnded {
      usleep(20_000)
      if let memory = try? child.memory() { most = max(most, memory) }
    }
    guard child.waitForEnd() == 0 else { throw Failure("drumdub export: exit code \(child.waitForEnd())") }
    return most
  }
}
