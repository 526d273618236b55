import AudioBase
import Synchronization
import SystemBase

/// The beginning of stretched frames of another speed, pitch or place.
public struct StretchEpoch: Sendable, BitwiseCopyable {
  /// The first frame, counted in all frames written to the stretched ring.
  public var start: Int
  /// The position of the music ring that this frame stands for.
  public var origin: Int
  /// Frames of the music ring for each stretched frame.
  public var speed: Double
  /// Whether the music ring is read directly from here on: at its own speed and pitch.
  public var isDirect: Bool

  package init(start: Int, origin: Int, speed: Double, isDirect: Bool = false) {
    self.start = start
    self.origin = origin
    self.speed = speed
    self.isDirect = isDirect
  }
}

/// The state that the stretcher's thread, the feeder's thread and the audio thread share.
package struct StretchState: ~Copyable {
  /// The position of the audio thread's last jump in the music ring. Epochs of earlier positions are void.
  package let floor = Atomic<Int>(0)
  /// Whether the stretched ring runs low. The stretcher is woken after the block.
  let wantsFrames = Atomic<Bool>(false)
  /// The most frames that the device requests at once: a block, or several ones while its buffer is long.
  package let requestSize = Atomic<Int>(0)
  /// The position of the first frame of the music ring that the stretcher reads, which the feeder must not overwrite;
  /// `.max` if it reads none.
  package let held = Atomic<Int>(.max)
  /// The position up to which the stretcher has read the music ring, for changes of what is in it.
  package let taken = Atomic<Int>(0)
  /// The position at which the music ends with nothing to follow; −1 while more will come.
  package let end = Atomic<Int>(-1)
  /// The raw value of the `GainChoice` that the audio thread applies, for the feeder's crossfades.
  package let gainChoice = Atomic<UInt8>(0)
}

/// The stretched ring: time-stretched music, a few blocks ahead of the audio thread.
///
/// Only the audio thread removes frames from the music ring, at the pace of the stretched ones that it plays; the
/// stretcher reads ahead and removes nothing. Positions in the music ring are therefore valid at any speed, and the
/// audio thread can return to speed 1 by itself.
package struct StretchBuffer: ~Copyable {
  /// The stretched ring: the stretcher writes, the audio thread removes.
  package let frames: RingBuffer<Frame>
  package let epochs = RingBuffer<StretchEpoch>(capacity: 64)
  private let memory = PinnedValue(StretchState())

  /// Returns the number of frames below which the audio thread requests more: what the device requests at once and 10 ms.
  package static func lowWaterMark(_ requestSize: Int, rate: Int) -> Int { requestSize + rate / 100 }

  init(rate: SampleRate) { frames = RingBuffer(capacity: rate.hertz / 5) }

  package var state: UnsafeMutablePointer<StretchState> { memory.pointer }
}
