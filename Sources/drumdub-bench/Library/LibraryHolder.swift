import Glibc
import MusicLibrary
import SystemBase

/// A process of its own that has an index open, for its memory to be measured.
enum LibraryHolder {
  /// The word that makes this program one.
  static let word = "--hold-library"

  /// - Returns: megabytes (PSS) once it has searched.
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

  /// Opens the index, lists it all, searches as one types, and waits to be ended.
  static func run(_ words: ArraySlice<String>) -> Int32 {
    guard let library = words.first, let ready = words.dropFirst().first else { return 2 }
    do {
      let store = try LibraryStore(FilePath(library))
      let list = try store.search(SearchQuery())
      for typed in ["l", "lo", "lov", "love", "love t", "the", "night blue"] {
        _ = try store.tracks(try store.firstFound(SearchQuery(typed: typed), limit: 100).ids)
      }
      _ = try store.tracks(of: list, from: list.count / 2, limit: 100)
      try FileBytes.replace(FilePath(ready), with: [])
      while true { pause() }
    } catch {
      return 1
    }
  }
}
