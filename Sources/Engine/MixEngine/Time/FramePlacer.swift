import AudioBase
import SystemBase

/// The time at which hits and notes sound.
package enum HitTiming: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// A constant time after its key.
  case even
  /// Hits sound at the first frame that was not rendered yet: up to a period sooner than `even`, and irregularly.
  case tight
}

/// Converts the time of a key to a frame of the block that is being rendered. Audio thread.
///
/// With even timing, a key that is struck while a block is being played sounds one block later, at the same place in
/// the block: each hit sounds one period and a margin after its key.
struct FramePlacer: BitwiseCopyable {
  /// The seconds from the time stamp of a hit to its arrival in the ring after which it is late.
  static var margin: Double { 0.000_3 }

  private let isTight: Bool
  private let framesPerNanosecond: Double
  private let marginFrames: Double

  init(rate: SampleRate, timing: HitTiming) {
    isTight = timing == .tight
    framesPerNanosecond = Double(rate.hertz) / 1e9
    marginFrames = Double(rate.hertz) * FramePlacer.margin
  }

  /// Returns the place of a key in the block: negative if it is late, `count` or more if it belongs to a later block.
  ///
  /// - Parameter asked: when the block should have been requested.
  func place(_ time: HostTime, count: Int, asked: HostTime) -> Int {
    if isTight { return 0 }
    let sinceAsked = Double(time.nanoseconds - asked.nanoseconds) * framesPerNanosecond
    // A stamp of another clock must not trap or delay the hit for an hour: more than a second ahead counts as late.
    let frame = min(max(sinceAsked + Double(count) + marginFrames, -1e6), 1e6)
    return sinceAsked > framesPerNanosecond * 1e9 || frame < 0 ? -1 : Int(frame + 0.5)
  }
}
