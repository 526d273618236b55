import Glibc

/// A number of frames, or a position counted in frames from a beginning.
///
/// The name of a value states which frames it counts: those of a track, of the output or of a file.
public struct FrameCount: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let value: Int

  @inlinable public init(_ value: Int) { self.value = value }

  public static let zero = FrameCount(0)

  @inlinable public static func < (left: FrameCount, right: FrameCount) -> Bool { left.value < right.value }
  @inlinable public static func + (left: FrameCount, right: FrameCount) -> FrameCount {
    FrameCount(left.value + right.value)
  }
  @inlinable public static func - (left: FrameCount, right: FrameCount) -> FrameCount {
    FrameCount(left.value - right.value)
  }

  /// Returns the duration of the frames in seconds.
  package func seconds(at rate: SampleRate) -> Double { Double(value) / Double(rate.hertz) }

  /// Creates the frame that is nearest to a time in seconds; 0 for NaN. Times from damaged files are limited to ±2^52
  /// frames.
  package init(seconds: Double, at rate: SampleRate) {
    let frames = (seconds * Double(rate.hertz)).rounded()
    let most = 4_503_599_627_370_496.0
    self.init(frames.isNaN ? 0 : Int(min(max(frames, -most), most)))
  }
}

/// A rate in frames per second.
public struct SampleRate: Hashable, Sendable, BitwiseCopyable {
  public let hertz: Int

  @inlinable public init(_ hertz: Int) { self.hertz = hertz }

  /// 48 kHz: the rate of the engine unless the card or the user chooses another one.
  package static let standard = SampleRate(48_000)

  /// The rates in hertz that a track may have; others are rejected as damaged headers.
  package static let playable = 1_000...768_000
}

/// A gain or a level in dB; a gain of 0 dB leaves a signal unchanged.
package struct Decibels: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let value: Double

  package init(_ value: Double) { self.value = value }

  package static let unity = Decibels(0)
  /// A linear gain of 0.
  package static let silence = Decibels(-.infinity)

  package var factor: Float { Float(pow(10, value / 20)) }

  package static func < (left: Decibels, right: Decibels) -> Bool { left.value < right.value }
  package static func + (left: Decibels, right: Decibels) -> Decibels { Decibels(left.value + right.value) }
  package static func - (left: Decibels, right: Decibels) -> Decibels { Decibels(left.value - right.value) }

  /// Returns the nearest value within a range in dB.
  package func clamped(to range: ClosedRange<Double>) -> Decibels {
    Decibels(min(max(value, range.lowerBound), range.upperBound))
  }
}
