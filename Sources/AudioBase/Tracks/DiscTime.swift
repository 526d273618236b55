/// A place on a compact disc in its own frames: 75 in a second, as CUE sheets count.
///
/// At 44.1 and 48 kHz each is a whole number of sound frames (588 and 640).
package struct DiscTime: Hashable, Comparable, Sendable {
  package static let perSecond = 75

  package let frames: Int

  package init(frames: Int) { self.frames = frames }

  /// The nearest to a time in seconds, limited as frames of a sound are.
  package init(seconds: Double) {
    frames = FrameCount(seconds: seconds, at: SampleRate(DiscTime.perSecond)).value
  }

  package var seconds: Double { Double(frames) / Double(DiscTime.perSecond) }

  package static func < (left: DiscTime, right: DiscTime) -> Bool { left.frames < right.frames }

  /// The nearest frame of a sound of that rate. The same place gives the same frame, whatever begins or ends there.
  package func position(at rate: SampleRate) -> FrameCount {
    FrameCount((frames * rate.hertz + DiscTime.perSecond / 2) / DiscTime.perSecond)
  }
}
