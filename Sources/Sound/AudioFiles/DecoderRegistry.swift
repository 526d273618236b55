import AudioBase
import Containers
import SystemBase

/// Opens sound files by their content; names are ignored.
package struct DecoderRegistry: DecoderOpening {
  /// What is kept of the files of servers.
  private let files: RemoteFiles

  package init(files: RemoteFiles = RemoteFiles()) { self.files = files }

  /// Opens a file with the decoder of its content.
  ///
  /// - Throws: `notFound`, `notPermitted`, `isDirectory`, `empty`, `notAudio`, `unsupported`, `damaged`,
  ///   `readFailed`.
  package func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    try DecoderRegistry.decoder(FileWindow(opening: path))
  }

  package func open(_ path: FilePath, soundTrack: Int) throws(FileError) -> sending any AudioDecoder {
    try DecoderRegistry.decoder(FileWindow(opening: path), soundTrack: soundTrack)
  }

  package func soundTracks(of path: FilePath) throws(FileError) -> SoundTracks? {
    let window = try FileWindow(opening: path)
    guard window.fileSize > 0 else { throw FileError(.empty, window.subject) }
    let kind = try FileContent(of: window.file).kind
    guard kind.hasSoundTracks, let format = FFmpegFormat(kind) else { return nil }
    let handle = try FFmpegPlan(window, format).open(window)
    var names = handle.soundTrackNames
    guard names.count > 1 else { return nil }
    let stems = kind == .mp4 ? try MP4Stems.names(of: window.file) : nil
    for (index, name) in (stems ?? []).prefix(names.count - 1).enumerated() where !name.isEmpty {
      names[index + 1] = name
    }
    return SoundTracks(names: names, main: handle.stream.soundTrack, areStems: stems != nil)
  }

  package func receive(
    _ address: StreamAddress, onChange: @escaping @Sendable () -> Void
  ) throws(FileError) -> sending any StreamDecoder {
    NetworkDecoder(address, files: files, onChange: onChange)
  }

  /// Opens the whole file of a window. Throws as `open`.
  static func decoder(_ window: FileWindow, soundTrack: Int? = nil) throws(FileError) -> any AudioDecoder {
    guard window.fileSize > 0 else { throw FileError(.empty, window.subject) }
    return try decoder(for: FileContent(of: window.file), window, soundTrack)
  }

  private static func decoder(
    for content: FileContent, _ window: FileWindow, _ soundTrack: Int?
  ) throws(FileError) -> any AudioDecoder {
    guard soundTrack == nil || content.kind.hasSoundTracks else {
      throw FileError(.unsupported, window.subject, detail: "it has only one sound track")
    }
    let start = content.start
    if start > 0 { window.narrow(to: [start..<window.fileSize]) }
    switch content.kind {
    case .mpeg, .adts: return try framed(content, window)
    case .wav, .bw64, .rf64, .waveBigEndian, .wave64, .aiff, .caf, .au:
      // Tags before a file of chunks are rare; the library then determines the length.
      return try start > 0 ? sampled(content.kind, window, nil) : chunked(content.kind, window)
    case .flac: return try flac(window, start)
    case .oggVorbis, .oggOpus, .oggFLAC, .oggSpeex, .otherOgg: return try ogg(window, start)
    case .asf, .matroska, .musepack8:
      let note = try content.kind == .musepack8 ? GaplessNote(ofMusepack: window.file, start: start) : nil
      return try foreign(
        content.kind, window, isCut: content.damage(of: window.file) != nil, note: note,
        soundTrack: soundTrack)
    default: return try foreign(content.kind, window, soundTrack: soundTrack)
    }
  }
}

extension DecoderRegistry {
  private static func framed(
    _ content: FileContent, _ window: FileWindow
  ) throws(FileError) -> any AudioDecoder {
    guard let stream = content.frames else { throw FileError(.notAudio, window.subject) }
    window.narrow(to: [stream.range])
    let note = try stream.gaplessNote(of: window.file)
    return try stream.isADTS ? foreign(.adts, window, note: note) : MPG123Decoder(window, stream, note)
  }

  private static func foreign(
    _ kind: FileKind, _ window: FileWindow, isCut: Bool = false, note: GaplessNote? = nil,
    soundTrack: Int? = nil
  ) throws(FileError) -> any AudioDecoder {
    // FFmpeg reports tags after AC-3 as damage.
    if [.ac3, .eac3].contains(kind) {
      let start = window.fileSize - window.length
      let end = try FileTags.startOfTrailingTags(of: window.file, in: start..<window.fileSize)
      window.narrow(to: [start..<end])
    }
    guard let format = FFmpegFormat(kind) else { throw FileError(.unsupported, window.subject) }
    return try FFmpegDecoder(window, format, isCut: isCut, note: note, soundTrack: soundTrack)
  }

  private static func chunked(_ kind: FileKind, _ window: FileWindow) throws(FileError) -> any AudioDecoder {
    // libsndfile accepts BW64 only under its older name.
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
    if let essentials = chunk?.essentials { window.narrow(to: essentials) }
    if let chunk, chunk.isCut(fileSize: window.fileSize) {
      source.isCut = true
      source.claimedLength = chunk.claimedFrames
    }
    if let correction = chunk?.wideSamples { window.patch(at: correction.offset, with: correction.bytes) }
    if let correction = chunk?.correction { window.patch(at: correction.offset, with: correction.bytes) }
    do throws(FileError) {
      return try SndfileDecoder(window, source)
    } catch {
      // The container has a codec that libsndfile does not support.
      guard error.code == .unsupported, let foreign = FFmpegFormat(kind) else { throw error }
      return try FFmpegDecoder(window, foreign)
    }
  }

  private static func flac(_ window: FileWindow, _ start: Int) throws(FileError) -> any AudioDecoder {
    guard try window.admitFLACDepth(streamInfo: start + 8) else {
      return try FFmpegDecoder(window, .flacOfOddDepth)
    }
    return try SndfileDecoder(window, SndfileDecoder.Source(kind: .flac))
  }

  private static func ogg(_ window: FileWindow, _ start: Int) throws(FileError) -> any AudioDecoder {
    let links = try window.oggLinks(from: start)
    if links.count > 1 { return try ChainedDecoder(window, links) }
    return try oggLink(window, start..<window.fileSize)
  }

  /// Opens the Ogg stream in a range of the file, to which the window is limited.
  static func oggLink(_ window: FileWindow, _ range: Range<Int>) throws(FileError) -> any AudioDecoder {
    let head = try window.bytes(at: range.lowerBound, count: 512)
    let kind = FileKind.firstOggStream(head.span)
    let isCut = try window.oggEnd(in: range) == nil
    switch kind {
    case .oggVorbis:
      try window.markOggEnd(in: range)
      return try VorbisDecoder(window, isCut: isCut)
    case .oggOpus:
      guard try window.admitOpus(in: range) else {
        return try FFmpegDecoder(window, .opusOfWrongPositions, isCut: isCut)
      }
      return try SndfileDecoder(window, SndfileDecoder.Source(kind: .oggOpus, isCut: isCut))
    case .oggFLAC: return try oggFLAC(window, range)
    default: return try foreign(kind, window)
    }
  }

  /// Opens FLAC in Ogg pages as plain FLAC, because libsndfile does not read Ogg FLAC through callbacks. The first packet
  /// has nine bytes before the FLAC header (https://xiph.org/flac/ogg_mapping.html).
  private static func oggFLAC(_ window: FileWindow, _ range: Range<Int>) throws(FileError)
    -> any AudioDecoder
  {
    var bodies = try window.oggBodies(in: range)
    guard let first = bodies.first, first.count >= 9 + 8 + 34 else {
      throw FileError(.damaged, window.subject, detail: "no FLAC header in the first page")
    }
    bodies[0] = first.lowerBound + 9..<first.upperBound
    window.narrow(to: bodies)
    let length = try window.oggFLACLength(in: range)
    try window.fillFLACLength(streamInfo: first.lowerBound + 9 + 8, length)
    guard try window.admitFLACDepth(streamInfo: first.lowerBound + 9 + 8) else {
      return try FFmpegDecoder(window, .flacOfOddDepth, isCut: length == nil)
    }
    return try SndfileDecoder(window, SndfileDecoder.Source(kind: .oggFLAC, isCut: length == nil))
  }
}

extension FileWindow {
  /// Presents FLAC of 12 and 20 bits as 24 bits: libsndfile opens only 8, 16 and 24 bits, but decodes by the depth in
  /// each frame. Frames have no code for other depths (RFC 9639, sections 8.2 and 9.1.4).
  ///
  /// - Returns: whether libsndfile can decode the depth.
  /// - Throws: `unsupported` for more than 24 bits, `damaged` if there is no stream information.
  fileprivate func admitFLACDepth(streamInfo offset: Int) throws(FileError) -> Bool {
    let bytes = try bytes(at: offset + 12, count: 2)
    guard bytes.count == 2 else { throw FileError(.damaged, subject, detail: "no FLAC stream information") }
    let depth = (Int(bytes[0] & 1) << 4 | Int(bytes[1] >> 4)) + 1
    guard depth <= 24 else {
      throw FileError(.unsupported, subject, detail: "FLAC of \(depth) bits a sample; up to 24 are read")
    }
    if [8, 16, 24].contains(depth) { return true }
    guard [12, 20].contains(depth) else { return false }
    patch(at: offset + 12, with: [bytes[0] | 1, bytes[1] & 0x0F | 0x70])
    return true
  }

  /// Adds the length to stream information without one, which encoders write to pipes.
  fileprivate func fillFLACLength(streamInfo offset: Int, _ frames: Int64?) throws(FileError) {
    let bytes = try bytes(at: offset + 13, count: 5)
    guard let frames, frames > 0, let low = UInt32(exactly: frames), bytes.count == 5, bytes[0] & 0x0F == 0,
      bytes[1...].allSatisfy({ $0 == 0 })
    else { return }
    patch(at: offset + 14, with: withUnsafeBytes(of: low.bigEndian) { Array($0) })
  }
}

extension FileKind {
  /// Whether a file may have several sound tracks that can be decoded.
  fileprivate var hasSoundTracks: Bool { self == .mp4 || self == .matroska }
}

extension StreamFormat {
  /// The largest accepted number of channels; more are a damaged header.
  private static let mostChannels = 64

  /// Creates a format from the numbers of a header.
  ///
  /// - Throws: `damaged` for an impossible sample rate or number of channels.
  init(checkedRate hertz: Int, channels: Int, length: Int?, _ subject: String) throws(FileError) {
    guard SampleRate.playable.contains(hertz) else {
      throw FileError(.damaged, subject, detail: "a sample rate of \(hertz) Hz")
    }
    guard (1...StreamFormat.mostChannels).contains(channels) else {
      throw FileError(.damaged, subject, detail: "\(channels) channels")
    }
    self.init(
      sampleRate: SampleRate(hertz), channels: channels, length: length.map { FrameCount($0) })
  }
}
