import HeardSound
import SystemBase
import TestSupport
import Testing

/// `info` tells the length that `decode` gives, without what encoders add at the ends.
@Suite(.together, .enabled(if: Tool.mayUse("ffmpeg"), "ffmpeg makes these files")) struct LengthTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// - Returns: the length in seconds.
  @discardableResult
  private func expectPlayed(_ name: String, _ place: SourceLocation = #_sourceLocation) throws -> Double {
    let told = try duration(["info", "--json", name], place)
    #expect(try sandbox.run(["decode", name, "-o", "out.wav"]).status == 0, sourceLocation: place)
    let output = sandbox.file("out.wav")
    let header = try FileBytes.read(output, limit: 1 << 28)
    let rate = Int(header[24]) | Int(header[25]) << 8 | Int(header[26]) << 16
    let played = Double(try FloatWAV(output).frames.count) / Double(rate)
    // Times in milliseconds are rounded twice.
    #expect(abs(told - played) < 0.002, "\(name): told \(told), played \(played)", sourceLocation: place)
    return told
  }

  /// - Returns: the first length of a report, in seconds.
  private func duration(_ words: [String], _ place: SourceLocation = #_sourceLocation) throws -> Double {
    let text = try sandbox.run(words).text
    let label = try #require(text.firstRange(of: "\"duration\":"), "\(text)", sourceLocation: place)
    let number = text[label.upperBound...].prefix { $0.isNumber || $0 == "." }
    return try #require(Double(number), sourceLocation: place)
  }

  private func encode(_ name: String, _ options: [String], seconds: Double, rate: Int) throws {
    let source = "sine=frequency=440:duration=\(seconds):sample_rate=\(rate)"
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", "2", "-ar", "\(rate)"] + options
        + [sandbox.file(name).shown])
  }

  @Test(
    arguments: [
      ("a.wma", ["-c:a", "wmav2"]), ("b.wma", ["-c:a", "wmav1"]), ("a.mka", ["-c:a", "aac"]),
      ("b.mka", ["-c:a", "libvorbis"]), ("c.mka", ["-c:a", "ac3"]), ("a.m4a", ["-c:a", "aac"]),
      ("a.spx", ["-c:a", "libspeex", "-ar", "16000"]), ("a.aac", ["-c:a", "aac"]),
      ("a.caf", ["-c:a", "alac"]), ("b.wav", ["-c:a", "adpcm_ms"]),
      ("a.wav", ["-c:a", "gsm_ms", "-ac", "1", "-ar", "8000"]),
    ], [5.294, 1.1])
  func encodedLengthEqualsPlayedLength(_ file: (name: String, options: [String]), seconds: Double) throws {
    try encode(file.name, file.options, seconds: seconds, rate: 44_100)
    try expectPlayed(file.name)
  }

  /// The frames of noise are larger than those of silence, and ADTS states no length.
  @Test func indexAndPlayerHaveTheLengthOfVariableRateThatIsPlayed() throws {
    try FileBytes.makeFolder(sandbox.file("Music"))
    let source = "anoisesrc=duration=2:sample_rate=44100,apad=pad_dur=28"
    let path = sandbox.file("Music/a.aac").shown
    try Tool.run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-c:a", "aac", path])
    let told = try expectPlayed("Music/a.aac")
    #expect(abs(told - 30) < 0.1)
    let player = try RemotePlayer(sandbox, "Music/a.aac")
    var answer: [String] = []
    try Wait.until("the length of the track that plays", told: { "\(answer)" }) {
      answer = try RemoteTestClient(player.socket).answer(to: "status")
      let length = answer.first { $0.hasPrefix("duration: ") }?.dropFirst("duration: ".count)
      return length.flatMap { Double($0) }.map { abs($0 - told) < 0.002 } ?? false
    }
    _ = try player.quit()
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    #expect(abs(try duration(["query", "--json", "codec:=aac"]) - told) < 0.002)
  }

  /// FFmpeg states the frames of a mean packet.
  @Test(arguments: [44_100, 48_000]) func flacInCAFLengthEqualsPlayedLength(rate: Int) throws {
    try encode("a.flac", ["-c:a", "flac"], seconds: 1.1, rate: rate)
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", sandbox.file("a.flac").shown, "-c:a", "copy", sandbox.file("b.caf").shown])
    #expect(try expectPlayed("b.caf") == 1.1)
  }

  /// The header of Matroska states the length of the longest stream.
  @Test(arguments: ["libvorbis", "libopus"]) func firstStreamOfTwoInMatroskaHasItsOwnLength(codec: String)
    throws
  {
    let sources = [3, 7].flatMap {
      ["-f", "lavfi", "-i", "sine=frequency=440:duration=\($0):sample_rate=48000"]
    }
    let maps = ["-map", "0", "-map", "1", "-c:a", codec, sandbox.file("a.mka").shown]
    try Tool.run("ffmpeg", ["-v", "error", "-y"] + sources + maps)
    #expect(abs(try expectPlayed("a.mka") - 3) < 0.05)
  }

  @Test func opusInWebMLengthEqualsPlayedLength() throws {
    try encode("a.webm", ["-c:a", "libopus"], seconds: 5.294, rate: 48_000)
    #expect(try expectPlayed("a.webm") == 5.294)
  }

  @Test func oggOfTwoLinksAndOfALatePositionHasTheLengthThatIsPlayed() throws {
    try encode("a.opus", ["-c:a", "libopus"], seconds: 1.1, rate: 48_000)
    try encode("a.ogg", ["-c:a", "libvorbis"], seconds: 2.2, rate: 44_100)
    let first = try FileBytes.read(sandbox.file("a.opus"), limit: 1 << 24)
    let second = try FileBytes.read(sandbox.file("a.ogg"), limit: 1 << 24)
    try sandbox.write(first + second, to: "b.opus")
    #expect(abs(try expectPlayed("b.opus") - 3.3) < 0.01)
    var late = OggBytes(first)
    late.shift(by: 36_000 * 48_000)
    try sandbox.write(late.bytes, to: "c.opus")
    #expect(try expectPlayed("c.opus") == 1.1)
    late = OggBytes(second)
    late.shift(by: 36_000 * 44_100)
    try sandbox.write(late.bytes, to: "c.ogg")
    #expect(abs(try expectPlayed("c.ogg") - 2.2) < 0.05)
  }

  /// Without an edit list, the tag iTunSMPB has the length.
  @Test func iTunSMPBTagGivesTheLengthWithoutAnEditList() throws {
    // The title has the size of the item that replaces it: 48 bytes more than the words.
    let words = " 00000000 00000400 000000C0 000000000000B068 00000000"
    let title = String(repeating: "x", count: words.utf8.count + 48)
    try encode("a.m4a", ["-c:a", "aac", "-metadata", "title=\(title)"], seconds: 1.024, rate: 44_100)
    var file = try FileBytes.read(sandbox.file("a.m4a"), limit: 1 << 24)
    let edits = try #require(file.firstRange(of: Array("edts".utf8)))
    file.replaceSubrange(edits, with: Array("free".utf8))
    let item = try #require(file.firstRange(of: [0xA9] + Array("nam".utf8)))
    let mean = box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
    let names = mean + box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
    let tag = Array("----".utf8) + names + box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(words.utf8))
    file.replaceSubrange(item.lowerBound..<(item.lowerBound + tag.count), with: tag)
    try sandbox.write(file, to: "b.m4a")
    let told = try expectPlayed("b.m4a")
    #expect(abs(told - 45_160.0 / 44_100) < 0.001)
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(name.utf8) + content
  }

  @Test func dsfLengthEqualsPlayedLength() throws {
    let samples = 2_822_400 + 12_344
    let blocks = (samples / 8 + 4_095) / 4_096
    let sound = [UInt8](repeating: 0x69, count: blocks * 4_096 * 2)
    let numbers = [1, 0, 2, 2, 2_822_400, 1].flatMap { little($0, 4) }
    let format = numbers + little(samples, 8) + little(4_096, 4) + little(0, 4)
    var file = Array("DSD ".utf8) + little(28, 8) + little(92 + sound.count, 8) + little(0, 8)
    file += Array("fmt ".utf8) + little(52, 8) + format
    file += Array("data".utf8) + little(12 + sound.count, 8) + sound
    try sandbox.write(file, to: "a.dsf")
    try expectPlayed("a.dsf")
  }

  @Test func dsdiffLengthEqualsPlayedLength() throws {
    let chunk = { (name: String, content: [UInt8]) in
      Array(name.utf8) + big(content.count, 8) + content + (content.count % 2 == 1 ? [0] : [])
    }
    var properties = Array("SND ".utf8) + chunk("FS  ", big(2_822_400, 4))
    properties += chunk("CHNL", [0, 2] + Array("SLFTSRGT".utf8))
    properties += chunk("CMPR", Array("DSD ".utf8) + [14] + Array("not compressed".utf8))
    var body = Array("DSD ".utf8) + chunk("FVER", big(0x0105_0000, 4)) + chunk("PROP", properties)
    body += chunk("DSD ", [UInt8](repeating: 0x69, count: 2 * (352_800 + 1_543)))
    try sandbox.write(chunk("FRM8", body), to: "a.dff")
    try expectPlayed("a.dff")
  }

  @Test(.enabled(if: hasModules, "FFmpeg has no libopenmpt")) func moduleLengthEqualsPlayedLength() throws {
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    var file = Array("Song".utf8) + zeros(16)
    file += Array("sample".utf8) + zeros(16) + [0, 64, 0, 64, 0, 0, 0, 1]
    for _ in 1..<31 { file += zeros(29) + [1] }
    file += [1, 127] + zeros(128) + Array("M.K.".utf8)
    // One note, then a pattern break after 48 rows.
    var pattern = zeros(1_024)
    pattern.replaceSubrange(0..<4, with: [0x01, 0xAC, 0x10, 0])
    pattern[47 * 16 + 2] = 0x0D
    file += pattern + (0..<128).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try sandbox.write(file, to: "a.mod")
    #expect(try expectPlayed("a.mod") > 5)
  }

  private func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }
}

private let hasModules =
  Tool.isCI
  || (try? Tool.capture("ffmpeg", ["-hide_banner", "-demuxers"]).text.contains("libopenmpt")) == true
