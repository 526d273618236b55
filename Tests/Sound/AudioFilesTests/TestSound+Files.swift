import SystemBase
import TestSupport

extension TestSound {
  func pcm(bigEndian: Bool = false) -> [UInt8] {
    let ordered = bigEndian ? samples.map(\.bigEndian) : samples
    return ordered.withUnsafeBytes { Array($0) }
  }

  /// - Parameters:
  ///   - mask: of speakers; nil makes a plain header without one.
  ///   - validBits: more than 16 make samples of 24 bits.
  ///   - dataSize: a wrong size for the header.
  func wav(
    mask: UInt32? = nil, validBits: Int = 16, riffSize: UInt32? = nil, dataSize: UInt32? = nil
  ) -> [UInt8] {
    let pcm = validBits > 16 ? samples.flatMap { [0] + bytes($0) } : pcm()
    let format = waveFormat(mask: mask, validBits: validBits)
    let whole = UInt32(4 + 8 + format.count + 8 + pcm.count)
    return ascii("RIFF") + bytes(riffSize ?? whole) + ascii("WAVE")
      + ascii("fmt ") + bytes(UInt32(format.count)) + format
      + ascii("data") + bytes(dataSize ?? UInt32(pcm.count)) + pcm
  }

  /// These samples as 32-bit float.
  func floatWAV(_ floats: [Float]) -> [UInt8] {
    let data = floats.withUnsafeBytes { Array($0) }
    let format =
      bytes(UInt16(3)) + bytes(UInt16(channels)) + bytes(UInt32(rate)) + bytes(UInt32(rate * channels * 4))
      + bytes(UInt16(channels * 4)) + bytes(UInt16(32))
    return ascii("RIFF") + bytes(UInt32(4 + 8 + format.count + 8 + data.count)) + ascii("WAVE")
      + ascii("fmt ") + bytes(UInt32(format.count)) + format
      + ascii("data") + bytes(UInt32(data.count)) + data
  }

  func rf64(magic: String = "RF64") -> [UInt8] {
    let pcm = pcm()
    let format = waveFormat(mask: nil)
    let sizes =
      bytes(UInt64(72 + format.count + pcm.count)) + bytes(UInt64(pcm.count)) + bytes(UInt64(frames))
      + bytes(UInt32(0))
    return ascii(magic) + bytes(UInt32.max) + ascii("WAVE")
      + ascii("ds64") + bytes(UInt32(sizes.count)) + sizes
      + ascii("fmt ") + bytes(UInt32(format.count)) + format
      + ascii("data") + bytes(UInt32.max) + pcm
  }

  func caf() -> [UInt8] {
    let pcm = pcm(bigEndian: true)
    let description =
      bytes(Double(rate).bitPattern.bigEndian) + ascii("lpcm") + bytes(UInt32(0))
      + bytes(UInt32(2 * channels).bigEndian)
      + bytes(UInt32(1).bigEndian) + bytes(UInt32(channels).bigEndian) + bytes(UInt32(16).bigEndian)
    return ascii("caff") + [0, 1, 0, 0] + ascii("desc") + bytes(UInt64(32).bigEndian) + description
      + ascii("data") + bytes(UInt64(4 + pcm.count).bigEndian) + bytes(UInt32(0)) + pcm
  }

  /// Writes it as WAV and has a program make another file of that.
  ///
  /// - Parameter arguments: `IN` and `OUT` stand for the paths.
  func made(in folder: TemporaryFolder, _ name: String, by tool: String, _ arguments: [String]) throws
    -> FilePath
  {
    let source = try folder.write(wav(mask: TestSound.masks[channels]), to: "source-of-\(name).wav")
    let target = folder.file(name)
    try Tool.run(tool, arguments.map { $0 == "IN" ? source.shown : $0 == "OUT" ? target.shown : $0 })
    return target
  }

  func flac(in folder: TemporaryFolder, _ name: String = "sound.flac", _ options: [String] = []) throws
    -> FilePath
  {
    try made(in: folder, name, by: "flac", ["-s", "-f"] + options + ["-o", "OUT", "IN"])
  }

  func vorbis(in folder: TemporaryFolder, _ name: String = "sound.ogg", _ options: [String] = []) throws
    -> FilePath
  {
    try made(in: folder, name, by: "oggenc", ["-Q", "-q", "6"] + options + ["-o", "OUT", "IN"])
  }

  func opus(in folder: TemporaryFolder, _ name: String = "sound.opus", _ options: [String] = []) throws
    -> FilePath
  {
    try made(in: folder, name, by: "opusenc", ["--quiet", "--bitrate", "192"] + options + ["IN", "OUT"])
  }

  func mp3(in folder: TemporaryFolder, _ name: String = "sound.mp3", _ options: [String] = []) throws
    -> FilePath
  {
    try made(in: folder, name, by: "lame", ["--quiet"] + options + ["IN", "OUT"])
  }

  /// The usual speakers for a number of channels (Microsoft's `ksmedia.h`).
  private static let masks: [Int: UInt32] = [
    3: 0x7, 4: 0x33, 5: 0x37, 6: 0x3F, 7: 0x70F, 8: 0x63F,
  ]

  private func waveFormat(mask: UInt32?, validBits: Int = 16) -> [UInt8] {
    let tag: UInt16 = mask == nil ? 1 : 0xFFFE
    let width = validBits > 16 ? 3 : 2
    let common =
      bytes(tag) + bytes(UInt16(channels)) + bytes(UInt32(rate)) + bytes(UInt32(rate * channels * width))
      + bytes(UInt16(channels * width)) + bytes(UInt16(8 * width))
    guard let mask else { return common }
    let pcmFormat: [UInt8] = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    return common + bytes(UInt16(22)) + bytes(UInt16(validBits)) + bytes(mask) + pcmFormat
  }
}

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The bytes in memory, which are little-endian.
func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
