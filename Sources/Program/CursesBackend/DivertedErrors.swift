import CTerminalGuard
import SystemBase

/// Standard error while the screen is shown: what libraries write there goes into a pipe and from there to the event log,
/// and not to the screen. If the program ends suddenly, `TerminalGuard` writes it to the restored terminal. Main thread.
@MainActor enum DivertedErrors {
  /// The capacity of a pipe in bytes: pipe(7).
  private static let capacity = 1 << 16

  /// A descriptor that becomes readable when there is something to log; −1 if nothing was diverted yet.
  static var descriptor: Int32 { drumdub_errors_descriptor() }

  /// Diverts standard error if it is this terminal.
  static func begin(on descriptor: Int32) { drumdub_errors_divert(descriptor) }

  static func end() {
    drumdub_errors_restore()
    log()
  }

  /// Moves what was written to the event log.
  static func log() {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      let count = drumdub_errors_take(buffer.baseAddress, buffer.count)
      return String(decoding: buffer.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    for line in text.split(separator: "\n") { EventLog.write(.program, "standard error: \(line)") }
  }
}
