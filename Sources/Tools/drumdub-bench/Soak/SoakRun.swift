import Glibc
import HostTools
import SystemBase

/// Runs the player in a terminal with ten drum keys per second, seeks and skips.
final class SoakRun {
  /// The seconds until sounds are loaded, all screens were drawn and the heap has its size.
  static let warmUp = 30.0
  private static let strikeInterval = 0.1
  private static let sampleInterval = 5.0
  private static let pads = Array("asdfjkl;")
  /// The keys for seeks by 5 s and 60 s, next and previous.
  private static let moves = ["\u{1B}[C", "\u{1B}[D", "\u{1B}[1;2C", "\u{1B}[1;2D", "n", "p", "n"]

  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let child: Child
  private var random = SeededGenerator(seed: 10)
  private(set) var strikes = 0
  private(set) var moves = 0

  init() throws(Failure) {
    home = try ScratchFolder()
    let music = try BenchmarkMusic()
    let tracks = ["a", "b", "c"].map { [home] in home.file("\($0).flac") }
    for (index, track) in tracks.enumerated() { try music.write(minutes: index + 1, to: track) }
    terminal = try PseudoTerminal()
    child = try Child(
      try ProgramFinder.drumdub(),
      ["--output", "null", "--held-key", "repeat", "--stats", home.file("stats.json")] + tracks,
      environment: home.environment, terminal: terminal.name)
    _ = try terminal.wait(for: ["DrumDub"])
    drain(until: HostTime.now.advanced(bySeconds: 1))
    terminal.type("y")
  }

  deinit { child.end(draining: terminal) }

  /// Plays for the time of the soak.
  ///
  /// - Parameter use: another player that is used meanwhile.
  /// - Returns: samples of both after the warm-up.
  func play(
    minutes: Int, beside use: UseRun
  ) throws(Failure) -> (drumming: [SoakSample], use: [SoakSample]) {
    let start = HostTime.now
    let seconds = Double(minutes) * 60
    var samples: (drumming: [SoakSample], use: [SoakSample]) = ([], [])
    var nextSample = min(SoakRun.warmUp, seconds / 2)
    var ticks = 0
    while HostTime.now.seconds(since: start) < seconds {
      ticks += 1
      tick(ticks)
      try use.perform()
      drain(until: start.advanced(bySeconds: Double(ticks) * SoakRun.strikeInterval))
      if child.hasEnded { throw Failure("the player ended by itself") }
      if HostTime.now.seconds(since: start) >= nextSample {
        samples.drumming.append(try SoakSample(child))
        samples.use.append(try use.sample())
        nextSample += SoakRun.sampleInterval
      }
    }
    return samples
  }

  /// Quits the player and returns its counters.
  func end() throws(Failure) -> SoakCounters {
    drain(until: HostTime.now.advanced(bySeconds: 1))
    terminal.type("q")
    let start = HostTime.now
    while !child.hasEnded {
      guard HostTime.now.seconds(since: start) < 5 else { throw Failure("the player did not quit") }
      _ = terminal.read(milliseconds: 10)
    }
    let code = child.waitForEnd()
    guard code == 0 else { throw Failure("the player ended with \(code)") }
    return try SoakCounters(path: home.file("stats.json"))
  }

  private func tick(_ number: Int) {
    if let pad = SoakRun.pads.randomElement(using: &random) {
      terminal.type(String(pad))
      strikes += 1
    }
    // Once every two seconds.
    if number % 20 == 7, let move = SoakRun.moves.randomElement(using: &random) {
      terminal.type(move)
      moves += 1
    }
  }

  private func drain(until end: HostTime) {
    while true {
      let left = end.seconds(since: .now)
      if left <= 0 { return }
      _ = terminal.read(milliseconds: Int32((left * 1000).rounded(.up)))
    }
  }
}

/// The resources that the program holds at a time.
struct SoakSample {
  /// In megabytes, without what the two players share.
  var memory: Double
  var threads: Int
  var descriptors: Int

  init(_ child: Child) throws(Failure) {
    memory = try child.privateMemory()
    threads = RunningProcess(child.pid).threads.count
    descriptors = RunningProcess(child.pid).descriptors
  }
}
