import Glibc
import SystemBase

/// Waits for conditions that other threads or programs fulfil.
package enum Wait {
  /// The timeout in seconds. A passing test never waits so long, even on a busy machine.
  package static let patience = 60.0

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Checks a condition at intervals until it holds; throws after a number of seconds.
  ///
  /// - Parameter told: returns details for the failure.
  package static func until(
    _ what: String, seconds: Double = patience, milliseconds: UInt32 = 10, told: () -> String = { "" },
    _ isSo: () throws -> Bool
  ) throws {
    let start = HostTime.now
    while try !isSo() {
      guard HostTime.now.seconds(since: start) < seconds else {
        throw Failure(description: "waited in vain for \(what); \(told())")
      }
      usleep(1_000 * milliseconds)
    }
  }
}
