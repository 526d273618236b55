import CSystem
import Glibc

/// A thread of the program's own, joined when its owner lets go of it.
package struct WorkerThread: ~Copyable, Sendable {
  private let handle: pthread_t

  /// - Parameters:
  ///   - name: shown by `top -H`; at most 15 bytes.
  ///   - body: ends by itself once its owner has told it to.
  package init(name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var handle = pthread_t()
    let result = pthread_create(
      &handle, nil,
      { raw in
        guard let raw else { return nil }
        let start = Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
        drumdub_name_thread(start.name)
        drumdub_signal_stack()
        start.body()
        return nil
      }, start.toOpaque())
    precondition(result == 0, "pthread_create: \(String(cString: strerror(result)))")
    self.handle = handle
  }

  /// Waits for the end of the thread's body.
  package consuming func join() {
    pthread_join(handle, nil)
    discard self
  }

  deinit { pthread_detach(handle) }

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
      self.body = body
    }
  }
}
