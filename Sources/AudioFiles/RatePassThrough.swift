import AudioBase

/// Equal rates: hands every sample on as it is.
final class RatePassThrough: RateConverting {
  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    let count = min(input.count, output.count)
    for index in 0..<count { output[index] = input[index] }
    return (count, count)
  }

  func reset() {}
}
