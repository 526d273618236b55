import HeardSound
import SystemBase
import TestSupport
import Testing

private let hasEncoder = Tool.mayUse("ffmpeg")

/// Every playable file is indexed, and `info` states its rate and length, whichever library reads its tags.
@Suite(.together, .enabled(if: hasEncoder, "ffmpeg makes these files")) struct IndexedKindTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
  }

  private func encoded(_ name: String, _ options: [String], input: [String] = []) throws {
    let source = try TestTrack(seed: 1, seconds: 2).write(to: "a.wav", in: sandbox)
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-y"] + input + ["-i", source.shown, "-ar", "48000", "-strict", "-2"] + options
        + [sandbox.file("Music/\(name)").shown])
  }

  private func expectIndexed(_ name: String, codec: String, seconds: ClosedRange<Double> = 1.9...2.2) throws {
    let decoded = try sandbox.run(["decode", "Music/\(name)", "-o", "out.wav"])
    #expect(decoded.status == 0 && decoded.errorLines.isEmpty, "\(decoded.errorLines)")
    let told = try sandbox.run(["info", "Music/\(name)"])
    #expect(told.status == 0 && told.errorLines.isEmpty, "\(told.errorLines)")
    #expect(told.text.contains("sample rate:"))
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let found = try sandbox.run(["query", "codec:=\(codec)", "--format", "{codec}"])
    #expect(found.text == "\(codec)\n", "\(found.errorLines)")
    let lengths = told.text.split(separator: "\n").filter { $0.hasPrefix("duration:") }
    let words = lengths.first?.split(separator: " ") ?? []
    #expect(words.count > 1 && Double(words[1]).map(seconds.contains) == true, "\(lengths)")
  }

  @Test(arguments: [
    ("a.ac3", "ac3", "ac3"), ("a.eac3", "eac3", "eac3"), ("a.dts", "dca", "dts"),
    ("a.thd", "truehd", "truehd"),
    ("a.voc", "pcm_s16le", "pcm"),
  ])
  func fileKindsReadByFFmpegAreIndexed(name: String, encoder: String, codec: String) throws {
    try encoded(name, ["-c:a", encoder] + (name == "a.thd" ? ["-f", "truehd"] : []))
    try expectIndexed(name, codec: codec)
  }

  @Test func oggWithALeadingVideoStreamIsIndexed() throws {
    try encoded(
      "a.ogg", ["-c:v", "libtheora", "-c:a", "libvorbis", "-map", "0:v", "-map", "1:a", "-shortest"],
      input: ["-f", "lavfi", "-i", "testsrc=d=2"])
    try expectIndexed("a.ogg", codec: "vorbis")
  }

  /// The frames are counted.
  @Test func filesWithoutAStatedLengthAreIndexedWithTheLength() throws {
    try encoded("a.mka", ["-c:a", "libvorbis", "-live", "1"])
    try expectIndexed("a.mka", codec: "vorbis")
    try encoded("b.flac", ["-c:a", "flac"])
    var flac = try FileBytes.read(sandbox.file("Music/b.flac"), limit: 1 << 24)
    // The 36 bits of the length (RFC 9639, section 8.2).
    flac[21] &= 0xF0
    for index in 22..<26 { flac[index] = 0 }
    try sandbox.write(flac, to: "Music/b.flac")
    try expectIndexed("b.flac", codec: "flac", seconds: 2...2)
  }

  /// A writer into a pipe does not come back to the header: its sizes stay all ones, or 0.
  @Test(arguments: [UInt8.max, 0]) func wavWithUnsetHeaderSizesIsIndexed(size: UInt8) throws {
    let path = try TestTrack(seed: 1, seconds: 2).write(to: "Music/a.wav", in: sandbox)
    var bytes = try FileBytes.read(path, limit: 1 << 24)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "data".utf8) })
    for index in [4, 5, 6, 7] + (place + 4..<place + 8) { bytes[index] = size }
    try sandbox.write(bytes, to: "Music/a.wav")
    try expectIndexed("a.wav", codec: "pcm")
  }

  /// A DASH file; its headers have no length.
  @Test func fragmentedMP4IsIndexedWithTheLength() throws {
    try encoded("a.mp4", ["-c:a", "aac", "-movflags", "empty_moov+delay_moov", "-frag_duration", "200000"])
    try expectIndexed("a.mp4", codec: "aac", seconds: 2...2)
  }

  /// HE-AAC plays at twice the rate of its frames; Debian's FFmpeg has no encoder for it.
  @Test(arguments: ["backward compatible", "hierarchical", "implicit"])
  func heAACIsIndexedWithTheDoubledRate(signalling: String) throws {
    let source = try TestTrack(seed: 1, seconds: 2).write(to: "a.wav", in: sandbox)
    let name = signalling == "implicit" ? "a.aac" : "a.m4a"
    let path = sandbox.file("Music/\(name)")
    try Tool.run(
      "ffmpeg", ["-v", "error", "-y", "-i", source.shown, "-ar", "24000", "-c:a", "aac", path.shown])
    let bytes = try FileBytes.read(path, limit: 1 << 24)
    let made =
      signalling == "implicit" ? HEAAC.implicit(bytes) : try #require(HEAAC.explicit(bytes, signalling))
    try sandbox.write(made, to: "Music/\(name)")
    try expectIndexed(name, codec: "aac", seconds: signalling == "implicit" ? 2...2.1 : 2...2)
    #expect(try sandbox.run(["info", "Music/\(name)"]).text.contains("sample rate:   48000 Hz"))
  }

  @Test func freeFormatMP3AndLayerIFilesAreIndexed() throws {
    let source = try TestTrack(seed: 1, seconds: 2).write(to: "a.wav", in: sandbox)
    try Tool.run(
      "lame", ["--quiet", "--freeformat", "-b", "500", source.shown, sandbox.file("Music/a.mp3").shown])
    try expectIndexed("a.mp3", codec: "mp3")
    // 384 kbit/s, 44.1 kHz: 416 bytes a frame of 384 samples, all of them silent.
    let frame: [UInt8] = [0xFF, 0xFF, 0xC0, 0] + [UInt8](repeating: 0, count: 412)
    try sandbox.write((0..<230).flatMap { _ in frame }, to: "Music/b.mp1")
    try expectIndexed("b.mp1", codec: "mp1", seconds: 2.0...2.01)
  }
}
