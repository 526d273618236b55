/// A number of frames, or a position counted in frames from a start.
///
/// What the frames are (of a track, of the output, of a file) is said by the name of the value that holds it.
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

  /// How long so many frames last, in seconds.
  package func seconds(at rate: SampleRate) -> Double { Double(value) / Double(rate.hertz) }

  /// The frame nearest to a time in seconds.
  package init(seconds: Double, at rate: SampleRate) {
    self.init(Int((seconds * Double(rate.hertz)).rounded()))
  }
}
