import Application
import AudioBase
import AudioDevices
import SystemBase

/// The list of devices, and the monitor of their changes. Main thread.
@MainActor
final class DeviceServices {
  /// The changes that are announced to the user.
  let changes: MainThreadChannel<[DeviceChange]>
  private let main: MainThread
  /// The monitor; nil until `start`.
  private var monitor: DeviceMonitor?

  init(main: MainThread) { (self.main, changes) = (main, MainThreadChannel(main)) }

  /// Starts to watch the devices; does nothing if they are watched.
  func start() {
    guard monitor == nil else { return }
    let monitor = DeviceMonitor(report: changes.send)
    self.monitor = monitor
    monitor.start()
  }

  /// Finds the devices on another thread, and watches them from then on.
  func find(then receive: @escaping @MainActor (DeviceList) -> Void) {
    start()
    main.run("device list", { DeviceFinder.list() }, then: receive)
  }

  /// Returns a function that ends the thread and waits for it.
  func stop() -> @Sendable () -> Void {
    let monitor = monitor
    self.monitor = nil
    return { monitor?.stop() }
  }
}
