import AudioBase
import SystemBase

/// Reads the headers of kinds that TagLib does not support.
package enum StreamHeader {
  /// Reads an ADTS stream, which states no length: counts its frames. The duration excludes the priming and padding in
  /// iTunes' comment.
  package static func adts(
    _ file: borrowing RegularFile, _ content: FileContent
  ) throws(FileError) -> SoundProperties {
    var stream = SoundProperties()
    guard let frames = content.frames else { return stream }
    stream.codec = .aac
    (stream.sampleRate, stream.channels) = (frames.first.sampleRate, frames.first.channels)
    let all = try frames.countFrames(of: file) * frames.first.samples
    let seconds = Double(all) / Double(frames.first.sampleRate)
    stream.setBitrate(bytes: Double(frames.range.count), seconds: seconds)
    let note = try frames.gaplessNote(of: file)
    let length = note.flatMap { $0.fits(streamOf: all) ? min($0.frames, all - $0.priming) : nil } ?? all
    stream.setDuration(frames: Double(length), rate: frames.first.sampleRate)
    return stream
  }

  /// Reads the header of an AU file (Sun, NeXT) in either byte order.
  package static func au(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    let header = try file.read(at: 0, count: 24)
    var stream = SoundProperties()
    guard header.count == 24 else { return stream }
    let layout = ChunkLayout.au(header)
    let fields = (0..<6).map { layout.number(header, 4, at: $0 * 4) }
    let (data, length, code) = (fields[1], fields[2], fields[3])
    let bits = [1: 8, 2: 8, 3: 16, 4: 24, 5: 32, 6: 32, 7: 64, 27: 8][code]
    stream.codec = code == 1 ? .mulaw : code == 27 ? .alaw : (2...7).contains(code) ? .pcm : nil
    (stream.sampleRate, stream.channels) = (fields[4], fields[5])
    // All ones: the length was not known when the header was written.
    let bytes = min(length == 0xFFFF_FFFF ? Int.max : length, max(file.size - data, 0))
    stream.setPacked(bytes: bytes, bits: bits)
    return stream
  }

  /// Reads the header of a DSF file (Sony, version 1.01), which has one bit for each sample.
  package static func dsf(_ file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    let header = try file.read(at: 0, count: 80)
    var stream = SoundProperties()
    guard header.span.has("fmt ", at: 28), let channels = header.span.little(52, 4),
      let rate = header.span.little(56, 4), let bits = header.span.little(60, 4),
      let samples = header.span.little(64, 7)
    else { return stream }
    stream.codec = .dsd
    stream.sampleRate = rate
    stream.channels = channels
    stream.bitsPerSample = bits
    stream.setDuration(frames: Double(samples), rate: rate)
    stream.bitrate = stream.packedBitrate
    return stream
  }
}

extension StreamHeader {
  /// Returns the offset of the ID3v2 tag of a DSDIFF file (Philips, version 1.5), which is in a chunk after the sound; nil
  /// if there is none.
  package static func dsdiffTag(_ file: borrowing RegularFile) throws(FileError) -> Int? {
    var offset = 16
    for _ in 0..<64 {
      let head = try file.read(at: offset, count: 12)
      guard head.count == 12, let size = head.span.big(5, 7) else { return nil }
      if head.span.has("ID3 ") { return offset + 12 }
      offset += 12 + size + size % 2
    }
    return nil
  }
}

extension SoundProperties {
  /// Sets the duration, rounded to the millisecond.
  package mutating func setDuration(frames: Double, rate: Int) {
    guard rate > 0 else { return }
    duration = (frames / Double(rate) * 1_000).rounded() / 1_000
  }

  mutating func setBitrate(bytes: Double, seconds: Double) {
    guard seconds > 0 else { return }
    bitrate = Int((bytes * 8 / seconds).rounded())
  }

  /// Sets bitrate and duration of samples of a fixed size.
  mutating func setPacked(bytes: Int, bits: Int?) {
    bitsPerSample = bits
    guard let packedBitrate else { return }
    bitrate = packedBitrate
    setDuration(bytes: bytes)
  }

  /// Sets the duration of samples with a constant bit rate.
  mutating func setDuration(bytes: Int) {
    guard let bitrate, bitrate > 0 else { return }
    duration = (Double(bytes) * 8 / Double(bitrate) * 1_000).rounded() / 1_000
  }
}

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
    stream.setDuration(bytes: try SoundChunk(of: file, kind: kind)?.content.count ?? 0)
    return stream
  }

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
    if bytes.span.has("ima4", at: 18) {
      // Packets of 34 bytes for 64 samples (Apple, "QuickTime File Format Specification", IMA 4:1).
      let frames = Double(max(content - 8, 0) / max(34 * channels, 1) * 64)
      stream.setDuration(frames: frames, rate: rate)
      stream.setBitrate(bytes: Double(content), seconds: stream.duration ?? 0)
    } else {
      stream.setPacked(bytes: max(content - 8, 0), bits: bits)
    }
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
    } else if let rate = stream.sampleRate {
      let stated = chunks["pakt"].map { $0.head.span.big(8, 8) ?? 0 }
      let packets = try CAFPackets(chunks, file)
      let found = try packets?.frames(stream.codec, perPacket: framesPerPacket, rate: rate, file)
      if let frames = found ?? stated {
        stream.setDuration(frames: Double(frames), rate: rate)
        stream.setBitrate(bytes: Double(length), seconds: stream.duration ?? 0)
      }
    }
    return stream
  }

  /// Returns the frames of FLAC or Opus in a CAF file by its packets, since FFmpeg states those of a mean packet; nil for other
  /// codecs.
  package static func packetFramesOfCAF(_ file: borrowing RegularFile) throws(FileError) -> Int? {
    let stream = try caf(file)
    guard let codec = stream.codec, [.flac, .opus].contains(codec), let rate = stream.sampleRate else {
      return nil
    }
    let packets = try CAFPackets(ChunkReader.all(of: file, .caf), file)
    return try packets?.frames(codec, perPacket: 0, rate: rate, file)
  }
}

extension SoundProperties {
  /// Reads the content of a chunk `fmt ` (Microsoft's WAVEFORMATEXTENSIBLE).
  fileprivate mutating func setWave(_ format: [UInt8], _ layout: ChunkLayout) {
    guard format.count >= 16 else { return }
    codec = AudioCodec.wave[UInt32(layout.waveTag(format))]
    channels = layout.number(format, 2, at: 2)
    sampleRate = layout.number(format, 4, at: 4)
    bitrate = layout.number(format, 4, at: 8) * 8
    bitsPerSample = layout.number(format, 2, at: 14)
  }
}
