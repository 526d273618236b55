import AudioBase
import SystemBase

extension StreamHeader {
  /// Reads the header of a WAVE file, or an RF64 file with 64-bit lengths (EBU Tech 3306).
  package static func wave(
    _ file: borrowing RegularFile, kind: FileKind
  ) throws(FileError) -> SoundProperties {
    var stream = SoundProperties()
    guard let layout = kind.chunkLayout else { return stream }
    let chunks = try ChunkReader.all(of: file, layout)
    guard let format = chunks["fmt "] else { return stream }
    stream.setWave(format.head, layout)
    // The size of the samples that exist, not of those that the header claims.
    stream.setWaveLength(try SoundChunk(of: file, kind: kind)?.content.count ?? 0)
    return stream
  }

  /// Reads the header of an AIFF or AIFF-C file.
  package static func aiff(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    var stream = SoundProperties()
    let chunks = try ChunkReader.all(of: file, .aiff)
    guard let bytes = chunks["COMM"]?.head, let channels = bytes.span.big(0, 2),
      let bits = bytes.span.big(6, 2), let exponent = bytes.span.big(8, 2),
      let mantissa = bytes.span.big(10, 4)
    else { return stream }
    // An 80-bit float: an exponent with a bias of 16,383 and a mantissa of 64 bits, the highest of which is 1.
    let rate = (0...31).contains(exponent - 16_383) ? mantissa >> (31 - (exponent - 16_383)) : 0
    stream.codec = bytes.span.big(18, 4).map { AudioCodec.fourLetters(UInt32($0)) } ?? .pcm
    (stream.sampleRate, stream.channels) = (rate, channels)
    let content = try SoundChunk(of: file, kind: .aiff)?.content.count ?? 0
    stream.setPacked(bytes: max(content - 8, 0), bits: bits)
    return stream
  }
}

extension StreamHeader {
  /// Reads the header of a CAF file (Apple's Core Audio Format).
  package static func caf(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    let chunks = try ChunkReader.all(of: file, .caf)
    var stream = SoundProperties()
    guard let bytes = chunks["desc"]?.head else { return stream }
    guard let high = bytes.span.big(0, 4), let low = bytes.span.big(4, 4), let letters = bytes.span.big(8, 4),
      let framesPerPacket = bytes.span.big(20, 4), let channels = bytes.span.big(24, 4),
      let bits = bytes.span.big(28, 4)
    else { return stream }
    let rate = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    stream.sampleRate = rate >= 1 && rate < 10e6 ? Int(rate) : nil
    stream.channels = channels
    stream.codec = AudioCodec.fourLetters(UInt32(letters))
    stream.bitsPerSample = bits > 0 ? bits : nil
    let claim = chunks["data"]?.size ?? 0
    let length = claim < 0 ? file.size : min(claim, file.size)
    if framesPerPacket == 1 {
      stream.setPacked(bytes: max(length - 4, 0), bits: bits)
    } else if let table = chunks["pakt"], let rate = stream.sampleRate {
      stream.setDuration(frames: Double(table.head.span.big(8, 8) ?? 0), rate: rate)
      stream.setBitrate(bytes: Double(length), seconds: stream.duration ?? 0)
    }
    return stream
  }
}

extension SoundProperties {
  /// Reads the content of a chunk `fmt ` (Microsoft's WAVEFORMATEXTENSIBLE).
  fileprivate mutating func setWave(_ format: [UInt8], _ layout: ChunkLayout) {
    guard format.count >= 16 else { return }
    codec = AudioCodec.wave(UInt32(layout.waveTag(format)))
    channels = layout.number(format, 2, at: 2)
    sampleRate = layout.number(format, 4, at: 4)
    bitrate = layout.number(format, 4, at: 8) * 8
    bitsPerSample = layout.number(format, 2, at: 14)
  }

  fileprivate mutating func setWaveLength(_ bytes: Int) {
    guard let bitrate, bitrate > 0 else { return }
    duration = (Double(bytes) * 8 / Double(bitrate) * 1_000).rounded() / 1_000
  }
}
