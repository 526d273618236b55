import CLV2
import Synchronization
import SystemBase

/// Waits for plug-ins that stop or need more latency, which the audio thread signals, and ends the calls of those that hang.
package enum PluginWatch {
  /// Milliseconds between two checks: a call that has not come back for a second is ended.
  private static let interval = 1_000 / Int32(DRUMDUB_LV2_MOST_CHECKS)

  private struct Watch: ~Copyable, Sendable {
    let signal = WakeSignal()
    let hasStarted = Mutex(false)
  }

  private static let watch = Watch()

  /// Starts the thread that waits, with the first call.
  ///
  /// - Parameter report: called on that thread after each signal.
  package static func start(_ report: @escaping @Sendable () -> Void) {
    let isFirst = watch.hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    if !isFirst { return }
    drumdub_lv2_set_signal(watch.signal.descriptor)
    _ = WorkerThread(name: "plug-in watch", isBackground: true) {
      var isWatching = true
      while true {
        // A wake may come often, and is no check.
        if watch.signal.wait(milliseconds: isWatching ? interval : nil) {
          report()
          isWatching = true
        } else {
          isWatching = drumdub_lv2_watch_all()
        }
      }
    }
  }
}
