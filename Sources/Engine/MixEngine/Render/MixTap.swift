import AudioBase
import Glibc
import Synchronization

/// The last frames of the mix, for displays.
///
/// The audio thread writes while a reader is on. A reader copies frames that are far from those that are being written.
struct MixTap: ~Copyable {
  private static let capacity = 32_768

  /// Zeros, which take no memory until they are written.
  private let frames: UnsafeMutablePointer<Frame>
  private let written = Atomic<Int>(0)
  /// The readers that are on, as bits.
  private let readers = Atomic<UInt8>(0)

  init() {
    guard let memory = calloc(MixTap.capacity, MemoryLayout<Frame>.stride) else {
      preconditionFailure("calloc: no memory for the last frames of the mix")
    }
    frames = memory.bindMemory(to: Frame.self, capacity: MixTap.capacity)
  }

  deinit { free(frames) }

  func turn(on: Bool, for reader: MixReader) {
    if on {
      // The audio thread must not be the first to touch the pages.
      if readers.load(ordering: .relaxed) == 0 {
        for index in stride(from: 0, to: MixTap.capacity, by: 256) { frames[index] = .zero }
      }
      readers.bitwiseOr(1 << reader.rawValue, ordering: .relaxed)
    } else {
      readers.bitwiseAnd(~(1 << reader.rawValue), ordering: .relaxed)
    }
  }

  /// Appends frames. Audio thread.
  func write(_ block: UnsafePointer<Frame>, count: Int) {
    guard readers.load(ordering: .relaxed) != 0 else { return }
    let start = written.load(ordering: .relaxed)
    for index in 0..<count { frames[(start + index) & 32_767] = block[index] }
    written.store(start + count, ordering: .releasing)
  }

  /// Returns the means of both sides of the last `count` frames; at most 8,192.
  func latest(_ count: Int) -> [Float] {
    let count = min(count, MixTap.capacity / 4)
    let end = written.load(ordering: .acquiring)
    return (0..<count).map { index in
      let frame = frames[(end - count + index + MixTap.capacity) & (MixTap.capacity - 1)]
      return (frame.x + frame.y) * 0.5
    }
  }

  /// Returns the frames after a position; of too many, the last ones. Without a position, none.
  ///
  /// - Parameter position: the number of frames before those that are wanted; it moves to their end.
  func next(after position: inout Int?) -> [Frame] {
    let end = written.load(ordering: .acquiring)
    let start = max(position ?? end, end - MixTap.capacity * 3 / 4)
    position = end
    return (start..<end).map { frames[$0 & (MixTap.capacity - 1)] }
  }
}

/// The readers of the last frames of the mix, each of which is on or off.
package enum MixReader: UInt8, Sendable {
  case spectrum, loudness
}
