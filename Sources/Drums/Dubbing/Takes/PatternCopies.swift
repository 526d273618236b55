import Synchronization
import SystemBase

/// The hits that patterns add. Many are computed on a thread of its own, so that nothing waits for them. Any thread.
package final class PatternCopies: Sendable {
  /// The most hits that are computed on the thread of the caller.
  static let mostAtOnce = 4_096
  private static let mostKept = 32

  private struct Entry: Sendable {
    let hits: HitColumns
    let patterns: [HitPattern]
    var copies: HitColumns?

    /// Columns that were not changed are compared by their address.
    func belongs(to layer: Layer) -> Bool { hits == layer.hits && patterns == layer.settings.patterns }
  }

  private let entries = Mutex<[Entry]>([])
  private let worker = SerialWorker(name: "patterns")
  private let onReady: @Sendable () -> Void

  /// Creates an empty cache. `onReady` is called on the thread of the cache when hits that were requested are there.
  package init(onReady: @escaping @Sendable () -> Void) { self.onReady = onReady }

  /// Returns the hits that the patterns of a layer add; nil while they are computed.
  package func copies(of layer: Layer) -> HitColumns? {
    if layer.patternCount <= PatternCopies.mostAtOnce { return HitColumns(layer.patternHits) }
    let (isNew, known) = entries.withLock { entries -> (Bool, HitColumns?) in
      if let entry = entries.first(where: { $0.belongs(to: layer) }) { return (false, entry.copies) }
      if entries.count >= PatternCopies.mostKept { entries.removeFirst() }
      entries.append(Entry(hits: layer.hits, patterns: layer.settings.patterns))
      return (true, nil)
    }
    if isNew { worker.run { [self] in compute(layer) } }
    return known
  }

  /// Returns the hits of a layer and of its patterns; nil while they are computed.
  package func playedHits(of layer: Layer) -> HitColumns? {
    if layer.settings.patterns.isEmpty { return layer.hits }
    return copies(of: layer).map { HitColumns(Array(layer.hits) + $0) }
  }

  private func compute(_ layer: Layer) {
    let copies = HitColumns(layer.patternHits)
    entries.withLock { entries in
      if let place = entries.firstIndex(where: { $0.belongs(to: layer) }) { entries[place].copies = copies }
    }
    onReady()
  }

  func stop() { worker.stop() }
}
