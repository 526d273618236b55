import AudioBase
import SystemBase

/// Converts between sample rates through soxr.
///
/// A drained converter takes new input only after `reset`.
package final class SampleRateConverter: RateConverting {
  private let handle: SoxrHandle

  package init(from: SampleRate, to: SampleRate) throws(FileError) {
    handle = try SoxrHandle(from: from, to: to)
  }

  package func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    handle.process(input.isEmpty ? nil : input, into: output)
  }

  package func reset() { handle.clear() }
}
