import SystemBase

package struct UnsavedTake: Hashable, Sendable {
  package var id: Take.ID
  package var name: String
  package var error: FileError
  /// Whether all of its hits are on the disk, in its file or in its journals: then only later changes are missing.
  package var isOnDisk: Bool

  package init(_ take: Take, _ error: FileError, isOnDisk: Bool) {
    id = take.id
    name = take.name
    (self.error, self.isOnDisk) = (error, isOnDisk)
  }
}

extension TakeStore {
  /// Returns whether all hits and lanes of a take are in its file, or are recovered from these journals at the next start.
  package func holdsHits(of take: Take, journals: [FilePath]) -> Bool {
    var stored = takes(of: take.track?.key).takes.first { $0.take.id == take.id }?.take
    for path in journals {
      guard let bytes = try? FileBytes.read(path, limit: TakeFile.largest),
        let recovery = JournalRecovery(bytes), recovery.begun.id == take.id
      else { continue }
      var recovered = stored ?? recovery.begun
      recovery.complete(&recovered)
      stored = recovered
    }
    guard let stored else { return false }
    let known = Set(stored.allLayers.map(\.hits))
    // Recovered layers may have other numbers.
    let lanes = Set((stored.lanes + stored.history.lanes).map { $0.copy(layer: nil) })
    return take.layers.allSatisfy { $0.hits.isEmpty || known.contains($0.hits) }
      && take.lanes.allSatisfy { lanes.contains($0.copy(layer: nil)) }
  }
}
