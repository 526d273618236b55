import AudioBase

/// The memory of an echo: the last seconds of a signal, read at a distance that changes by crossfades. Audio thread.
///
/// `clear` takes constant time: what was written before it reads as silence.
struct EchoLine: BitwiseCopyable {
  private let storage: UnsafeMutablePointer<Frame>
  private let mask: Int
  /// The frames of a crossfade.
  private let fadeLength: Int
  private var newest = 0
  /// The frames that were written since `clear`.
  private var written = 0
  /// The distance in frames, and the one that a crossfade leads to.
  private var distance: Int
  private var nextDistance: Int
  /// The frames of the crossfade that are left.
  private var fade = 0

  /// Creates a silent line.
  ///
  /// - Parameter longest: the longest distance in frames.
  init(longest: Int, rate: SampleRate) {
    var size = 1
    while size <= longest { size *= 2 }
    // What was not written is not read either, and takes no memory.
    storage = .allocate(capacity: size)
    mask = size - 1
    fadeLength = max(rate.hertz / 20, 1)
    distance = longest
    nextDistance = longest
  }

  func deallocate() { storage.deallocate() }

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
    written = 0
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
    let frame = at(distance)
    if fade == 0 { return frame }
    fade -= 1
    let x = 1 - Float(fade) / Float(fadeLength)
    let next = at(nextDistance)
    if fade == 0 { distance = nextDistance }
    // A cubic has no corners at its ends.
    return frame + (next - frame) * (x * x * (3 - 2 * x))
  }

  mutating func write(_ frame: Frame) {
    newest = (newest &+ 1) & mask
    storage[newest] = frame
    written = min(written &+ 1, mask)
  }

  /// Writes frames, at most as many as the longest distance.
  mutating func write(_ frames: UnsafePointer<Frame>, count: Int) {
    let start = (newest &+ 1) & mask
    let first = min(count, mask + 1 - start)
    for index in 0..<first { storage[start &+ index] = frames[index] }
    for index in first..<count { storage[index &- first] = frames[index] }
    newest = (newest &+ count) & mask
    written = min(written &+ count, mask)
  }

  private func at(_ back: Int) -> Frame { back > written ? .zero : storage[(newest &+ 1 &- back) & mask] }
}
