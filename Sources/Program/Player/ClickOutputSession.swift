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

  private let engine: EngineControl
  private let open: @Sendable () throws(DeviceError) -> OpenedOutput
  private let isRetried: Bool
  private let report: @Sendable (Event) -> Void
  private let queue = DeviceEventQueue()
  private let route: Mutex<Route>
  private let thread = Mutex<WorkerThread?>(nil)

  /// Sends the beats away from the main output at once, and opens the device on another thread, which calls all functions.
  /// `isRetried` states whether the device is opened again after a failure: a file would be overwritten. `former` waits
  /// until the device of the session before is closed.
  package init(
    _ engine: EngineControl, isRetried: Bool, after former: @escaping @Sendable () -> Void = {},
    open: @escaping @Sendable () throws(DeviceError) -> OpenedOutput,
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
    queue.signal.wake()
    let worker = thread.withLock { $0 }
    return { worker?.join() }
  }

  // MARK: The session's thread

  private var isStopped: Bool { route.withLock { $0.isStopped } }

  private func run() {
    var loop = DeviceLoop<any OutputDevice>(queue) { $0.stop() }
    if let error = begin(&loop) { report(.failed(error, isRetried: isRetried)) }
    while !isStopped {
      if let shortage { report(.tooLate(shortage)) }
      switch loop.next() {
      case .device(.interrupted(let reason)): report(.interrupted(reason))
      case .device(.resumed): report(.resumed)
      case .device(.failed(let error)):
        if isRetried { loop.tryLater() }
        report(.failed(error, isRetried: isRetried))
      case .isDue: _ = begin(&loop)
      case .device, nil: break
      }
    }
    loop.end()
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

  /// Opens and starts the device. Returns why that fails; nil if it plays.
  private func begin(_ loop: inout DeviceLoop<any OutputDevice>) -> DeviceError? {
    do throws(DeviceError) {
      let device = try open()
      let (name, format) = (device.name, device.format)
      let output = ClickOutput(rate: format.sampleRate, lossDescriptor: queue.signal.descriptor)
      guard use(output) else { return nil }
      loop.device = try device.start(output.source, events: loop.makeReceiver())
      report(.began(name: name, format))
      return nil
    } catch {
      if isRetried { loop.tryLater() }
      return error
    }
  }

  /// Connects the click of an opened device to the engine. Returns false if the session was stopped meanwhile.
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
