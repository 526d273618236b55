import AudioBase
import CSoxr
import SystemBase

/// Converts between sample rates through soxr. Owns a `soxr_t`; the raw pointer is not exposed.
///
/// A drained converter takes new input only after `reset`.
final class SampleRateConverter: RateConverting {
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

  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    var taken = 0
    var made = 0
    // A source of nil drains.
    let source = input.isEmpty ? nil : input.baseAddress
    let failure = soxr_process(raw, source, input.count, &taken, output.baseAddress, output.count, &made)
    precondition(failure == nil, "soxr_process: \(failure.map { String(cString: $0) } ?? "")")
    return (taken, made)
  }

  func reset() {
    let failure = soxr_clear(raw)
    precondition(failure == nil, "soxr_clear: \(failure.map { String(cString: $0) } ?? "")")
  }
}

/// Copies samples between equal rates.
final class RatePassThrough: RateConverting {
  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    let count = min(input.count, output.count)
    if let source = input.baseAddress { output.baseAddress?.update(from: source, count: count) }
    return (count, count)
  }

  func reset() {}
}

package struct SampleRateConverterMaker: RateConverterMaking {
  package init() {}

  package func makeConverter(
    from: SampleRate, to: SampleRate
  ) throws(FileError) -> sending any RateConverting {
    if from == to { return RatePassThrough() }
    return try SampleRateConverter(from: from, to: to)
  }
}
