import AudioBase
import MixEngine
import SystemBase

/// What the thread of the output session does with its devices.
struct OutputRunner {
  private let report: (OutputSession.Event, OutputStatus) -> Void
  private var opener: any OutputOpening
  private var watch: XrunWatch
  private var loop: DeviceLoop<any OutputDevice>
  private var state: OutputStatus
  /// Nil until the start.
  private var audio: AudioSession?
  private var isFallback = false
  /// Whether the device was stopped because the system sleeps.
  private var isSuspended = false
  /// Whether a sound server is waited for that has played the sound and has ended.
  private var awaitsEndedServer = false
  /// Why the chosen output is not used.
  private var failure: DeviceError?
  private var bufferLength = BufferLength.short

  init(
    _ opener: any OutputOpening, needed: FrameCount?, _ queue: DeviceEventQueue,
    _ report: @escaping (OutputSession.Event, OutputStatus) -> Void
  ) {
    watch = XrunWatch(buffer: needed, period: opener.period)
    (self.opener, loop, self.report) = (opener, DeviceLoop(queue) { $0.stop() }, report)
    state = OutputStatus(unopened: opener)
    self.opener.periods = watch.periods
  }

  // MARK: The start and the end

  /// Opens the chosen output, or a silent one if that fails.
  mutating func openFirst() -> OpenedOutput {
    do throws(DeviceError) {
      return try opener.open()
    } catch {
      isFallback = true
      note(error)
      return opener.silent(rate: opener.rate ?? .standard)
    }
  }

  /// Returns what is known of the first output before it is started.
  mutating func state(of first: borrowing OpenedOutput) -> OutputStatus {
    (state.name, state.format, state.receiver) = (first.name, first.format, first.receiver)
    updateState()
    return state
  }

  /// Starts the first output. Opens it again if the engine has another rate, since the opening took too long.
  mutating func start(_ audio: AudioSession, _ first: consuming OpenedOutput) {
    self.audio = audio
    guard first.format.sampleRate == audio.control.sampleRate else {
      _ = consume first
      return tell(reopen() ? .changed : .unavailable)
    }
    do throws(DeviceError) {
      try use(first, audio)
      tell(.changed)
    } catch {
      fallBack()
      note(error)
      tell(.unavailable)
    }
  }

  /// Stops and closes the device. Returns how often it kept no time.
  mutating func end() -> Int {
    let late = loop.device?.lateWakeUps ?? 0
    close()
    return late
  }

  // MARK: Requests and events

  mutating func use(_ length: BufferLength) {
    bufferLength = length
    loop.device?.use(length)
  }

  /// Called when the sound goes to another output. Dropouts that this causes are counted, but do not enlarge the buffer.
  mutating func routeDidChange() { watch.routeDidChange(at: .now) }

  /// Waits until something happens to the device or a request comes.
  mutating func followDevice() {
    switch loop.next() {
    case .device(.xrun): countXrun()
    case .device(.interrupted(let reason)):
      state.interruption = reason
      tell(.interrupted(reason))
    case .device(.resumed):
      state.interruption = nil
      loop.nextTrial = nil
      tell(.resumed)
    case .device(.failed(let error)): replaceFailed(error)
    case .device(.routeChanged(let change)):
      routeDidChange()
      tell(.routeChanged(change))
    case .device(.stateChanged): tell(.changed)
    case .isDue: retry(isRequested: false)
    case nil: break
    }
  }

  /// Counts a dropout. After repeated ones, opens the device again with a larger buffer. Those of a long buffer do not
  /// count, since it is longer than the largest one.
  private mutating func countXrun() {
    state.xruns += 1
    guard opener.hasBuffer, !isFallback, bufferLength == .short, watch.noteXrun(at: .now) else {
      return tell(.changed)
    }
    opener.periods = watch.periods
    if reopen() { return tell(.bufferGrew) }
    guard let failure else { return }
    audio?.control.send(.pause)
    awaitEndedServer()
    tell(.lost(failure))
  }

  /// Interrupts the music until a server is back that does not answer any more. The device of a sound server waits for it
  /// itself, but not one that was closed to be opened again.
  private mutating func awaitEndedServer() {
    if case .sink = state.receiver, let failure, failure.code != .busy {
      awaitsEndedServer = true
      loop.tryLater()
    }
    if state.interruption == nil, loop.nextTrial != nil { state.interruption = .serverGone }
  }

  /// Switches to the silent output; a server is waited for.
  private mutating func replaceFailed(_ error: DeviceError) {
    close()
    // The music is interrupted: none of it is played to the silent output.
    audio?.control.send(.pause)
    fallBack()
    (failure, state.interruption, awaitsEndedServer) = (error, nil, false)
    loop.nextTrial = nil
    if opener.awaitsServer {
      state.interruption = .serverGone
      loop.tryLater()
    }
    tell(.lost(error))
  }

  mutating func retry(isRequested: Bool) {
    guard canBeRetried else { return }
    let wasInterrupted = state.interruption != nil
    let isOpen = reopen(isRequested: isRequested)
    tell(
      isOpen
        ? .reopened(isRequested: isRequested, wasInterrupted: wasInterrupted)
        : .notReopened(isRequested: isRequested))
  }

  /// Stops a device before the system sleeps. Other outputs wait with the music; a file would be overwritten.
  mutating func suspend() {
    guard opener.isDevice, !isFallback else { return }
    close()
    isSuspended = true
  }

  /// Opens the device again after the system has slept; if that fails, uses the silent output.
  mutating func resume() {
    guard isSuspended else { return }
    isSuspended = false
    if reopen() { return tell(.changed) }
    awaitEndedServer()
    tell(state.interruption == nil ? .unavailable : .changed)
  }

  /// Changes to another output. If it cannot be used, the former output plays on; if that was stopped, it is opened again.
  mutating func change(to chosen: any OutputOpening, needed: FrameCount?) {
    guard let audio else { return }
    var (new, hasStopped) = (chosen, false)
    let newWatch = XrunWatch(buffer: needed, period: new.period)
    if new.isDevice, new.name == opener.name { return chooseAgain(new, newWatch) }
    (new.rate, new.periods) = (audio.control.sampleRate, newWatch.periods)
    do throws(DeviceError) {
      let found = try new.open()
      try OutputRunner.check(found, new, audio)
      hasStopped = true
      try use(found, audio)
    } catch {
      if hasStopped { if isFallback { fallBack() } else { _ = reopen() } }
      return tell(.kept(error))
    }
    (opener, watch) = (new, newWatch)
    (isFallback, state.interruption, failure, state.xruns) = (false, nil, nil, 0)
    awaitsEndedServer = false
    loop.nextTrial = nil
    tell(.chosen)
  }

  /// Opens the device in use again with another buffer. It is closed first, since a card can be opened once.
  private mutating func chooseAgain(_ chosen: any OutputOpening, _ newWatch: XrunWatch) {
    (opener, watch) = (chosen, newWatch)
    opener.periods = watch.periods
    if reopen(isRequested: true) {
      state.xruns = 0
      tell(.chosen)
    } else if let failure {
      tell(.kept(failure))
    }
  }

  // MARK: Devices

  /// Opens the chosen output again; if that fails, uses the silent one. Returns whether the chosen one plays now.
  /// `isRequested` states whether music may be played at once, which must not begin in silence.
  private mutating func reopen(isRequested: Bool = false) -> Bool {
    guard let audio else { return false }
    var isSilent = isFallback && !isRequested && loop.device != nil
    // A card can be opened once.
    if !isSilent { close() }
    opener.rate = audio.control.sampleRate
    var fits = true
    do throws(DeviceError) {
      let found = try opener.open()
      fits = found.format.sampleRate == audio.control.sampleRate
      try OutputRunner.check(found, opener, audio)
      isSilent = false
      try use(found, audio)
    } catch {
      if !isSilent { fallBack() }
      note(error, isRetried: fits)
      return false
    }
    (isFallback, state.interruption, failure) = (false, nil, nil)
    (loop.nextTrial, awaitsEndedServer) = (nil, false)
    return true
  }

  /// Compares the rate of an output with that of the engine.
  ///
  /// - Throws: if an output has another rate than the engine, whose rate does not change.
  private static func check(
    _ found: borrowing OpenedOutput, _ opener: any OutputOpening, _ audio: AudioSession
  ) throws(DeviceError) {
    let (rate, own) = (found.format.sampleRate, audio.control.sampleRate)
    if rate == own { return }
    throw DeviceError(
      .unavailable, opener.name, detail: "its sample rate is \(rate.hertz) Hz, not \(own.hertz)")
  }

  /// Starts an output in the place of the one in use.
  private mutating func use(
    _ opened: consuming OpenedOutput, _ audio: AudioSession
  ) throws(DeviceError) {
    loop.device = try audio.start(opened, events: loop.makeReceiver())
    loop.device?.use(bufferLength)
  }

  private mutating func fallBack() {
    isFallback = true
    guard let audio else { return }
    // The silent output always starts.
    try? use(opener.silent(rate: audio.control.sampleRate), audio)
  }

  /// Stops the device and releases it, which closes it.
  private mutating func close() {
    audio?.stopDevice()
    loop.end()
  }

  /// Notes why the chosen output cannot be used. One that is busy, or a server that does not run, is tried again.
  private mutating func note(_ error: DeviceError, isRetried: Bool = true) {
    failure = error
    let isBusy = error.code == .busy
    let awaitsServer = (opener.awaitsServer || awaitsEndedServer) && isRetried
    state.interruption = isBusy ? .busy(error.subject) : awaitsServer ? state.interruption : nil
    if isBusy || awaitsServer { loop.tryLater() } else { loop.nextTrial = nil }
  }

  // MARK: Reports

  private var canBeRetried: Bool { (isFallback || state.interruption != nil) && opener.isDevice }

  private mutating func tell(_ event: OutputSession.Event) {
    if let device = loop.device {
      (state.name, state.format, state.receiver) = (device.name, device.format, device.receiver)
      (state.card, state.reportsRoutes) = (device.card, device.reportsRoutes)
    }
    updateState()
    report(event, state)
  }

  private mutating func updateState() {
    state.chosen = opener.name
    state.failure = isFallback ? failure : nil
    state.canBeRetried = canBeRetried
    state.awaitsDevice = isFallback && opener.isDevice && loop.nextTrial == nil
  }
}
