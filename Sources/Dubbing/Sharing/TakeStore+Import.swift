import SystemBase

extension TakeStore {
  /// Adds a take that comes from elsewhere. Existing takes stay as they are: if its id is used, it gets another one.
  ///
  /// - Returns: the take as it is stored, and false if it was there before with the same hits.
  package func add(_ take: Take) throws(FileError) -> (take: Take, isNew: Bool) {
    let present = all().takes.map(\.take)
    let former = present.first {
      ($0.id == take.id || $0.id.hasPrefix(take.id + "-")) && $0.track?.key == take.track?.key
        && $0.layers.map(\.hits) == take.layers.map(\.hits)
    }
    if let former { return (former, false) }
    let used = Set((present + deletedTakes).map(\.id))
    var (id, number) = (take.id, 2)
    while used.contains(id) || file(of: take.copy(id: id)).exists {
      let suffix = "-\(number)"
      id = String(take.id.prefix(TakeID.longest - suffix.utf8.count)) + suffix
      number += 1
    }
    let added = take.copy(id: id)
    try FileBytes.makeFolder(folder, permissions: 0o700)
    try AtomicFile(file(of: added), replaces: false).write(TakeFile.encode(added))
    return (added, true)
  }
}
