import AudioBase
import Synchronization

/// Counters and flags that the audio thread writes and any thread reads. `EngineControl` documents the counters.
struct EngineStatus: ~Copyable {
  enum Counter: Int, BitwiseCopyable {
    case underrun, sampleUnderrun, lateHit, lostEvent, lostHit, lostPlanned, lostCommand
  }

  /// The sounding pads from 1 to 64.
  let lowPads = Atomic<UInt64>(0)
  /// The sounding pads from 65 to 128.
  let highPads = Atomic<UInt64>(0)
  /// Whether no bus had a sound in the last block.
  let isSilent = Atomic<Bool>(true)
  private let counters = InlineArray<7, Atomic<Int>> { _ in Atomic(0) }
  /// Whether `EngineEvents` is to be signalled after the block.
  let hasEvents = Atomic<Bool>(false)
  /// Whether `EngineEcho` is to be signalled after the block.
  let hasEcho = Atomic<Bool>(false)

  var publishedPads: PadSet {
    PadSet(low: lowPads.load(ordering: .relaxed), high: highPads.load(ordering: .relaxed))
  }

  func value(of counter: Counter) -> Int { counters[counter.rawValue].load(ordering: .relaxed) }

  func add(_ number: Int = 1, to counter: Counter) {
    counters[counter.rawValue].add(number, ordering: .relaxed)
  }
}

/// The audio thread's end of the way to the control side: events, counters, and objects that it no longer uses.
struct EventWriter: BitwiseCopyable {
  let status: UnsafeMutablePointer<EngineStatus>
  let ring: RingWriter<EngineEvent>
  /// The ring of `EngineEcho`; nil if there is none.
  let echo: RingWriter<EngineEvent>?
  let retirement: RetirementWriter
  /// Sends what is played to another program; nil if nothing does.
  let sender: UnsafeMutablePointer<NoteSender>?

  func push(_ event: EngineEvent) {
    if let echo {
      if !echo.push(event) { count(.lostEvent) }
      status.pointee.hasEcho.store(true, ordering: .releasing)
    }
    if !ring.push(event) { count(.lostEvent) }
    status.pointee.hasEvents.store(true, ordering: .releasing)
  }

  /// Returns an object that is no longer used, so that the control side frees it; does nothing for `.none`.
  func retire(_ id: RetirementID) {
    if id.value == 0 { return }
    retirement.retire(id)
    status.pointee.hasEvents.store(true, ordering: .releasing)
  }

  func count(_ counter: EngineStatus.Counter, _ number: Int = 1) { status.pointee.add(number, to: counter) }

  /// Publishes whether no bus had a sound in a block.
  func publish(isSilent: Bool) { status.pointee.isSilent.store(isSilent, ordering: .relaxed) }

  /// Publishes which pads sound; signals only a change.
  func publish(soundingPads pads: PadSet) {
    let published = status.pointee.publishedPads
    if published.low == pads.low && published.high == pads.high { return }
    status.pointee.lowPads.store(pads.low, ordering: .relaxed)
    status.pointee.highPads.store(pads.high, ordering: .relaxed)
    status.pointee.hasEvents.store(true, ordering: .releasing)
  }
}
