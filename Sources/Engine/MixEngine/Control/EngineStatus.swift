import AudioBase
import Synchronization

/// Counters and flags that the audio thread writes and any thread reads. `EngineControl` documents the counters.
struct EngineStatus: ~Copyable {
  /// The sounding pads from 1 to 64.
  let lowPads = Atomic<UInt64>(0)
  /// The sounding pads from 65 to 128.
  let highPads = Atomic<UInt64>(0)
  /// Whether no bus had a sound in the last block.
  let isSilent = Atomic<Bool>(true)
  let underruns = Atomic<Int>(0)
  let sampleUnderruns = Atomic<Int>(0)
  let lateHits = Atomic<Int>(0)
  let lostEvents = Atomic<Int>(0)
  let lostHits = Atomic<Int>(0)
  let lostPlanned = Atomic<Int>(0)
  let lostCommands = Atomic<Int>(0)
  /// Whether `EngineEvents` is to be signalled after the block.
  let hasEvents = Atomic<Bool>(false)
  /// Whether `EngineEcho` is to be signalled after the block.
  let hasEcho = Atomic<Bool>(false)

  var publishedPads: PadSet {
    PadSet(low: lowPads.load(ordering: .relaxed), high: highPads.load(ordering: .relaxed))
  }
}

/// The audio thread's end of the way to the control side: events, counters, and objects that it no longer uses.
struct EventWriter: BitwiseCopyable {
  enum Counter: BitwiseCopyable { case underrun, sampleUnderrun, lateHit, lostHit, lostPlanned }

  let status: UnsafeMutablePointer<EngineStatus>
  let ring: RingWriter<EngineEvent>
  /// The ring of `EngineEcho`; nil if there is none.
  let echo: RingWriter<EngineEvent>?
  let retirement: RetirementWriter
  /// Sends what is played to another program; nil if nothing does.
  let sender: UnsafeMutablePointer<NoteSender>?

  func push(_ event: EngineEvent) {
    if let echo {
      if !echo.push(event) { status.pointee.lostEvents.add(1, ordering: .relaxed) }
      status.pointee.hasEcho.store(true, ordering: .releasing)
    }
    if !ring.push(event) { status.pointee.lostEvents.add(1, ordering: .relaxed) }
    status.pointee.hasEvents.store(true, ordering: .releasing)
  }

  /// Returns an object that is no longer used, so that the control side frees it; does nothing for `.none`.
  func retire(_ id: RetirementID) {
    if id.value == 0 { return }
    retirement.retire(id)
    status.pointee.hasEvents.store(true, ordering: .releasing)
  }

  func count(_ counter: Counter, _ number: Int = 1) {
    switch counter {
    case .underrun: status.pointee.underruns.add(number, ordering: .relaxed)
    case .sampleUnderrun: status.pointee.sampleUnderruns.add(number, ordering: .relaxed)
    case .lateHit: status.pointee.lateHits.add(number, ordering: .relaxed)
    case .lostHit: status.pointee.lostHits.add(number, ordering: .relaxed)
    case .lostPlanned: status.pointee.lostPlanned.add(number, ordering: .relaxed)
    }
  }

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
