import Glibc
import HostTools
import SystemBase

/// Runs the program in a terminal of 120 × 36 and measures it from outside.
final class ScreenRun {
  struct Usage {
    /// The processor time as a fraction of one core.
    var processor: Double
    /// The bytes that the screen receives per second.
    var bytes: Double
    var wakes: Double
    var mainWakes: Double
  }

  private let terminal: PseudoTerminal
  private let child: Child

  init(_ track: String, _ home: ScratchFolder) throws(Failure) {
    terminal = try PseudoTerminal(columns: 120, rows: 36)
    child = try Child(
      try ProgramFinder.drumdub(), ["--output", "null", track], environment: home.environment,
      terminal: terminal.name)
    _ = try terminal.wait(for: ["cowbell", "playing"])
    drain(seconds: 4)
  }

  private var process: RunningProcess { RunningProcess(child.pid) }

  deinit { child.end(draining: terminal) }

  /// Returns the seconds from each key to the first change of the screen that it causes.
  func keyTimes(_ count: Int) throws(Failure) -> [Double] {
    var times: [Double] = []
    for number in 1...count {
      drain(seconds: 0.05)
      let start = HostTime.now
      // The new volume appears nowhere else on the screen.
      terminal.type(number % 2 == 0 ? "-" : "+")
      let words = number % 2 == 0 ? "0.0 dB" : "+1.0 dB"
      times.append(try terminal.wait(for: [String(words.prefix(2))], seconds: 2).seconds(since: start))
    }
    return times
  }

  /// Pauses, and waits until the meters are at zero, the device rests and the session is saved (after 10 s).
  func pause() throws(Failure) {
    terminal.type(" ")
    _ = try terminal.wait(for: ["paused"])
    let end = HostTime.now.advanced(bySeconds: 60)
    var last = -1
    while process.wakes != last && HostTime.now < end {
      last = process.wakes
      drain(seconds: 11)
    }
  }

  func watch(seconds: Double) throws(Failure) -> Usage {
    let (start, before) = (HostTime.now, try child.processorSeconds())
    let (wakes, mainWakes) = (process.wakes, process.mainWakes)
    let bytes = drain(seconds: seconds)
    let passed = HostTime.now.seconds(since: start)
    return Usage(
      processor: (try child.processorSeconds() - before) / passed, bytes: Double(bytes) / passed,
      wakes: Double(process.wakes - wakes) / passed, mainWakes: Double(process.mainWakes - mainWakes) / passed
    )
  }

  @discardableResult
  private func drain(seconds: Double) -> Int {
    let end = HostTime.now.advanced(bySeconds: seconds)
    var bytes = 0
    while HostTime.now < end { bytes += terminal.read(milliseconds: 20)?.bytes.count ?? 0 }
    return bytes
  }
}
