import AudioBase
import CPulse
import Glibc
import SystemBase

/// A connection to a sound server, served by the thread that calls `serve`. Used by one thread at a time.
///
/// Callbacks of the library run inside `serve`, on the thread that calls it.
final class PulseConnection {
  /// Seconds that a server may take to answer.
  static let timeout = 0.5

  let context: OpaquePointer
  private let loop: PulseEventLoop
  /// Whether the server has reported changes of watched objects that were not handled.
  var hasChanged = false

  /// Connects to the server that the environment names; does not start one.
  ///
  /// - Parameter interruption: a descriptor that ends all waiting when it is readable.
  /// - Throws: if the library is missing, or no server answers in time.
  init(until interruption: Int32) throws(DeviceError) {
    if drumdub_pulse_load() != nil {
      let package = String(cString: drumdub_pulse_package)
      throw DeviceError(.unavailable, "pulse", detail: "libpulse.so.0 is missing: apt install \(package)")
    }
    let loop = PulseEventLoop(until: interruption)
    guard let context = PulseConnection.makeContext(loop) else {
      throw DeviceError(.unavailable, "pulse", detail: "pa_context_new_with_proplist")
    }
    (self.loop, self.context) = (loop, context)
    try connect()
  }

  deinit {
    drumdub_pa_context_disconnect(context)
    drumdub_pa_context_unref(context)
  }

  /// Connects to a server that has just started. It creates its socket a moment before it accepts connections.
  ///
  /// - Returns: nil if none answers within a second, or the waiting is to end.
  static func afterStart(until signal: borrowing WakeSignal, isStopping: () -> Bool) -> PulseConnection? {
    let end = HostTime.now.advanced(bySeconds: 1)
    while !isStopping(), HostTime.now < end {
      if PulseServer.isListening, let found = try? PulseConnection(until: signal.descriptor) { return found }
      signal.wait(milliseconds: 20)
    }
    return nil
  }

  private static func makeContext(_ loop: PulseEventLoop) -> OpaquePointer? {
    guard let properties = drumdub_pa_proplist_new() else { return nil }
    defer { drumdub_pa_proplist_free(properties) }
    for (key, value) in [
      (PA_PROP_APPLICATION_NAME, "DrumDub"), (PA_PROP_APPLICATION_ID, "drumdub"),
      (PA_PROP_APPLICATION_ICON_NAME, "drumdub"), (PA_PROP_MEDIA_ROLE, "music"),
    ] {
      _ = drumdub_pa_proplist_sets(properties, key, value)
    }
    return drumdub_pa_context_new_with_proplist(loop.api, "DrumDub", properties)
  }

  private func connect() throws(DeviceError) {
    guard drumdub_pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      throw connectionError
    }
    let isAnswered = wait(seconds: PulseConnection.timeout) {
      drumdub_pa_context_get_state(context) == PA_CONTEXT_READY
    }
    if isAnswered { return }
    if isAlive { throw DeviceError(.notResponding, "pulse", detail: PulseConnection.noAnswer) }
    throw connectionError
  }

  private var connectionError: DeviceError {
    if drumdub_pa_context_errno(context) == Int32(PA_ERR_CONNECTIONREFUSED.rawValue) {
      return DeviceError(.noServer, "pulse", detail: "no sound server is running")
    }
    return error(.unavailable, "pa_context_connect")
  }

  private static let noAnswer = "the sound server does not answer"

  /// Whether the connection works and the server runs.
  var isAlive: Bool {
    let state = drumdub_pa_context_get_state(context)
    return state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED
  }

  /// Returns the error of the last failed call.
  func error(_ code: DeviceError.Code, _ call: String) -> DeviceError {
    let number = drumdub_pa_context_errno(context)
    let message = drumdub_pa_strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return DeviceError(code, "pulse", detail: "\(call): \(message)")
  }

  /// Waits for messages of the server, for some seconds at most, and handles them.
  func serve(seconds: Double?) { loop.serve(seconds: seconds) }

  /// Handles messages that have arrived, without waiting for others, until a condition holds.
  func serveArrived(until condition: () -> Bool) {
    // The library may read a message in several turns. A server that never stops sending must not hold the thread.
    for _ in 0..<32 where !loop.serve(seconds: 0) || condition() { return }
  }

  /// Sends what was written without waiting for anything.
  func send() { loop.runDeferred() }

  /// Serves the connection until a condition holds. Returns false if it does not hold in time, or the connection ends.
  func wait(seconds: Double, until condition: () -> Bool) -> Bool {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while !condition() {
      let left = end.seconds(since: .now)
      guard isAlive, left > 0, !loop.isInterrupted else { return false }
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
  /// to end, or some seconds have passed.
  func waitForChange(seconds: Double = .infinity) {
    _ = wait(seconds: seconds) { hasChanged }
    hasChanged = false
  }

  /// Serves the connection until an operation has ended, and releases it.
  func finish(_ operation: OpaquePointer?, _ call: String) throws(DeviceError) {
    guard let operation else { throw error(.unavailable, call) }
    defer { drumdub_pa_operation_unref(operation) }
    let isDone = wait(seconds: PulseConnection.timeout) {
      drumdub_pa_operation_get_state(operation) != PA_OPERATION_RUNNING
    }
    if isDone { return }
    drumdub_pa_operation_cancel(operation)
    throw DeviceError(.notResponding, "pulse", detail: PulseConnection.noAnswer)
  }

  /// Asks the server, and serves the connection until it has answered.
  ///
  /// - Parameters:
  ///   - call: the name of the library's function.
  ///   - value: the answer before callbacks have changed it, through the `CallbackResult` that they get.
  func answer<Value>(
    to call: String, _ value: Value, _ ask: (_ result: UnsafeMutableRawPointer) -> OpaquePointer?
  ) throws(DeviceError) -> Value {
    let found = CallbackResult(value)
    try finish(ask(found.pointer), call)
    return found.value
  }

  /// Serves the connection until the server has created a stream and told its clock.
  ///
  /// - Parameter call: the name of the function that has requested the stream.
  func awaitStream(_ stream: OpaquePointer, _ call: String) throws(DeviceError) {
    let isAnswered = wait(seconds: PulseConnection.timeout) {
      let state = drumdub_pa_stream_get_state(stream)
      return state != PA_STREAM_CREATING && state != PA_STREAM_UNCONNECTED
    }
    if !isAnswered, isAlive { throw DeviceError(.notResponding, "pulse", detail: PulseConnection.noAnswer) }
    guard drumdub_pa_stream_get_state(stream) == PA_STREAM_READY else { throw error(.unavailable, call) }
    try finish(drumdub_pa_stream_update_timing_info(stream, nil, nil), "pa_stream_update_timing_info")
  }

  /// Calls a function with a descriptor that is readable when the connection has ended, or the waiting is to end. What
  /// the server sends meanwhile is read later.
  func withEndDescriptor(_ wait: (Int32) -> Void) { loop.withEndDescriptor(wait) }
}
