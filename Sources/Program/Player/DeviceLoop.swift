import AudioBase
import Synchronization
import SystemBase

/// What a session has to handle.
enum DeviceLoopEvent {
  case device(DeviceEvent)
  /// A lost device is to be opened again.
  case isDue
}

/// Keeps the device of a session for the session's thread: passes on its events, closes it when it is lost, and says when
/// it is to be opened again.
struct DeviceLoop<Device> {
  /// Seconds between two trials to open a lost device.
  private static var interval: Double { 1 }

  /// A device that was started. The one before must have been stopped.
  var device: Device?
  /// When a lost device is opened again; nil if none is waited for.
  var nextTrial: HostTime?
  private let queue: DeviceEventQueue
  private let stop: (Device) -> Void

  /// Creates a loop without a device. `stop` stops a device and waits for its thread.
  init(_ queue: DeviceEventQueue, stop: @escaping (Device) -> Void) {
    (self.queue, self.stop) = (queue, stop)
  }

  /// Creates the receiver of the events of the next device. Events of the former device are ignored.
  func makeReceiver() -> DeviceReport { queue.makeReceiver() }

  /// Stops the device and releases it.
  mutating func end() {
    if let device { stop(device) }
    device = nil
  }

  /// Has the device opened again after a second.
  mutating func tryLater() { nextTrial = HostTime.now.advanced(bySeconds: DeviceLoop.interval) }

  /// Waits until something happens to the device, the signal of the queue is woken, or a time has passed. Returns what
  /// has happened; nil if nothing has. A device that has failed is closed.
  mutating func next(atMost milliseconds: Int32? = nil) -> DeviceLoopEvent? {
    if let event = queue.removeFirst() { return handled(event) }
    let trial = nextTrial.map { Int32(max(0, $0.seconds(since: .now) * 1_000).rounded(.up)) }
    queue.signal.wait(milliseconds: [milliseconds, trial].compactMap(\.self).min())
    if let event = queue.removeFirst() { return handled(event) }
    guard let nextTrial, HostTime.now >= nextTrial else { return nil }
    self.nextTrial = nil
    return .isDue
  }

  private mutating func handled(_ event: DeviceEvent) -> DeviceLoopEvent {
    if case .failed = event { end() }
    return .device(event)
  }
}

/// The events of the devices that a session uses one after the other. Each device has a serial number: events of a former
/// one are ignored.
final class DeviceEventQueue: Sendable {
  private struct State {
    /// The number of the device in use.
    var serial = 0
    var events: [DeviceEvent] = []
  }

  /// Woken by each event, and by the owner of the session.
  let signal = WakeSignal()
  private let state = Mutex(State())

  /// Makes what receives the events of the next device.
  func makeReceiver() -> DeviceReport {
    let serial = state.withLock { state in
      state = State(serial: state.serial + 1)
      return state.serial
    }
    return { [self] event in append(event, of: serial) }
  }

  private func append(_ event: DeviceEvent, of serial: Int) {
    state.withLock { if $0.serial == serial { $0.events.append(event) } }
    signal.wake()
  }

  func removeFirst() -> DeviceEvent? { state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() } }
}
