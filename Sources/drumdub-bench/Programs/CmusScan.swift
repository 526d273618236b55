import Glibc
import SystemBase

/// cmus taking a folder into its library.
struct CmusScan {
  /// Seconds without work after which it is done.
  private static let rest = 0.4

  private let cmus: PreparedCmus

  /// With a library that is empty.
  init(_ program: String) throws(Failure) { cmus = try PreparedCmus(program) }

  /// - Returns: seconds until it has done its last work; that it tells nobody, its processor time does.
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
      // What its screen takes once in a while is less.
      if now - used > 0.002 { last = .now }
      used = now
    }
    child.end(draining: terminal)
    return last.seconds(since: start)
  }
}
