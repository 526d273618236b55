import AudioBase
import Glibc
import SystemBase

/// The folder of takes, with files `KEY-ID.dub`, or `free-ID.dub` for takes without a track.
///
/// Files with other names are read too. A file that cannot be read is never overwritten.
package struct TakeStore: Sendable {
  package struct Found: Sendable {
    package var takes: [(take: Take, path: FilePath)] = []
    package var problems: [FileError] = []
  }

  package let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  // MARK: Finding

  /// Returns the takes of a track, the oldest first; nil means the free takes.
  package func takes(of key: TrackKey?) -> Found {
    let prefix = TakeStore.prefix(key)
    return read { name in
      TakeStore.prefixOf(name).map { $0 == prefix } ?? true
    } where: {
      $0.track?.key == key
    }
  }

  package func all() -> Found { read() }

  /// Returns the take of an id, or of the only id that begins with the text.
  package func find(_ id: String) throws(FileError) -> (take: Take, path: FilePath) {
    let found = all()
    let exact = found.takes.filter { $0.take.id == id }
    let fitting = exact.isEmpty ? found.takes.filter { $0.take.id.hasPrefix(id) } : exact
    if let first = fitting.first, fitting.count == 1 { return first }
    if fitting.isEmpty, let problem = found.problems.first { throw problem }
    throw FileError(
      .notFound, "take \(id)", detail: fitting.isEmpty ? nil : "\(fitting.count) takes begin so")
  }

  private func read(
    _ isWanted: (String) -> Bool = { _ in true }, where fits: (Take) -> Bool = { _ in true }
  ) -> Found {
    var found = Found()
    for name in names(ending: ".dub") where isWanted(name) {
      let path = folder.appending(name)
      do throws(FileError) {
        let take = try TakeFile.read(path)
        if fits(take) { found.takes.append((take, path)) }
      } catch {
        if error.code != .notFound { found.problems.append(error) }
      }
    }
    found.takes.sort { ($0.take.created, $0.take.id) < ($1.take.created, $1.take.id) }
    return found
  }

  func names(ending suffix: String) -> [String] {
    var names: [String] = []
    let reader = try? FolderReader(folder)
    try? reader?.forEach { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    return names.filter { $0.hasSuffix(suffix) }.sorted()
  }

  // MARK: Names

  private static func prefix(_ key: TrackKey?) -> String { key.map { "\($0)" } ?? "free" }

  private static func prefixOf(_ name: String) -> String? {
    guard let first = name.split(separator: "-").first, first == "free" || TrackKey(first) != nil else {
      return nil
    }
    return String(first)
  }

  private func stem(_ take: Take) -> String { "\(TakeStore.prefix(take.track?.key))-\(take.id)" }

  /// Returns the path of the journal of one of the recordings of a take: the last one's may still be needed.
  package func journal(of take: Take, recording: UInt64 = 0) -> FilePath {
    folder.appending("\(stem(take))-\(String(recording, radix: 16)).journal")
  }

  /// Returns the beginning of the paths of the files with recorded sound.
  package func audio(of take: Take) -> FilePath { folder.appending(stem(take)) }

  func file(of take: Take) -> FilePath { folder.appending(stem(take) + ".dub") }

  /// Returns the path for a take; another one if a file of that name cannot be read.
  package func path(of take: Take) -> FilePath {
    var name = stem(take)
    while isDamaged(folder.appending(name + ".dub")) { name += "-recovered" }
    return folder.appending(name + ".dub")
  }

  private func isDamaged(_ path: FilePath) -> Bool {
    do throws(FileError) {
      _ = try TakeFile.read(path)
      return false
    } catch {
      return error.code != .notFound
    }
  }

  // MARK: Changing

  @discardableResult
  package func save(_ take: Take) throws(FileError) -> FilePath {
    try FileBytes.makeFolder(folder, permissions: 0o700)
    let path = path(of: take)
    try AtomicFile.replace(path, with: TakeFile.encode(take))
    return path
  }

  func save(_ take: Take, at path: FilePath) throws(FileError) {
    try AtomicFile.replace(path, with: TakeFile.encode(take))
  }

  /// Changes a take in its file, as it is at this time. Returns the take before the change.
  package func change(_ id: String, _ change: (inout Take) -> Void) throws(FileError) -> Take {
    try FolderLock.hold(folder) { () throws(FileError) in
      let (take, path) = try find(id)
      var changed = take
      change(&changed)
      try save(changed, at: path)
      return take
    }
  }

  var deletedTakes: [Take] { deleted.all().takes.map(\.take) }

  private var deleted: TakeStore { TakeStore(folder: folder.appending("deleted")) }

  package func delete(_ id: String) throws(FileError) -> Take {
    try FolderLock.hold(folder) { () throws(FileError) in
      let (take, path) = try find(id)
      try FileBytes.makeFolder(deleted.folder, permissions: 0o700)
      try move(path, to: deleted.folder.appending(path.lastComponent))
      moveAudio(of: take, from: path.directory, to: deleted.folder)
      return take
    }
  }

  package func restore(_ id: String) throws(FileError) -> Take {
    try FolderLock.hold(folder) { () throws(FileError) in try moveBack(id) }
  }

  /// Restores a deleted take. The caller holds the lock of the folder.
  func moveBack(_ id: String) throws(FileError) -> Take {
    let (take, path) = try deleted.find(id)
    let target = folder.appending(path.lastComponent)
    guard !target.exists else {
      throw FileError(.writeFailed, target.shown, detail: "a file of that name is there")
    }
    try move(path, to: target)
    moveAudio(of: take, from: path.directory, to: folder)
    return take
  }

  /// Moves the files with recorded sound of a take. One that is missing, or whose name is used, is left out.
  private func moveAudio(of take: Take, from: FilePath, to: FilePath) {
    for file in take.audioFiles where !to.appending(file).exists {
      try? move(from.appending(file), to: to.appending(file))
    }
  }

  private func move(_ path: FilePath, to target: FilePath) throws(FileError) {
    let result = path.withCString { from in target.withCString { rename(from, $0) } }
    guard result == 0 else { throw FileError(errno: errno, path.shown, call: "rename", writing: true) }
  }
}
