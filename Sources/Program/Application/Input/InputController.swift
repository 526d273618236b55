import AudioBase
import Dubbing
import MixEngine
import Observation
import Player
import SystemBase

/// Opens, monitors and calibrates the input for `InputController`.
@MainActor
package protocol InputServing: AnyObject {
  /// Starts to capture the chosen input.
  func startInput(report: @escaping @Sendable (InputSession.Event) -> Void) -> InputSession
  /// Returns the round-trip latency of an input in seconds, by its name.
  func inputLatency(of input: String) -> Double
  /// Stores a latency in seconds, by the name of the input.
  func remember(latency: Double, of input: String)
  /// Mixes an input into the output; nil ends this.
  func monitor(_ input: (InputMonitor, InputFormat)?)

  // MARK: Calibration

  var outputRate: SampleRate { get }
  var timeline: Timeline { get }
  /// Plays clicks without music. Returns the number that `EngineEvent.freeBegan` reports.
  func playClicks(_ sequence: HitSequence) -> Int
  func endClicks()
}

/// Switches the input on and off, from which recordings of takes get layers of sound. Main thread.
@MainActor @Observable
package final class InputController {
  package enum State: Hashable, Sendable {
    case off
    case opening
    case on(name: String, InputFormat)
    /// The device is lost and is waited for.
    case waiting(name: String)
  }

  package private(set) var state = State.off
  @ObservationIgnored package var onNotice: (InputNotice) -> Void = { _ in }
  /// Called with what recordings of takes read; nil: no input is captured.
  @ObservationIgnored package var onFeed: (InputFeed?) -> Void = { _ in }
  @ObservationIgnored unowned let service: any InputServing
  @ObservationIgnored let main: MainThread
  @ObservationIgnored private var session: InputSession?
  /// The number of the session, which distinguishes its reports from those of earlier ones.
  @ObservationIgnored private(set) var serial = 0
  /// The calibration whose clicks play; nil if none do.
  @ObservationIgnored var calibration: InputCalibration?
  /// Whether the input was opened for a calibration.
  package internal(set) var isCalibrating = false
  /// Whether the input is heard while it is on.
  package private(set) var isMonitored: Bool
  /// Whether the input was on before the calibration.
  @ObservationIgnored var wasOnBefore = false

  /// Creates a controller whose input is off. The service lives longer than it.
  package init(_ service: any InputServing, isMonitored: Bool = false, main: MainThread) {
    (self.service, self.isMonitored, self.main) = (service, isMonitored, main)
  }

  private var isWaiting: Bool { if case .waiting = state { true } else { false } }

  package var isOn: Bool { state != .off }

  /// Returns the peaks since the last call; nil if the input is off.
  package func takeLevels() -> InputLevels? { session?.buffer.takeLevels() }

  package func toggle() {
    if isOn {
      stop()
      onNotice(.off)
    } else {
      start()
    }
  }

  package func start() {
    stop()
    serial += 1
    state = .opening
    session = service.startInput(
      report: main.sender { [weak self, serial] in self?.receive($0, serial: serial) })
  }

  /// Lets the input be heard while it is on, or no longer.
  package func monitor(_ isMonitored: Bool) {
    if isMonitored == self.isMonitored { return }
    self.isMonitored = isMonitored
    updateMonitor()
    onNotice(.monitor(isMonitored, isInputOn: isOn))
  }

  private func updateMonitor() {
    guard isMonitored, !isCalibrating, let session, case .on(_, let format) = state else {
      return service.monitor(nil)
    }
    service.monitor((session.monitor, format))
  }

  /// Opens the input again, since another one was chosen or the latency is another, if it is on.
  package func restart() { if isOn && !isCalibrating { start() } }

  func stop() {
    cancelCalibration()
    // The device is closed on its own thread.
    session?.stop()
    (session, state) = (nil, .off)
    updateMonitor()
    onFeed(nil)
  }

  /// Ends the capture at the end of the program. The returned function waits until the device is closed; nil
  /// if none is open.
  package func finish() -> (@Sendable () -> Void)? {
    guard let session else { return nil }
    return { session.stop()() }
  }

  func receive(_ event: InputSession.Event, serial: Int) {
    guard serial == self.serial, let buffer = session?.buffer else { return }
    switch event {
    case .began(let name, let format):
      let isBack = isWaiting
      state = .on(name: name, format)
      // After an interruption the clicks would be incomplete.
      if isCalibrating {
        return calibration == nil ? beginCalibration(buffer, format, input: name) : ()
      }
      updateMonitor()
      let latency = service.inputLatency(of: name)
      onFeed(InputFeed(buffer: buffer, sampleRate: format.sampleRate, latency: latency))
      if isBack { onNotice(.resumed(name: name)) } else { onNotice(.on(name: name)) }
    case .failed(let error):
      stop()
      onNotice(.failed(error))
    case .interrupted(let error):
      guard case .on(let name, _) = state else { return }
      if error != nil { state = .waiting(name: name) }
      updateMonitor()
      onNotice(.interrupted(name: name, error))
    case .resumed:
      guard case .on(let name, _) = state else { return }
      updateMonitor()
      onNotice(.resumed(name: name))
    }
  }
}

package enum InputNotice: Hashable, Sendable {
  case on(name: String)
  case off
  /// The input cannot be opened.
  case failed(DeviceError)
  /// The input is lost, or captures nothing for a while; it is waited for.
  case interrupted(name: String, DeviceError?)
  case resumed(name: String)
  /// Whether the input is heard while it is on.
  case monitor(Bool, isInputOn: Bool)
  /// Clicks are played and listened for.
  case calibrating
  case calibrated(input: String, seconds: Double)
  case notCalibrated(ClickSearch.Failure)
  /// A calibration was refused because a take is being recorded.
  case calibrationWhileRecording

  package var severity: Severity {
    switch self {
    case .on, .off, .resumed, .monitor, .calibrating, .calibrated, .calibrationWhileRecording: .info
    case .interrupted, .notCalibrated: .warning
    case .failed: .error
    }
  }
}
