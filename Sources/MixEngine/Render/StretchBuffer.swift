import AudioBase
import Synchronization

/// From where on the stretched ring holds frames of another speed or another place.
public struct StretchEpoch: Sendable, BitwiseCopyable {
  /// Its first frame, counted in frames ever written to the stretched ring.
  public var start: Int
  /// The place in the music ring that this frame stands for.
  public var origin: Int
  /// Frames of the music ring for each of the stretched ring; 1 says that the music ring is played as it is.
  public var speed: Double

  @_noLocks @_noAllocation
  package init(start: Int, origin: Int, speed: Double) {
    self.start = start
    self.origin = origin
    self.speed = speed
  }
}

/// The state that the stretcher's thread and the audio thread share.
package struct StretchState: ~Copyable {
  /// Where the audio thread's last jump in the music ring has landed: epochs of earlier places are void.
  package let floor = Atomic<Int>(0)
  /// The stretched ring runs low. Taken after the block, outside of the render call.
  let wantsFrames = Atomic<Bool>(false)
  /// The frames of the device's block.
  package let block = Atomic<Int>(0)
  /// The first frame of the music ring that the stretcher is looking at; the feeder must not write over it.
  package let held = Atomic<Int>(.max)
  /// Where the feeder's frames end with nothing to follow; −1 while more is to come.
  package let end = Atomic<Int>(-1)
  /// Which gains the audio thread applies, for what the feeder mixes: a `GainChoice`.
  package let gainChoice = Atomic<UInt8>(0)
}

/// The second ring: what the stretcher makes of the first, a few blocks ahead of the audio thread.
///
/// The audio thread stays the only one that takes frames out of the music ring, at the pace at which it plays the
/// stretched ones; the stretcher looks ahead and takes nothing. So all that is counted in the music ring, markers above
/// all, holds at any speed, and going back to speed 1 needs nobody's help.
package struct StretchBuffer: ~Copyable {
  package let frames: RingBuffer<Frame>
  package let epochs = RingBuffer<StretchEpoch>(capacity: 64)
  package let state: UnsafeMutablePointer<StretchState>

  init(rate: SampleRate) {
    frames = RingBuffer(capacity: rate.hertz / 5)
    state = .allocate(capacity: 1)
    state.initialize(to: StretchState())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }
}
