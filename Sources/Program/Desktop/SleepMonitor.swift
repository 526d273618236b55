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
  /// Called when the system will sleep, with what to call when everything is stored; and when it has slept.
  private let prepare: (_ isBefore: Bool, _ onStored: @escaping () -> Void) -> Void
  private var lock: DelayLock?

  package init(
    _ bus: BusConnection, prepare: @escaping (_ isBefore: Bool, _ onStored: @escaping () -> Void) -> Void
  ) throws(BusError) {
    (self.bus, self.prepare) = (bus, prepare)
    let rule =
      "type='signal',sender='\(SleepMonitor.login)',interface='\(SleepMonitor.manager)',member='PrepareForSleep'"
    try bus.listen(rule) { [weak self] signal in self?.receive(signal) }
    takeLock()
  }

  private func receive(_ signal: BusCall) {
    guard let begins = signal.arguments.first?.boolean else { return }
    prepare(begins) { [weak self] in self?.lock = nil }
    if !begins { takeLock() }
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
