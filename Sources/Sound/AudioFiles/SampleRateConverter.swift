import AudioBase
import SystemBase

/// Converts between sample rates through soxr.
///
/// A drained converter takes new input only after `reset`.
final class SampleRateConverter: RateConverting {
  private let handle: SoxrHandle

  init(from: SampleRate, to: SampleRate) throws(FileError) {
    handle = try SoxrHandle(from: from, to: to)
  }

  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    handle.process(input.isEmpty ? nil : input, into: output)
  }

  func reset() { handle.clear() }
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
