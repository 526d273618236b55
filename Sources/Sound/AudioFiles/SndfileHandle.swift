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

  /// Opens a descriptor for writing and closes it with the handle, or at once if the library does not accept the file.
  init(writing descriptor: Int32, info: inout SF_INFO, subject: String) throws(FileError) {
    raw = try SndfileHandle.opened("sf_open_fd", subject, isWritten: true) {
      sf_open_fd(descriptor, Int32(SFM_WRITE), &info, Int32(SF_TRUE))
    }
    window = nil
  }

  init(reading window: FileWindow, info: inout SF_INFO) throws(FileError) {
    var callbacks = SndfileHandle.callbacks
    let context = window.context
    raw = try SndfileHandle.opened("sf_open_virtual", window.subject, isWritten: false) {
      sf_open_virtual(&callbacks, Int32(SFM_READ), &info, context)
    }
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

  @discardableResult
  func command(_ command: Int, _ data: UnsafeMutableRawPointer? = nil, size: Int = 0) -> Int32 {
    sf_command(raw, Int32(command), data, Int32(size))
  }

  func setText(_ field: Int32, _ text: String) { sf_set_string(raw, field, text) }

  /// The library's message for the last failure; nil if there was none.
  var failure: String? { sf_error(raw) == Int32(SF_ERR_NO_ERROR) ? nil : String(cString: sf_strerror(raw)) }
}

extension SndfileHandle {
  /// Guards the library's error of opening, a global variable.
  private static let lock = Mutex(())

  private static func opened(
    _ call: String, _ subject: String, isWritten: Bool, _ open: () -> OpaquePointer?
  ) throws(FileError) -> OpaquePointer {
    var raw: OpaquePointer?
    let error = lock.withLock { _ in
      errno = 0
      raw = open()
      return raw == nil ? failure(call, subject, isWritten: isWritten) : nil
    }
    guard let raw else { throw error ?? FileError(.damaged, subject) }
    return raw
  }

  private static func failure(_ call: String, _ subject: String, isWritten: Bool) -> FileError {
    let (number, failure) = (errno, sf_error(nil))
    if isWritten, failure == Int32(SF_ERR_SYSTEM), number != 0 {
      return FileError(errno: number, subject, call: call, writing: true)
    }
    let code: FileError.Code =
      switch failure {
      case Int32(SF_ERR_UNRECOGNISED_FORMAT): .notAudio
      case Int32(SF_ERR_UNSUPPORTED_ENCODING), unimplemented: .unsupported
      case Int32(SF_ERR_SYSTEM): .readFailed
      default: .damaged
      }
    // The library does not say more of a damaged file than an internal error.
    let message = code == .damaged ? nil : "\(call): \(String(cString: sf_strerror(nil)))"
    return FileError(code, subject, detail: message)
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
