import CTerminalGuard
import SystemBase

/// Standard error while the screen is shown: what libraries write there goes to memory and from there to the event log,
/// and not to the screen. If the program ends suddenly, `TerminalGuard` writes it to the restored terminal. Main thread.
@MainActor enum DivertedErrors {
  /// The most bytes that are logged between two drawings.
  private static let most = 1 << 13

  /// Diverts standard error if it is this terminal.
  static func begin(on descriptor: Int32) { drumdub_errors_divert(descriptor) }

  static func end() {
    drumdub_errors_restore()
    log()
  }

  /// Moves what was written to the event log.
  static func log() {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: most) { buffer in
      let count = drumdub_errors_take(buffer.baseAddress, buffer.count)
      return String(decoding: buffer.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    for line in text.split(separator: "\n") { EventLog.write(.program, "standard error: \(line)") }
  }
}
