import AudioBase
import CFFmpeg
import Containers
import Glibc
import SystemBase

/// Owns a decoder of FFmpeg. The raw pointer is not exposed.
struct FFmpegHandle: ~Copyable {
  private let raw: OpaquePointer
  /// The file that the library reads, or the limit of its waiting for the network; they must live as long as the
  /// handle.
  private let window: FileWindow?
  private let watch: NetworkWatch?
  private var frame = drumdub_ffmpeg_frame()

  /// The properties of the stream in its container; unknown numbers are 0.
  struct Stream {
    var codec: String
    /// The time base in seconds, as a fraction.
    var timeBase: (numerator: Int, denominator: Int)
    /// The duration in units of the time base.
    var duration: Int?
    /// The duration of the file; in Matroska of several streams, that of this one if a tag states it.
    var microseconds: Int?
    var hertz: Int
    var channels: Int
    /// The number of frames before the sound as the container states them.
    var priming: Int
    /// Whether the file holds nothing but this stream and attachments.
    var isAlone: Bool
    /// The index among the sound tracks of the file.
    var soundTrack: Int
    var extra: [UInt8]
    var gaplessNote: String?
  }

  /// Decoded frames, valid until the next are decoded.
  struct Decoded {
    var count: Int
    var hertz: Int
    var channels: Int
    /// The time in units of the time base.
    var time: Int?
    /// The number of frames at both ends that are not part of the sound.
    var skipStart: Int
    var skipEnd: Int
  }

  enum Outcome {
    case decoded(Decoded)
    case ended
    case failed
  }

  /// Opens a file with a demuxer and its options, as "name=value:name=value", to be decoded or for `chapters`, `tags` and
  /// `picture` alone. Throws
  /// `unsupported`, `damaged`, `notAudio`, `readFailed`.
  ///
  /// - Parameter soundTrack: the index of the sound track that is decoded; nil: FFmpeg chooses one.
  init(
    reading window: FileWindow, demuxer: String, options: String? = nil, soundTrack: Int? = nil,
    forChapters: Bool = false
  ) throws(FileError) {
    var source = FFmpegHandle.source(window)
    var error: Int32 = 0
    var call: UnsafePointer<CChar>?
    let track = forChapters ? DRUMDUB_FFMPEG_NO_TRACK : soundTrack ?? DRUMDUB_FFMPEG_BEST_TRACK
    guard let opened = drumdub_ffmpeg_open(&source, demuxer, options, Int32(track), &error, &call) else {
      try window.checkReading()
      throw FFmpegHandle.failure(error, call.map { String(cString: $0) } ?? "", window.subject)
    }
    raw = opened
    self.window = window
    watch = nil
  }

  /// Opens an address; waits for the network as long as the watch permits.
  init(_ address: StreamAddress, _ watch: NetworkWatch) throws(NetworkFailure) {
    var error: Int32 = 0
    var call: UnsafePointer<CChar>?
    guard let opened = drumdub_ffmpeg_open_address(address.text, watch.raw, &error, &call) else {
      throw NetworkFailure(error, isOpening: call.map { String(cString: $0) } == "avformat_open_input")
    }
    raw = opened
    window = nil
    self.watch = watch
  }

  deinit { drumdub_ffmpeg_close(raw) }

  var stream: Stream {
    let found = drumdub_ffmpeg_describe(raw)
    let own = found.streams > 1 ? found.duration_tag.flatMap { FFmpegHandle.microseconds($0) } : nil
    let microseconds = FFmpegHandle.known(found.microseconds)
    return Stream(
      codec: found.codec.map { String(cString: $0) } ?? "",
      timeBase: (max(Int(found.time_numerator), 1), max(Int(found.time_denominator), 1)),
      duration: FFmpegHandle.known(found.duration),
      microseconds: microseconds.map { min(own ?? $0, $0) } ?? own,
      hertz: Int(found.sample_rate), channels: Int(found.channels), priming: max(Int(found.priming), 0),
      isAlone: found.streams == 1, soundTrack: Int(found.sound_track),
      extra: Array(UnsafeBufferPointer(start: found.extra, count: max(Int(found.extra_size), 0))),
      gaplessNote: found.gapless_note.map { String(cString: $0) })
  }

  /// The tags of the file, then those of the stream.
  var tags: [(name: String, value: String)] {
    var tags: [(name: String, value: String)] = []
    var (name, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    while drumdub_ffmpeg_tag(raw, Int32(tags.count), &name, &value) != 0, let name, let value {
      tags.append((String(cString: name), FFmpegHandle.text(value)))
    }
    return tags
  }

  /// The names of the sound tracks in their order; an empty one for a track without a name.
  var soundTrackNames: [String] {
    var names: [String] = []
    var name: UnsafePointer<CChar>?
    while drumdub_ffmpeg_sound_track(raw, Int32(names.count), &name) != 0 {
      names.append(name.map(FFmpegHandle.text) ?? "")
    }
    return names
  }

  /// The first picture in the tags; nil without one.
  var picture: [UInt8]? {
    var size: Int32 = 0
    return drumdub_ffmpeg_picture(raw, &size).map { Array(UnsafeBufferPointer(start: $0, count: Int(size))) }
  }

  /// Returns the first chapters in the order of the file.
  func chapters(atMost limit: Int) -> [Chapter] {
    var chapters: [Chapter] = []
    var (start, title): (Double, UnsafePointer<CChar>?) = (0, nil)
    while chapters.count < limit, drumdub_ffmpeg_chapter(raw, Int32(chapters.count), &start, &title) != 0 {
      chapters.append(Chapter(start: start, title: title.map(FFmpegHandle.text)))
    }
    return chapters
  }

  /// Decodes the next frames. Returns the outcome, and the number of packets before it that could not be decoded.
  mutating func decode() throws(FileError) -> (Outcome, lost: Int) {
    let result = try checked(drumdub_ffmpeg_decode(raw, &frame))
    let lost = Int(frame.lost)
    guard result > 0 else { return (result == 0 ? .ended : .failed, lost) }
    let count = Int(frame.count)
    let decoded = Decoded(
      count: count, hertz: Int(frame.sample_rate), channels: Int(frame.channels),
      time: FFmpegHandle.known(frame.time),
      skipStart: frame.is_discarded != 0 ? count : max(Int(frame.skip_start), 0),
      skipEnd: min(max(Int(frame.skip_end), 0), count))
    return (.decoded(decoded), lost)
  }

  /// Seeks to the last packet at or before a time. Returns whether the seek succeeded.
  func seek(to time: Int) throws(FileError) -> Bool {
    try checked(drumdub_ffmpeg_seek(raw, Int64(time), 0)) >= 0
  }

  /// Seeks to the packet at an offset of the window.
  func seek(toByte offset: Int) throws(FileError) -> Bool {
    try checked(drumdub_ffmpeg_seek(raw, Int64(offset), 1)) >= 0
  }

  /// Skips the next packet and returns its offset; nil at the end.
  func nextPacket() throws(FileError) -> Int? {
    var offset: Int64 = -1
    return try checked(drumdub_ffmpeg_next_packet(raw, &offset)) > 0 ? Int(offset) : nil
  }

  /// Returns a result; throws if the file could not be read.
  private func checked(_ result: Int32) throws(FileError) -> Int32 {
    try window?.checkReading()
    return result
  }

  /// Parses a time, `00:03:25.124000000`; nil for 0 and other texts.
  private static func microseconds(_ text: UnsafePointer<CChar>) -> Int? {
    let parts = String(cString: text).split(separator: ":", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      case let time = hours * 3_600 + minutes * 60 + seconds, time > 0, time < 1e9
    else { return nil }
    return Int(time * 1e6)
  }

  /// Decodes a value as UTF-8, or as Latin-1 if it is not valid UTF-8.
  private static func text(_ value: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: value) { return text }
    let bytes = UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func known(_ time: Int64) -> Int? { time == Int64.min ? nil : Int(time) }

  private static func failure(_ error: Int32, _ call: String, _ subject: String) -> FileError {
    // A video without sound, or a picture.
    if error == drumdub_ffmpeg_no_stream { return FileError(.notAudio, subject) }
    let isKnown = !["av_find_input_format", "av_find_best_stream", "avcodec_open2"].contains(call)
    if isKnown { return FileError(.damaged, subject) }
    return FileError(.unsupported, subject, detail: "\(call): \(FFmpegLibrary.message(error))")
  }
}

extension FFmpegHandle {
  /// The size of the content in bytes; nil if it is unknown.
  var networkSize: Int? {
    let size = drumdub_ffmpeg_size(raw)
    return size >= 0 ? Int(size) : nil
  }

  /// Returns whether tags have changed since the last call.
  mutating func hasNewTags() -> Bool { drumdub_ffmpeg_has_new_tags(raw) != 0 }

  /// The reason for the end of the stream; nil at the end of the content.
  var networkFailure: NetworkFailure? {
    let error = drumdub_ffmpeg_reading_error(raw)
    return error == 0 ? nil : NetworkFailure(error, isOpening: false)
  }
}

extension FFmpegHandle {
  /// Converts the last decoded frames to interleaved float. Returns false for samples of more than 32 bits, which are
  /// not supported.
  func copy(_ range: Range<Int>, into target: UnsafeMutablePointer<Float>) -> Bool {
    switch frame.samples {
    case DRUMDUB_SAMPLES_U8: copy(range, into: target) { (Float($0 as UInt8) - 128) / 128 }
    case DRUMDUB_SAMPLES_S16: copy(range, into: target) { Float($0 as Int16) / 32_768 }
    case DRUMDUB_SAMPLES_S32: copy(range, into: target) { Float($0 as Int32) / 2_147_483_648 }
    case DRUMDUB_SAMPLES_FLOAT: copy(range, into: target) { $0 as Float }
    case DRUMDUB_SAMPLES_DOUBLE: copy(range, into: target) { Float($0 as Double) }
    default: return false
    }
    return true
  }

  @inline(__always)
  private func copy<Sample>(
    _ range: Range<Int>, into target: UnsafeMutablePointer<Float>, _ convert: (Sample) -> Float
  ) {
    let channels = Int(frame.channels)
    if frame.is_planar == 0 {
      guard let plane: UnsafePointer<Sample> = plane(0) else { return }
      let start = plane + range.lowerBound * channels
      for index in 0..<range.count * channels { target[index] = convert(start[index]) }
      return
    }
    for channel in 0..<channels {
      guard let plane: UnsafePointer<Sample> = plane(channel) else { continue }
      let start = plane + range.lowerBound
      for index in 0..<range.count { target[index * channels + channel] = convert(start[index]) }
    }
  }

  private func plane<Sample>(_ index: Int) -> UnsafePointer<Sample>? {
    frame.planes?[index].map { UnsafeRawPointer($0).assumingMemoryBound(to: Sample.self) }
  }

  private static func source(_ window: FileWindow) -> drumdub_ffmpeg_source {
    drumdub_ffmpeg_source(
      context: window.context,
      read: { context, buffer, size in
        guard let buffer, let window = FileWindow.from(context) else { return -1 }
        return window.read(buffer, count: size)
      },
      seek: { context, offset, whence in
        Int64(FileWindow.from(context)?.seek(to: Int(offset), from: whence) ?? -1)
      },
      size: Int64(window.length))
  }
}
