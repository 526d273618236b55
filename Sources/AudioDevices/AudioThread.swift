import CSystem
import Glibc

/// Prepares the calling thread for sound.
enum AudioThread {
  /// Asks for real-time priority and goes on without it: rlimits decide who gets it.
  static func prepare() {
    drumdub_flush_denormals()
    drumdub_exact_timers()
    var parameters = sched_param()
    parameters.sched_priority = 20
    _ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
  }
}
