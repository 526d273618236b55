import AudioBase
import Synchronization
import SystemBase

/// What happens to the device of a session.
enum DeviceEvent: Sendable {
  /// Blocks came too late.
  case xrun
  /// The device accepts or captures no sound for a while.
  case interrupted(InterruptionReason)
  /// The device accepts or captures sound again.
  case resumed
  /// The device is lost.
  case failed(DeviceError)
  case routeChanged(RouteChange)
  /// A program begins or ceases to read the sound.
  case stateChanged
  /// A lost device is to be opened again.
  case isDue
}

/// Keeps the device of a session for the session's thread: passes on its events, closes it when it is lost, and says when
/// it is to be opened again.
struct DeviceLoop<Device> {
  /// Seconds between two trials to open a lost device.
  private static var interval: Double { 1 }

  private(set) var device: Device?
  /// When a lost device is opened again; nil if none is waited for.
  private(set) var nextTrial: HostTime?
  private let queue: DeviceEventQueue
  private let stop: (Device) -> Void

  /// Creates a loop without a device. `stop` stops a device and waits for its thread.
  init(_ queue: DeviceEventQueue, stop: @escaping (Device) -> Void) {
    (self.queue, self.stop) = (queue, stop)
  }

  /// Creates the receiver of the events of the next device. Events of the former device are ignored.
  func makeReceiver() -> DeviceEventReceiver { queue.makeReceiver() }

  /// Uses a device that was started. The one before must have been stopped.
  mutating func use(_ device: Device) { self.device = device }

  /// Stops the device and releases it.
  mutating func end() {
    if let device { stop(device) }
    device = nil
  }

  /// Has the device opened again after a second.
  mutating func tryLater() { nextTrial = HostTime.now.advanced(bySeconds: DeviceLoop.interval) }

  mutating func stopTrying() { nextTrial = nil }

  /// Waits until something happens to the device, the signal of the queue is woken, or a time has passed. Returns what
  /// has happened; nil if nothing has. A device that has failed is closed.
  mutating func next(atMost milliseconds: Int32? = nil) -> DeviceEvent? {
    if let event = queue.removeFirst() { return handled(event) }
    let trial = nextTrial.map { Int32(max(0, $0.seconds(since: .now) * 1_000).rounded(.up)) }
    queue.signal.wait(milliseconds: [milliseconds, trial].compactMap(\.self).min())
    if let event = queue.removeFirst() { return handled(event) }
    guard let nextTrial, HostTime.now >= nextTrial else { return nil }
    self.nextTrial = nil
    return .isDue
  }

  private mutating func handled(_ event: DeviceEvent) -> DeviceEvent {
    if case .failed = event { end() }
    return event
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
  func makeReceiver() -> DeviceEventReceiver {
    state.withLock { state in
      state = State(serial: state.serial + 1)
      return DeviceEventReceiver(self, serial: state.serial)
    }
  }

  func append(_ event: DeviceEvent, of serial: Int) {
    state.withLock { if $0.serial == serial { $0.events.append(event) } }
    signal.wake()
  }

  func removeFirst() -> DeviceEvent? { state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() } }
}

/// Receives the events of one device, on its thread.
final class DeviceEventReceiver: DeviceEvents, InputEvents {
  private let queue: DeviceEventQueue
  private let serial: Int

  init(_ queue: DeviceEventQueue, serial: Int) { (self.queue, self.serial) = (queue, serial) }

  private func append(_ event: DeviceEvent) { queue.append(event, of: serial) }

  func deviceHadXrun(_ device: any OutputDevice) { append(.xrun) }
  func deviceWasInterrupted(_ device: any OutputDevice, _ reason: InterruptionReason) {
    append(.interrupted(reason))
  }
  func deviceDidResume(_ device: any OutputDevice) { append(.resumed) }
  func deviceDidFail(_ device: any OutputDevice, _ error: DeviceError) { append(.failed(error)) }
  func deviceRouteDidChange(_ device: any OutputDevice, _ change: RouteChange) {
    append(.routeChanged(change))
  }
  func deviceStateDidChange(_ device: any OutputDevice) { append(.stateChanged) }

  func inputWasInterrupted(_ device: any InputDevice) { append(.interrupted(.stalled)) }
  func inputDidResume(_ device: any InputDevice) { append(.resumed) }
  func inputDidFail(_ device: any InputDevice, _ error: DeviceError) { append(.failed(error)) }
}
