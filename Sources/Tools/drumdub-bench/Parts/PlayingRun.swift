import SystemBase

/// A run of a player while it plays.
final class PlayingRun {
  struct Usage {
    /// The processor time as a fraction of one core.
    var processor: Double
    /// The wake-ups of its threads in a second.
    var wakes: Double
    /// The memory (PSS) in megabytes.
    var memory: Double
  }

  private static let settleSeconds = 4.0
  private static let seconds = 20.0

  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let child: Child

  /// Starts a player.
  ///
  /// - Parameter configuration: the content of DrumDub's configuration file.
  init(
    _ program: String, _ arguments: [String], extra: [String] = [], configuration: String = ""
  ) throws(Failure) {
    home = try ScratchFolder()
    try home.makeFolder("config/drumdub")
    try home.write(configuration, to: "config/drumdub/config")
    terminal = try PseudoTerminal()
    child = try Child(
      program, arguments, environment: home.environment + extra, terminal: terminal.name)
  }

  /// Starts cmus and lets it play.
  ///
  /// - Parameter typing: the keys that start playing.
  init(_ cmus: PreparedCmus, typing: String) throws(Failure) {
    home = try ScratchFolder()
    terminal = try PseudoTerminal()
    child = try cmus.start(in: terminal)
    _ = terminal.read(milliseconds: 5000)
    drain(seconds: 0.5)
    terminal.type(typing)
  }

  static func drumdub(
    _ track: String, output: String, extra: [String] = [], configuration: String = ""
  ) throws(Failure) -> PlayingRun {
    try PlayingRun(
      try ProgramFinder.drumdub(), ["--output", output, track], extra: extra, configuration: configuration)
  }

  deinit { child.end(draining: terminal) }

  func measure() throws(Failure) -> Usage {
    drain(seconds: PlayingRun.settleSeconds)
    let start = HostTime.now
    let (before, wakes) = (try child.processorSeconds(), child.wakes)
    drain(seconds: PlayingRun.seconds)
    let used = try child.processorSeconds() - before
    let passed = HostTime.now.seconds(since: start)
    return Usage(
      processor: used / passed, wakes: Double(child.wakes - wakes) / passed, memory: try child.memory())
  }

  /// Reads the output like a terminal.
  private func drain(seconds: Double) {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while HostTime.now < end { _ = terminal.read(milliseconds: 50) }
  }
}
