import CFFmpeg
import Containers
import SystemBase

/// The one owner of a decoder of FFmpeg; the raw pointer never leaves it.
struct FFmpegHandle: ~Copyable {
  private let raw: OpaquePointer
  /// What the library reads through; it lives as long as the handle does.
  private let window: FileWindow
  private var frame = drumdub_ffmpeg_frame()

  /// What a container says of the stream; unknown numbers are 0.
  struct Stream {
    var codec: String
    /// Seconds a unit of the stream's time, as a fraction.
    var timeBase: (numerator: Int, denominator: Int)
    /// In those units.
    var duration: Int?
    var microseconds: Int?
    var hertz: Int
    var channels: Int
    /// Whether the file holds nothing but this stream.
    var isAlone: Bool
    var extra: [UInt8]
    var gaplessNote: String?
  }

  /// Decoded frames, which the handle holds until the next come.
  struct Decoded {
    var count: Int
    var hertz: Int
    var channels: Int
    /// In units of the stream's time.
    var time: Int?
    /// Frames that are no part of the sound.
    var skipStart: Int
    var skipEnd: Int
  }

  enum Outcome {
    case decoded(Decoded)
    case ended
    case failed(String)
  }

  /// - Parameter options: the demuxer's, as "name=value:name=value".
  /// - Throws: `unsupported`, `damaged`, `notAudio`, `readFailed`.
  init(reading window: FileWindow, demuxer: String, options: String? = nil) throws(FileError) {
    var source = FFmpegHandle.source(window)
    var error: Int32 = 0
    var call: UnsafePointer<CChar>?
    let opened = drumdub_ffmpeg_open(&source, demuxer, options, &error, &call)
    guard let opened else {
      try window.checkReading()
      throw FFmpegHandle.failure(error, call.map { String(cString: $0) } ?? "", window.subject)
    }
    raw = opened
    self.window = window
  }

  deinit { drumdub_ffmpeg_close(raw) }

  var stream: Stream {
    let said = drumdub_ffmpeg_describe(raw)
    return Stream(
      codec: said.codec.map { String(cString: $0) } ?? "",
      timeBase: (max(Int(said.time_numerator), 1), max(Int(said.time_denominator), 1)),
      duration: FFmpegHandle.known(said.duration), microseconds: FFmpegHandle.known(said.microseconds),
      hertz: Int(said.sample_rate), channels: Int(said.channels), isAlone: said.streams == 1,
      extra: Array(UnsafeBufferPointer(start: said.extra, count: max(Int(said.extra_size), 0))),
      gaplessNote: said.gapless_note.map { String(cString: $0) })
  }

  /// What the file says of itself, then what the stream does.
  var tags: [(name: String, value: String)] {
    var tags: [(name: String, value: String)] = []
    var (name, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    while drumdub_ffmpeg_tag(raw, Int32(tags.count), &name, &value) != 0, let name, let value {
      tags.append((String(cString: name), String(cString: value)))
    }
    return tags
  }

  /// Decodes the next frames.
  ///
  /// - Returns: what came, and how many packets before it could not be decoded.
  mutating func decode() throws(FileError) -> (Outcome, lost: Int) {
    let result = drumdub_ffmpeg_decode(raw, &frame)
    try window.checkReading()
    let lost = Int(frame.lost)
    guard result > 0 else {
      return (result == 0 ? .ended : .failed(FFmpegLibrary.words(result)), lost)
    }
    let count = Int(frame.count)
    let decoded = Decoded(
      count: count, hertz: Int(frame.sample_rate), channels: Int(frame.channels),
      time: FFmpegHandle.known(frame.time),
      skipStart: frame.is_discarded != 0 ? count : max(Int(frame.skip_start), 0),
      skipEnd: min(max(Int(frame.skip_end), 0), count))
    return (.decoded(decoded), lost)
  }

  /// Goes to the last packet that begins at a time or before.
  ///
  /// - Returns: whether the container could.
  func seek(to time: Int) throws(FileError) -> Bool {
    let result = drumdub_ffmpeg_seek(raw, Int64(time))
    try window.checkReading()
    return result >= 0
  }

  /// Goes to the packet at an offset of the window.
  func seek(toByte offset: Int) throws(FileError) -> Bool {
    let result = drumdub_ffmpeg_seek_byte(raw, Int64(offset))
    try window.checkReading()
    return result >= 0
  }

  /// The offset of the next packet, which is passed over; nil at the end.
  func nextPacket() throws(FileError) -> Int? {
    var offset: Int64 = -1
    let result = drumdub_ffmpeg_next_packet(raw, &offset)
    try window.checkReading()
    return result > 0 ? Int(offset) : nil
  }

  private static func known(_ time: Int64) -> Int? { time == Int64.min ? nil : Int(time) }

  private static func failure(_ error: Int32, _ call: String, _ subject: String) -> FileError {
    // A film without sound, or a picture.
    if error == drumdub_ffmpeg_no_stream { return FileError(.notAudio, subject) }
    let detail = "\(call): \(FFmpegLibrary.words(error))"
    let isKnown = !["av_find_input_format", "av_find_best_stream", "avcodec_open2"].contains(call)
    return FileError(isKnown ? .damaged : .unsupported, subject, detail: detail)
  }
}

extension FFmpegHandle {
  /// Makes interleaved float of the frames decoded last.
  ///
  /// - Returns: whether it could: not for samples wider than 32 bits.
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
      context: Unmanaged.passUnretained(window).toOpaque(),
      read: { context, buffer, size in
        guard let buffer, let window = windowBehind(context) else { return -1 }
        return window.read(buffer, count: size)
      },
      seek: { context, offset, whence in
        Int64(windowBehind(context)?.seek(to: Int(offset), from: whence) ?? -1)
      },
      size: Int64(window.length))
  }
}

private func windowBehind(_ context: UnsafeMutableRawPointer?) -> FileWindow? {
  context.map { Unmanaged<FileWindow>.fromOpaque($0).takeUnretainedValue() }
}
