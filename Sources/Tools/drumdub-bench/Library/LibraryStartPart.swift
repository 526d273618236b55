import MusicLibrary
import SystemBase

/// Measures what a library of 100,000 tracks costs at the start: time to the first screen, and memory.
struct LibraryStartPart {
  private static let rounds = 15
  private static let count = 100_000

  func measure() throws(Failure) -> PartResult {
    let program = try ProgramFinder.drumdub()
    let demo = try ProgramFinder.resource("Demo")
    let full = try LibraryStartPart.home(LibraryStartPart.count)
    let empty = try ScratchFolder()
    var (without, with): ([Double], [Double]) = ([], [])
    for _ in 0..<LibraryStartPart.rounds {
      without.append(try StartPart.time(program, demo, empty))
      with.append(try StartPart.time(program, demo, full))
    }
    var start = Figure(
      part: .start, what: "start with 100,000 tracks in the library", unit: "ms", value: with.median * 1000,
      goal: .ratioAtMost(1.2))
    (start.peer, start.peerValue) = ("none in it", without.median * 1000)
    start.ratio = zip(with, without).map { $0 / $1 }.median
    let used = Figure(
      part: .start, what: "memory (PSS), 100,000 tracks, all of them listed", unit: "MB",
      value: try memory(program, demo, full, hasLibrary: true), goal: .atMost(30))
    let bare = Figure(
      part: .start, what: "memory (PSS), no library", unit: "MB",
      value: try memory(program, demo, empty, hasLibrary: false))
    return PartResult(figures: [start, used, bare])
  }

  /// Makes a home folder with an index of a number of tracks.
  static func home(_ count: Int) throws(Failure) -> ScratchFolder {
    let home = try ScratchFolder()
    try home.makeFolder("data/drumdub")
    do throws(LibraryError) {
      let store = try LibraryStore(FilePath(home.file("data/drumdub/library.db")))
      var library = SyntheticLibrary()
      for _ in 0..<10 { try store.apply(library.next(count / 10)) }
      while try store.mergeSearch() {}
      try store.checkpoint()
    } catch {
      throw Failure(error)
    }
    return home
  }

  /// Measures the memory of the player; with a library, after all tracks were listed and searched.
  private func memory(
    _ program: String, _ demo: String, _ home: ScratchFolder, hasLibrary: Bool
  ) throws(Failure) -> Double {
    let terminal = try PseudoTerminal(columns: 120, rows: 36)
    let child = try Child(
      program, ["--output", "null", demo], environment: home.environment, terminal: terminal.name)
    _ = try terminal.wait(for: ["cowbell"])
    if hasLibrary {
      _ = try terminal.wait(for: ["Most played"])
      // Opens the last entry, all tracks, and scrolls through them.
      terminal.type("\t\u{1B}[F\r")
      _ = try terminal.wait(for: ["100,000"])
      terminal.type("/the")
      _ = try terminal.wait(for: ["/the"])
      terminal.type("\r")
    }
    let end = HostTime.now.advanced(bySeconds: 6)
    while HostTime.now < end { _ = terminal.read(milliseconds: 100) }
    let memory = try child.memory()
    child.end(draining: terminal)
    return memory
  }
}
