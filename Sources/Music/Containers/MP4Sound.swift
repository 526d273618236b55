import AudioBase
import SystemBase

/// Reads the properties of the sound of an MP4 file (ISO 14496-12), for codecs that TagLib does not read.
package enum MP4Sound {
  /// Returns the properties of the first audio track.
  ///
  /// - Throws: `notAudio` if the file has no audio track, `damaged` if its index is missing.
  package static func stream(of file: borrowing RegularFile) throws(FileError) -> SoundProperties {
    guard let movie = try file.box("moov", in: 0..<file.size) else {
      throw FileError(.damaged, file.subject, detail: "no moov atom")
    }
    guard let track = try file.soundTracks(in: movie.content).first else {
      throw FileError(.notAudio, file.subject, detail: "no track of sound")
    }
    return try stream(of: file, media: track.media)
  }

  /// Returns the range of the sound: the largest of the boxes with media data.
  package static func data(of file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    let data = try file.boxes(in: 0..<file.size).filter { $0.name == "mdat" }
    return data.map(\.content).max { $0.count < $1.count } ?? 0..<file.size
  }

  private static func stream(
    of file: borrowing RegularFile, media: Range<Int>
  ) throws(FileError) -> SoundProperties {
    var stream = SoundProperties()
    if let table = try file.box("minf", "stbl", "stsd", in: media)?.content {
      let entry = try file.read(at: table.lowerBound + 8, count: min(table.count, 4_096))
      stream.codec = entry.span.big(4, 4).flatMap { AudioCodec.fourLetters(UInt32($0)) }
      if let found = configuration(entry.span) { stream.codec = found.codec }
      // For AAC the entry always states 2 channels; the configuration has the number.
      stream.channels = aacChannels(entry.span) ?? entry.span.big(24, 2)
      stream.bitsPerSample = entry.span.big(26, 2)
      stream.sampleRate = entry.span.big(32, 2)
    }
    if let header = try file.box("mdhd", in: media)?.content {
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

/// The start and the length of the sound of an MPEG-4 file, from its tables.
///
/// FFmpeg ends the sound at the end of the edit list, which is in units of the movie, often milliseconds, so
/// that some samples would be lost. Source: ISO/IEC 14496-12, sections 8.2.2, 8.4.2, 8.6.1.2, 8.6.6.
package struct MP4Timing {
  /// The time units of the media per second.
  package private(set) var mediaScale = 0
  private var movieScale = 0
  /// The duration of all packets in units of the media.
  private var packets = 0
  /// The edits that are not empty: their duration in units of the movie, their start in units of the media.
  private var edits: [(duration: Int, start: Int)] = []

  package var hasEdit: Bool { !edits.isEmpty }

  /// The start of the sound in units of the media.
  package var start: Int { edits.first?.start ?? 0 }

  /// The duration of the sound in units of the media; nil if the tables do not contain it.
  package var length: Int? {
    guard packets > start else { return nil }
    guard let edit = edits.first, edit.duration > 0 else { return packets - start }
    let (scaled, overflow) = edit.duration.multipliedReportingOverflow(by: mediaScale)
    guard !overflow else { return packets - start }
    let duration = scaled / movieScale
    // A difference of less than one unit of the movie is a rounding error: the edit ends with the packets.
    return packets - start - duration <= mediaScale / movieScale + 1 ? packets - start : duration
  }
}

extension MP4Timing {
  /// Reads the tables; fails for several edits, or invalid tables.
  ///
  /// - Parameter soundTrack: the index of the audio track; nil: the only one, or the mix of stems. Fails for several others.
  package init?(_ file: borrowing RegularFile, soundTrack: Int? = nil) throws(FileError) {
    guard let movie = try file.box("moov", in: 0..<file.size)?.content else { return nil }
    if let header = try file.box("mvhd", in: movie) {
      movieScale = try MP4Timing.scale(file, header)
    }
    let tracks = try file.soundTracks(in: movie)
    var index = soundTrack ?? 0
    if soundTrack == nil, tracks.count != 1 {
      guard let mix = try MP4Stems.mix(of: file) else { return nil }
      index = mix
    }
    guard tracks.indices.contains(index) else { return nil }
    try readTrack(file, tracks[index].track, tracks[index].media)
    guard mediaScale > 0, movieScale > 0, edits.count <= 1 else { return nil }
  }

  private mutating func readTrack(
    _ file: borrowing RegularFile, _ track: Range<Int>, _ media: Range<Int>
  ) throws(FileError) {
    if let header = try file.box("mdhd", in: media) {
      mediaScale = try MP4Timing.scale(file, header)
    }
    if let table = try file.box("minf", "stbl", "stts", in: media) {
      packets = try MP4Timing.sum(file, table)
    }
    if let list = try file.box("edts", "elst", in: track) {
      edits = try MP4Timing.edits(file, list)
    }
  }

  /// Reads the time scale of `mvhd` or `mdhd`, which follows the version and two dates.
  private static func scale(_ file: borrowing RegularFile, _ box: MP4Box) throws(FileError) -> Int {
    let bytes = try file.read(at: box.content.lowerBound, count: 24)
    return bytes.span.big(bytes.first == 1 ? 20 : 12, 4) ?? 0
  }

  /// Returns the duration of all packets by the table `stts`.
  private static func sum(_ file: borrowing RegularFile, _ box: MP4Box) throws(FileError) -> Int {
    let bytes = try file.read(at: box.content.lowerBound, count: min(box.content.count, 1 << 24))
    let count = min(bytes.span.big(4, 4) ?? 0, max(bytes.count - 8, 0) / 8)
    return (0..<count).reduce(0) { sum, index in
      let packets = bytes.span.big(8 + 8 * index, 4) ?? 0
      return sum &+ packets &* (bytes.span.big(12 + 8 * index, 4) ?? 0)
    }
  }

  private static func edits(
    _ file: borrowing RegularFile, _ box: MP4Box
  ) throws(FileError) -> [(duration: Int, start: Int)] {
    let bytes = try file.read(at: box.content.lowerBound, count: min(box.content.count, 1 << 16))
    let width = bytes.first == 1 ? 8 : 4
    let count = min(bytes.span.big(4, 4) ?? 0, max(bytes.count - 8, 0) / (2 * width + 4))
    return (0..<count).compactMap { index in
      let offset = 8 + index * (2 * width + 4)
      let start = bytes.span.big(offset + width, width) ?? 0
      // All ones mark an empty edit.
      let isEmpty = width == 4 ? start == 0xFFFF_FFFF : start < 0
      return isEmpty ? nil : (bytes.span.big(offset, width) ?? 0, start)
    }
  }
}
