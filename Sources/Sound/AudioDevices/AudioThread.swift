import CRealtimeKit
import CSystem
import Glibc
import SystemBase

/// Gives the calling thread real-time priority.
enum AudioThread {
  /// The priority: above all threads without real-time priority, below those of the kernel.
  static let priority: Int32 = 20

  /// Requests real-time priority: directly if rlimits allow it, else from RealtimeKit on another thread.
  /// Continues without it if both refuse.
  static func prepare() {
    drumdub_flush_denormals()
    drumdub_exact_timers()
    var parameters = sched_param()
    parameters.sched_priority = priority
    if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { return }
    guard RealtimeKit.isReachable else { return }
    let thread = drumdub_rtkit_thread()
    _ = WorkerThread(name: "rtkit") { RealtimeKit.ask(for: thread) }
  }
}

/// Requests real-time priority for a thread from the system's RealtimeKit, if rlimits do not allow it.
///
/// Source: RealtimeKit's README (git.0pointer.net/rtkit.git): a process has to limit the time that its real-time
/// threads may run without a pause (RLIMIT_RTTIME) to what the service allows.
enum RealtimeKit {
  /// The address of the system bus if none is set (D-Bus Specification, "Well-known Message Bus Instances").
  private static let socket = "/run/dbus/system_bus_socket"

  static var isReachable: Bool {
    getenv("DBUS_SYSTEM_BUS_ADDRESS") != nil || access(socket, R_OK | W_OK) == 0
  }

  /// The limits of the service.
  struct Offer: Hashable {
    var priority: Int32
    /// Microseconds; 0 or less if the service sets no limit.
    var longestRun: Int64
  }

  /// The priority that is requested.
  struct Request: Hashable {
    var priority: UInt32
    /// The new RLIMIT_RTTIME in microseconds; nil leaves it unchanged.
    var limit: UInt64?
  }

  /// Returns the request that fits an offer and the hard RLIMIT_RTTIME of the process, `UInt64.max` for none. Nil if the
  /// service offers nothing.
  static func request(for offer: Offer, limit: UInt64) -> Request? {
    guard offer.priority > 0 else { return nil }
    let priority = UInt32(min(offer.priority, AudioThread.priority))
    guard offer.longestRun > 0, limit > UInt64(offer.longestRun) else {
      return Request(priority: priority, limit: nil)
    }
    return Request(priority: priority, limit: UInt64(offer.longestRun))
  }

  private static var runLimit: __rlimit_resource_t { __rlimit_resource_t(__RLIMIT_RTTIME.rawValue) }

  /// Requests the priority; a refusal is ignored. Takes some milliseconds, or 25 s if the bus does not answer.
  static func ask(for thread: UInt64) {
    guard drumdub_rtkit_load() == nil else { return }
    var offer = Offer(priority: 0, longestRun: 0)
    guard drumdub_rtkit_offer(&offer.priority, &offer.longestRun) >= 0 else { return }
    var limits = rlimit()
    guard getrlimit(runLimit, &limits) == 0,
      let request = request(for: offer, limit: UInt64(limits.rlim_max))
    else { return }
    if let most = request.limit {
      limits = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
      if setrlimit(runLimit, &limits) != 0 { return }
    }
    _ = drumdub_rtkit_grant(thread, request.priority)
  }
}
