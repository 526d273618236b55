import CSndfile
import Containers
import Glibc
import Synchronization
import SystemBase

/// Owns a `SNDFILE`. The raw pointer is not exposed.
struct SndfileHandle: ~Copyable {
  private let raw: OpaquePointer
  /// The file that the library reads; it must live as long as the handle.
  private let window: FileWindow?

  /// Opens a descriptor and closes it with the handle, or at once if the library does not accept the file.
  init(descriptor: Int32, mode: Int32, info: inout SF_INFO, subject: String) throws(FileError) {
    let opened = SndfileHandle.opening { sf_open_fd(descriptor, mode, &info, Int32(SF_TRUE)) }
    if opened.code == Int32(SF_ERR_SYSTEM), opened.errno != 0 {
      throw FileError(
        errno: opened.errno, subject, call: "sf_open_fd", writing: mode != Int32(SFM_READ))
    }
    raw = try SndfileHandle.checked(opened, "sf_open_fd", subject)
    window = nil
  }

  /// Opens a window for reading.
  init(reading window: FileWindow, info: inout SF_INFO) throws(FileError) {
    var callbacks = SndfileHandle.callbacks
    let context = window.context
    let opened = SndfileHandle.opening { sf_open_virtual(&callbacks, Int32(SFM_READ), &info, context) }
    raw = try SndfileHandle.checked(opened, "sf_open_virtual", window.subject)
    self.window = window
  }

  deinit { sf_close(raw) }

  func read(_ buffer: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    Int(sf_readf_float(raw, buffer, sf_count_t(frames)))
  }

  func write(_ buffer: UnsafePointer<Float>, frames: Int) -> Int {
    Int(sf_writef_float(raw, buffer, sf_count_t(frames)))
  }

  func write(_ buffer: UnsafePointer<Int16>, frames: Int) -> Int {
    Int(sf_writef_short(raw, buffer, sf_count_t(frames)))
  }

  func write(_ buffer: UnsafePointer<Int32>, frames: Int) -> Int {
    Int(sf_writef_int(raw, buffer, sf_count_t(frames)))
  }

  /// Seeks to a frame. Returns the frame reached, or -1.
  func seek(to frame: Int) -> Int { Int(sf_seek(raw, sf_count_t(frame), SEEK_SET)) }

  /// Calls `sf_command`, and returns its result.
  @discardableResult
  func command(_ command: Int, _ data: UnsafeMutableRawPointer? = nil, size: Int = 0) -> Int32 {
    sf_command(raw, Int32(command), data, Int32(size))
  }

  func setText(_ field: Int32, _ text: String) { sf_set_string(raw, field, text) }

  /// The library's message for the last failure; nil if there was none.
  var failure: String? { sf_error(raw) == Int32(SF_ERR_NO_ERROR) ? nil : String(cString: sf_strerror(raw)) }
}

extension SndfileHandle {
  private struct Opened {
    // An integer, because an `OpaquePointer` is not sendable out of the lock.
    let pointer: UInt
    let code: Int32
    let message: String
    let errno: Int32
  }

  /// Guards the library's error of opening, a global variable.
  private static let lock = Mutex(())

  private static func opening(_ open: () -> OpaquePointer?) -> Opened {
    lock.withLock { _ in
      errno = 0
      guard let raw = open() else {
        let number = errno
        return Opened(
          pointer: 0, code: sf_error(nil), message: String(cString: sf_strerror(nil)), errno: number)
      }
      return Opened(pointer: UInt(bitPattern: raw), code: 0, message: "", errno: 0)
    }
  }

  private static func checked(
    _ opened: Opened, _ call: String, _ subject: String
  ) throws(FileError) -> OpaquePointer {
    if let raw = OpaquePointer(bitPattern: opened.pointer) { return raw }
    let code: FileError.Code =
      switch opened.code {
      case Int32(SF_ERR_UNRECOGNISED_FORMAT): .notAudio
      case Int32(SF_ERR_UNSUPPORTED_ENCODING), unimplemented: .unsupported
      case Int32(SF_ERR_SYSTEM): .readFailed
      default: .damaged
      }
    // The library does not say more of a damaged file than an internal error.
    throw FileError(code, subject, detail: code == .damaged ? nil : "\(call): \(opened.message)")
  }

  /// `SFE_UNIMPLEMENTED` of libsndfile's private src/common.h: "File contains data in an unimplemented format."
  private static var unimplemented: Int32 { 18 }

  private static var callbacks: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(FileWindow.from($0)?.length ?? 0) },
      seek: { offset, whence, context in
        sf_count_t(FileWindow.from(context)?.seek(to: Int(offset), from: whence) ?? -1)
      },
      read: { buffer, count, context in
        guard let buffer, let window = FileWindow.from(context) else { return 0 }
        return sf_count_t(max(window.read(buffer, count: Int(count)), 0))
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(FileWindow.from($0)?.tell ?? 0) })
  }
}
