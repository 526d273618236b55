import AudioBase
import Synchronization
import SystemBase

/// The signal that ends the thread of a device. It is set once. Any thread.
struct StopSignal: ~Copyable, Sendable {
  /// Set before `wake` is woken.
  let isSet = Atomic<Bool>(false)
  let wake = WakeSignal()

  func set() {
    isSet.store(true, ordering: .relaxed)
    wake.wake()
  }
}

/// The thread on which a device requests or captures blocks. It runs from the creation of the value until the device's stop
/// signal is set, so that it cannot be started twice.
struct DeviceThread: ~Copyable, Sendable {
  private let worker: WorkerThread

  /// Starts the thread of an output. An error of `body` is reported as the failure of the device.
  init(
    _ device: any OutputDevice, _ events: any DeviceEvents,
    _ body: @escaping @Sendable () throws(DeviceError) -> Void
  ) {
    self.init(onFailure: { events.deviceDidFail(device, $0) }, body)
  }

  /// Starts the thread.
  ///
  /// - Parameter onFailure: called on the thread with an error of `body`.
  init(
    onFailure: @escaping @Sendable (DeviceError) -> Void,
    _ body: @escaping @Sendable () throws(DeviceError) -> Void
  ) {
    worker = WorkerThread(name: "audio") {
      AudioThread.prepare()
      do throws(DeviceError) {
        try body()
      } catch {
        onFailure(error)
      }
    }
  }

  /// Waits for the end of the thread. The stop signal must be set.
  consuming func join() { worker.join() }
}

extension Mutex where Value == DeviceThread? {
  /// Ends the thread and waits for its end; does nothing if there is none.
  func stop(_ signal: borrowing StopSignal) {
    signal.set()
    if let thread = withLock({ $0.take() }) { thread.join() }
  }
}
