import Application
import Controls
import Glibc
import Synchronization
import SystemBase

/// An event of another thread for the main thread.
enum MainEvent: Sendable {
  case terminal(KeyRouter.Action, HostTime)
  case call(MainThread.Call)
}

/// The queue of the main thread: messages in order, and a descriptor for `poll`.
///
/// A value of which only the newest one counts, such as a position of a MIDI controller or the progress of a scan, replaces
/// the former one, if that waits. While `limit` messages wait, input that the user can repeat is refused and counted; keys
/// have as many places more, so that a flood of other input does not refuse them.
/// Other results are kept, since each is the answer to a request or the new state of a part: the thread that sends one is
/// paused, so that it cannot flood the queue.
final class MainQueue: Sendable {
  fileprivate struct State {
    var messages: [MainEvent] = []
    var lostInput = 0
  }

  /// The number of messages from which on input is refused and senders of results are paused.
  static let limit = 4_096
  /// The messages that are applied before the time of a turn is looked at.
  static let batch = 8
  /// Milliseconds for which a sender is paused.
  private static let pauseLength: Int32 = 20

  private let state = Mutex(State())
  private let signal = WakeSignal()
  /// The thread that receives the messages, which is not paused.
  private let receiver = pthread_self()
  /// Pauses the calling thread.
  private let pause: @Sendable () -> Void

  /// Creates the queue of the calling thread.
  init(pause: @escaping @Sendable () -> Void = { poll(nil, 0, MainQueue.pauseLength) }) { self.pause = pause }

  var descriptor: Int32 { signal.descriptor }

  /// The input that was refused. Any thread.
  var lostInput: Int { state.withLock { $0.lostInput } }

  /// The main thread as others know it: it makes the calls of this queue.
  var mainThread: MainThread { MainThread { [self] in post(.call($0)) } }

  /// Adds a message. Any thread; one that sends results while `limit` messages wait is paused.
  func post(_ message: MainEvent) {
    let count = state.withLock { $0.post(message) }
    if count == 1 { signal.wake() }
    if count > MainQueue.limit, message.kind == .result, pthread_self() != receiver { pause() }
  }

  /// Drops what a terminal has reported about itself. Main thread.
  func removeTerminalMessages() {
    state.withLock { state in
      state.messages.removeAll { message in
        switch message {
        case .terminal(.reply, _), .terminal(.mouse, _), .terminal(.focus, _), .terminal(.hangup, _): true
        case .terminal, .call: false
        }
      }
    }
  }

  /// Waits for a message, at most this long. Main thread.
  func wait(milliseconds: Int32) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, milliseconds)
  }

  /// Removes and returns the next messages, in the order of their arrival. Main thread.
  ///
  /// If more wait, those of the terminal come before older results: keys do not wait for a flood. At least one result is
  /// among them, so that keys do not keep results waiting either.
  func receive(atMost count: Int) -> [MainEvent] {
    signal.clear()
    let (messages, isEmpty) = state.withLock { ($0.receive(atMost: count), $0.messages.isEmpty) }
    if !isEmpty { signal.wake() }
    return messages
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
  /// Adds a message, in the place of one that it replaces, or refuses it. Returns the number of messages that wait.
  fileprivate mutating func post(_ message: MainEvent) -> Int {
    let kind = message.kind
    if case .value? = kind {
      if let former = messages.lastIndex(where: { $0.kind == kind }) { messages.remove(at: former) }
    } else if kind == .input, messages.count >= MainQueue.limit * (message.isTerminal ? 2 : 1) {
      lostInput += 1
      return messages.count
    }
    messages.append(message)
    return messages.count
  }

  fileprivate mutating func receive(atMost count: Int) -> [MainEvent] {
    if messages.count <= count {
      defer { messages = [] }
      return messages
    }
    var (keys, others): ([Int], [Int]) = ([], [])
    for (index, message) in messages.enumerated() {
      if message.isTerminal { if keys.count < count - 1 { keys.append(index) } } else { others.append(index) }
    }
    let received = (keys + others.prefix(count - keys.count)).sorted()
    defer { for index in received.reversed() { messages.remove(at: index) } }
    return received.map { messages[$0] }
  }
}

extension MainEvent {
  /// What becomes of the message while others wait; nil if it is of the terminal and always kept.
  fileprivate var kind: MainThread.Call.Kind? {
    switch self {
    case .call(let call): call.kind
    case .terminal(.focus, _): .value("focus of the terminal")
    case .terminal(let action, _): action.isRepeatable ? .input : nil
    }
  }

  fileprivate var isTerminal: Bool { if case .terminal = self { true } else { false } }
}

extension KeyRouter.Action {
  /// Whether it may be refused, since the user can repeat it.
  fileprivate var isRepeatable: Bool {
    switch self {
    // A move that is not released would sound on.
    case .command(.request(let request)): !request.releasesMove
    case .command, .unbound, .typed, .mouse: true
    case .strike, .release, .pluck, .damp, .bank, .chord, .captured, .focus, .reply, .hangup: false
    }
  }
}
