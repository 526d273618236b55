import Application
import Controls
import Glibc
import Synchronization
import SystemBase

/// What other threads tell the main thread.
enum MainEvent: Sendable {
  case input(InputMessage)
  case report(Report)
  /// A picture or a waveform has come.
  case viewsChanged
}

/// The way to the main thread: messages in order, and a descriptor for its poll.
final class MainQueue: Sendable {
  private let messages = Mutex<[MainEvent]>([])
  private let signal = WakeSignal()

  var descriptor: Int32 { signal.descriptor }

  /// Any thread.
  func post(_ message: MainEvent) {
    let wasEmpty = messages.withLock { list in
      defer { list.append(message) }
      return list.isEmpty
    }
    if wasEmpty { signal.wake() }
  }

  /// Waits for a message, but not for long. Main thread.
  func wait(milliseconds: Int32) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, milliseconds)
  }

  /// Main thread.
  func receiveAll() -> [MainEvent] {
    signal.take()
    return messages.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
