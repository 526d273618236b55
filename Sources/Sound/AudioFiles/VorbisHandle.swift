import CVorbis
import Containers
import Glibc
import SystemBase

/// Owns an `OggVorbis_File`. The raw pointer is not exposed.
struct VorbisHandle: ~Copyable {
  private let raw: UnsafeMutablePointer<OggVorbis_File>
  /// The file that the library reads; it must live as long as the handle.
  private let window: FileWindow

  /// Opens a file with vorbisfile. Throws `notAudio`, `damaged`, `readFailed`.
  init(reading window: FileWindow) throws(FileError) {
    raw = try VorbisHandle.opened(window)
    self.window = window
  }

  deinit {
    ov_clear(raw)
    raw.deallocate()
  }

  private static func opened(
    _ window: FileWindow
  ) throws(FileError) -> UnsafeMutablePointer<OggVorbis_File> {
    let raw = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    raw.initialize(to: OggVorbis_File())
    let callbacks = ov_callbacks(
      read_func: vorbisRead, seek_func: vorbisSeek, close_func: nil, tell_func: vorbisTell)
    let result = ov_open_callbacks(window.context, raw, nil, 0, callbacks)
    guard result != 0 else { return raw }
    raw.deallocate()
    try window.checkReading()
    throw FileError(.damaged, window.subject)
  }

  /// The rate and channels of the current stream; a file may contain several, one after the other.
  var format: (hertz: Int, channels: Int) {
    guard let info = ov_info(raw, -1) else { return (0, 0) }
    return (info.pointee.rate, Int(info.pointee.channels))
  }

  /// The length of all streams in frames; nil if it is unknown.
  var length: Int? {
    let length = Int(ov_pcm_total(raw, -1))
    return length >= 0 ? length : nil
  }

  /// Decodes frames and passes them to `body`, one buffer for each channel. Skips gaps in the stream. Returns the
  /// number of frames; 0 at the end.
  func read(
    upTo frames: Int,
    _ body: (_ channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, _ frames: Int) -> Void
  ) throws(FileError) -> Int {
    var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    var part: Int32 = 0
    var got = Int(OV_HOLE)
    while got == Int(OV_HOLE) { got = ov_read_float(raw, &planes, Int32(clamping: frames), &part) }
    try window.checkReading()
    guard got >= 0 else {
      throw FileError(.damaged, window.subject, detail: "ov_read_float: \(VorbisHandle.message(got))")
    }
    if got > 0, let planes { body(planes, got) }
    return got
  }

  /// Seeks to a frame within the length. The seek is exact.
  func seek(to frame: Int) throws(FileError) {
    let result = Int(ov_pcm_seek(raw, ogg_int64_t(frame)))
    try window.checkReading()
    guard result == 0 else {
      throw FileError(.damaged, window.subject, detail: "ov_pcm_seek: \(VorbisHandle.message(result))")
    }
  }

  /// Returns a message for an error of the library, which has only numbers.
  private static func message(_ result: Int) -> String {
    switch Int32(result) {
    case OV_ENOTVORBIS: "not Vorbis"
    case OV_EVERSION: "unknown version"
    case OV_EBADHEADER: "bad header"
    case OV_EBADLINK: "bad link"
    case OV_EBADPACKET: "bad packet"
    default: "error \(result)"
    }
  }
}

/// Reads like `fread`; sets `errno` on failure.
private func vorbisRead(
  _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let buffer, size > 0, let window = FileWindow.from(context) else { return 0 }
  errno = 0
  return max(window.read(buffer, count: size * count), 0) / size
}

private func vorbisSeek(_ context: UnsafeMutableRawPointer?, _ offset: ogg_int64_t, _ whence: Int32) -> Int32
{
  (FileWindow.from(context)?.seek(to: Int(offset), from: whence) ?? -1) < 0 ? -1 : 0
}

private func vorbisTell(_ context: UnsafeMutableRawPointer?) -> Int { FileWindow.from(context)?.tell ?? -1 }
