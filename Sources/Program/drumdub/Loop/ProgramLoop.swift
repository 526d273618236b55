import Application
import Configuration
import Controls
import CursesBackend
import Glibc
import Player
import SystemBase
import TerminalKit

/// The loop of the main thread: waits for events, applies them and updates the front end.
@MainActor
final class ProgramLoop {
  let wiring: Wiring
  var frontEnd: FrontEnd
  let signals: SignalPipe
  var job: ShellJob
  /// The server; nil while the program has a terminal of its own.
  var server: AttachServer?
  private(set) var isSuspended = false
  /// The time at which the job is stopped even if not everything is stored; nil if it is not being stopped.
  private var stopTime: HostTime?
  /// The seconds that a disk has to store everything before the job is stopped.
  private static let storing = 1.0
  /// The seconds of a turn for messages: clients and the screen wait no longer for a flood of them.
  private static let messageTime = 0.008
  /// Seconds after which threads that the system has refused are started again.
  private static let threadPause = 0.1
  private var isRunning = true
  /// Whether there is no terminal or TERM has ended the loop, so that no user waits for the end of the program.
  var isUnattended: Bool { hasNoUser || (server != nil && server?.current == nil) }
  private var hasNoUser = false
  /// The longest time in seconds for which events were handled without looking for new ones.
  private(set) var longestTurn = 0.0
  private var turnBegin = HostTime.now
  /// When events were handled last, and not a frame of the screen alone was drawn.
  private var lastEvents = HostTime.now
  /// The seconds for which only frames may be drawn: what follows the time does so at least this often while they are.
  private static let frameTime = 0.25
  private var responses: EventStream<Application.Response>.Subscription?

  var application: Application { wiring.application }

  init(wiring: Wiring, frontEnd: FrontEnd, signals: consuming SignalPipe, job: ShellJob) {
    self.wiring = wiring
    self.frontEnd = frontEnd
    self.signals = signals
    self.job = job
    responses = application.streams.responses.subscribe { [weak self] in self?.handle($0) }
    wiring.mainThread.views.receive = { [weak self] _ in self?.frontEnd.viewsChanged() }
  }

  /// Waits for the first event, at most this long, and applies the events.
  func receive(within milliseconds: Int32) {
    wiring.mainThread.queue.wait(milliseconds: milliseconds)
    wiring.mainThread.queue.receiveAll().forEach(handle)
  }

  private var sources: [any LoopSource] { wiring.sources + (server.map { [$0] } ?? []) }

  /// Runs until the user quits.
  func run() {
    let notify = wiring.mainThread.notices.send
    ResourceRefusal.handle { notify(.resource($0)) }
    // The first drawing is done, which does not need other programs.
    if wiring.settings.output.isDevice { wiring.devices.start() }
    wiring.clients.desktop.start()
    wiring.clients.remote.start(at: BaseFolders.remoteSocket)
    while isRunning {
      let isFrame = sleep()
      turnBegin = .now
      if isFrame { frontEnd.update() } else { handleEvents() }
      longestTurn = max(longestTurn, HostTime.now.seconds(since: turnBegin))
    }
    wiring.clients.desktop.stop()
  }

  private func handleEvents() {
    lastEvents = .now
    handleSignals()
    handleMessages()
    wiring.events.engine.drain()
    wiring.resume.saveWhenDue()
    application.tags?.writeRatingsWhenDue()
    application.model.followSleep()
    if wiring.screen.session.hasWork { wiring.screen.session.work() }
    wiring.followPlay()
    application.followRadio()
    WorkerThread.startWaiting()
    for source in sources { source.process() }
    // Last, since it notes that all events of this turn may have changed the session.
    wiring.sessions.saveWhenDue()
    if let stopTime, HostTime.now >= stopTime { stopJob() }
    if isRunning { frontEnd.update() }
    if frontEnd.isOver { if server == nil { isRunning = false } else { leave(saying: nil) } }
  }

  /// Applies messages until none waits, or until the time of the turn for them is over. The rest waits for the next turn.
  private func handleMessages() {
    let end = HostTime.now.advanced(bySeconds: ProgramLoop.messageTime)
    repeat {
      let messages = wiring.mainThread.queue.receive(atMost: MainQueue.batch)
      if messages.isEmpty { return }
      messages.forEach(handle)
    } while HostTime.now < end
  }

  /// Waits for an event or a deadline. Returns whether a frame of the screen is due and nothing else.
  private func sleep() -> Bool {
    if wiring.screen.session.hasWork || (!isSuspended && frontEnd.hasUpdate) { return false }
    let descriptors = [
      wiring.mainThread.queue.descriptor, wiring.playing.engine.events.signal.descriptor, signals.descriptor,
    ]
    let own = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let shown = frontEnd.watched
    var watched = own + shown + sources.flatMap(\.watched)
    let now = HostTime.now
    let change = isSuspended ? nil : frontEnd.nextChange(after: now)
    let times = [
      wiring.sessions.nextSave, wiring.events.engine.nextBeat, application.model.nextSleepStep,
      application.library?.nextPlayUpdate,
      stopTime,
      application.tags?.nextRatingWrite, wiring.resume.nextSave,
      WorkerThread.hasWaiting ? now.advanced(bySeconds: ProgramLoop.threadPause) : nil,
    ]
    let other = (times + sources.map(\.nextWake)).compactMap { $0 }.min()
    let wake = [change, other].compactMap { $0 }.min()
    let milliseconds = wake.map { Int32(saturating: max(0, $0.seconds(since: now) * 1000).rounded(.up)) }
    let ready = poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    let reported = watched[own.count..<own.count + shown.count].lazy.filter { $0.revents != 0 }
    frontEnd.wake(change: change, ready: Set(reported.map(\.fd)))
    let woken = HostTime.now
    return ready == 0 && other.map { woken < $0 } ?? true
      && woken.seconds(since: lastEvents) < ProgramLoop.frameTime
  }

  // MARK: Signals

  private func handleSignals() {
    var all = signals.all()
    if all.contains(SIGHUP), continueAfterHangup() { all.removeAll { $0 == SIGHUP } }
    // A stopped job that is killed is continued first, and must not use the terminal.
    guard Set(all).isDisjoint(with: [SIGINT, SIGTERM, SIGHUP]) else {
      isRunning = false
      hasNoUser = !all.contains(SIGINT)
      return
    }
    // Without a terminal it is not a job.
    if server != nil { return }
    for signal in all {
      if signal == SIGWINCH { frontEnd.resize() }
      if signal == SIGTSTP { suspend() }
      if signal == SIGCONT, job.isBack() { resume() }
    }
  }

  /// Stops the job, as Ctrl-Z does; the signal CONT resumes it.
  private func suspend() {
    if server != nil { return stopAttachment() }
    guard !isSuspended else { return }
    guard job.hasShell else { return application.report(.terminal(.noShell(canDetach: job.hasFrontProcess))) }
    isSuspended = true
    wiring.keys.thread.pause()
    frontEnd.leaveTerminal()
    if wiring.settings.suspend == .play { return stopProcess() }
    stopTime = HostTime.now.advanced(bySeconds: ProgramLoop.storing)
    wiring.suspend.suspend(.stoppedJob) { [weak self] in self?.stopJob() }
  }

  /// Stops the job when everything is stored, or when the disk takes too long.
  private func stopJob() {
    guard stopTime != nil else { return }
    stopTime = nil
    stopProcess()
  }

  /// Stops the process until it gets CONT.
  private func stopProcess() {
    job.stop()
    // The time for which the process did not run is not a turn.
    turnBegin = .now
  }

  /// Plays on after the job was stopped.
  func endSuspension() {
    isSuspended = false
    stopTime = nil
    wiring.suspend.resume(after: .stoppedJob)
  }

  private func resume() {
    endSuspension()
    frontEnd.enterTerminal()
    wiring.keys.thread.resume()
  }

  // MARK: Events

  private func handle(_ event: MainEvent) {
    switch event {
    case .call(let call): call.perform()
    case .terminal(let action, let time): handle(action, at: time)
    }
  }

  private func handle(_ action: KeyRouter.Action, at time: HostTime) {
    switch action {
    // The terminal thread has sent them to the engine.
    case .strike, .release, .pluck, .damp: break
    case .command(let command): handle(frontEnd.perform(command, at: time))
    case .unbound(let chord) where wiring.screen.session.state.mode.isLocked: frontEnd.receiveLocked(chord)
    case .unbound(let chord): application.report(.key(.unbound(chord.name)))
    case .typed(let event): handle(frontEnd.type(event))
    case .bank(let bank, let isRequested): application.receive(bank, isRequested: isRequested)
    case .chord(let chord):
      application.mixer?.instrument.receive(chord)
      frontEnd.chordChosen()
    case .captured(let chord):
      wiring.keys.bindings.receive(chord, for: application)
      handle(wiring.screen.session.responseAfterCapture())
    case .mouse(let mouse): handle(frontEnd.receive(mouse))
    case .focus(let hasFocus): frontEnd.receive(focus: hasFocus)
    case .reply(let reply): frontEnd.receive(reply)
    case .hangup:
      if server?.current != nil { return leave(saying: nil) }
      if !frontEnd.inputEnded(), !continueAfterHangup() { (isRunning, hasNoUser) = (false, true) }
    }
  }

  private func handle(_ response: Application.Response) {
    switch response {
    case .done: break
    case .redraw: frontEnd.redraw()
    case .suspend: suspend()
    case .detach: detach()
    case .quit: isRunning = false
    case .captureKey: wiring.keys.thread.change { $0.captureNext() }
    case .acceptText: wiring.keys.thread.change { $0.acceptText() }
    case .rejectText: wiring.keys.thread.change { $0.rejectText() }
    }
  }
}

/// A part of the program that the main loop serves: it has descriptors or deadlines of its own. Main thread.
@MainActor
protocol LoopSource: AnyObject {
  /// The descriptors that wake the main thread.
  var watched: [pollfd] { get }
  /// The time at which `process` must be called without an event; nil if there is none.
  var nextWake: HostTime? { get }
  /// Handles events. Called in each turn of the loop.
  func process()
}
