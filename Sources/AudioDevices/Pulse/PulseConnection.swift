import AudioBase
import CPulse
import Glibc
import SystemBase

/// A connection to a sound server, served by the thread that calls `serve`. Used by one thread at a time.
///
/// Callbacks of the library run inside `serve`, on the thread that calls it.
final class PulseConnection {
  /// Seconds that a server may take to answer.
  static let patience = 0.5

  let context: OpaquePointer
  private let loop: OpaquePointer
  private let sockets: PulseSockets
  /// Whether the server has reported changes of watched objects that were not waited for.
  private var hasChanged = false

  /// Connects to the server that the environment names; does not start one.
  ///
  /// - Parameter interruption: a descriptor that ends all waiting when it is readable.
  /// - Throws: if the library is missing, or no server answers in time.
  init(until interruption: Int32) throws(DeviceError) {
    if drumdub_pulse_load() != nil {
      let package = String(cString: drumdub_pulse_package)
      throw DeviceError(.unavailable, "pulse", detail: "libpulse.so.0 is missing: apt install \(package)")
    }
    guard let loop = drumdub_pa_mainloop_new() else {
      throw DeviceError(.unavailable, "pulse", detail: "pa_mainloop_new")
    }
    guard let context = PulseConnection.makeContext(loop) else {
      drumdub_pa_mainloop_free(loop)
      throw DeviceError(.unavailable, "pulse", detail: "pa_context_new_with_proplist")
    }
    (self.loop, self.context) = (loop, context)
    sockets = PulseSockets(interruption)
    drumdub_pa_mainloop_set_poll_func(loop, PulseSockets.poll, Unmanaged.passUnretained(sockets).toOpaque())
    try connect()
  }

  deinit {
    drumdub_pa_context_disconnect(context)
    drumdub_pa_context_unref(context)
    drumdub_pa_mainloop_free(loop)
  }

  /// Connects to a server that has just started. It creates its socket a moment before it accepts connections.
  ///
  /// - Returns: nil if none accepts within a second, or the waiting is to end.
  static func afterStart(until signal: borrowing WakeSignal, isStopping: () -> Bool) -> PulseConnection? {
    for _ in 0..<50 where !isStopping() {
      if PulseServer.isListening, let found = try? PulseConnection(until: signal.descriptor) { return found }
      signal.wait(milliseconds: 20)
    }
    return nil
  }

  private static func makeContext(_ loop: OpaquePointer) -> OpaquePointer? {
    guard let properties = drumdub_pa_proplist_new() else { return nil }
    defer { drumdub_pa_proplist_free(properties) }
    for (key, value) in [
      (PA_PROP_APPLICATION_NAME, "DrumDub"), (PA_PROP_APPLICATION_ID, "drumdub"),
      (PA_PROP_APPLICATION_ICON_NAME, "drumdub"), (PA_PROP_MEDIA_ROLE, "music"),
    ] {
      _ = drumdub_pa_proplist_sets(properties, key, value)
    }
    return drumdub_pa_context_new_with_proplist(drumdub_pa_mainloop_get_api(loop), "DrumDub", properties)
  }

  private func connect() throws(DeviceError) {
    guard drumdub_pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      throw error(.unavailable, "pa_context_connect")
    }
    let isAnswered = wait(seconds: PulseConnection.patience) {
      drumdub_pa_context_get_state(context) == PA_CONTEXT_READY
    }
    if isAnswered { return }
    if isAlive { throw DeviceError(.notResponding, "pulse", detail: PulseConnection.noAnswer) }
    throw error(.unavailable, "pa_context_connect")
  }

  private static let noAnswer = "the sound server does not answer"

  /// Whether the server has ended neither the connection nor itself.
  var isAlive: Bool {
    let state = drumdub_pa_context_get_state(context)
    return state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED
  }

  /// The error of the last failed call.
  func error(_ code: DeviceError.Code, _ call: String) -> DeviceError {
    let number = drumdub_pa_context_errno(context)
    let words = drumdub_pa_strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return DeviceError(code, "pulse", detail: "\(call): \(words)")
  }

  /// Waits for messages of the server, and handles them.
  ///
  /// - Parameter seconds: the longest wait; nil for none.
  func serve(seconds: Double?) {
    let microseconds = seconds.map { Int32(max($0 * 1e6, 0)) } ?? -1
    guard drumdub_pa_mainloop_prepare(loop, microseconds) >= 0 else { return }
    guard drumdub_pa_mainloop_poll(loop) >= 0 else { return }
    _ = drumdub_pa_mainloop_dispatch(loop)
  }

  /// Serves the connection until a condition holds.
  ///
  /// - Returns: false if it does not hold in time, or the connection ends.
  func wait(seconds: Double, until condition: () -> Bool) -> Bool {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while !condition() {
      let left = end.seconds(since: .now)
      guard isAlive, left > 0, !sockets.isInterrupted else { return false }
      serve(seconds: left)
    }
    return true
  }

  /// Lets the server report changes of objects of some kinds, or no longer if there are none.
  func watch(_ objects: pa_subscription_mask_t...) throws(DeviceError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    drumdub_pa_context_set_subscribe_callback(
      self.context,
      { _, _, _, context in
        guard let context else { return }
        Unmanaged<PulseConnection>.fromOpaque(context).takeUnretainedValue().hasChanged = true
      }, context)
    let mask = objects.reduce(0) { $0 | $1.rawValue }
    let operation = drumdub_pa_context_subscribe(self.context, pa_subscription_mask_t(mask), nil, nil)
    try finish(operation, "pa_context_subscribe")
  }

  /// Serves the connection until a watched object appears, disappears or changes, the connection ends or the waiting is
  /// to end.
  func waitForChange() {
    while !hasChanged, isAlive, !sockets.isInterrupted { serve(seconds: nil) }
    hasChanged = false
  }

  /// Serves the connection until an operation has ended, and releases it.
  func finish(_ operation: OpaquePointer?, _ call: String) throws(DeviceError) {
    guard let operation else { throw error(.unavailable, call) }
    defer { drumdub_pa_operation_unref(operation) }
    let isDone = wait(seconds: PulseConnection.patience) {
      drumdub_pa_operation_get_state(operation) != PA_OPERATION_RUNNING
    }
    if isDone { return }
    drumdub_pa_operation_cancel(operation)
    throw DeviceError(.notResponding, "pulse", detail: PulseConnection.noAnswer)
  }

  /// A descriptor that is readable when the connection has ended, or the waiting is to end. What the server sends
  /// meanwhile is read later.
  var endDescriptor: Int32 { sockets.group }
}

/// The descriptors that a connection waits for: those of the library, and one that ends the waiting.
private final class PulseSockets {
  private let interruption: Int32
  /// An epoll descriptor for waits outside of the library.
  let group: Int32
  private var members: [Int32] = []

  init(_ interruption: Int32) {
    self.interruption = interruption
    group = drumdub_watch_group()
    drumdub_watch_add(group, interruption, true)
  }

  deinit { close(group) }

  var isInterrupted: Bool {
    var watched = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&watched, 1, 0) > 0
  }

  /// Waits as poll(2) does, also for the interruption.
  static let poll: pa_poll_func = { descriptors, count, timeout, context in
    guard let context, let descriptors else { return -1 }
    let sockets = Unmanaged<PulseSockets>.fromOpaque(context).takeUnretainedValue()
    return sockets.poll(UnsafeMutableBufferPointer(start: descriptors, count: Int(count)), timeout)
  }

  private func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, _ timeout: Int32) -> Int32 {
    noteMembers(descriptors)
    return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: descriptors.count + 1) { all in
      _ = all.initialize(from: descriptors)
      all.initializeElement(
        at: descriptors.count, to: pollfd(fd: interruption, events: Int16(POLLIN), revents: 0))
      let count = Glibc.poll(all.baseAddress, nfds_t(all.count), timeout)
      for index in descriptors.indices { descriptors[index].revents = all[index].revents }
      // The library must not look for an event of a descriptor that it does not know.
      return all[descriptors.count].revents != 0 ? max(count - 1, 0) : count
    }
  }

  private func noteMembers(_ descriptors: UnsafeMutableBufferPointer<pollfd>) {
    if descriptors.count == members.count && zip(descriptors, members).allSatisfy({ $0.fd == $1 }) { return }
    for member in members { drumdub_watch_remove(group, member) }
    members = descriptors.map(\.fd)
    for member in members { drumdub_watch_add(group, member, false) }
  }
}
