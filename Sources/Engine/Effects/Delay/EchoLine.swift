import AudioBase

/// The memory of an echo: the last seconds of a signal, read at a distance that changes by crossfades. Audio thread.
struct EchoLine: BitwiseCopyable {
  private var history: FrameHistory
  /// The frames of a crossfade.
  private let fadeLength: Int
  /// The distance in frames, and the one that a crossfade leads to.
  private var distance: Int
  private var nextDistance: Int
  /// The frames of the crossfade that are left.
  private var fade = 0

  /// Creates a silent line.
  ///
  /// - Parameter longest: the longest distance in frames.
  init(longest: Int, rate: SampleRate) {
    history = FrameHistory(length: longest)
    fadeLength = max(rate.hertz / 20, 1)
    distance = longest
    nextDistance = longest
  }

  func deallocate() { history.deallocate() }

  /// The longest distance that is read now.
  var longestDistance: Int { max(distance, nextDistance) }

  /// Begins a crossfade to another distance, unless one is under way. Returns whether the distance is or will be this.
  mutating func move(to distance: Int) -> Bool {
    if distance == nextDistance { return true }
    if fade > 0 { return false }
    nextDistance = distance
    fade = fadeLength
    return true
  }

  /// Forgets what was written, and moves to a distance at once.
  mutating func clear(distance: Int) {
    history.clear()
    jump(to: distance)
  }

  /// Moves to a distance at once.
  mutating func jump(to distance: Int) {
    fade = 0
    self.distance = distance
    nextDistance = distance
  }

  /// Returns the frame that was written `distance` frames before the next one.
  mutating func read() -> Frame {
    let frame = history.frame(distance - 1)
    if fade == 0 { return frame }
    fade -= 1
    let x = 1 - Float(fade) / Float(fadeLength)
    let next = history.frame(nextDistance - 1)
    if fade == 0 { distance = nextDistance }
    // A cubic has no corners at its ends.
    return frame + (next - frame) * (x * x * (3 - 2 * x))
  }

  mutating func write(_ frame: Frame) { history.write(frame) }

  /// Writes frames, at most as many as the longest distance.
  mutating func write(_ frames: UnsafePointer<Frame>, count: Int) {
    history.write(frames, count: count)
  }
}
