import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Plays the metronome on a device of its own, on threads of its own, until it is stopped. A lost device is opened again
/// when it is back; meanwhile the metronome is silent, and is not heard in the main output.
package final class ClickOutputSession: Sendable {
  package enum Event: Sendable {
    /// The device plays the metronome.
    case began(name: String, OutputFormat)
    /// The device cannot be opened, or is lost. If `isRetried` is true, it is opened again each second.
    case failed(DeviceError, isRetried: Bool)
    /// The device accepts no sound for a while.
    case interrupted(InterruptionReason)
    /// The device accepts sound again.
    case resumed
    /// The device is heard so late that no beat can be sent in time; by this many seconds.
    case tooLate(Double)
  }

  /// The destination of the beats.
  private struct Route {
    /// Plays the beats; without a device it plays none.
    var output: ClickOutput
    var isBypassed = false
    var isStopped = false
    /// Whether it was reported that the output is too late.
    var isTooLate = false
    /// The beats that former outputs have lost.
    var lostBeats = 0
  }

  private static let retryInterval: Int32 = 1_000

  private let engine: EngineControl
  private let open: @Sendable () throws(DeviceError) -> any OutputDevice
  private let isRetried: Bool
  private let report: @Sendable (Event) -> Void
  private let events = ClickDeviceEvents()
  private let route: Mutex<Route>
  private let thread = Mutex<WorkerThread?>(nil)

  /// Sends the beats away from the main output at once, and opens the device on another thread.
  ///
  /// - Parameters:
  ///   - isRetried: whether the device is opened again after a failure. A file would be overwritten.
  ///   - former: waits until the device of the session before is closed; called on the session's thread.
  ///   - open: opens the device; called on the session's thread.
  ///   - report: called on the session's thread.
  package init(
    _ engine: EngineControl, isRetried: Bool, after former: @escaping @Sendable () -> Void = {},
    open: @escaping @Sendable () throws(DeviceError) -> any OutputDevice,
    report: @escaping @Sendable (Event) -> Void
  ) {
    (self.engine, self.isRetried, self.open, self.report) = (engine, isRetried, open, report)
    let silent = ClickOutput(rate: engine.sampleRate)
    route = Mutex(Route(output: silent))
    engine.sendBeats(to: silent)
    let worker = WorkerThread(name: "click") { [self] in
      former()
      run()
    }
    thread.withLock { $0 = worker }
  }

  /// Beats that were too late to be played. Any thread.
  package var lostBeats: Int { route.withLock { $0.lostBeats + $0.output.lostBeats } }

  /// Sends the beats to the main output instead, or to the device again.
  package func bypass(_ isBypassed: Bool) {
    route.withLock { route in
      route.isBypassed = isBypassed
      if !route.isStopped { engine.sendBeats(to: isBypassed ? nil : route.output) }
    }
  }

  /// Stops the device. No beats are sent to another place. The returned function waits until it is closed.
  @discardableResult
  package func stop() -> @Sendable () -> Void {
    route.withLock { $0.isStopped = true }
    events.queue.signal.wake()
    let worker = thread.withLock { $0 }
    return { worker?.join() }
  }

  /// Waits until the device is closed after `stop` or a deadline has passed. - Returns: false if it has passed.
  package func waitForEnd(until deadline: HostTime) -> Bool {
    thread.withLock { $0 }?.join(until: deadline) ?? true
  }

  // MARK: The session's thread

  private var isStopped: Bool { route.withLock { $0.isStopped } }

  private func run() {
    var device = begin(isFirst: true)
    defer { device?.stop() }
    while !isStopped {
      for event in events.queue.removeAll() {
        switch event {
        case .interrupted(let reason): report(.interrupted(reason))
        case .resumed: report(.resumed)
        case .failed(let error):
          device?.stop()
          device = nil
          report(.failed(error, isRetried: isRetried))
        }
      }
      if let shortage { report(.tooLate(shortage)) }
      let isWaiting = device == nil && isRetried
      let isWoken = events.queue.signal.wait(milliseconds: isWaiting ? ClickOutputSession.retryInterval : nil)
      if isWaiting && !isWoken { device = begin(isFirst: false) }
    }
  }

  /// The seconds by which the device is too late; nil if that was reported.
  private var shortage: Double? {
    route.withLock { route in
      let shortage = route.output.shortage
      if route.isTooLate || shortage == 0 { return nil }
      route.isTooLate = true
      return shortage
    }
  }

  /// Opens and starts the device. - Returns: nil if that fails, which is reported the first time.
  private func begin(isFirst: Bool) -> (any OutputDevice)? {
    do throws(DeviceError) {
      let device = try open()
      let output = ClickOutput(
        rate: device.format.sampleRate, lossDescriptor: events.queue.signal.descriptor)
      guard use(output) else { return nil }
      do throws(DeviceError) {
        try device.start(output.source, events: events)
      } catch {
        device.stop()
        throw error
      }
      report(.began(name: device.name, device.format))
      return device
    } catch {
      if isFirst { report(.failed(error, isRetried: isRetried)) }
      return nil
    }
  }

  /// Connects the click of an opened device to the engine.
  ///
  /// - Returns: false if the session was stopped meanwhile.
  private func use(_ output: ClickOutput) -> Bool {
    route.withLock { route in
      if route.isStopped { return false }
      route.lostBeats += route.output.lostBeats
      (route.output, route.isTooLate) = (output, false)
      if !route.isBypassed { engine.sendBeats(to: output) }
      return true
    }
  }
}

/// The events of the device, for the session's thread.
private final class ClickDeviceEvents: DeviceEvents {
  enum Event: Sendable {
    case interrupted(InterruptionReason)
    case resumed
    case failed(DeviceError)
  }

  let queue = DeviceEventQueue<Event>()

  func deviceHadXrun(_ device: any OutputDevice) {}
  func deviceWasInterrupted(_ device: any OutputDevice, _ reason: InterruptionReason) {
    queue.append(.interrupted(reason))
  }
  func deviceGoesOn(_ device: any OutputDevice) { queue.append(.resumed) }
  func deviceDidFail(_ device: any OutputDevice, _ error: DeviceError) { queue.append(.failed(error)) }
}
