import AudioBase
import MixEngine
import Player
import SystemBase

/// Chooses where the metronome is heard: in the main output, or on a device of its own. Main thread.
@MainActor
package final class ClickOutputController {
  package enum State: Hashable, Sendable {
    /// The metronome is mixed into the main output.
    case main
    case opening
    case on(name: String, OutputFormat)
    /// The device is lost or cannot be opened: the metronome is silent.
    case silent
  }

  package private(set) var state = State.main
  package var onNotice: (ClickOutputNotice) -> Void = { _ in }
  private let engine: EngineControl
  private let main: MainThread
  /// Nil: the main output.
  private var opener: (any OutputOpening)?
  private var session: ClickOutputSession?
  /// Waits until the device of the session before is closed.
  private var finishFormer: @Sendable () -> Void = {}
  /// Whether the device of the session has played the metronome.
  private var hasBegun = false
  /// The number of the session, which distinguishes its reports from those of earlier ones.
  private var serial = 0
  /// The beats that former sessions have lost.
  private var formerLosses = 0
  private var isBypassed = false

  /// Creates a controller that plays the metronome in the main output.
  package init(_ engine: EngineControl, main: MainThread) {
    (self.engine, self.main) = (engine, main)
  }

  /// Beats that were too late for the device.
  package var lostBeats: Int { formerLosses + (session?.lostBeats ?? 0) }

  /// Uses a device, which is opened on another thread; nil for the main output.
  package func change(to opener: (any OutputOpening)?) {
    self.opener = opener
    start()
    if opener == nil { onNotice(.main) }
  }

  private func start() {
    end()
    guard let opener else {
      engine.sendBeats(to: nil)
      state = .main
      return
    }
    serial += 1
    (state, hasBegun) = (.opening, false)
    let session = ClickOutputSession(
      engine, isRetried: opener.isDevice, after: finishFormer,
      open: { () throws(DeviceError) in try opener.open() },
      report: main.sender { [weak self, serial] in self?.receive($0, serial: serial) })
    if isBypassed { session.bypass(true) }
    self.session = session
  }

  private func end() {
    guard let session else { return }
    formerLosses += session.lostBeats
    // The device is closed on its own thread. The next session waits for that.
    finishFormer = session.stop()
    self.session = nil
  }

  /// Lets the metronome be heard in the main output while the input's latency is measured.
  package func bypass(_ isBypassed: Bool) {
    self.isBypassed = isBypassed
    session?.bypass(isBypassed)
  }

  private func receive(_ event: ClickOutputSession.Event, serial: Int) {
    guard serial == self.serial, let opener, session != nil else { return }
    switch event {
    case .began(let name, let format):
      let isBack = hasBegun
      (state, hasBegun) = (.on(name: name, format), true)
      onNotice(isBack ? .resumed(name: name) : .on(name: name))
    case .failed(let error, let isRetried):
      state = .silent
      onNotice(.failed(error, isRetried: isRetried))
    case .interrupted(let reason): onNotice(.interrupted(name: opener.name, reason))
    case .resumed: onNotice(.resumed(name: opener.name))
    case .tooLate(let seconds): onNotice(.tooLate(name: opener.name, seconds: seconds))
    }
  }

  // MARK: Sleep and end

  /// Stops a device before the system sleeps. A file would be overwritten.
  ///
  /// - Parameter done: called when the device is closed, on another thread if there is one.
  package func suspend(done: @escaping @Sendable () -> Void) {
    guard opener?.isDevice == true, session != nil else { return done() }
    end()
    let closing = WorkerThread(name: "click end") { [finishFormer] in
      finishFormer()
      done()
    }
    finishFormer = { closing.join() }
  }

  /// Opens the device again after the system has slept.
  package func resume() { if opener != nil && session == nil { start() } }

  /// Stops the device at the end of the program. The returned function waits until it is closed.
  package func finish() -> @Sendable () -> Void {
    let session = session
    return { session?.stop()() }
  }
}

package enum ClickOutputNotice: Hashable, Sendable {
  case on(name: String)
  /// The metronome is heard in the main output again.
  case main
  /// The device cannot be opened or is lost; the metronome is silent.
  case failed(DeviceError, isRetried: Bool)
  /// The device accepts no sound for a while.
  case interrupted(name: String, InterruptionReason)
  case resumed(name: String)
  /// The device is heard later than beats can be sent ahead, by this many seconds.
  case tooLate(name: String, seconds: Double)

  package var severity: Severity {
    switch self {
    case .on, .main, .resumed: .info
    case .interrupted, .tooLate: .warning
    case .failed: .error
    }
  }
}
