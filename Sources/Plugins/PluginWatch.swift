import CLV2
import Synchronization
import SystemBase

/// Waits for plug-ins that stop or need more latency, which the audio thread signals.
package enum PluginWatch {
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
      while true {
        watch.signal.wait(milliseconds: nil)
        report()
      }
    }
  }
}
