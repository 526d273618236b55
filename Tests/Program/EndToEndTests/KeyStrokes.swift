import SystemBase

/// The times between which keys were struck, in their order.
struct KeyStrokes {
  private var times: [(before: HostTime, after: HostTime)] = []

  /// Strikes, and notes when.
  mutating func strike(_ key: () throws -> Void) rethrows {
    let before = HostTime.now
    try key()
    times.append((before, .now))
  }

  var count: Int { times.count }

  /// Whether each key was read after it was struck, and before the next one was read.
  func areReadInOrder(_ hits: [TracedHit]) -> Bool {
    let areAfterTheirKeys = zip(times, hits).allSatisfy { $0.before.nanoseconds <= $1.readNs }
    return areAfterTheirKeys && zip(hits, hits.dropFirst()).allSatisfy { $0.readNs <= $1.readNs }
  }
}
