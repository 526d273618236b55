import MusicLibrary
import MusicQuery
import SystemBase

/// Measures the index with 100,000 and 1,000,000 tracks: insertion, the stamps of a scan, incremental search, memory.
struct LibraryIndexPart {
  private struct Size {
    var count: Int
    var name: String
    /// The limit of a search in milliseconds.
    var goal: Double
  }

  private static let sizes = [
    Size(count: 100_000, name: "100,000 tracks", goal: 5),
    Size(count: 1_000_000, name: "1,000,000 tracks", goal: 16),
  ]
  private static let batch = 10_000

  func measure() throws(Failure) -> PartResult {
    let home = try ScratchFolder()
    let path = FilePath(home.file("library.db"))
    var figures: [Figure] = []
    var library = SyntheticLibrary()
    var done = 0
    for size in LibraryIndexPart.sizes {
      do throws(LibraryError) {
        figures += try measure(try LibraryStore(path), size, from: done, &library)
      } catch {
        throw Failure(error)
      }
      if done == 0 {
        let memory = try IndexMemoryProcess.memory(path, home)
        figures.append(figure("memory (PSS) with \(size.name), searched", "MB", memory, .atMost(30)))
      }
      done = size.count
    }
    return PartResult(figures: figures)
  }

  private func measure(
    _ store: LibraryStore, _ size: Size, from done: Int, _ library: inout SyntheticLibrary
  ) throws(LibraryError) -> [Figure] {
    let seconds = try LibraryIndexPart.fill(store, from: done, to: size.count, &library)
    let filling = figure(
      "10,000 more tracks, up to \(size.name)", "s", seconds, done == 0 ? .atMost(0.25) : nil)
    return [filling] + (try searches(store, size)) + (try rest(store, size))
  }

  private func figure(_ what: String, _ unit: String, _ value: Double, _ goal: Goal? = nil) -> Figure {
    Figure(part: .library, what: what, unit: unit, value: value, goal: goal)
  }

  /// Fills an index.
  ///
  /// - Returns: the median time of a batch in seconds.
  private static func fill(
    _ store: LibraryStore, from: Int, to: Int, _ library: inout SyntheticLibrary
  ) throws(LibraryError) -> Double {
    var times: [Double] = []
    for _ in 0..<((to - from) / batch) {
      let changes = library.next(batch)
      let start = HostTime.now
      try store.apply(changes)
      times.append(HostTime.now.seconds(since: start))
    }
    while try store.mergeSearch() {}
    try store.checkpoint()
    return times.median
  }

  /// Searches for every prefix of 100 titles and reads the visible rows.
  private func searches(_ store: LibraryStore, _ size: Size) throws(LibraryError) -> [Figure] {
    var titles = SeededGenerator(seed: 9)
    var times: [Double] = []
    for _ in 0..<100 {
      let id = Int32.random(in: 1...Int32(size.count), using: &titles)
      guard let title = try store.tracks([id]).first?.track.title else { continue }
      for length in 1...title.count {
        let start = HostTime.now
        let found = try store.firstFound(SearchQuery(typed: String(title.prefix(length))), limit: 100)
        let rows = try store.tracks(found.ids)
        times.append(HostTime.now.seconds(since: start) * 1000)
        precondition(!rows.isEmpty, "a title that is not found: \(title.prefix(length))")
      }
    }
    return [
      figure("search while typing, \(size.name), median", "ms", times.median),
      figure(
        "search while typing, \(size.name), 99th percentile", "ms", times.percentile(99), .atMost(size.goal)),
    ]
  }

  private func rest(_ store: LibraryStore, _ size: Size) throws(LibraryError) -> [Figure] {
    let start = HostTime.now
    let stamps = try store.stamps(under: FilePath("/music"))
    let read = HostTime.now
    let sorted = try store.search(SearchQuery())
    let listed = HostTime.now
    precondition(stamps.count <= size.count && sorted.count <= size.count, "more than there is")
    return [
      figure(
        "stamps for a rescan, \(size.name)", "s", read.seconds(since: start),
        size.goal < 10 ? .atMost(0.15) : nil),
      figure("all in the default order, \(size.name)", "s", listed.seconds(since: read)),
    ]
  }
}
