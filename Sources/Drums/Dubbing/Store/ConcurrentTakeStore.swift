import AudioBase
import SystemBase

/// A store of takes that other programs may change too: files are compared and written under a lock. Used by one thread.
struct ConcurrentTakeStore {
  enum Saved: Hashable {
    case inPlace
    /// Another program has changed the file since it was read, so this version is beside it under that name.
    case beside(name: String)
  }

  let store: TakeStore
  /// The stamps of the files when this program read or wrote them last. Each version is a new file.
  private var seen: [FilePath: [Int]] = [:]
  private var besides: [Take.ID: Beside] = [:]

  private struct Beside {
    var id: Take.ID
    /// The name, and that of the take when it was saved under the new id.
    var name: String
    var former: String
  }

  init(_ store: TakeStore) { self.store = store }

  mutating func takes(of key: TrackKey?) -> TakeStore.Found {
    // Before they are read, so that a file that changes in between counts as changed by another program.
    let paths = store.names(ending: ".dub").map { store.folder.appending($0) }
    let stamps = Dictionary(paths.map { ($0, $0.stamp) }) { $1 }
    let found = store.takes(of: key)
    for (_, path) in found.takes { seen[path] = stamps[path] ?? nil }
    return found
  }

  mutating func readTake(named name: String) throws(FileError) -> Take {
    let path = store.folder.appending(name)
    let stamp = path.stamp
    let take = try TakeFile.read(path)
    seen[path] = stamp
    return take
  }

  mutating func save(_ take: Take) throws(FileError) -> Saved {
    try FileBytes.makeFolder(store.folder, permissions: 0o700)
    return try FolderLock.hold(store.folder) { () throws(FileError) in try compareAndWrite(take) }
  }

  private mutating func compareAndWrite(_ take: Take) throws(FileError) -> Saved {
    let wanted = version(of: take)
    let path = path(of: wanted)
    guard let stamp = path.stamp, stamp != seen[path], let other = try? TakeFile.read(path),
      !ConcurrentTakeStore.holds(wanted, other)
    else {
      try write(wanted)
      return .inPlace
    }
    let beside = newVersion(of: take)
    try write(copy(of: take, beside))
    besides[take.id] = beside
    return .beside(name: beside.name)
  }

  /// Changes the takes of a track, except takes that another program has changed. Errors are ignored.
  mutating func update(of key: TrackKey, _ change: (Take) -> Take) {
    try? FolderLock.hold(store.folder) { () throws(FileError) in
      for (take, path) in store.takes(of: key).takes where seen[path] == path.stamp {
        let changed = change(take)
        if changed != take, (try? store.save(changed, at: path)) != nil { seen[path] = path.stamp }
      }
    }
  }

  func delete(_ id: Take.ID) throws(FileError) { _ = try store.delete(besides[id]?.id ?? id) }

  /// Restores a deleted take, and writes its file again where it holds an older version than the one deleted.
  mutating func restore(_ take: Take) throws(FileError) -> Saved {
    let wanted = version(of: take)
    try FileBytes.makeFolder(store.folder, permissions: 0o700)
    return try FolderLock.hold(store.folder) { () throws(FileError) in
      guard let restored = try? store.moveBack(wanted.id), restored == wanted else {
        return try compareAndWrite(take)
      }
      let path = store.path(of: wanted)
      seen[path] = path.stamp
      return .inPlace
    }
  }

  /// Returns a take as this program saves it: under another id if it was saved beside that of another program.
  private func version(of take: Take) -> Take { besides[take.id].map { copy(of: take, $0) } ?? take }

  private mutating func write(_ take: Take) throws(FileError) {
    let path = path(of: take)
    try store.save(take, at: path)
    seen[path] = path.stamp
  }

  /// Returns the path for a take. A file that this program has read or written is not read to find out whether it is damaged.
  private func path(of take: Take) -> FilePath {
    let usual = store.file(of: take)
    if let stamp = usual.stamp, stamp == seen[usual] { return usual }
    return store.path(of: take)
  }

  private func copy(of take: Take, _ beside: Beside) -> Take {
    var copy = take.copy(id: beside.id)
    if copy.name == beside.former { copy.name = beside.name }
    return copy
  }

  private func newVersion(of take: Take) -> Beside {
    var number = 2
    while case let id = "\(take.id)-\(number)", store.path(of: take.copy(id: id)).stamp != nil {
      number += 1
    }
    return Beside(id: "\(take.id)-\(number)", name: "\(take.name) (\(number))", former: take.name)
  }

  /// Returns whether all hits that one take has, layers on the shelf included, are in the other, under the same name.
  private static func holds(_ take: Take, _ other: Take) -> Bool {
    let own = Set(take.allLayers.map(\.hits))
    return other.audioFiles.isSubset(of: take.audioFiles) && take.name == other.name
      && other.allLayers.allSatisfy { own.contains($0.hits) || $0.hits.isEmpty }
  }
}
