import SystemBase

/// The files of the session of one player. Players that run at the same time have different ones: the first has
/// `session.json`, the second `session-2.json`. Main thread.
///
/// A lock holds the files until the process ends. It is beside them, so that players with other folders are independent.
@MainActor
package final class SessionPlace {
  package static let numbers = 1...16

  private let folder: FilePath
  /// 1 for the first player.
  package private(set) var number = 1
  private var lock: ProcessLock?
  /// Whether the player saves no session and takes no place.
  private let isUnused: Bool
  /// The reason why the files may not be written; nil if they may.
  package private(set) var failure: FileError?

  /// Takes the first place that no other player has. The folder of the state is created.
  package init(in folder: FilePath, isUnused: Bool = false) {
    (self.folder, self.isUnused) = (folder, isUnused)
    if isUnused { return }
    for number in SessionPlace.numbers {
      self.number = number
      if hold() || failure?.code != .exists { return }
    }
  }

  /// Takes the lock of the place, if that has failed before. Returns whether the files may be written.
  package func hold() -> Bool {
    if isUnused { return false }
    if lock != nil { return true }
    do throws(FileError) {
      try FileBytes.makeFolder(folder, permissions: 0o700)
      lock = try ProcessLock(SessionPlace.lock(number, in: folder))
      failure = nil
    } catch {
      failure = error
    }
    return lock != nil
  }

  /// Returns the path of a file of the place: `session.json`, or `session-2.json` in the second place.
  package func file(_ name: String) -> FilePath { SessionPlace.file(name, number, in: folder) }

  /// The file of a name in the first place, from which another one begins; nil in the first place.
  package func firstFile(_ name: String) -> FilePath? {
    number == 1 ? nil : SessionPlace.file(name, 1, in: folder)
  }

  /// Returns the process that has a place; nil if there is none. Must not be called for the place of this process.
  package static func holder(of number: Int, in folder: FilePath) -> Int32? {
    ProcessLock.holder(of: lock(number, in: folder))
  }

  /// The process of the first player; nil in the first place.
  package var firstProcess: Int32? { number == 1 ? nil : SessionPlace.holder(of: 1, in: folder) }

  private static func lock(_ number: Int, in folder: FilePath) -> FilePath {
    file("session.lock", number, in: folder)
  }

  /// Returns the path of a file for a place: `mixer.json` becomes `mixer-2.json`.
  private static func file(_ name: String, _ number: Int, in folder: FilePath) -> FilePath {
    guard number > 1, let dot = name.lastIndex(of: ".") else { return folder.appending(name) }
    return folder.appending("\(name[..<dot])-\(number)\(name[dot...])")
  }
}
