import AudioBase
import SystemBase

/// Reads the properties of the sound of an MP4 file (ISO 14496-12), for codecs that TagLib does not read.
package enum MP4Sound {
  /// Returns the properties of the first audio track.
  ///
  /// - Throws: `notAudio` if the file has no audio track, `damaged` if its index is missing.
  package static func stream(of file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    guard let movie = try MP4Box.all(in: 0..<file.size, of: file).first(where: { $0.name == "moov" }) else {
      throw FileError(.damaged, file.subject, detail: "no moov atom")
    }
    for track in try MP4Box.all(in: movie.content, of: file) where track.name == "trak" {
      guard let media = try MP4Box.find(["mdia"], in: track.content, of: file)?.content,
        let handler = try MP4Box.find(["hdlr"], in: media, of: file)?.content,
        try file.read(at: handler.lowerBound, count: 12).suffix(4).elementsEqual("soun".utf8)
      else { continue }
      return try stream(of: file, media: media)
    }
    throw FileError(.notAudio, file.subject, detail: "no track of sound")
  }

  /// Returns the range of the sound: the largest of the boxes with media data.
  package static func data(of file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    let data = try MP4Box.all(in: 0..<file.size, of: file).filter { $0.name == "mdat" }
    return data.map(\.content).max { $0.count < $1.count } ?? 0..<file.size
  }

  private static func stream(
    of file: borrowing RegularFile, media: Range<Int>
  ) throws(FileError) -> SoundProperties {
    var stream = SoundProperties()
    if let table = try MP4Box.find(["minf", "stbl", "stsd"], in: media, of: file)?.content {
      let entry = try file.read(at: table.lowerBound + 8, count: min(table.count, 4_096))
      stream.codec = entry.span.big(4, 4).flatMap { AudioCodec.fourLetters(UInt32($0)) }
      if let found = configuration(entry.span) { stream.codec = found.codec }
      // For AAC the entry always states 2 channels; the configuration has the number.
      stream.channels = aacChannels(entry.span) ?? entry.span.big(24, 2)
      stream.bitsPerSample = entry.span.big(26, 2)
      stream.sampleRate = entry.span.big(32, 2)
    }
    if let header = try MP4Box.find(["mdhd"], in: media, of: file)?.content {
      let bytes = try file.read(at: header.lowerBound, count: 32)
      let isLong = bytes.first == 1
      let length = isLong ? bytes.span.big(25, 7) : bytes.span.big(16, 4)
      if let unit = bytes.span.big(isLong ? 20 : 12, 4), let length {
        stream.setDuration(frames: Double(length), rate: unit)
        // The entry has only 16 bits for the rate, too few for 96 kHz.
        if stream.codec == .flac { stream.sampleRate = unit }
      }
    }
    return stream
  }

  /// Returns the codec by the object type in the box `esds` of an entry (ISO 14496-1, table 5), and the offset after
  /// the fields of the decoder.
  private static func configuration(_ entry: Span<UInt8>) -> (codec: AudioCodec?, end: Int)? {
    guard entry.has("mp4a", at: 4),
      let atom = (36..<max(entry.count, 36)).first(where: { entry.has("esds", at: $0) })
    else { return nil }
    // The version, then descriptor 3, which contains descriptor 4, which contains the configuration in
    // descriptor 5.
    guard let stream = descriptor(3, entry, at: atom + 8), let decoder = descriptor(4, entry, at: stream + 3),
      let type = entry.byte(decoder)
    else { return nil }
    switch type {
    case 0x40, 0x66...0x68: return (.aac, decoder + 13)
    case 0x69, 0x6B: return (.mp3, decoder + 13)
    default: return (nil, decoder + 13)
    }
  }

  /// Returns the channels in the AudioSpecificConfig (ISO 14496-3, section 1.6.2.1) of an entry.
  private static func aacChannels(_ entry: Span<UInt8>) -> Int? {
    guard let found = configuration(entry), found.codec == .aac,
      let start = descriptor(5, entry, at: found.end),
      let bits = entry.big(start, 2)
    else { return nil }
    // Configurations with an explicit object type or rate have other bit positions and are not parsed.
    guard bits >> 11 != 31, bits >> 7 & 15 != 15 else { return nil }
    return [nil, 1, 2, 3, 4, 5, 6, 8, nil, nil, nil, nil, nil, nil, nil, nil][bits >> 3 & 15]
  }

  /// Returns the offset of the content of a descriptor, after a length of one to four bytes.
  private static func descriptor(_ tag: Int, _ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard bytes.byte(offset) == tag else { return nil }
    return (1...4).first { (bytes.byte(offset + $0) ?? 0) & 0x80 == 0 }.map { offset + $0 + 1 }
  }
}
