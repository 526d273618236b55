import Glibc
import Synchronization
import SystemBase

/// The thread of a MIDI input, with its stop signal.
struct MIDIThread: ~Copyable, Sendable {
  let isStopping = Atomic<Bool>(false)
  let stopSignal = WakeSignal()
  private let worker = Mutex<WorkerThread?>(nil)

  func start(_ body: @escaping @Sendable () -> Void) {
    let started = WorkerThread(name: "midi") {
      AudioThread.prepare()
      body()
    }
    worker.withLock { $0 = started }
  }

  /// Waits until a descriptor can be read or the thread is stopped.
  ///
  /// - Returns: the events of the descriptor; 0 if the thread is to end.
  func wait(for descriptor: Int32) -> Int16 {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopSignal.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while !isStopping.load(ordering: .relaxed) {
      if poll(&watched, 2, -1) < 0 && errno != EINTR { return 0 }
      if watched[0].revents != 0 { return watched[0].revents }
    }
    return 0
  }

  /// Stops the thread and waits for its end; does nothing if it was not started.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
    stopSignal.wake()
    worker.withLock { $0.take() }?.join()
  }
}
