import Glibc
import SystemBase

/// Measures scans: the first one against cmus, and scans that find no changes.
struct LibraryFilesPart {
  private static let count = 10_000
  private static let rounds = 5

  func measure() throws(Failure) -> PartResult {
    let ours = try ProgramFinder.drumdub()
    let home = try ScratchFolder()
    let music = home.file("music/0")
    var maker = try LibraryMaker()
    try maker.make(LibraryFilesPart.count, in: music)
    var result = PartResult()
    try race(ours, music, home, into: &result)
    result.figures.append(try rescan(ours, home, "10,000", folders: 1, seconds: 0.05))
    for copy in 1..<10 { try LibraryMaker.link(music, to: home.file("music/\(copy)")) }
    result.figures.append(try rescan(ours, home, "100,000", folders: 10, seconds: 0.5))
    return result
  }

  private func race(
    _ ours: String, _ music: String, _ home: ScratchFolder, into result: inout PartResult
  ) throws(Failure) {
    let cmus = ProgramFinder.find("cmus")
    var (reports, ends, theirs): ([Double], [Double], [Double]) = ([], [], [])
    // The first round fills the disk cache and is not counted.
    for round in 0...LibraryFilesPart.rounds {
      let time = try scan(ours, home, index: "first\(round).db", music)
      let their = try cmus.map { (program) throws(Failure) in try CmusScan(program).measure(music) }
      if round == 0 { continue }
      reports.append(time.report)
      ends.append(time.end)
      if let their { theirs.append(their) }
    }
    var figure = Figure(
      part: .library, what: "first scan of 10,000 files", unit: "s", value: reports.median,
      goal: .ratioAtMost(1))
    if theirs.isEmpty {
      result.notes.append("library: cmus is not installed")
    } else {
      figure.peer = "cmus"
      figure.peerValue = theirs.median
      figure.ratio = zip(reports, theirs).map { $0 / $1 }.median
    }
    result.figures += [
      figure,
      Figure(part: .library, what: "and all recordings named", unit: "s", value: ends.median),
    ]
  }

  private func rescan(
    _ ours: String, _ home: ScratchFolder, _ count: String, folders: Int, seconds: Double
  ) throws(Failure) -> Figure {
    let folder = home.file("music")
    _ = try scan(ours, home, index: "again.db", folder)
    var times: [Double] = []
    for _ in 0..<LibraryFilesPart.rounds { times.append(try scan(ours, home, index: "again.db", folder).end) }
    return Figure(
      part: .library, what: "scan of \(count) files, nothing changed", unit: "s", value: times.median,
      goal: .atMost(seconds))
  }

  /// Runs a scan.
  ///
  /// - Returns: the seconds to the report and to the end of the program.
  private func scan(
    _ program: String, _ home: ScratchFolder, index: String, _ folder: String
  ) throws(Failure) -> (report: Double, end: Double) {
    let terminal = try PseudoTerminal()
    let start = HostTime.now
    let child = try Child(
      program, ["scan", "--json", "--library", home.file(index), folder], environment: home.environment,
      terminal: terminal.name)
    let report = try terminal.wait(for: ["\"unreadable\":[]"], seconds: 120)
    while terminal.read(milliseconds: 0) != nil {}
    guard child.waitForEnd() == 0 else { throw Failure("drumdub scan failed") }
    return (report.seconds(since: start), HostTime.now.seconds(since: start))
  }
}
