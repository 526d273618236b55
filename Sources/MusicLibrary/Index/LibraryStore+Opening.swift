import Glibc
import SystemBase

/// An index that has been opened, and what has to be said of that.
package struct LibraryOpening: Sendable {
  package var store: LibraryStore
  package var notice: LibraryNotice?
}

/// What happened to the index.
package enum LibraryNotice: Hashable, Sendable {
  /// It was damaged, and made anew; the folders that it knew are known again.
  ///
  /// - recovered: the tracks whose play counts and ratings were saved; they come back with the next scan.
  case madeAnew(FilePath, setAside: FilePath, recovered: Int)
}

extension LibraryStore {
  /// Opens the index, or makes a new one. A damaged one is set aside under a dated name first.
  package static func open(_ path: FilePath) throws(AudioError) -> LibraryOpening {
    do throws(AudioError) {
      let store = try LibraryStore(path)
      try store.probe()
      return LibraryOpening(store: store)
    } catch {
      guard error.code == .damaged else { throw error }
      return try makeAnew(path)
    }
  }

  /// Opens the index and works with it. Where it turns out to be damaged on the way, it is made anew and `body` runs
  /// once more.
  package static func opened<Result>(
    _ path: FilePath, _ body: (LibraryOpening) throws(AudioError) -> Result
  ) throws(AudioError) -> Result {
    let opening = try open(path)
    do throws(AudioError) {
      return try body(opening)
    } catch {
      guard error.code == .damaged, error.subject == path.shown else { throw error }
    }
    return try body(try makeAnew(path))
  }

  /// Looks for damage where it costs nothing: at the roots of the tables.
  private func probe() throws(AudioError) {
    try read { connection throws(AudioError) in
      for table in [
        "tracks", "files", "artists", "albums", "genres", "texts", "former", "folders", "playlists",
      ] {
        _ = try connection.prepare("SELECT * FROM \(table) NOT INDEXED LIMIT 1").first { $0.isNull(0) }
      }
    }
  }

  private static func makeAnew(_ path: FilePath) throws(AudioError) -> LibraryOpening {
    let aside = try setAside(path)
    let store = try LibraryStore(path)
    let recovered = (try? store.recover(from: aside)) ?? 0
    return LibraryOpening(store: store, notice: .madeAnew(path, setAside: aside, recovered: recovered))
  }

  /// Renames the file, and the log and the shared memory that belong to it.
  private static func setAside(_ path: FilePath) throws(AudioError) -> FilePath {
    var name = FilePath(bytes: path.bytes + Array(".damaged-\(date())".utf8))
    var number = 1
    while name.withCString({ access($0, F_OK) }) == 0 {
      number += 1
      name = FilePath(bytes: path.bytes + Array(".damaged-\(date())-\(number)".utf8))
    }
    for ending in ["", "-wal", "-shm"] {
      let from = FilePath(bytes: path.bytes + Array(ending.utf8))
      let to = FilePath(bytes: name.bytes + Array(ending.utf8))
      let result = from.withCString { from in to.withCString { rename(from, $0) } }
      guard result == 0 || !ending.isEmpty else {
        throw AudioError(errno: errno, path.shown, call: "rename", writing: true)
      }
    }
    return name
  }

  /// `2026-11-20-140509`, in the user's time.
  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let numbers = [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
    ].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return numbers[..<3].joined(separator: "-") + "-" + numbers[3...].joined()
  }
}
