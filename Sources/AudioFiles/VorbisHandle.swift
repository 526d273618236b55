import CVorbis
import Containers
import Glibc
import SystemBase

/// The one owner of an `OggVorbis_File`; the raw pointer never leaves it.
struct VorbisHandle: ~Copyable {
  private let raw: UnsafeMutablePointer<OggVorbis_File>
  /// What the library reads through; it lives as long as the handle does.
  private let window: FileWindow

  /// - Throws: `notAudio`, `damaged`, `readFailed`.
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
    let result = ov_open_callbacks(Unmanaged.passUnretained(window).toOpaque(), raw, nil, 0, callbacks)
    guard result != 0 else { return raw }
    raw.deallocate()
    try window.checkReading()
    throw FileError(.damaged, window.subject, detail: "ov_open_callbacks: \(words(Int(result)))")
  }

  /// The rate and channels of the part being decoded: a file may be several streams, one after the other.
  var format: (hertz: Int, channels: Int) {
    guard let info = ov_info(raw, -1) else { return (0, 0) }
    return (info.pointee.rate, Int(info.pointee.channels))
  }

  /// The frames of all parts, nil where that cannot be found out.
  var length: Int? {
    let length = Int(ov_pcm_total(raw, -1))
    return length >= 0 ? length : nil
  }

  /// Decodes on and hands over what came, one buffer a channel; gaps in the stream are passed over.
  ///
  /// - Returns: the frames that `body` was given, 0 at the end.
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
      throw FileError(.damaged, window.subject, detail: "ov_read_float: \(VorbisHandle.words(got))")
    }
    if got > 0, let planes { body(planes, got) }
    return got
  }

  /// Goes to a frame within the length, exactly.
  func seek(to frame: Int) throws(FileError) {
    let result = Int(ov_pcm_seek(raw, ogg_int64_t(frame)))
    try window.checkReading()
    guard result == 0 else {
      throw FileError(.damaged, window.subject, detail: "ov_pcm_seek: \(VorbisHandle.words(result))")
    }
  }

  /// The library has numbers only.
  private static func words(_ result: Int) -> String {
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

private func vorbisWindow(_ context: UnsafeMutableRawPointer?) -> FileWindow? {
  context.map { Unmanaged<FileWindow>.fromOpaque($0).takeUnretainedValue() }
}

/// As `fread`: tells failure by `errno`.
private func vorbisRead(
  _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let buffer, size > 0, let window = vorbisWindow(context) else { return 0 }
  errno = 0
  return max(window.read(buffer, count: size * count), 0) / size
}

private func vorbisSeek(_ context: UnsafeMutableRawPointer?, _ offset: ogg_int64_t, _ whence: Int32) -> Int32
{
  (vorbisWindow(context)?.seek(to: Int(offset), from: whence) ?? -1) < 0 ? -1 : 0
}

private func vorbisTell(_ context: UnsafeMutableRawPointer?) -> Int { vorbisWindow(context)?.tell ?? -1 }
