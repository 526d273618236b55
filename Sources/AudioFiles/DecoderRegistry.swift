import AudioBase
import Containers
import SystemBase

/// Opens sound files by what they hold; their names do not matter.
package struct DecoderRegistry: DecoderOpening {
  package init() {}

  /// - Throws: `notFound`, `notPermitted`, `isDirectory`, `empty`, `notAudio`, `unsupported`, `damaged`,
  ///   `readFailed`.
  package func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    let window = try FileWindow(opening: path)
    guard window.fileSize > 0 else { throw FileError(.empty, window.subject) }
    let start = try window.endOfLeadingTags()
    guard start < window.fileSize else {
      throw FileError(.damaged, window.subject, detail: "nothing follows its tags")
    }
    if let kind = ContentKind(try window.bytes(at: start, count: 2_048)) {
      return try DecoderRegistry.decoder(for: kind, window, start)
    }
    if let kind = try window.rawStream(at: start) {
      window.narrow(to: [start..<(try window.startOfTrailingTags(before: window.fileSize))])
      return try FFmpegDecoder(window, kind)
    }
    if let stream = try window.mpegStream(in: start..<window.fileSize) {
      return try DecoderRegistry.decoder(for: stream, window)
    }
    throw FileError(.notAudio, window.subject)
  }

  private static func decoder(
    for kind: ContentKind, _ window: FileWindow, _ start: Int
  ) throws(FileError) -> any AudioDecoder {
    if start > 0 {
      window.narrow(to: [start..<window.fileSize])
      // Tags before a chunked file are nobody's habit: what its header claims is then left to the library.
      if kind.isChunked { return try sampled(kind, window, nil) }
    }
    switch kind {
    case .wave, .bw64, .rf64: return try chunked(kind, .wave, window)
    case .waveBigEndian: return try chunked(kind, .waveBigEndian, window)
    case .wave64: return try chunked(kind, .wave64, window)
    case .aiff: return try chunked(kind, .aiff, window)
    case .caf: return try chunked(kind, .caf, window)
    case .au: return try sampled(kind, window, try window.auHeader())
    case .flac: return try flac(window, start)
    case .oggVorbis: return try VorbisDecoder(window, isCut: try window.oggEnd() == nil)
    case .oggOpus:
      let isCut = try window.oggEnd() == nil
      return try SndfileDecoder(window, SndfileDecoder.Source(kind: .oggOpus, isCut: isCut))
    case .oggFLAC: return try oggFLAC(window, start)
    case .foreign(let kind): return try FFmpegDecoder(window, kind)
    }
  }
}

extension DecoderRegistry {
  private static func chunked(
    _ kind: ContentKind, _ layout: ChunkLayout, _ window: FileWindow
  ) throws(FileError) -> any AudioDecoder {
    // BW64 (ITU-R BS.2088) is RF64 by another name.
    if kind == .bw64 { window.patch(at: 0, with: Array("RF64".utf8)) }
    let chunk = try window.soundChunk(layout)
    // MPEG audio in a WAV: layers I and II, layer III.
    if let chunk, [0x50, 0x55].contains(chunk.formatTag) {
      let size = min(chunk.claimedBytes ?? window.fileSize, window.fileSize)
      let end = min(chunk.start + size, window.fileSize)
      guard chunk.start < end, let stream = try window.mpegStream(in: chunk.start..<end) else {
        throw FileError(.damaged, window.subject, detail: "no MPEG frames in the data chunk")
      }
      return try decoder(for: stream, window)
    }
    return try sampled(kind, window, chunk)
  }

  private static func sampled(
    _ kind: ContentKind, _ window: FileWindow, _ chunk: SoundChunk?
  ) throws(FileError) -> any AudioDecoder {
    var source = SndfileDecoder.Source(kind: kind)
    if let chunk, chunk.isCut(fileSize: window.fileSize) {
      source.isCut = true
      source.claimedLength = chunk.claimedFrames
    }
    if let correction = chunk?.correction { window.patch(at: correction.offset, with: correction.bytes) }
    do throws(FileError) {
      return try SndfileDecoder(window, source)
    } catch {
      // A container that holds another codec than libsndfile's.
      guard error.code == .unsupported, let foreign = kind.foreign else { throw error }
      return try FFmpegDecoder(window, foreign)
    }
  }

  private static func decoder(
    for stream: MPEGStream, _ window: FileWindow
  ) throws(FileError) -> any AudioDecoder {
    window.narrow(to: [stream.range])
    return try MPG123Decoder(window, stream)
  }

  private static func flac(_ window: FileWindow, _ start: Int) throws(FileError) -> any AudioDecoder {
    try window.admitFLACDepth(streamInfo: start + 8)
    return try SndfileDecoder(window, SndfileDecoder.Source(kind: .flac))
  }

  /// libsndfile refuses FLAC in Ogg pages when it reads through callbacks; out of them it is plain FLAC: the first
  /// packet has nine bytes of its own before it (https://xiph.org/flac/ogg_mapping.html).
  private static func oggFLAC(_ window: FileWindow, _ start: Int) throws(FileError)
    -> any AudioDecoder
  {
    var bodies = try window.oggBodies(from: start)
    guard let first = bodies.first, first.count >= 9 + 8 + 34 else {
      throw FileError(.damaged, window.subject, detail: "no FLAC header in the first page")
    }
    bodies[0] = first.lowerBound + 9..<first.upperBound
    window.narrow(to: bodies)
    try window.admitFLACDepth(streamInfo: first.lowerBound + 9 + 8)
    let end = try window.oggEnd()
    try window.fillFLACLength(streamInfo: first.lowerBound + 9 + 8, end?.granule)
    return try SndfileDecoder(window, SndfileDecoder.Source(kind: .oggFLAC, isCut: end == nil))
  }
}

extension FileWindow {
  /// libsndfile opens FLAC of 8, 16 and 24 bits only, yet decodes by what each frame says: other depths are shown
  /// to it as 24 (RFC 9639, section 8.2).
  ///
  /// - Throws: `unsupported` for more than 24 bits, `damaged` where there is no stream information.
  fileprivate func admitFLACDepth(streamInfo offset: Int) throws(FileError) {
    let bytes = try bytes(at: offset + 12, count: 2)
    guard bytes.count == 2 else { throw FileError(.damaged, subject, detail: "no FLAC stream information") }
    let depth = (Int(bytes[0] & 1) << 4 | Int(bytes[1] >> 4)) + 1
    guard depth <= 24 else {
      throw FileError(.unsupported, subject, detail: "FLAC of \(depth) bits a sample; up to 24 are read")
    }
    guard ![8, 16, 24].contains(depth) else { return }
    patch(at: offset + 12, with: [bytes[0] | 1, bytes[1] & 0x0F | 0x70])
  }

  /// Tells the length where the stream information leaves it open, as a writer does that cannot go back.
  fileprivate func fillFLACLength(streamInfo offset: Int, _ frames: Int64?) throws(FileError) {
    let bytes = try bytes(at: offset + 13, count: 5)
    guard let frames, frames > 0, let low = UInt32(exactly: frames), bytes.count == 5, bytes[0] & 0x0F == 0,
      bytes[1...].allSatisfy({ $0 == 0 })
    else { return }
    patch(at: offset + 14, with: withUnsafeBytes(of: low.bigEndian) { Array($0) })
  }
}
