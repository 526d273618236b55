import AudioBase
import Synchronization

/// A sender of beats. The beats of one sender are cancelled together.
enum BeatSource: Int, BitwiseCopyable { case music, freeSequence, metronome }

/// A beat on its way to the device.
struct ScheduledBeat: BitwiseCopyable {
  /// The output frame of the engine with which it is heard.
  var outputFrame: Double
  var isAccent: Bool
  /// The linear gain.
  var gain: Float
  var source: BeatSource
  /// The number of cancellations of the source when the beat was sent.
  var cancellations: Int
}

/// The state that the audio thread of the engine and the thread of the device share.
struct ClickOutputState: ~Copyable {
  let beats = RingBuffer<ScheduledBeat>(capacity: 256)
  /// The clock that states when output frames of the engine are heard.
  let clock = LatestValue(ClockReport(.standard))
  /// The level of the metronome: the bits of a linear gain.
  let level = Atomic<UInt32>(Float(1).bitPattern)
  /// Nanoseconds from the request of a block to when its last frame is heard.
  let lead = Atomic<Int64>(0)
  /// The output frame of the engine that is heard with the end of what the device has rendered.
  let rendered = Atomic<Int>(.min)
  /// Nanoseconds by which the device needs beats earlier than they can be sent.
  let shortage = Atomic<Int64>(0)
  let lost = Atomic<Int>(0)
  /// Whether beats were lost since the last block.
  let hasLoss = Atomic<Bool>(false)
  /// Those of each source.
  private let cancellations = InlineArray<3, Atomic<Int>> { _ in Atomic(0) }

  func cancellations(of source: BeatSource) -> Int {
    cancellations[source.rawValue].load(ordering: .acquiring)
  }

  func countLoss() {
    lost.add(1, ordering: .relaxed)
    hasLoss.store(true, ordering: .releasing)
  }

  /// Cancels the beats of a source that the device has not rendered.
  func cancel(_ source: BeatSource) { cancellations[source.rawValue].add(1, ordering: .releasing) }
}
