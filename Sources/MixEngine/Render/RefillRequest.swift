import Synchronization

/// How the feeder waits for room in the music ring: by the audio thread's call instead of by the clock, so that it sleeps
/// as long as nothing is played.
package struct RefillRequest: ~Copyable {
  /// The place in the ring that is to be played before the feeder is called; `.max` where it does not wait.
  private let place = Atomic<Int>(.max)

  /// Feeder: asks to be called. - Returns: false where so much has been played already.
  package func ask(at wanted: Int, played: () -> Int) -> Bool {
    place.store(wanted, ordering: .sequentiallyConsistent)
    if played() < wanted { return true }
    place.store(.max, ordering: .relaxed)
    return false
  }

  /// Whether the feeder waits to be called. Any thread.
  package var isAsked: Bool { place.load(ordering: .acquiring) != .max }

  /// Audio thread, after a block: whether the feeder is to be called now.
  @_noLocks @_noAllocation
  func isDue(played: Int) -> Bool {
    if played < place.load(ordering: .relaxed) { return false }
    return place.exchange(.max, ordering: .relaxed) != .max
  }
}
