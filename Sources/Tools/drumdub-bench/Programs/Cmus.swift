import Glibc
import SystemBase

/// cmus with its own home folder, configured to need neither a sound card nor a message bus.
final class Cmus {
  /// Seconds without processor time after which a scan has ended.
  private static let rest = 0.4
  /// Milliseconds without output after which the screen is complete.
  private static let pause: Int32 = 30
  /// A screen has more bytes than this; the terminal's initialisation has fewer.
  private static let screenBytes = 600

  private let home: ScratchFolder
  private let environment: [String]

  /// Prepares a cmus with an empty library and an output, by default ALSA's null device, which accepts all at once.
  init(
    output: [String] = ["set output_plugin=alsa", "set dsp.alsa.device=null"], _ environment: [String] = []
  ) throws {
    self.environment = environment
    home = try ScratchFolder()
    try home.makeFolder("config/cmus")
    try home.write((output + ["set mpris=false", ""]).joined(separator: "\n"), to: "config/cmus/rc")
    // The first start creates its files.
    _ = try started()
  }

  func started() throws -> TerminalRun {
    let run = try TerminalRun("cmus", [], home: home, environment)
    _ = run.terminal.read(milliseconds: 5_000)
    while run.terminal.read(milliseconds: 300) != nil {}
    return run
  }

  /// Returns the seconds from its start to the last byte before the first pause, since it draws its screen at once.
  func startTime() throws -> Double {
    let start = HostTime.now
    let run = try TerminalRun("cmus", [], home: home, environment)
    var (last, count) = (start, 0)
    while let chunk = run.terminal.read(milliseconds: count < Cmus.screenBytes ? 5_000 : Cmus.pause) {
      count += chunk.bytes.count
      last = chunk.time
    }
    guard count >= Cmus.screenBytes else { throw Failure("cmus drew no screen") }
    return last.seconds(since: start)
  }

  /// Returns the seconds until it has added a folder to its library, by its processor time: it reports no end of a scan.
  func scanTime(_ folder: String) throws -> Double {
    let run = try started()
    let start = HostTime.now
    run.type(":add \(folder)\r")
    var (last, used) = (start, try run.child.processorSeconds())
    while HostTime.now.seconds(since: last) < Cmus.rest || last == start {
      guard HostTime.now.seconds(since: start) < 120 else { throw Failure("cmus never ended its work") }
      _ = run.terminal.read(milliseconds: 5)
      usleep(3_000)
      let now = try run.child.processorSeconds()
      // Updates of its screen need less.
      if now - used > 0.002 { last = .now }
      used = now
    }
    return last.seconds(since: start)
  }
}
