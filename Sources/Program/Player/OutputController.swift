import AudioBase
import MixEngine
import SystemBase

/// The output of the player as the main thread knows it. The output session does the work. Main thread.
@MainActor
package final class OutputController {
  private let session: OutputSession
  private let memory: DeviceMemory
  /// As the session has reported it last.
  package private(set) var state: OutputStatus
  private var bufferLength = BufferLength.short
  /// Nil until the start.
  private var audio: AudioSession?
  /// What is done when a change of the output has worked, in the order of the changes.
  private var pendingChanges: [() -> Void] = []
  /// What the session reports, with its state.
  package let events: MainThreadChannel<(OutputSession.Event, OutputStatus)>

  /// Begins to open the output.
  package init(_ opener: any OutputOpening, memory: DeviceMemory, main: MainThread) {
    let events = MainThreadChannel<(OutputSession.Event, OutputStatus)>(main)
    (self.memory, self.events) = (memory, events)
    state = OutputStatus(unopened: opener)
    let send = events.send
    session = OutputSession(opener, needed: memory.buffer(of: opener.name)) { send(($0, $1)) }
  }

  /// Waits until the output is open, and returns the rate of the engine. After this many seconds the program goes on, and
  /// the output is heard when it is open.
  package func waitForRate(seconds: Double) -> SampleRate {
    if let opened = session.waitForOpening(seconds: seconds) {
      state = opened
    } else {
      state.failure = DeviceError(.notResponding, state.chosen, detail: "it does not answer")
    }
    return state.format.sampleRate
  }

  /// The state with the latency of the engine.
  package var status: OutputStatus {
    let format = state.format
    var status = state
    let queued = (format.buffer - format.period).seconds(at: format.sampleRate)
    status.latency = (audio?.control.hitLatency(period: format.period) ?? 0) + queued
    return status
  }

  /// See `OutputDevice`. Counted when the output has stopped.
  package var lateWakeUps: Int { session.lateWakeUps }

  package func start(_ audio: AudioSession) {
    self.audio = audio
    session.start(audio)
  }

  /// Applies a report of the session. Returns whether an output plays that was not heard before it.
  package func receive(_ event: OutputSession.Event, _ new: OutputStatus) -> Bool {
    let old = state
    let wasUnopened = old.failure != nil && !old.canBeRetried
    state = new
    state.lastXrun = new.xruns > old.xruns ? .now : old.lastXrun
    switch event {
    case .bufferGrew: memory.remember(state.format.buffer, for: state.chosen)
    case .chosen: pendingChanges.removeFirst()()
    case .kept: pendingChanges.removeFirst()
    case .changed: return wasUnopened && state.failure == nil
    case .lost, .interrupted, .resumed, .routeChanged, .unavailable, .reopened, .notReopened: break
    }
    return false
  }

  /// Lets the output buffer more or less from now on. See `OutputDevice`.
  package func use(_ length: BufferLength) {
    if length == bufferLength { return }
    bufferLength = length
    session.send { $0.use(length) }
  }

  // MARK: Requests, which are answered by reports

  /// Opens another output and uses it from now on. If it cannot be used, the former one plays on. The output in use gets
  /// its shortest buffer again. `onChosen` is called when the output is used.
  package func change(to opener: any OutputOpening, onChosen: @escaping () -> Void) {
    if opener.name == state.chosen { memory.forget(opener.name) }
    pendingChanges.append(onChosen)
    let needed = memory.buffer(of: opener.name)
    session.send { $0.change(to: opener, needed: needed) }
  }

  /// Opens the chosen output again, if that may help.
  package func retry() { if state.canBeRetried { session.retry() } }

  /// Called when the sound goes to another output, such as headphones.
  package func routeDidChange() { session.send { $0.routeDidChange() } }

  /// Stops a device before the system sleeps. `done` is called on another thread when it is stopped.
  package func suspend(done: @escaping @Sendable () -> Void) {
    session.send {
      $0.suspend()
      done()
    }
  }

  /// Opens the device again after the system has slept.
  package func resume() { session.send { $0.resume() } }

  /// Stops the output. The returned function waits until it is closed; it may be called on another thread.
  package func stop() -> @Sendable () -> Void { session.stop() }
}
