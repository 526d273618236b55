import Application
import Glibc

/// Follows the sleep of the system, as systemd-logind announces it, and delays it until everything is stored.
@MainActor
package final class SleepMonitor {
  private static let login = "org.freedesktop.login1"
  private static let object = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  /// Owns a delay lock of logind: while its descriptor is open, the system does not sleep.
  private struct DelayLock: ~Copyable {
    let descriptor: Int32

    deinit { close(descriptor) }
  }

  private let bus: BusConnection
  private let controller: SuspendController
  private var lock: DelayLock?

  package init(_ bus: BusConnection, controller: SuspendController) throws(BusError) {
    (self.bus, self.controller) = (bus, controller)
    let rule =
      "type='signal',sender='\(SleepMonitor.login)',interface='\(SleepMonitor.manager)',member='PrepareForSleep'"
    try bus.listen(rule) { [weak self] signal in self?.receive(signal) }
    takeLock()
  }

  private func receive(_ signal: BusCall) {
    guard let begins = signal.arguments.first?.boolean else { return }
    if begins {
      controller.suspend(.systemSleep) { [weak self] in self?.lock = nil }
    } else {
      controller.resume(after: .systemSleep)
      takeLock()
    }
  }

  /// Takes the lock for the next sleep. Without logind there is none.
  private func takeLock() {
    let arguments = ["sleep", "DrumDub", "stores takes and the session", "delay"].map { BusValue.string($0) }
    bus.call(BusCall(SleepMonitor.login, SleepMonitor.object, SleepMonitor.manager, "Inhibit", arguments)) {
      [weak self] reply in
      guard case .success(let values) = reply, case .descriptor(let descriptor)? = values.first else {
        return
      }
      // The message owns its descriptor.
      let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      if own >= 0 { self?.lock = DelayLock(descriptor: own) }
    }
  }
}
