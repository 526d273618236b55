import AudioBase
import Synchronization
import SystemBase

/// The thread on which a device requests or captures blocks, with its stop signal.
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
    start(onFailure: { events.deviceDidFail(device, $0) }, body)
  }

  /// Starts the thread. It is started once, since its stop signal stays set.
  ///
  /// - Parameter onFailure: called on the thread with an error of `body`.
  func start(
    onFailure: @escaping @Sendable (DeviceError) -> Void,
    _ body: @escaping @Sendable () throws(DeviceError) -> Void
  ) {
    precondition(!isStopping.load(ordering: .relaxed) && worker.withLock { $0 == nil })
    let started = WorkerThread(name: "audio") {
      AudioThread.prepare()
      do throws(DeviceError) {
        try body()
      } catch {
        onFailure(error)
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
