import Application
import AudioBase
import AudioDevices
import SystemBase

/// The list of devices, and the monitor of their changes. Main thread.
@MainActor
final class DeviceServices {
  private let report: ReportSink
  /// The monitor; nil until `start`.
  private var monitor: DeviceMonitor?

  init(report: @escaping ReportSink) { self.report = report }

  /// Starts to watch the devices; does nothing if they are watched.
  func start() {
    guard monitor == nil else { return }
    let report = report
    let monitor = DeviceMonitor { report(.devicesChanged($0)) }
    self.monitor = monitor
    monitor.start()
  }

  /// Finds the devices on another thread, and watches them from then on.
  func find() {
    start()
    let report = report
    _ = WorkerThread(name: "device list") { report(.devicesFound(DeviceFinder.list())) }
  }

  /// Returns a function that ends the thread and waits for it.
  func stop() -> @Sendable () -> Void {
    let monitor = monitor
    self.monitor = nil
    return { monitor?.stop() }
  }
}
