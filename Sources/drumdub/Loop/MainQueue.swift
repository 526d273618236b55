import Application
import Controls
import Glibc
import Synchronization
import SystemBase

/// An event of another thread for the main thread.
enum MainEvent: Sendable {
  case input(InputMessage)
  case report(Report)
  /// The theme that a setting names was read.
  case themeRead(ThemeReading)
  /// A picture or a waveform has arrived.
  case viewsChanged
}

/// The queue of the main thread: messages in order, and a descriptor for `poll`.
///
/// A position of a MIDI controller replaces the former one of the same level, if that waits. While `limit` messages wait,
/// keys and movements of the mouse are refused and counted. Reports are not refused: each is the answer to a request or
/// the new state of a part.
final class MainQueue: Sendable {
  fileprivate struct State {
    var messages: [MainEvent] = []
    var lostInput = 0
  }

  /// The number of messages from which on input is refused.
  static let limit = 4_096

  private let state = Mutex(State())
  private let signal = WakeSignal()

  var descriptor: Int32 { signal.descriptor }

  /// The keys and movements of the mouse that were refused. Any thread.
  var lostInput: Int { state.withLock { $0.lostInput } }

  /// Adds a message. Any thread.
  func post(_ message: MainEvent) {
    let wasEmpty = state.withLock { $0.post(message) }
    if wasEmpty { signal.wake() }
  }

  /// Drops what a terminal has reported about itself. Main thread.
  func removeTerminalMessages() {
    state.withLock { state in
      state.messages.removeAll { message in
        switch message {
        case .input(.reply), .input(.mouse), .input(.focus), .input(.hangup): true
        case .input, .report, .viewsChanged, .themeRead: false
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
    return state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}

extension MainQueue.State {
  /// Adds a message, or refuses it.
  ///
  /// - Returns: whether the queue was empty.
  fileprivate mutating func post(_ message: MainEvent) -> Bool {
    let wasEmpty = messages.isEmpty
    if message.isInput, messages.count >= MainQueue.limit {
      lostInput += 1
      return wasEmpty
    }
    if let value = message.value, let former = messages.lastIndex(where: { $0.value == value }) {
      messages.remove(at: former)
    }
    messages.append(message)
    return wasEmpty
  }
}

extension MainEvent {
  /// A value of which only the newest one counts.
  fileprivate enum Value { case volume, balance, speed, taughtSource, views }

  /// The value that the message states; nil if each message counts.
  fileprivate var value: Value? {
    switch self {
    case .report(.midi(.command(.request(.volume), _))): .volume
    case .report(.midi(.command(.request(.balance), _))): .balance
    case .report(.midi(.command(.request(.speed), _))): .speed
    case .report(.midi(.heard)): .taughtSource
    case .viewsChanged: .views
    case .report, .input, .themeRead: nil
    }
  }

  /// Whether the message may be refused, since the user can repeat it.
  fileprivate var isInput: Bool {
    switch self {
    case .input(.command), .input(.unbound), .input(.typed), .input(.mouse): true
    case .input(.bank), .input(.captured), .input(.focus), .input(.reply), .input(.hangup), .report,
      .viewsChanged, .themeRead:
      false
    }
  }
}
