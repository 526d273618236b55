import CPulse
import Glibc
import SystemBase

/// The event loop that PulseAudio's client library runs on: it watches descriptors and times for the library, and calls
/// it back. Used by one thread at a time; the callbacks run inside `serve` and `runDeferred`.
///
/// The library's own loop sends a written block only in its next turn, and wakes itself through a pipe for that.
/// Source: pulse/mainloop-api.h.
final class PulseEventLoop {
  /// The functions by which the library uses the loop. Valid as long as the loop exists.
  let api: UnsafeMutablePointer<pa_mainloop_api>
  /// Whether the descriptor that ends all waiting was readable.
  private(set) var isInterrupted = false

  private let interruption: Int32
  private var sockets: [SocketEvent] = []
  private var timers: [TimeEvent] = []
  private var deferred: [DeferredEvent] = []
  /// The descriptors for `poll`: `interruption`, then the sockets in their order.
  private var polled: [pollfd] = []

  /// Creates a loop without events, whose waiting ends when a descriptor is readable.
  init(until interruption: Int32) {
    self.interruption = interruption
    api = .allocate(capacity: 1)
    initializeAPI()
    updatePolled()
  }

  deinit { api.deallocate() }

  /// Waits until a descriptor is ready or a time is due, for some seconds at most, and makes the calls of it. 0 makes only the
  /// calls that are due. Returns whether a descriptor was ready.
  @discardableResult
  func serve(seconds: Double?) -> Bool {
    let hasCalled = runDeferred()
    var end = hasCalled ? HostTime.now : seconds.map { HostTime.now.advanced(bySeconds: $0) }
    for timer in timers {
      if let due = timer.due { end = min(due, end ?? due) }
    }
    poll(until: end)
    let isReady = runSockets()
    runTimers()
    return isReady
  }

  /// Makes the calls that the library has put off: they send what was written. Returns whether there was one.
  @discardableResult
  func runDeferred() -> Bool {
    var hasCalled = false
    for event in deferred where event.isEnabled && !event.isFreed {
      hasCalled = true
      event.callback?(api, event.pointer, event.context)
    }
    return hasCalled
  }

  /// Calls a function with a descriptor that is readable when a watched connection has ended, or the waiting is to end.
  /// What a server sends meanwhile is read later.
  func withEndDescriptor(_ wait: (Int32) -> Void) {
    let group = drumdub_watch_group()
    defer { close(group) }
    drumdub_watch_add(group, interruption, true)
    // The library may have two events of a socket, as while it connects to a server of the network.
    for descriptor in Set(sockets.map(\.request.fd)) { drumdub_watch_add(group, descriptor, false) }
    wait(group)
  }

  private func poll(until end: HostTime?) {
    let milliseconds = end.map { Int32(saturating: max($0.seconds(since: .now) * 1_000, 0).rounded(.up)) }
    if Glibc.poll(&polled, nfds_t(polled.count), milliseconds ?? -1) < 0 {
      for index in polled.indices { polled[index].revents = 0 }
    }
    if polled[0].revents != 0 { isInterrupted = true }
    for (index, event) in sockets.enumerated() { event.reported = polled[index + 1].revents }
  }

  private func runSockets() -> Bool {
    var isReady = false
    // A callback may change the list.
    for event in sockets where event.reported != 0 && !event.isFreed {
      isReady = true
      event.callback?(
        api, event.pointer, event.request.fd, SocketEvent.flags(event.reported), event.context)
    }
    return isReady
  }

  private func runTimers() {
    if timers.isEmpty { return }
    let now = HostTime.now
    for event in timers {
      guard let due = event.due, due <= now, !event.isFreed else { continue }
      event.due = nil
      // The callback may restart the event, which changes its time.
      var time = event.time
      event.callback?(api, event.pointer, &time, event.context)
    }
  }

  /// Changes what is waited for at a socket. The library does so for each message, so that it must not allocate.
  fileprivate func setPolled(_ request: pollfd, of event: SocketEvent) {
    for index in sockets.indices where sockets[index] === event { polled[index + 1] = request }
  }

  /// Lists the descriptors again after the sockets have changed.
  private func updatePolled() {
    polled = [pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)] + sockets.map(\.request)
  }

  // MARK: Events

  fileprivate func addSocket(
    _ descriptor: Int32, _ flags: pa_io_event_flags_t, _ callback: pa_io_event_cb_t?,
    _ context: UnsafeMutableRawPointer?
  ) -> OpaquePointer {
    let event = SocketEvent(self, callback, context)
    event.request.fd = descriptor
    sockets.append(event)
    updatePolled()
    event.setFlags(flags)
    return event.pointer
  }

  fileprivate func addTimer(
    _ time: UnsafePointer<timeval>?, _ callback: pa_time_event_cb_t?, _ context: UnsafeMutableRawPointer?
  ) -> OpaquePointer {
    let event = TimeEvent(self, callback, context)
    timers.append(event)
    event.restart(time)
    return event.pointer
  }

  fileprivate func addDeferred(
    _ callback: pa_defer_event_cb_t?, _ context: UnsafeMutableRawPointer?
  ) -> OpaquePointer {
    let event = DeferredEvent(self, callback, context)
    deferred.append(event)
    return event.pointer
  }

  fileprivate func remove(_ event: AnyObject) {
    timers.removeAll { $0 === event }
    deferred.removeAll { $0 === event }
    guard let index = sockets.firstIndex(where: { $0 === event }) else { return }
    sockets.remove(at: index)
    updatePolled()
  }
}

// MARK: What the library calls

extension PulseEventLoop {
  private func initializeAPI() {
    api.initialize(
      to: pa_mainloop_api(
        userdata: Unmanaged.passUnretained(self).toOpaque(),
        io_new: { PulseEventLoop.at($0)?.addSocket($1, $2, $3, $4) },
        io_enable: { SocketEvent.at($0)?.setFlags($1) },
        io_free: { SocketEvent.at($0)?.free() },
        io_set_destroy: { SocketEvent.at($0)?.willBeFreed = $1 },
        time_new: { PulseEventLoop.at($0)?.addTimer($1, $2, $3) },
        time_restart: { TimeEvent.at($0)?.restart($1) },
        time_free: { TimeEvent.at($0)?.free() },
        time_set_destroy: { TimeEvent.at($0)?.willBeFreed = $1 },
        defer_new: { PulseEventLoop.at($0)?.addDeferred($1, $2) },
        defer_enable: { DeferredEvent.at($0)?.isEnabled = $1 != 0 },
        defer_free: { DeferredEvent.at($0)?.free() },
        defer_set_destroy: { DeferredEvent.at($0)?.willBeFreed = $1 },
        // The loop runs only while it is served.
        quit: { _, _ in }))
  }

  private static func at(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseEventLoop? {
    api?.pointee.userdata.map { Unmanaged<PulseEventLoop>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Something that the library waits for. The lists of the loop own it; the library has its address.
private class LoopEvent<Callback> {
  /// Called before the event is freed.
  var willBeFreed: pa_io_event_destroy_cb_t?
  /// Whether the library must not be called for the event any more.
  private(set) var isFreed = false
  let callback: Callback?
  let context: UnsafeMutableRawPointer?
  fileprivate unowned let loop: PulseEventLoop

  init(_ loop: PulseEventLoop, _ callback: Callback?, _ context: UnsafeMutableRawPointer?) {
    (self.loop, self.callback, self.context) = (loop, callback, context)
  }

  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  static func at(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  func free() {
    isFreed = true
    loop.remove(self)
    willBeFreed?(loop.api, pointer, context)
  }
}

private final class SocketEvent: LoopEvent<pa_io_event_cb_t> {
  var request = pollfd()
  /// What the last `poll` has reported.
  var reported: Int16 = 0

  func setFlags(_ flags: pa_io_event_flags_t) {
    let input = flags.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 ? POLLIN : 0
    let output = flags.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 ? POLLOUT : 0
    let events = Int16(input | output)
    if events == request.events { return }
    request.events = events
    loop.setPolled(request, of: self)
  }

  /// Returns the library's name of what `poll` has reported.
  static func flags(_ state: Int16) -> pa_io_event_flags_t {
    func flag(_ bit: Int32, _ name: pa_io_event_flags) -> UInt32 {
      Int32(state) & bit != 0 ? name.rawValue : 0
    }
    return pa_io_event_flags_t(
      flag(POLLIN, PA_IO_EVENT_INPUT) | flag(POLLOUT, PA_IO_EVENT_OUTPUT) | flag(POLLHUP, PA_IO_EVENT_HANGUP)
        | flag(POLLERR, PA_IO_EVENT_ERROR))
  }
}

private final class TimeEvent: LoopEvent<pa_time_event_cb_t> {
  /// The time at which the callback is due; nil once it was made.
  var due: HostTime?
  /// The same as the library has given it: on the wall clock.
  private(set) var time = timeval()

  /// Sets the time of the timer; nil halts it.
  func restart(_ time: UnsafePointer<timeval>?) {
    due = nil
    guard let time = time?.pointee else { return }
    self.time = time
    var now = timeval()
    gettimeofday(&now, nil)
    let left = Double(time.tv_sec - now.tv_sec) + Double(time.tv_usec - now.tv_usec) / 1e6
    due = HostTime.now.advanced(bySeconds: left)
  }
}

/// A call that the library has put off until the next turn of the loop.
private final class DeferredEvent: LoopEvent<pa_defer_event_cb_t> {
  var isEnabled = true

}
