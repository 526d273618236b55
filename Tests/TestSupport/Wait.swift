import Glibc
import SystemBase

/// Waits for what becomes so by itself.
package enum Wait {
  /// For so many seconds what must happen is awaited: a test that passes never waits so long, on no machine.
  package static let patience = 60.0

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Looks again and again, 10 ms apart; fails after so many seconds.
  ///
  /// - Parameter told: what the failure says besides.
  package static func until(
    _ what: String, seconds: Double = patience, told: () -> String = { "" }, _ isSo: () throws -> Bool
  ) throws {
    let start = HostTime.now
    while try !isSo() {
      guard HostTime.now.seconds(since: start) < seconds else {
        throw Failure(description: "waited in vain for \(what); \(told())")
      }
      usleep(10_000)
    }
  }
}
