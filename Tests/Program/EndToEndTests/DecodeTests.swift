import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// `drumdub decode`: a file's sound into another file.
@Suite(.together) struct DecodeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func bytes(_ name: String) throws -> [UInt8] {
    try FileBytes.read(sandbox.file(name), limit: 1 << 28)
  }

  /// No half file, whatever its name: nothing but what the test has made.
  private func check(onlyHolds names: String...) throws {
    let listed = try Tool.capture("ls", ["-A", sandbox.path.shown]).text.split(separator: "\n").map(
      String.init)
    #expect(listed.sorted() == names.sorted())
  }

  private func sox(_ arguments: String...) throws {
    try Tool.run("env", ["-C", sandbox.path.shown, "sox", "-D", "-R"] + arguments)
  }

  @Test func flacIsDecodedBitExactly() throws {
    try sox(
      "-n", "-r", "44100", "-b", "16", "-c", "2", "in.flac", "synth", "44101s", "pinknoise", "sine", "300")
    try Tool.run("env", ["-C", sandbox.path.shown, "flac", "-s", "-d", "-o", "wanted.wav", "in.flac"])
    let result = try sandbox.run(["decode", "in.flac", "-o", "got.wav", "--format", "s16"])
    #expect(result.status == 0 && result.errors.isEmpty && result.output.isEmpty)
    let same = try bytes("got.wav") == bytes("wanted.wav")
    #expect(same)
    try check(onlyHolds: "in.flac", "wanted.wav", "got.wav")
  }

  @Test func monoIsDecodedToBothChannels() throws {
    try sox("-n", "-r", "48000", "-b", "16", "-c", "1", "mono.wav", "synth", "5000s", "pinknoise")
    #expect(try sandbox.run(["decode", "mono.wav", "--output=got.wav", "--format=s16"]).status == 0)
    try sox("mono.wav", "-c", "2", "wanted.wav")
    let same = try bytes("got.wav").suffix(20_000) == bytes("wanted.wav").suffix(20_000)
    #expect(same)
  }

  @Test func defaultFloatFormatKeepsEverySample() throws {
    let track = TestTrack(seed: 21, seconds: 0.5)
    try track.write(to: "in.flac", in: sandbox)
    try sandbox.write("old".utf8, to: "got.wav")
    #expect(try sandbox.run(["decode", "-o", "got.wav", "in.flac"]).status == 0)
    let same = try FloatWAV(sandbox.file("got.wav")).frames == track.frames
    #expect(same)
    #expect(try sandbox.run(["decode", "got.wav", "-o", "s24.wav", "--format", "s24"]).status == 0)
    #expect(try sandbox.run(["decode", "s24.wav", "-o", "again.wav"]).status == 0)
    let again = try FloatWAV(sandbox.file("again.wav")).frames == track.frames
    #expect(again)
  }

  @Test func decodedSoundIsConvertedToTheRequestedRate() throws {
    try TestTrack(seed: 22, seconds: 0.5).write(to: "in.wav", in: sandbox)
    #expect(try sandbox.run(["decode", "in.wav", "-o", "got.wav", "--rate", "44100"]).status == 0)
    #expect(try FloatWAV(sandbox.file("got.wav")).frames.count == 22_050)
    let rate = try bytes("got.wav")[24..<28]
    #expect(Array(rate) == [0x44, 0xAC, 0, 0])
  }

  @Test(arguments: [
    ["decode"], ["decode", "a.wav"], ["decode", "-o", "b.wav"], ["decode", "a.wav", "b.wav", "-o", "c.wav"],
    ["decode", "a.wav", "-o", "b.wav", "--rate", "0"], ["decode", "a.wav", "-o", "b.wav", "--format", "mp3"],
    ["decode", "a.wav", "-o"], ["decode", "a.wav", "-o", ""],
  ])
  func wrongDecodeArgumentsAreUsageErrors(arguments: [String]) throws {
    let result = try sandbox.run(arguments)
    #expect(result.status == 2 && result.errorLines.count == 1)
    try check()
  }

  @Test func unreadableInputLeavesNoOutputFile() throws {
    try sandbox.write("no music".utf8, to: "text.flac")
    for (name, reason) in [("text.flac", "not a sound file"), ("missing.flac", "no such file")] {
      let result = try sandbox.run(["decode", name, "-o", "got.wav"])
      #expect(result.status == 1)
      #expect(result.errorLines == ["drumdub: cannot decode \(name): \(reason)"])
    }
    try check(onlyHolds: "text.flac")
  }

  /// The library that decodes it has no message for it but an internal error.
  @Test func fileTruncatedInTheHeaderIsReportedAsDamagedOrIncomplete() throws {
    let path = try TestTrack(seed: 23, seconds: 1.5).write(to: "in.flac", in: sandbox)
    var cut = Array(try FileBytes.read(path, limit: 1 << 24).prefix(42))
    // Not the last block; then a comment of 100 bytes, of which 4 are present.
    cut[4] = 0
    cut += [0x84, 0, 0, 100, 32, 0, 0, 0]
    try sandbox.write(cut, to: "cut.flac")
    let result = try sandbox.run(["decode", "cut.flac", "-o", "got.wav"])
    #expect(
      result.errorLines == ["drumdub: cannot decode cut.flac: the file is damaged or not complete"])
  }

  @Test func failedWriteLeavesNoOutputFile() throws {
    try TestTrack(seed: 23, seconds: 1.5).write(to: "in.wav", in: sandbox)
    let before = try bytes("in.wav")
    for target in ["in.wav", ".", "missing/got.wav"] {
      let result = try sandbox.run(["decode", "in.wav", "-o", target])
      #expect(result.status == 1 && result.errorLines.count == 1)
    }
    #expect(try bytes("in.wav") == before)
    let full = try sandbox.run(["decode", "in.wav", "-o", "/dev/full"])
    #expect(full.status == 1)
    #expect(full.errorLines == ["drumdub: cannot write /dev/full: the disk is full; free some space"])
    // A limit of 100 KiB on every file stands for a disk that fills up half-way.
    let limited = try Tool.capture(
      "/bin/sh",
      [
        "-c",
        "trap '' XFSZ; ulimit -f 200; cd \(sandbox.path.shown); exec \(Sandbox.program) decode in.wav -o got.wav",
      ], environment: sandbox.environment([]))
    #expect(limited.status == 1 && limited.errorLines.count == 1)
    try check(onlyHolds: "in.wav")
  }

  @Test func pipesAreRefusedWithWhatIsPossible() throws {
    try TestTrack(seed: 25, seconds: 0.5).write(to: "in.wav", in: sandbox)
    try #require(mkfifo(sandbox.file("pipe.wav").shown, 0o600) == 0)
    let into = "it is a pipe, not a file; name a file, or play into a pipe with drumdub --output fifo:PIPE"
    let written = try sandbox.run(["decode", "in.wav", "-o", "pipe.wav"])
    #expect(written.status == 1)
    #expect(written.errorLines == ["drumdub: cannot write pipe.wav: \(into)"])
    let standard = try Tool.capture(
      "/bin/sh",
      ["-c", "cd \(sandbox.path.shown); \(Sandbox.program) decode in.wav -o /dev/stdout | cat"],
      environment: sandbox.environment([]))
    #expect(standard.errorLines == ["drumdub: cannot write /dev/stdout: \(into)"] && standard.output.isEmpty)
    let read = try sandbox.run(["decode", "pipe.wav", "-o", "got.wav"])
    #expect(read.status == 1)
    #expect(
      read.errorLines
        == ["drumdub: cannot decode pipe.wav: it is a pipe, not a file; write its content to a file first"])
    try check(onlyHolds: "in.wav", "pipe.wav")
  }

  @Test func truncatedFileIsDecodedAsFarAsPossible() throws {
    let track = TestTrack(seed: 24, seconds: 2)
    try track.write(to: "whole.wav", in: sandbox)
    let whole = try bytes("whole.wav")
    try sandbox.write(whole.prefix(whole.count / 2), to: "cut.wav")
    let result = try sandbox.run(["decode", "cut.wav", "-o", "got.wav"])
    #expect(result.status == 1)
    #expect(
      result.errorLines
        == ["drumdub: cannot decode cut.wav: the file ends too early; written as far as possible"])
    let got = try FloatWAV(sandbox.file("got.wav")).frames
    #expect(got.count > track.frames.count / 3 && got == Array(track.frames.prefix(got.count)))
  }

  /// Half a second of silence but for a few samples that are no numbers: nothing of them is left.
  @Test func samplesThatAreNoNumbersAreSilenced() throws {
    try sox("-n", "-r", "48000", "-e", "float", "-b", "32", "-c", "2", "song.wav", "trim", "0", "24000s")
    var wav = try bytes("song.wav")
    for (index, value) in [Float.nan, .infinity, -.infinity, 3e38, 0.5].enumerated() {
      let place = wav.count - 96_000 + 8 * index
      wav.replaceSubrange(place..<place + 4, with: withUnsafeBytes(of: value) { Array($0) })
    }
    try sandbox.write(wav, to: "song.wav")
    let result = try sandbox.run(["decode", "song.wav", "-o", "got.wav", "--rate", "44100"])
    #expect(result.status == 0)
    #expect(
      result.errorLines == ["drumdub: song.wav contains samples that are not numbers; they are silenced"])
    let peak = try FloatWAV(sandbox.file("got.wav")).frames.peak
    #expect(peak > 0.1 && peak < 0.7)
  }

  /// Eleven hours of silence, which no machine decodes before the progress is shown. The file has no blocks on the disk.
  private func writeLongTrack(to name: String) throws {
    let size: UInt32 = 2_000_000_000
    func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    // One channel of 8 bits at 48 kHz.
    let format: [UInt8] = [1, 0, 1, 0] + bytes(48_000) + bytes(48_000) + [1, 0, 8, 0]
    let header = Array("RIFF".utf8) + bytes(size - 8) + Array("WAVEfmt ".utf8) + bytes(16) + format
    try sandbox.write(header + Array("data".utf8) + bytes(size - 44), to: name)
    try #require(truncate(sandbox.file(name).shown, off_t(size)) == 0)
  }

  @Test func decodingProgressIsShownOnATerminalOnly() throws {
    try writeLongTrack(to: "in.wav")
    let arguments = ["decode", "in.wav", "--rate", "44100", "-o", "/dev/null"]
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try sandbox.start(in: terminal, arguments)
    try terminal.wait(for: "decoding: ")
    terminal.signal(SIGINT)
    try terminal.expectEnd(.signalled(SIGINT))
    // The progress would be shown after half a second.
    let piped = try Tool.capture(
      "timeout", ["-s", "INT", "1", "env", "-C", sandbox.path.shown, Sandbox.program] + arguments,
      environment: sandbox.environment([]))
    #expect(piped.status != 0 && piped.errors.isEmpty && piped.output.isEmpty)
  }

  /// Files by FFmpeg's names that are no libraries stand for libraries that are not there.
  @Test func missingFFmpegIsReportedWithThePackageName() throws {
    try sandbox.write([0, 0, 0, 24] + Array("ftypM4A ".utf8) + [0, 0, 0, 0], to: "x.m4a")
    for name in ["libavformat.so.59", "libavcodec.so.59", "libavutil.so.57"] {
      try sandbox.write("no library".utf8, to: "lib/\(name)")
    }
    let result = try Tool.capture(
      Sandbox.program, ["decode", sandbox.file("x.m4a").shown, "-o", sandbox.file("got.wav").shown],
      environment: sandbox.environment(["LD_LIBRARY_PATH=\(sandbox.file("lib").shown)"]))
    #expect(result.status == 1)
    let line = try #require(result.errorLines.first)
    #expect(
      line.contains("x.m4a: this kind of file is not supported (MPEG-4 needs libavformat59: apt install "))
  }
}
