import AudioBase
import Glibc
import SystemBase

/// A store of takes in a folder that other programs may change at the same time: what another one has written meanwhile
/// stays. Used by one thread.
struct ConcurrentTakeStore {
  enum Saved: Hashable {
    case inPlace
    /// Another program has changed the take's file since it was read, so this version is saved beside it under that
    /// name.
    case beside(name: String)
  }

  let store: TakeStore
  /// The files as they were when this program read or wrote them last.
  private var seen: [FilePath: FileMark] = [:]
  /// Takes that were saved under a new id.
  private var besides: [Take.ID: (id: Take.ID, name: String)] = [:]

  init(_ store: TakeStore) { self.store = store }

  mutating func takes(of key: TrackKey?) -> TakeStore.Found {
    // Before they are read, so that a file that changes in between counts as changed by another program.
    let marks = store.names(ending: ".dub").map { name in
      (store.folder.appending(name), FileMark(store.folder.appending(name)))
    }
    let found = store.takes(of: key)
    let known = Dictionary(marks) { $1 }
    for (_, path) in found.takes { seen[path] = known[path] ?? nil }
    return found
  }

  /// Returns the take in a file of the folder.
  mutating func readTake(named name: String) throws(FileError) -> Take {
    let path = store.folder.appending(name)
    let mark = FileMark(path)
    let take = try TakeFile.read(path)
    seen[path] = mark
    return take
  }

  mutating func save(_ take: Take) throws(FileError) -> Saved {
    if let beside = besides[take.id] {
      try write(copy(of: take, beside))
      return .inPlace
    }
    let path = store.path(of: take)
    guard let mark = FileMark(path), mark != seen[path], let other = try? TakeFile.read(path),
      !ConcurrentTakeStore.holds(take, other)
    else {
      try write(take)
      return .inPlace
    }
    let beside = (id: newID(besides: take), name: "\(take.name) (2)")
    try write(copy(of: take, beside))
    besides[take.id] = beside
    return .beside(name: beside.name)
  }

  /// Changes the takes of a track, except takes that another program has changed. Errors of writing are ignored.
  mutating func update(of key: TrackKey, _ change: (Take) -> Take) {
    for (take, path) in store.takes(of: key).takes where seen[path] == FileMark(path) {
      let changed = change(take)
      if changed != take, (try? store.save(changed, at: path)) != nil { seen[path] = FileMark(path) }
    }
  }

  func delete(_ id: Take.ID) throws(FileError) { _ = try store.delete(besides[id]?.id ?? id) }

  /// Restores a deleted take. Its file is written again where it holds an older version: changes that waited to be saved
  /// were dropped with the deletion.
  mutating func restore(_ take: Take) throws(FileError) {
    let wanted = besides[take.id].map { copy(of: take, $0) } ?? take
    guard let restored = try? store.restore(wanted.id), restored == wanted else { return try write(wanted) }
    let path = store.path(of: wanted)
    seen[path] = FileMark(path)
  }

  private mutating func write(_ take: Take) throws(FileError) {
    let path = try store.save(take)
    seen[path] = FileMark(path)
  }

  private func copy(of take: Take, _ beside: (id: Take.ID, name: String)) -> Take {
    var copy = take.copy(id: beside.id)
    if copy.name + " (2)" == beside.name { copy.name = beside.name }
    return copy
  }

  private func newID(besides take: Take) -> Take.ID {
    var number = 2
    while case let id = "\(take.id)-\(number)", FileMark(store.path(of: take.copy(id: id))) != nil {
      number += 1
    }
    return "\(take.id)-\(number)"
  }

  /// Returns whether all hits that one take has, layers on the shelf included, are in the other, under the same name.
  private static func holds(_ take: Take, _ other: Take) -> Bool {
    let own = Set((take.layers + take.history.shelf.values).map(\.hits))
    if !other.audioFiles.isSubset(of: take.audioFiles) { return false }
    return take.name == other.name
      && (other.layers + other.history.shelf.values).allSatisfy { own.contains($0.hits) || $0.hits.isEmpty }
  }
}

/// The identity of a version of a file; each version is a new file that replaced the old one.
private struct FileMark: Hashable {
  private let inode: UInt64
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the stamp of a file; nil if there is none.
  init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
