import AudioBase
import SystemBase

/// A converter of rates and what has gone through it since it was as new: tracks that join go through the same one, as
/// if they were one. Used by one thread at a time.
final class ConverterChain {
  private let converter: any RateConverting
  private let from: SampleRate
  private let to: SampleRate
  /// Frames that it took, and frames that it made of them.
  private var taken = 0
  private(set) var made = 0
  /// It takes nothing more.
  private(set) var isDrained = false

  init(from: SampleRate, to: SampleRate, _ converters: any RateConverterMaking) throws(FileError) {
    self.from = from
    self.to = to
    converter = try converters.makeConverter(from: from, to: to)
  }

  /// Whether frames go through as they are.
  var isPlain: Bool { from == to }

  /// How many frames will have been made when all that was taken has come out.
  var madeOfAllTaken: Int {
    // In two steps: hours of frames times a rate have no room in 64 bits.
    let (seconds, rest) = taken.quotientAndRemainder(dividingBy: from.hertz)
    return seconds * to.hertz + (rest * to.hertz + from.hertz / 2) / from.hertz
  }

  /// As `RateConverting.convert`.
  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int) {
    let result = converter.convert(input, into: output)
    taken += result.taken
    made += result.made
    return result
  }

  /// Gives what is held. - Returns: how many frames; 0 where there are none any more.
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
