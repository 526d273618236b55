import BenchmarkInputs
import MusicLibrary
import MusicQuery
import SystemBase

/// Measures the library: scans, the first one against cmus, and the index with 100,000 and 1,000,000 tracks.
enum LibraryPart {
  private static let rounds = 5

  static func measure(_ report: Report) throws {
    try measureScans(report)
    let home = try ScratchFolder()
    let store = try LibraryStore(home.filePath("library.db"))
    var library = SyntheticLibrary()
    try measureIndex(report, store, &library, add: 100_000, "100,000 tracks", search: 5)
    try measureIndex(report, store, &library, add: 900_000, "1,000,000 tracks", search: 16)
  }

  private static func measureScans(_ report: Report) throws {
    let home = try ScratchFolder()
    let music = try home.makeFolder("music/0")
    try TaggedFiles().make(10_000, in: music)
    var (number, ends) = (0, [Double]())
    let cmus = report.find("cmus").map { _ in
      Peer(name: "cmus") { try Cmus().scanTime(music) }
    }
    // The first round fills the disk cache.
    try report.race(
      "first scan of 10,000 files", .seconds, rounds: rounds, unmeasured: 1, beside: cmus, .ratioAtMost(0.8)
    ) {
      number += 1
      let (report, end) = try scan(home, index: "first\(number).db", music)
      ends.append(end)
      return report
    }
    report.add("and all recordings named", Array(ends.dropFirst()).median, .seconds)
    func rescan(_ count: String, _ goal: Double) throws {
      try report.race(
        "scan of \(count) files, nothing changed", .seconds, rounds: rounds, unmeasured: 1, .atMost(goal)
      ) { try scan(home, index: "again.db", home.file("music")).end }
    }
    try rescan("10,000", 0.05)
    for copy in 1..<10 { try Child.run("cp", ["-rl", "--", music, home.file("music/\(copy)")]) }
    try rescan("100,000", 0.5)
  }

  /// Runs a scan. Returns the seconds to the report and to the end of the program.
  private static func scan(
    _ home: ScratchFolder, index: String, _ folder: String
  ) throws -> (report: Double, end: Double) {
    let start = HostTime.now
    let run = try TerminalRun(
      ProgramFinder.drumdub(), ["scan", "--json", "--library", home.file(index), folder], home: home)
    let report = try run.terminal.wait(for: "\"unreadable\":[]", seconds: 120)
    while run.terminal.read(milliseconds: 0) != nil {}
    guard run.child.waitForEnd() == 0 else { throw Failure("drumdub scan failed") }
    return (report.seconds(since: start), HostTime.now.seconds(since: start))
  }

  /// Adds tracks and measures the index. `search` is the limit of the milliseconds of a search.
  private static func measureIndex(
    _ report: Report, _ store: LibraryStore, _ library: inout SyntheticLibrary, add count: Int,
    _ size: String, search: Double
  ) throws {
    var batches: [Double] = []
    for _ in 0..<count / 10_000 {
      let changes = library.next(10_000)
      batches.append(try seconds { try store.apply(changes) })
    }
    try SyntheticLibrary.settle(store)
    report.add(
      "10,000 more tracks, up to \(size)", batches.median, .seconds, count == 100_000 ? .atMost(0.25) : nil)
    report.add(
      "search while typing, \(size)", of: try searches(store, count), .milliseconds,
      [(.median, nil), (.percentile(99), .atMost(search))])
    try measurePicker(report, store, count, size)
    let stamps = try seconds { _ = try store.stamps(under: FilePath("/music")) }
    report.add("stamps for a rescan, \(size)", stamps, .seconds, .atMost(1.5e-6 * Double(count)))
  }

  /// Measures the order of all tracks, and the whole list of the song picker after one letter.
  private static func measurePicker(
    _ report: Report, _ store: LibraryStore, _ count: Int, _ size: String
  ) throws {
    // Another store of the same index does not know the order yet.
    let store = try LibraryStore(store.path)
    let order = try seconds { try store.prepareOrder() }
    report.add("the order of all, \(size)", order, .seconds, .atMost(1e-6 * Double(count)))
    let letters = try ["e", "a", "n", "x"].map { letter in
      try seconds {
        _ = try LibraryLists(
          store: store, place: .allTracks, filter: letter, within: nil, ranksTitles: true
        ).whole()
      }
    }
    report.add(
      "until the song picker has all with a letter, \(size)", of: letters, .milliseconds,
      [(.worst, .atMost(3e-4 * Double(count)))])
  }

  /// Searches for every prefix of 100 titles and reads the visible rows. Returns the seconds of each.
  private static func searches(_ store: LibraryStore, _ count: Int) throws -> [Double] {
    var random = SeededGenerator(seed: 9)
    var times: [Double] = []
    for _ in 0..<100 {
      let id = Int32.random(in: 1...Int32(count), using: &random)
      guard let title = try store.tracks([id]).first?.track.title else { continue }
      for length in 1...title.count {
        times.append(
          try seconds {
            let query = SearchQuery(typed: String(title.prefix(length)))
            _ = try store.tracks(try store.firstFound(query, limit: 100).ids)
          })
      }
    }
    return times
  }
}
