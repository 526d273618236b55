import AudioBase
import Synchronization

/// Counters and flags of the audio thread. Any thread reads them.
struct EngineStatus: ~Copyable {
  let soundingPads = Atomic<UInt64>(0)
  let underruns = Atomic<Int>(0)
  let lateHits = Atomic<Int>(0)
  let lostEvents = Atomic<Int>(0)
  /// Hits that found their ring full, or were dropped while the device took no sound.
  let lostHits = Atomic<Int>(0)
  /// Hits and beats of plans for which a part of a block had no room.
  let lostPlanned = Atomic<Int>(0)
  /// Commands that found the ring full.
  let lostCommands = Atomic<Int>(0)
  /// An event or a returned object waits: the listener is woken after the block.
  let hasNews = Atomic<Bool>(false)
  /// The same for the second listener.
  let hasEcho = Atomic<Bool>(false)
}

/// The audio thread's way to the control side: events, counters, and objects that are no longer used.
struct EventWriter: BitwiseCopyable {
  enum Counter: BitwiseCopyable { case underrun, lateHit, lostHit, lostPlanned }

  let status: UnsafeMutablePointer<EngineStatus>
  let ring: RingWriter<EngineEvent>
  /// Nil if there is no second listener.
  let echo: RingWriter<EngineEvent>?
  let retirement: RetirementWriter

  @_noLocks @_noAllocation
  func push(_ event: EngineEvent) {
    if let echo {
      if !echo.push(event) { status.pointee.lostEvents.add(1, ordering: .relaxed) }
      status.pointee.hasEcho.store(true, ordering: .releasing)
    }
    if !ring.push(event) { status.pointee.lostEvents.add(1, ordering: .relaxed) }
    status.pointee.hasNews.store(true, ordering: .releasing)
  }

  /// Returns an object that is no longer used, and wakes the listener, who has it released.
  @_noLocks @_noAllocation
  func retire(_ id: RetirementID) {
    if id.value == 0 { return }
    retirement.retire(id)
    status.pointee.hasNews.store(true, ordering: .releasing)
  }

  @_noLocks @_noAllocation
  func count(_ counter: Counter, _ number: Int = 1) {
    switch counter {
    case .underrun: status.pointee.underruns.add(number, ordering: .relaxed)
    case .lateHit: status.pointee.lateHits.add(number, ordering: .relaxed)
    case .lostHit: status.pointee.lostHits.add(number, ordering: .relaxed)
    case .lostPlanned: status.pointee.lostPlanned.add(number, ordering: .relaxed)
    }
  }

  @_noLocks @_noAllocation
  func show(soundingPads mask: UInt64) {
    if status.pointee.soundingPads.load(ordering: .relaxed) == mask { return }
    status.pointee.soundingPads.store(mask, ordering: .relaxed)
    status.pointee.hasNews.store(true, ordering: .releasing)
  }
}
