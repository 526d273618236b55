import AudioBase
import Glibc
import SystemBase

/// A store of takes in a folder that other programs may change at the same time: what another one has written meanwhile
/// stays. A file is compared with what this program knows of it and written while the folder is locked. Used by one thread.
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
    try FileBytes.makeFolder(store.folder, permissions: 0o700)
    return try FolderLock.hold(store.folder) { () throws(FileError) in try compareAndWrite(take) }
  }

  private mutating func compareAndWrite(_ take: Take) throws(FileError) -> Saved {
    let wanted = version(of: take)
    let path = store.path(of: wanted)
    guard let mark = FileMark(path), mark != seen[path], let other = try? TakeFile.read(path),
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
      for (take, path) in store.takes(of: key).takes where seen[path] == FileMark(path) {
        let changed = change(take)
        if changed != take, (try? store.save(changed, at: path)) != nil { seen[path] = FileMark(path) }
      }
    }
  }

  func delete(_ id: Take.ID) throws(FileError) { _ = try store.delete(besides[id]?.id ?? id) }

  /// Restores a deleted take. Its file is written again where it holds an older version: changes that waited to be saved
  /// were dropped with the deletion.
  mutating func restore(_ take: Take) throws(FileError) -> Saved {
    let wanted = version(of: take)
    try FileBytes.makeFolder(store.folder, permissions: 0o700)
    return try FolderLock.hold(store.folder) { () throws(FileError) in
      guard let restored = try? store.moveBack(wanted.id), restored == wanted else {
        return try compareAndWrite(take)
      }
      let path = store.path(of: wanted)
      seen[path] = FileMark(path)
      return .inPlace
    }
  }

  /// Returns a take as this program saves it: under another id if it was saved beside that of another program.
  private func version(of take: Take) -> Take { besides[take.id].map { copy(of: take, $0) } ?? take }

  private mutating func write(_ take: Take) throws(FileError) {
    let path = try store.save(take)
    seen[path] = FileMark(path)
  }

  private func copy(of take: Take, _ beside: Beside) -> Take {
    var copy = take.copy(id: beside.id)
    if copy.name == beside.former { copy.name = beside.name }
    return copy
  }

  private func newVersion(of take: Take) -> Beside {
    var number = 2
    while case let id = "\(take.id)-\(number)", FileMark(store.path(of: take.copy(id: id))) != nil {
      number += 1
    }
    return Beside(id: "\(take.id)-\(number)", name: "\(take.name) (\(number))", former: take.name)
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
