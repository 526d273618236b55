import AudioBase
import MixEngine
import SystemBase

/// The output of the player as the main thread knows it. The output session does the work. Main thread.
@MainActor
package final class OutputController {
  private let session: OutputSession
  /// The buffers that devices need.
  private let memory: DeviceMemory
  /// As the session has reported it last.
  package private(set) var state: OutputSession.State
  private var lastXrun: HostTime?
  private var bufferLength = BufferLength.short
  /// Nil until the start.
  private var audio: AudioSession?
  /// What is done when a change of the output has worked, in the order of the changes.
  private var pendingChanges: [() -> Void] = []
  /// What the session reports, with its state.
  package let events: MainThreadChannel<(OutputSession.Event, OutputSession.State)>

  /// Begins to open the output.
  package init(_ opener: any OutputOpening, memory: DeviceMemory, main: MainThread) {
    let events = MainThreadChannel<(OutputSession.Event, OutputSession.State)>(main)
    (self.memory, self.events) = (memory, events)
    state = OutputSession.State(unopened: opener)
    let send = events.send
    session = OutputSession(opener, needed: memory.buffer(of: opener.name)) { send(($0, $1)) }
  }

  /// Waits until the output is open, whose rate the engine needs.
  ///
  /// - Parameter seconds: after this time the program goes on, and the output is heard when it is open.
  /// - Returns: the rate of the engine.
  package func waitForRate(seconds: Double) -> SampleRate {
    if let opened = session.waitForOpening(seconds: seconds) {
      state = opened
    } else {
      state.failure = DeviceError(.notResponding, state.chosen, detail: "it does not answer")
    }
    return state.format.sampleRate
  }

  package var status: OutputStatus {
    let format = state.format
    let queued = (format.buffer - format.period).seconds(at: format.sampleRate)
    let latency = (audio?.control.hitLatency(period: format.period) ?? 0) + queued
    return OutputStatus(
      name: state.name, chosen: state.chosen, receiver: state.receiver, format: format, latency: latency,
      xruns: state.xruns, lastXrun: lastXrun, interruption: state.interruption, failure: state.failure)
  }

  /// See `OutputDevice`. Counted when the output has stopped.
  package var lateWakeUps: Int { session.lateWakeUps }

  /// Lets the output play an engine.
  package func start(_ audio: AudioSession) {
    self.audio = audio
    session.start(audio)
  }

  /// Applies a report of the session. Returns whether an output plays that was not heard before it.
  package func receive(_ event: OutputSession.Event, _ state: OutputSession.State) -> Bool {
    let wasUnopened = self.state.failure != nil && !self.state.canBeRetried
    if state.xruns > self.state.xruns { lastXrun = .now }
    self.state = state
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
    session.use(length)
  }

  // MARK: Requests, which are answered by reports

  /// Opens another output and uses it from now on. If it cannot be used, the former one plays on. The output in use gets
  /// its shortest buffer again.
  ///
  /// - Parameter onChosen: called when the output is used.
  package func change(to opener: any OutputOpening, onChosen: @escaping () -> Void) {
    if opener.name == state.chosen { memory.forget(opener.name) }
    pendingChanges.append(onChosen)
    session.change(to: opener, needed: memory.buffer(of: opener.name))
  }

  /// Opens the chosen output again, if that may help.
  package func retry() { if state.canBeRetried { session.retry() } }

  /// Called when the sound goes to another output, such as headphones.
  package func routeDidChange() { session.routeDidChange() }

  /// Stops a device before the system sleeps.
  ///
  /// - Parameter done: called on another thread when it is stopped.
  package func suspend(done: @escaping @Sendable () -> Void) { session.suspend(done: done) }

  /// Opens the device again after the system has slept.
  package func resume() { session.resume() }

  /// Stops the output. The returned function waits until it is closed; it may be called on another thread.
  package func stop() -> @Sendable () -> Void { session.stop() }
}
