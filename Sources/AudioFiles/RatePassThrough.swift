import AudioBase

/// Equal rates: hands every sample on as it is.
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
