import CSDBus
import Glibc
import SystemBase

/// A method call or a signal: where it goes or comes from, and its arguments.
package struct BusCall: Hashable, Sendable {
  /// The name of the receiver of a call that is sent; the unique name of the sender of a received message.
  package var peer: String
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]

  package init(
    _ peer: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) {
    (self.peer, self.path, self.interface, self.member) = (peer, path, interface, member)
    self.arguments = arguments
  }
}

package enum BusReply: Hashable, Sendable {
  case values([BusValue])
  case error(BusError)

  package static let done = BusReply.values([])
}

/// Owns a connection to the session bus or the system bus. Main thread; no function waits.
///
/// The main loop watches the descriptor and calls `process`.
@MainActor
package final class BusConnection {
  package enum Kind: Hashable, Sendable { case session, system }

  /// The name of the errors of a missing library.
  package static let library = "libsystemd.so.0"

  /// Returns nil for a call that is not handled.
  package typealias CallHandler = @MainActor (BusCall) -> BusReply?
  package typealias SignalHandler = @MainActor (BusCall) -> Void
  package typealias ReplyHandler = @MainActor (Result<[BusValue], BusError>) -> Void

  /// Receives messages from sd-bus, which holds a plain pointer to it.
  fileprivate final class Receiver {
    let receive: @MainActor (OpaquePointer) -> Int32

    init(_ receive: @escaping @MainActor (OpaquePointer) -> Int32) { self.receive = receive }
  }

  private let raw: OpaquePointer
  package private(set) var isClosed = false
  /// The receivers of objects and signals, kept as long as the connection.
  private var receivers: [Receiver] = []
  /// The receivers of replies that are awaited.
  private var waiting: [Int: Receiver] = [:]
  private var nextReply = 0
  /// Called once when the connection is lost.
  package var onClose: () -> Void = {}

  /// Begins to connect; messages may be sent at once.
  ///
  /// - Throws: if libsystemd is missing, or if there is no bus.
  package init(_ kind: Kind) throws(BusError) {
    if let reason = drumdub_bus_load() { throw BusError(BusConnection.library, String(cString: reason)) }
    var bus: OpaquePointer?
    switch kind {
    case .session: try BusError.check(drumdub_sd_bus_open_user(&bus), "sd_bus_open_user")
    case .system: try BusError.check(drumdub_sd_bus_open_system(&bus), "sd_bus_open_system")
    }
    guard let bus else { throw BusError(-ENOMEM, "sd_bus_open") }
    raw = bus
  }

  isolated deinit { drumdub_sd_bus_close_unref(raw) }

  // MARK: The main loop

  /// The descriptor and the events for `poll`.
  package var watched: pollfd {
    let events = isClosed ? 0 : Int16(max(drumdub_sd_bus_get_events(raw), 0))
    return pollfd(fd: isClosed ? -1 : drumdub_sd_bus_get_fd(raw), events: events, revents: 0)
  }

  /// The time at which `process` must be called even without an event.
  package var nextWake: HostTime? {
    var microseconds = UInt64.max
    guard !isClosed, drumdub_sd_bus_get_timeout(raw, &microseconds) >= 0, microseconds != .max else {
      return nil
    }
    return HostTime(nanoseconds: Int64(clamping: microseconds &* 1_000))
  }

  package func process() {
    while !isClosed {
      let result = drumdub_sd_bus_process(raw, nil)
      if result == 0 { return }
      if result < 0 { close() }
    }
  }

  private func close() {
    isClosed = true
    waiting = [:]
    onClose()
  }

  // MARK: Sending

  /// Calls a method of another program. `seconds`: the time limit for the reply.
  package func call(_ call: BusCall, within seconds: Double = 5, reply: @escaping ReplyHandler = { _ in }) {
    do throws(BusError) {
      let message = try message(call)
      nextReply += 1
      let number = nextReply
      let receiver = Receiver { [weak self] answer in
        self?.waiting[number] = nil
        reply(BusConnection.result(answer))
        return 1
      }
      let limit = UInt64(seconds * 1e6)
      let context = Unmanaged.passUnretained(receiver).toOpaque()
      try BusError.check(
        drumdub_sd_bus_call_async(raw, nil, message.raw, forward, context, limit), "sd_bus_call_async")
      waiting[number] = receiver
    } catch {
      reply(.failure(error))
    }
  }

  private func message(_ call: BusCall) throws(BusError) -> BusMessage {
    try BusMessage.of(call.arguments, by: "sd_bus_message_new_method_call") {
      drumdub_sd_bus_message_new_method_call(raw, &$0, call.peer, call.path, call.interface, call.member)
    }
  }

  private static func result(_ answer: OpaquePointer) -> Result<[BusValue], BusError> {
    if let name = drumdub_bus_message_get_error(answer) {
      let texts = (try? BusMessageReader(answer).values())?.compactMap(\.text)
      return .failure(BusError(String(cString: name), texts?.first ?? ""))
    }
    do throws(BusError) {
      return .success(try BusMessageReader(answer).values())
    } catch {
      return .failure(error)
    }
  }

  /// Sends a signal. A connection that cannot send it is being closed: `process` notices that.
  package func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
    if isClosed { return }
    let message = try? BusMessage.of(arguments, by: "sd_bus_message_new_signal") {
      drumdub_sd_bus_message_new_signal(raw, &$0, path, interface, member)
    }
    if let message { _ = drumdub_sd_bus_send(raw, message.raw, nil) }
  }

  // MARK: Receiving

  /// Keeps a receiver as long as the connection. Returns the pointer that sd-bus gets.
  private func keep(_ receiver: Receiver) -> UnsafeMutableRawPointer {
    receivers.append(receiver)
    return Unmanaged.passUnretained(receiver).toOpaque()
  }

  /// Serves all method calls to an object.
  package func serve(_ path: String, _ handler: @escaping CallHandler) throws(BusError) {
    let context = keep(Receiver { [unowned self] call in answer(call, with: handler) })
    try BusError.check(drumdub_sd_bus_add_object(raw, nil, path, forward, context), "sd_bus_add_object")
  }

  /// Receives the messages that match a rule of the D-Bus specification.
  package func listen(_ rule: String, _ handler: @escaping SignalHandler) throws(BusError) {
    let context = keep(
      Receiver { message in
        if let signal = try? BusCall(message) { handler(signal) }
        return 0
      })
    try BusError.check(drumdub_bus_add_match(raw, nil, rule, forward, context), "sd_bus_add_match_async")
  }

  /// Requests a name on the bus. If another connection owns it, this one gets it from the bus when that one gives it
  /// up. `reply`: receives whether the name is owned by this connection now.
  package func requestName(_ name: String, _ reply: @escaping @MainActor (Bool) -> Void) {
    let context = keep(
      Receiver { answer in
        // 1: primary owner, 4: already owner.
        let code = try? BusConnection.result(answer).get().first?.number
        reply(code == 1 || code == 4)
        return 1
      })
    if drumdub_bus_request_name(raw, nil, name, forward, context) < 0 { reply(false) }
  }

  package func releaseName(_ name: String) { _ = drumdub_bus_release_name(raw, name) }

  private func answer(_ raw: OpaquePointer, with handler: CallHandler) -> Int32 {
    do throws(BusError) {
      guard let reply = handler(try BusCall(raw)) else { return 0 }
      switch reply {
      case .values(let values):
        let message = try BusMessage.of(values, by: "sd_bus_message_new_method_return") {
          drumdub_sd_bus_message_new_method_return(raw, &$0)
        }
        try BusError.check(drumdub_sd_bus_send(self.raw, message.raw, nil), "sd_bus_send")
      case .error(let error): try refuse(raw, error)
      }
    } catch {
      try? refuse(raw, error)
    }
    return 1
  }

  private func refuse(_ call: OpaquePointer, _ error: BusError) throws(BusError) {
    let isName = error.name.contains(".") && !error.name.hasPrefix("lib")
    let name = isName ? error.name : "org.freedesktop.DBus.Error.Failed"
    let message = try BusMessage.of([], by: "sd_bus_message_new_method_error") {
      drumdub_bus_message_new_error(call, &$0, name, error.detail)
    }
    try BusError.check(drumdub_sd_bus_send(raw, message.raw, nil), "sd_bus_send")
  }
}

extension BusCall {
  fileprivate init(_ message: OpaquePointer) throws(BusError) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    self.init(
      text(drumdub_sd_bus_message_get_sender(message)), text(drumdub_sd_bus_message_get_path(message)),
      text(drumdub_sd_bus_message_get_interface(message)), text(drumdub_sd_bus_message_get_member(message)),
      try BusMessageReader(message).values())
  }
}

/// Hands a message of sd-bus to its receiver. sd-bus calls it within `process`, on the main thread.
private let forward: drumdub_bus_handler = { message, context, _ in
  guard let message, let context else { return 0 }
  nonisolated(unsafe) let raw = message
  nonisolated(unsafe) let receiver = Unmanaged<BusConnection.Receiver>.fromOpaque(context)
    .takeUnretainedValue()
  return MainActor.assumeIsolated { receiver.receive(raw) }
}
