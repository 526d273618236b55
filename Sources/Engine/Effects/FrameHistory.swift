import AudioBase

/// The last frames of a signal. Audio thread.
///
/// `clear` takes constant time: what was written before it reads as silence.
struct FrameHistory: BitwiseCopyable {
  private let storage: UnsafeMutablePointer<Frame>
  private let mask: Int
  private var newest = 0
  /// The frames that were written since `clear`.
  private var written = 0

  /// Creates a silent history.
  ///
  /// - Parameter length: the minimum number of frames.
  init(length: Int) {
    var size = 1
    while size <= length { size *= 2 }
    // What was not written is not read either, and takes no memory.
    storage = .allocate(capacity: size)
    mask = size - 1
  }

  func deallocate() { storage.deallocate() }

  /// The maximum number of frames that are kept.
  var length: Int { mask }

  mutating func clear() { written = 0 }

  mutating func write(_ frame: Frame) {
    newest = (newest &+ 1) & mask
    storage[newest] = frame
    written = min(written &+ 1, mask)
  }

  /// Writes frames, at most as many as are kept.
  mutating func write(_ frames: UnsafePointer<Frame>, count: Int) {
    let start = (newest &+ 1) & mask
    let first = min(count, mask + 1 - start)
    for index in 0..<first { storage[start &+ index] = frames[index] }
    for index in first..<count { storage[index &- first] = frames[index] }
    newest = (newest &+ count) & mask
    written = min(written &+ count, mask)
  }

  /// Returns the frame that was written `back` frames before the newest one.
  func frame(_ back: Int) -> Frame { back >= written ? .zero : storage[(newest &- back) & mask] }
}
