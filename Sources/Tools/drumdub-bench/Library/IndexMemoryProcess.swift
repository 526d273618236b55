import Glibc
import MusicLibrary
import MusicQuery
import SystemBase

/// A separate process with an open index, whose memory is measured.
enum IndexMemoryProcess {
  /// The argument that makes this program such a process.
  static let word = "--hold-library"

  /// Measures the memory of a process that holds the index.
  ///
  /// - Returns: the megabytes (PSS) after searches.
  static func memory(_ library: FilePath, _ home: ScratchFolder) throws(Failure) -> Double {
    let ready = home.file("ready")
    let child = try Child(
      try ProgramFinder.itself(), [word, library.shown, ready], environment: home.environment)
    let start = HostTime.now
    while access(ready, F_OK) != 0 {
      guard !child.hasEnded, HostTime.now.seconds(since: start) < 60 else {
        throw Failure("the index could not be searched")
      }
      usleep(10_000)
    }
    let memory = try child.memory()
    child.end()
    return memory
  }

  /// Opens the index, lists all tracks, searches for growing prefixes, and waits until it is killed.
  static func run(_ words: ArraySlice<String>) -> Int32 {
    guard let library = words.first, let ready = words.dropFirst().first else { return 2 }
    do {
      let store = try LibraryStore(FilePath(library))
      let list = try store.search(SearchQuery())
      for typed in ["l", "lo", "lov", "love", "love t", "the", "night blue"] {
        _ = try store.tracks(try store.firstFound(SearchQuery(typed: typed), limit: 100).ids)
      }
      _ = try store.tracks(of: list, from: list.count / 2, limit: 100)
      try AtomicFile.replace(FilePath(ready), with: [])
      while true { pause() }
    } catch {
      return 1
    }
  }
}
