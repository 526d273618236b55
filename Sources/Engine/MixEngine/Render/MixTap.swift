import AudioBase
import Synchronization

/// The last frames of the mix, for displays.
///
/// The audio thread writes while it is on. A reader copies frames that are far from those that are being written.
struct MixTap: ~Copyable {
  private static let capacity = 16_384

  private let samples: UnsafeMutablePointer<Float>
  private let written = Atomic<Int>(0)
  private let isOn = Atomic<Bool>(false)

  init() {
    samples = .allocate(capacity: MixTap.capacity)
    samples.initialize(repeating: 0, count: MixTap.capacity)
  }

  deinit { samples.deallocate() }

  func turn(on: Bool) { isOn.store(on, ordering: .relaxed) }

  /// Appends the mean of both sides. Audio thread.
  func write(_ frames: UnsafePointer<Frame>, count: Int) {
    guard isOn.load(ordering: .relaxed) else { return }
    let start = written.load(ordering: .relaxed)
    for index in 0..<count {
      samples[(start + index) & 16_383] = (frames[index].x + frames[index].y) * 0.5
    }
    written.store(start + count, ordering: .releasing)
  }

  /// Returns the last `count` samples, mono; at most 8,192.
  func latest(_ count: Int) -> [Float] {
    let count = min(count, MixTap.capacity / 2)
    let end = written.load(ordering: .acquiring)
    return (0..<count).map { samples[(end - count + $0 + MixTap.capacity * 2) & (MixTap.capacity - 1)] }
  }
}
