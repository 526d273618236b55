import Application
import Controls
import Glibc
import Synchronization
import SystemBase

/// An event of another thread for the main thread.
enum MainEvent: Sendable {
  case input(InputMessage)
  case report(Report)
  /// A picture or a waveform has arrived.
  case viewsChanged
}

/// The queue of the main thread: messages in order, and a descriptor for `poll`.
final class MainQueue: Sendable {
  private let messages = Mutex<[MainEvent]>([])
  private let signal = WakeSignal()

  var descriptor: Int32 { signal.descriptor }

  /// Adds a message. Any thread.
  func post(_ message: MainEvent) {
    let wasEmpty = messages.withLock { list in
      defer { list.append(message) }
      return list.isEmpty
    }
    if wasEmpty { signal.wake() }
  }

  /// Drops what a terminal has reported about itself. Main thread.
  func removeTerminalMessages() {
    messages.withLock { list in
      list.removeAll { message in
        switch message {
        case .input(.reply), .input(.mouse), .input(.focus), .input(.hangup): true
        case .input, .report, .viewsChanged: false
        }
      }
    }
  }

  /// Waits for a message, at most this long. Main thread.
  func wait(milliseconds: Int32) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, milliseconds)
  }

  /// Removes and returns all messages. Main thread.
  func receiveAll() -> [MainEvent] {
    signal.clear()
    return messages.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
