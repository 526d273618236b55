import AudioBase
import Synchronization
import SystemBase

/// The thread on which a device requests blocks, with its stop signal.
struct DeviceThread: ~Copyable, Sendable {
  /// Set before `stopSignal` is woken.
  let isStopping = Atomic<Bool>(false)
  let stopSignal = WakeSignal()
  private let worker = Mutex<WorkerThread?>(nil)

  /// Starts the thread. An error of `body` is reported as the failure of the device.
  func start(
    _ device: any OutputDevice, _ events: any DeviceEvents,
    _ body: @escaping @Sendable () throws(DeviceError) -> Void
  ) {
    let started = WorkerThread(name: "audio") {
      AudioThread.prepare()
      do throws(DeviceError) {
        try body()
      } catch {
        events.deviceDidFail(device, error)
      }
    }
    worker.withLock { $0 = started }
  }

  /// Stops the thread and waits for its end; does nothing if it was not started.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
    stopSignal.wake()
    worker.withLock { $0.take() }?.join()
  }
}
