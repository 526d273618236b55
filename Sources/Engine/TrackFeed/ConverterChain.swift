import AudioBase
import SystemBase

/// A rate converter that counts its frames. Tracks that join share one, so that it converts them like one track. Used
/// by one thread at a time.
final class ConverterChain {
  private let converter: any RateConverting
  private let from: SampleRate
  private let to: SampleRate
  /// Input frames since the last reset.
  private var taken = 0
  /// Output frames since the last reset.
  private(set) var made = 0
  /// Whether it was drained: it takes no more frames.
  private(set) var isDrained = false

  init(from: SampleRate, to: SampleRate, _ converters: any RateConverterMaking) throws(FileError) {
    (self.from, self.to) = (from, to)
    converter = try converters.makeConverter(from: from, to: to)
  }

  /// Whether both rates are the same.
  var isPlain: Bool { from == to }

  /// The number of output frames that all input frames so far result in.
  var expectedOutput: Int {
    // In two steps, since the frames of a long track times a rate exceed 64 bits.
    let (seconds, rest) = taken.quotientAndRemainder(dividingBy: from.hertz)
    return seconds * to.hertz + (rest * to.hertz + from.hertz / 2) / from.hertz
  }

  /// Converts frames, as `RateConverting.convert` does.
  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    let result = converter.convert(input, into: output)
    taken += result.taken
    made += result.made
    return result
  }

  /// Converts what the filter still holds. Returns the number of frames; 0 at the end.
  func drain(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
    isDrained = true
    return convert(UnsafeBufferPointer(start: nil, count: 0), into: output).made
  }

  func reset() {
    converter.reset()
    taken = 0
    made = 0
    isDrained = false
  }
}
