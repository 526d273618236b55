import Studio

/// The order of the strips while the mixer is open: one that comes while it is played stands behind the others, so that no
/// strip moves from under the hand.
struct StripOrder: Hashable, Sendable {
  /// The strips that were seen; nil while the mixer is closed.
  private var known: Set<MixGraph.Bus>?
  /// The strips that came while one played, in the order in which they came.
  private var late: [MixGraph.Bus] = []

  /// Begins with strips in their usual order.
  mutating func open(_ buses: [MixGraph.Bus]) { (known, late) = (Set(buses), []) }

  mutating func close() { (known, late) = (nil, []) }

  /// Returns strips in the order in which they stand.
  ///
  /// - Parameters:
  ///   - buses: all strips in their usual order.
  ///   - isLate: whether a new strip stands behind the others.
  mutating func sorted(_ buses: [MixGraph.Bus], isLate: (MixGraph.Bus) -> Bool) -> [MixGraph.Bus] {
    guard var known else { return buses }
    for bus in buses where known.insert(bus).inserted && isLate(bus) { late.append(bus) }
    self.known = known
    if late.isEmpty { return buses }
    return buses.filter { !late.contains($0) } + late.filter(buses.contains)
  }
}
