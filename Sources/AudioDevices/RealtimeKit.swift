import CRealtimeKit
import Glibc

/// Real-time priority for a thread by the system's RealtimeKit, where rlimits grant none.
///
/// Source: RealtimeKit's README (git.0pointer.net/rtkit.git): a process has to limit the time that its real-time
/// threads may run without a pause (RLIMIT_RTTIME) to what the service allows.
enum RealtimeKit {
  /// The system bus's address, where none is set (D-Bus Specification, "Well-known Message Bus Instances").
  private static let socket = "/run/dbus/system_bus_socket"

  /// Whether there is a system bus at all: most machines without one have none to ask either.
  static var isReachable: Bool {
    getenv("DBUS_SYSTEM_BUS_ADDRESS") != nil || access(socket, R_OK | W_OK) == 0
  }

  /// The limits of the service.
  struct Offer: Hashable {
    var priority: Int32
    /// Microseconds; 0 or less where it sets none.
    var longestRun: Int64
  }

  struct Request: Hashable {
    var priority: UInt32
    /// What RLIMIT_RTTIME is to be; nil leaves it.
    var limit: UInt64?
  }

  /// - Parameter limit: the hard RLIMIT_RTTIME of the process, `UInt64.max` where there is none.
  /// - Returns: nil where the service offers nothing.
  static func request(for offer: Offer, limit: UInt64) -> Request? {
    guard offer.priority > 0 else { return nil }
    let priority = UInt32(min(offer.priority, AudioThread.priority))
    guard offer.longestRun > 0, limit > UInt64(offer.longestRun) else {
      return Request(priority: priority, limit: nil)
    }
    return Request(priority: priority, limit: UInt64(offer.longestRun))
  }

  /// Requests the priority; a refusal is ignored. Takes some milliseconds, or 25 s if the bus does not answer.
  static func ask(for thread: UInt64) {
    guard drumdub_rtkit_load() == nil else { return }
    var offer = Offer(priority: 0, longestRun: 0)
    guard drumdub_rtkit_offer(&offer.priority, &offer.longestRun) >= 0 else { return }
    var limit: UInt64 = 0
    guard drumdub_rtkit_limit(&limit) == 0, let request = request(for: offer, limit: limit) else { return }
    if let most = request.limit, drumdub_rtkit_set_limit(most) != 0 { return }
    _ = drumdub_rtkit_grant(thread, request.priority)
  }
}
