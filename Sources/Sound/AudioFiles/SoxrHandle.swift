import AudioBase
import CSoxr
import SystemBase

/// Owns a `soxr_t`. The raw pointer is not exposed.
struct SoxrHandle: ~Copyable {
  private let raw: soxr_t

  /// Creates a converter of interleaved stereo float with soxr's "very high quality" (28 bits), without threads.
  init(from: SampleRate, to: SampleRate) throws(FileError) {
    var failure: soxr_error_t?
    var quality = soxr_quality_spec(UInt(SOXR_28_BITQ), 0)
    var formats = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    var runtime = soxr_runtime_spec(1)
    let raw = soxr_create(
      Double(from.hertz), Double(to.hertz), 2, &failure, &formats, &quality, &runtime)
    guard let raw, failure == nil else {
      let message = failure.map { String(cString: $0) } ?? "no converter"
      throw FileError(
        .unsupported, "\(from.hertz) Hz to \(to.hertz) Hz", detail: "soxr_create: \(message)")
    }
    self.raw = raw
  }

  deinit { soxr_delete(raw) }

  /// Resets the converter to its initial state.
  func clear() {
    let failure = soxr_clear(raw)
    precondition(failure == nil, "soxr_clear: \(failure.map { String(cString: $0) } ?? "")")
  }

  /// Converts frames.
  ///
  /// - Parameter input: nil drains.
  func process(
    _ input: UnsafeBufferPointer<Frame>?, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    var taken = 0
    var made = 0
    let failure = soxr_process(
      raw, input?.baseAddress, input?.count ?? 0, &taken, output.baseAddress, output.count, &made)
    precondition(failure == nil, "soxr_process: \(failure.map { String(cString: $0) } ?? "")")
    return (taken, made)
  }
}
