import AudioBase
import CSndfile
import Glibc

/// The one owner of a `SNDFILE`; the raw pointer never leaves it.
struct SndfileHandle: ~Copyable {
  private let raw: OpaquePointer

  /// Takes an open descriptor and closes it with the handle, or at once where the file is not accepted.
  init(descriptor: Int32, mode: Int32, info: inout SF_INFO, subject: String) throws(AudioError) {
    guard let raw = sf_open_fd(descriptor, mode, &info, Int32(SF_TRUE)) else {
      throw AudioError(.notAudio, subject, detail: "sf_open_fd: \(String(cString: sf_strerror(nil)))")
    }
    self.raw = raw
  }

  deinit { sf_close(raw) }

  func read(_ buffer: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    Int(sf_readf_float(raw, buffer, sf_count_t(frames)))
  }

  func write(_ buffer: UnsafePointer<Float>, frames: Int) -> Int {
    Int(sf_writef_float(raw, buffer, sf_count_t(frames)))
  }

  /// - Returns: the frame reached, or -1.
  func seek(to frame: Int) -> Int { Int(sf_seek(raw, sf_count_t(frame), SEEK_SET)) }

  /// - Returns: what `sf_command` returns.
  @discardableResult
  func command(_ command: Int, _ data: UnsafeMutableRawPointer? = nil, size: Int = 0) -> Int32 {
    sf_command(raw, Int32(command), data, Int32(size))
  }

  func setText(_ field: Int32, _ text: String) { sf_set_string(raw, field, text) }

  /// The library's words for the last failure, nil where there was none.
  var failure: String? { sf_error(raw) == Int32(SF_ERR_NO_ERROR) ? nil : String(cString: sf_strerror(raw)) }
}
