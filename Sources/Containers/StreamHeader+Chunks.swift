import AudioBase
import SystemBase

/// The kinds that are a row of chunks.
extension StreamHeader {
  /// RIFF with 64-bit lengths (EBU Tech 3306).
  package static func rf64(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    let chunks = try chunks(of: file, from: 12, style: .riff)
    var stream = SoundProperties()
    guard let format = chunks["fmt "] else { return stream }
    let bytes = try file.read(at: format.start, count: 40)
    stream.setWave(bytes.span)
    var length = chunks["data"]?.length ?? 0
    if length == 0xFFFF_FFFF, let sizes = chunks["ds64"] {
      let bytes = try file.read(at: sizes.start, count: 16)
      length = bytes.span.little(8, 7) ?? 0
    }
    stream.setWaveLength(min(length, file.size))
    return stream
  }

  /// Sony Wave64: names of 16 bytes, lengths with the chunk's header.
  package static func wave64(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    let chunks = try chunks(of: file, from: 40, style: .wave64)
    var stream = SoundProperties()
    guard let format = chunks["fmt "] else { return stream }
    let bytes = try file.read(at: format.start, count: 40)
    stream.setWave(bytes.span)
    stream.setWaveLength(min(chunks["data"]?.length ?? 0, file.size))
    return stream
  }
}

extension StreamHeader {
  /// Apple's Core Audio Format.
  package static func caf(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    let chunks = try chunks(of: file, from: 8, style: .caf)
    var stream = SoundProperties()
    guard let description = chunks["desc"] else { return stream }
    let bytes = try file.read(at: description.start, count: 32)
    guard let high = bytes.span.big(0, 4), let low = bytes.span.big(4, 4), let letters = bytes.span.big(8, 4),
      let framesPerPacket = bytes.span.big(20, 4), let channels = bytes.span.big(24, 4),
      let bits = bytes.span.big(28, 4)
    else { return stream }
    let rate = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    stream.sampleRate = rate >= 1 && rate < 10e6 ? Int(rate) : nil
    stream.channels = channels
    stream.codec = AudioCodec.fourLetters(UInt32(letters))
    stream.bitsPerSample = bits > 0 ? bits : nil
    let length = min(chunks["data"]?.length ?? 0, file.size)
    if framesPerPacket == 1 {
      stream.setPacked(bytes: max(length - 4, 0), bits: bits)
    } else if let table = chunks["pakt"], let rate = stream.sampleRate {
      let bytes = try file.read(at: table.start, count: 16)
      stream.setDuration(frames: Double(bytes.span.big(9, 7) ?? 0), rate: rate)
      stream.setBitrate(bytes: Double(length), seconds: stream.duration ?? 0)
    }
    return stream
  }

  private enum ChunkStyle { case riff, wave64, caf }

  /// The first chunk of each name, by its first four letters; the walk is bounded.
  private static func chunks(
    of file: borrowing RegularFile, from start: Int, style: ChunkStyle
  ) throws(FileError) -> [String: (start: Int, length: Int)] {
    var found: [String: (start: Int, length: Int)] = [:]
    var offset = start
    for _ in 0..<1_000 {
      let bytes = try file.read(at: offset, count: 24)
      guard let (header, length) = measure(bytes.span, style) else { break }
      let name = String(decoding: bytes[..<4], as: UTF8.self)
      if found[name] == nil { found[name] = (offset + header, length) }
      // Lengths have at most seven bytes: the sum cannot overflow.
      let end = offset + header + length
      offset = style == .riff ? end + (end & 1) : style == .wave64 ? (end + 7) & ~7 : end
    }
    return found
  }

  private static func measure(_ bytes: Span<UInt8>, _ style: ChunkStyle) -> (header: Int, length: Int)? {
    switch style {
    case .riff: bytes.little(4, 4).map { (8, $0) }
    case .wave64: bytes.little(16, 7).map { (24, max($0 - 24, 0)) }
    case .caf: bytes.big(5, 7).map { (12, $0) }
    }
  }
}

extension SoundProperties {
  /// The content of a chunk `fmt ` (Microsoft's WAVEFORMATEXTENSIBLE).
  fileprivate mutating func setWave(_ format: Span<UInt8>) {
    guard var tag = format.little(0, 2), let bits = format.little(14, 2) else { return }
    if tag == 0xFFFE { tag = format.little(24, 2) ?? tag }
    codec = AudioCodec.wave(UInt32(tag))
    channels = format.little(2, 2)
    sampleRate = format.little(4, 4)
    bitrate = format.little(8, 4).map { $0 * 8 }
    bitsPerSample = bits
  }

  fileprivate mutating func setWaveLength(_ bytes: Int) {
    guard let bitrate, bitrate > 0 else { return }
    duration = (Double(bytes) * 8 / Double(bitrate) * 1_000).rounded() / 1_000
  }
}
