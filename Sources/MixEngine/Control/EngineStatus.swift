import AudioBase
import Synchronization

/// What the audio thread counts and shows; read by anyone.
struct EngineStatus: ~Copyable {
  let soundingPads = Atomic<UInt64>(0)
  let underruns = Atomic<Int>(0)
  let lateHits = Atomic<Int>(0)
  let lostEvents = Atomic<Int>(0)
  /// Something was told that a sleeping listener should be woken for.
  let hasNews = Atomic<Bool>(false)
  /// The same, for the listener to the echo.
  let hasEcho = Atomic<Bool>(false)
  /// The set of plans that is in use: older ones may be freed.
  let plansInUse = Atomic<Int>(0)
  let freePlanInUse = Atomic<Int>(0)
}

/// The audio thread's mouth: a ring of events and the counters.
struct EventWriter: BitwiseCopyable {
  enum Counter: BitwiseCopyable { case underrun, lateHit }

  let status: UnsafeMutablePointer<EngineStatus>
  let ring: RingWriter<EngineEvent>
  /// Nil where nobody listens.
  let echo: RingWriter<EngineEvent>?

  @_noLocks @_noAllocation
  func push(_ event: EngineEvent) {
    if let echo {
      if !echo.push(event) { status.pointee.lostEvents.add(1, ordering: .relaxed) }
      status.pointee.hasEcho.store(true, ordering: .releasing)
    }
    if !ring.push(event) { status.pointee.lostEvents.add(1, ordering: .relaxed) }
    status.pointee.hasNews.store(true, ordering: .releasing)
  }

  @_noLocks @_noAllocation
  func count(_ counter: Counter) {
    switch counter {
    case .underrun: status.pointee.underruns.add(1, ordering: .relaxed)
    case .lateHit: status.pointee.lateHits.add(1, ordering: .relaxed)
    }
  }

  @_noLocks @_noAllocation
  func show(soundingPads mask: UInt64) {
    if status.pointee.soundingPads.load(ordering: .relaxed) == mask { return }
    status.pointee.soundingPads.store(mask, ordering: .relaxed)
    status.pointee.hasNews.store(true, ordering: .releasing)
  }
}
