import Glibc
import SystemBase

/// Measures how long cmus needs to add a folder to its library.
struct CmusScan {
  /// Seconds without processor time after which the scan has ended.
  private static let rest = 0.4

  private let cmus: PreparedCmus

  /// Prepares cmus with an empty library.
  init(_ program: String) throws(Failure) { cmus = try PreparedCmus(program) }

  /// Measures the scan of a folder.
  ///
  /// - Returns: the seconds until its last work, by its processor time, since cmus does not report the end of a scan.
  func measure(_ folder: String) throws(Failure) -> Double {
    let terminal = try PseudoTerminal()
    let child = try cmus.start(in: terminal)
    while terminal.read(milliseconds: 300) != nil {}
    let start = HostTime.now
    terminal.type(":add \(folder)\r")
    var last = start
    var used = try child.processorSeconds()
    while HostTime.now.seconds(since: last) < CmusScan.rest || last == start {
      guard HostTime.now.seconds(since: start) < 120 else { throw Failure("cmus never ended its work") }
      _ = terminal.read(milliseconds: 5)
      usleep(3_000)
      let now = try child.processorSeconds()
      // Updates of its screen need less.
      if now - used > 0.002 { last = .now }
      used = now
    }
    child.end(draining: terminal)
    return last.seconds(since: start)
  }
}
