import CRealtimeKit
import CSystem
import Glibc
import SystemBase

/// Gives the calling thread real-time priority.
enum AudioThread {
  /// Above whatever is not real-time, below the kernel's own threads.
  static let priority: Int32 = 20

  /// Asks for real-time priority and goes on without it: rlimits decide who gets it, then RealtimeKit, which is asked
  /// by a thread of its own.
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
