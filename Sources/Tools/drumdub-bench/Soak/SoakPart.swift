import BenchmarkInputs
import HostTools
import Remote
import SystemBase

/// Plays for a long time with all cores busy, uses another player meanwhile, and checks counters, memory and resources.
enum SoakPart {
  /// The seconds until sounds are loaded, all screens were drawn and the heap has its size.
  private static let warmUp = 30.0

  static func measure(_ report: Report, minutes: Int) throws {
    let busy = try [Child].busyCores()
    let (drumming, use) = (try DrummingRun(), try UseRun())
    let (start, seconds) = (HostTime.now, Double(minutes) * 60)
    var (drummed, used): ([Resources], [Resources]) = ([], [])
    var (next, ticks) = (min(warmUp, seconds / 2), 0)
    while HostTime.now.seconds(since: start) < seconds {
      ticks += 1
      try drumming.perform(ticks)
      try use.perform(ticks)
      let end = start.advanced(bySeconds: Double(ticks) * 0.1)
      drumming.run.terminal.pass(max(end.seconds(since: .now), 0))
      if HostTime.now.seconds(since: start) < next { continue }
      drummed.append(try Resources(drumming.run))
      used.append(try Resources(use.run))
      next += 5
    }
    drumming.run.terminal.pass(1)
    let counters = try drumming.run.quit()
    _ = try use.run.quit(nil)
    withExtendedLifetime(busy) {}
    add(counters, drummed, strikes: drumming.strikes, to: report)
    addGrowth(used, to: report)
    report.note(
      "\(drumming.strikes) strikes, \(drumming.moves) seeks and changes of track, \(ticks) steps of mixed use; "
        + "\(counters.renderedFrames) frames, \(counters.lateWakeUps) times woken late by the kernel")
    for figure in report.figures where figure.part == Part.soak.rawValue && figure.met == false {
      report.fail("\(figure.what) is not as it should")
    }
  }

  private static func add(
    _ counters: TerminalRun.Counters, _ samples: [Resources], strikes: Int, to report: Report
  ) {
    let (memory, threads) = (samples.map(\.memory), samples.map(\.threads))
    let rows: [(String, String, Double, Double?)] = [
      ("underruns of the music", "", Double(counters.underruns), 0),
      ("dropouts", "", Double(counters.xruns), 0), ("events lost", "", Double(counters.lostEvents), 0),
      ("strikes not heard", "", Double(strikes - counters.hits), 0),
      ("private memory at most", "MB", memory.max() ?? 0, nil),
      ("private memory gained after the warm-up", "MB", (memory.max() ?? 0) - (memory.first ?? 0), 1),
      ("threads gained or lost", "", (threads.max() ?? 0) - (threads.min() ?? 0), 0),
    ]
    for (what, unit, value, goal) in rows { report.add(what, value, .number(unit), goal.map { .atMost($0) }) }
  }

  /// Adds the growth of descriptors, threads and memory. Growth is the least of the last quarter less the least of the second
  /// one: tracks and scans come and go, and in the first one the histories of the queue fill.
  private static func addGrowth(_ samples: [Resources], to report: Report) {
    let quarter = max(samples.count / 4, 1)
    let rows: [(String, String, KeyPath<Resources, Double>, Double)] = [
      ("descriptors", "", \.descriptors, 4), ("threads", "", \.threads, 2),
      ("private memory", "MB", \.memory, 10),
    ]
    for (what, unit, value, goal) in rows {
      let (before, after) = (samples.dropFirst(quarter).prefix(quarter), samples.suffix(quarter))
      let gained =
        (after.map { $0[keyPath: value] }.min() ?? 0) - (before.map { $0[keyPath: value] }.min() ?? 0)
      report.add("\(what) gained in mixed use", gained, .number(unit), .atMost(goal))
    }
  }

  /// The resources that the program holds at a time.
  private struct Resources {
    /// In megabytes, without what the two players share.
    var memory: Double
    var threads, descriptors: Double

    init(_ run: TerminalRun) throws {
      let process = run.child.process
      guard let memory = process.privateMemory else {
        throw Failure("the kernel states no private memory of process \(process.id)")
      }
      self.memory = memory
      (threads, descriptors) = (Double(process.threads.count), Double(process.descriptors))
    }
  }
}

/// Runs the player with ten drum keys per second, seeks and skips.
private final class DrummingRun {
  private static let pads = Array("asdfjkl;")
  /// The keys for seeks by 5 s and 60 s, next and previous.
  private static let moves = ["\u{1B}[C", "\u{1B}[D", "\u{1B}[1;2C", "\u{1B}[1;2D", "n", "p", "n"]

  let run: TerminalRun
  private var random = SeededGenerator(seed: 10)
  private(set) var strikes = 0
  private(set) var moves = 0

  init() throws {
    let home = try ScratchFolder()
    let tracks = try (1...3).map { try home.writeMusic(minutes: $0, to: "\($0).flac") }
    run = try TerminalRun(
      drumdub: ["--output", "null", "--held-key", "repeat"] + tracks, home: home, until: "DrumDub")
    run.terminal.pass(1)
    run.type("y")
  }

  func perform(_ tick: Int) throws {
    if run.child.hasEnded { throw Failure("the player ended by itself") }
    if let pad = DrummingRun.pads.randomElement(using: &random) {
      run.type(String(pad))
      strikes += 1
    }
    // Once every two seconds.
    if tick % 20 == 7, let move = DrummingRun.moves.randomElement(using: &random) {
      run.type(move)
      moves += 1
    }
  }
}

/// Runs the player with a library, and uses it by keys and by commands of the remote control.
private final class UseRun {
  /// The steps after which another client connects.
  private static let stepsOfClient = 50

  let run: TerminalRun
  private var client: RemoteClient?
  private var use = MixedUse(
    seed: 3, words: ["night", "river", "g", "東京", "x"],
    tracks: ["a.flac", "b.flac", "c.flac", "missing.flac"])

  init() throws {
    let home = try ScratchFolder()
    let folder = try home.makeFolder("music")
    try TaggedFiles().make(3_000, in: folder)
    for name in ["a", "b", "c"] { try home.writeMusic(minutes: 1, to: "music/\(name).flac") }
    try Child.run(ProgramFinder.drumdub(), ["scan", folder], environment: home.environment)
    run = try TerminalRun(
      drumdub: ["--output", "null", "\(folder)/a.flac"], home: home, until: "DrumDub")
    try connect()
  }

  private func connect() throws {
    try run.terminal.wait("the player serves no clients") {
      client = try? RemoteClient(.socket(run.home.socket))
      return client != nil
    }
  }

  func perform(_ step: Int) throws {
    switch use.next() {
    case .keys(let keys): run.type(keys)
    case .resize(let columns, let rows): run.terminal.resize(columns: columns, rows: rows)
    case .command(let name, let arguments):
      do throws(RemoteClientError) {
        _ = try client?.send(MPDLine(name, arguments))
      } catch {
        guard case .refused = error else {
          throw Failure("the player in mixed use answers \(name) by \(error)")
        }
      }
    }
    if step % UseRun.stepsOfClient == 0 { try connect() }
    while run.terminal.read(milliseconds: 0) != nil {}
    if run.child.hasEnded { throw Failure("the player in mixed use ended by itself after \(step) steps") }
  }
}
