import AudioBase
import Glibc
import Synchronization
import SystemBase

/// The thread of a device, with the signal that ends it. It is started once and stopped once. Any thread.
struct DeviceThread: ~Copyable, Sendable {
  /// Woken when the thread is to end.
  let stopSignal = WakeSignal()
  private let stops = Atomic<Bool>(false)
  private let worker = Mutex<WorkerThread?>(nil)

  /// Whether the thread is to end. Set before `stopSignal` is woken.
  var isStopping: Bool { stops.load(ordering: .relaxed) }

  /// Starts the thread.
  ///
  /// - Parameter isRealtime: whether it requests real-time priority.
  func start(_ name: String, isRealtime: Bool = true, _ body: @escaping @Sendable () -> Void) {
    worker.withLock {
      $0 = WorkerThread(name: name) {
        if isRealtime { AudioThread.prepare() }
        body()
      }
    }
  }

  /// Starts the thread of a device. An error of `body` is reported as the failure of the device.
  func start(_ events: any DeviceEvents, _ body: @escaping @Sendable () throws(DeviceError) -> Void) {
    start("audio") {
      do throws(DeviceError) { try body() } catch { events.receive(.failed(error)) }
    }
  }

  /// Waits until a descriptor can be read or the thread is stopped.
  ///
  /// - Returns: the events of the descriptor; 0 if the thread is to end.
  func wait(for descriptor: Int32) -> Int16 {
    var watched = [descriptor, stopSignal.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while !isStopping {
      if poll(&watched, 2, -1) < 0 && errno != EINTR { return 0 }
      if watched[0].revents != 0 { return watched[0].revents }
    }
    return 0
  }

  /// Ends the thread and waits for its end; does nothing if it was not started.
  func stop() {
    stops.store(true, ordering: .relaxed)
    stopSignal.wake()
    worker.withLock { $0.take() }?.join()
  }
}
