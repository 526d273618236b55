import CMPG123
import Containers
import Glibc
import SystemBase

/// Owns a `mpg123_handle`. The raw pointer is not exposed.
struct MPG123Handle: ~Copyable {
  private let raw: OpaquePointer
  /// The file that the library reads; it must live as long as the handle.
  private let window: FileWindow

  struct Format: Equatable {
    var hertz: Int
    var channels: Int
  }

  enum Outcome: Equatable {
    case decoded
    /// The sample rate or channels change after this frame.
    case newFormat(Format)
    /// At the end, or if no further frame was found within the search limit.
    case ended
  }

  /// Opens a window on MPEG frames. Throws `damaged` if they cannot be read.
  init(reading window: FileWindow) throws(FileError) {
    raw = try MPG123Handle.opened(window)
    self.window = window
  }

  deinit { mpg123_delete(raw) }

  /// The number of bytes that are searched for the next frame.
  private static let resyncLimit = 65_536

  /// The number of frames decoded before the target of a seek. A frame of layer III may use up to 511 bytes before it,
  /// which are 24 frames at 8 kbit/s.
  private static let reservoirFrames = 32

  /// Returns the format of the first frame and fixes it for the output; other channel counts are converted.
  func start() throws(FileError) -> Format {
    let format = try currentFormat()
    try checked(mpg123_format_none(raw), "mpg123_format_none")
    for hertz in MPG123Handle.rates {
      try checked(
        mpg123_format2(raw, hertz, Int32(format.channels), Int32(MPG123_ENC_FLOAT_32.rawValue)),
        "mpg123_format2")
    }
    return format
  }

  private static let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

  private func currentFormat() throws(FileError) -> Format {
    var hertz = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    try checked(mpg123_getformat(raw, &hertz, &channels, &encoding), "mpg123_getformat")
    return Format(hertz: hertz, channels: Int(channels))
  }

  /// Decodes into a buffer. Returns the number of samples, and the outcome.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> (samples: Int, Outcome) {
    var bytes = 0
    let size = buffer.count * MemoryLayout<Float>.size
    let result = mpg123_read(raw, buffer.baseAddress, size, &bytes)
    try window.checkReading()
    let samples = bytes / MemoryLayout<Float>.size
    switch result {
    case Int32(MPG123_OK.rawValue): return (samples, .decoded)
    case Int32(MPG123_NEW_FORMAT.rawValue): return (samples, .newFormat(try currentFormat()))
    default: return (samples, .ended)
    }
  }

  /// Scans the whole stream, so that length and seeks are exact.
  func scan() throws(FileError) {
    // Bytes after the last frame end the scan with an error; the result is valid.
    mpg123_scan(raw)
    try window.checkReading()
  }

  /// The length in frames: by the header or, after a scan, exact.
  var length: Int? {
    let length = Int(mpg123_length(raw))
    return length >= 0 ? length : nil
  }

  /// Seeks to a frame. Returns the frame reached; nil past the last one.
  func seek(to frame: Int) throws(FileError) -> Int? {
    let reached = Int(mpg123_seek(raw, off_t(frame), SEEK_SET))
    try window.checkReading()
    return reached >= 0 ? reached : nil
  }

  /// The offset of the last decoded frame in the window.
  var lastFrameOffset: Int { Int(mpg123_framepos(raw)) }

  private func checked(_ result: Int32, _ call: String) throws(FileError) {
    try MPG123Handle.checked(raw, result, call, window)
  }
}

extension MPG123Handle {
  private static func opened(_ window: FileWindow) throws(FileError) -> OpaquePointer {
    var failure: Int32 = 0
    guard let raw = mpg123_new(nil, &failure) else {
      let message = String(cString: mpg123_plain_strerror(failure))
      throw FileError(.unsupported, window.subject, detail: "mpg123_new: \(message)")
    }
    do throws(FileError) {
      try setUp(raw, window)
      try checked(
        raw, mpg123_replace_reader_handle(raw, readMore, goTo, nil), "mpg123_replace_reader_handle", window)
      let context = window.context
      try checked(raw, mpg123_open_handle(raw, context), "mpg123_open_handle", window)
      return raw
    } catch {
      mpg123_delete(raw)
      throw error
    }
  }

  /// Sets the options: no output, which would damage the screen; no fuzzy seeks, which are not exact; no resampling, so
  /// that a changed rate is reported.
  private static func setUp(_ raw: OpaquePointer, _ window: FileWindow) throws(FileError) {
    let wanted = [MPG123_QUIET, MPG123_GAPLESS, MPG123_FORCE_FLOAT, MPG123_SKIP_ID3V2]
    let unwanted = [MPG123_FUZZY, MPG123_AUTO_RESAMPLE]
    func set(_ parameter: mpg123_parms, _ value: Int) throws(FileError) {
      try checked(raw, mpg123_param2(raw, Int32(parameter.rawValue), value, 0), "mpg123_param2", window)
    }
    try set(MPG123_ADD_FLAGS, Int(wanted.reduce(0) { $0 | $1.rawValue }))
    try set(MPG123_REMOVE_FLAGS, Int(unwanted.reduce(0) { $0 | $1.rawValue }))
    try set(MPG123_VERBOSE, 0)
    try set(MPG123_RESYNC_LIMIT, resyncLimit)
    try set(MPG123_PREFRAMES, reservoirFrames)
  }

  private static func checked(
    _ raw: OpaquePointer, _ result: Int32, _ call: String, _ window: FileWindow
  ) throws(FileError) {
    guard result != Int32(MPG123_OK.rawValue) else { return }
    try window.checkReading()
    let message = String(cString: mpg123_strerror(raw))
    throw FileError(.damaged, window.subject, detail: "\(call): \(message)")
  }
}

private func readMore(_ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  guard let buffer, let window = FileWindow.from(context) else { return -1 }
  return window.read(buffer, count: count)
}

private func goTo(_ context: UnsafeMutableRawPointer?, _ offset: off_t, _ whence: Int32) -> off_t {
  FileWindow.from(context)?.seek(to: offset, from: whence) ?? -1
}
