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

  /// The frame nearest to a time in seconds; 0 for what is no number. Times that damaged files state are limited to
  /// 2^52 frames.
  package init(seconds: Double, at rate: SampleRate) {
    let frames = (seconds * Double(rate.hertz)).rounded()
    let most = 4_503_599_627_370_496.0
    self.init(frames.isNaN ? 0 : Int(min(max(frames, -most), most)))
  }
}
