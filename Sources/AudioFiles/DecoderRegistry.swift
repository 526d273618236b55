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
    return try DecoderRegistry.decoder(for: FileContent(of: window.file), window)
  }

  private static func decoder(
    for content: FileContent, _ window: FileWindow
  ) throws(FileError) -> any AudioDecoder {
    let start = content.start
    if start > 0 { window.narrow(to: [start..<window.fileSize]) }
    switch content.kind {
    case .mpeg, .adts: return try framed(content, window)
    case .wav, .bw64, .rf64, .waveBigEndian, .wave64, .aiff, .caf, .au:
      // Tags before a chunked file are rare: what its header claims is then left to the library.
      return try start > 0 ? sampled(content.kind, window, nil) : chunked(content.kind, window)
    case .flac: return try flac(window, start)
    case .oggVorbis, .oggOpus, .oggFLAC, .oggSpeex, .otherOgg: return try ogg(window, start)
    default: return try foreign(content.kind, window)
    }
  }
}

extension DecoderRegistry {
  private static func framed(
    _ content: FileContent, _ window: FileWindow
  ) throws(FileError) -> any AudioDecoder {
    guard let stream = content.frames else { throw FileError(.notAudio, window.subject) }
    window.narrow(to: [stream.range])
    return try stream.isADTS ? foreign(.adts, window) : MPG123Decoder(window, stream)
  }

  private static func foreign(_ kind: FileKind, _ window: FileWindow) throws(FileError) -> any AudioDecoder {
    // AC-3 has no tags of its own; FFmpeg takes those behind it for damage.
    if [.ac3, .eac3].contains(kind) {
      let start = window.fileSize - window.length
      let end = try FileTags.startOfTrailingTags(of: window.file, in: start..<window.fileSize)
      window.narrow(to: [start..<end])
    }
    guard let format = FFmpegFormat(kind) else { throw FileError(.unsupported, window.subject) }
    return try FFmpegDecoder(window, format)
  }

  private static func chunked(_ kind: FileKind, _ window: FileWindow) throws(FileError) -> any AudioDecoder {
    // libsndfile knows BW64 by its older name alone.
    if kind == .bw64 { window.patch(at: 0, with: Array("RF64".utf8)) }
    let chunk = try SoundChunk(of: window.file, kind: kind)
    // MPEG audio in a WAV: layers I and II, layer III.
    if let chunk, [0x50, 0x55].contains(chunk.formatTag) {
      let size = min(chunk.claimedBytes ?? window.fileSize, window.fileSize)
      let end = min(chunk.start + size, window.fileSize)
      guard chunk.start < end, let stream = try MPEGStream(in: chunk.start..<end, of: window.file),
        !stream.isADTS
      else {
        throw FileError(.damaged, window.subject, detail: "no MPEG frames in the data chunk")
      }
      window.narrow(to: [stream.range])
      return try MPG123Decoder(window, stream)
    }
    return try sampled(kind, window, chunk)
  }

  private static func sampled(
    _ kind: FileKind, _ window: FileWindow, _ chunk: SoundChunk?
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
      guard error.code == .unsupported, let foreign = FFmpegFormat(kind) else { throw error }
      return try FFmpegDecoder(window, foreign)
    }
  }

  private static func flac(_ window: FileWindow, _ start: Int) throws(FileError) -> any AudioDecoder {
    try window.admitFLACDepth(streamInfo: start + 8)
    return try SndfileDecoder(window, SndfileDecoder.Source(kind: .flac))
  }

  private static func ogg(_ window: FileWindow, _ start: Int) throws(FileError) -> any AudioDecoder {
    let head = try window.bytes(at: start, count: 512)
    let kind = FileKind.firstOggStream(head.span)
    switch kind {
    case .oggVorbis: return try VorbisDecoder(window, isCut: try window.oggEnd() == nil)
    case .oggOpus:
      let isCut = try window.oggEnd() == nil
      return try SndfileDecoder(window, SndfileDecoder.Source(kind: .oggOpus, isCut: isCut))
    case .oggFLAC: return try oggFLAC(window, start)
    default: return try foreign(kind, window)
    }
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
