import Application
import Controls
import CursesBackend
import Glibc
import SystemBase
import TerminalKit

/// The main thread: sleeps until something happens, has it applied, and lets the front end show it.
@MainActor
final class ProgramLoop {
  private let wiring: Wiring
  private let frontEnd: any FrontEnd
  private let signals: SignalPipe
  private let job: ShellJob
  private var isSuspended = false
  private var isRunning = true

  private var application: Application { wiring.application }

  init(wiring: Wiring, frontEnd: any FrontEnd, signals: consuming SignalPipe, job: ShellJob) {
    self.wiring = wiring
    self.frontEnd = frontEnd
    self.signals = signals
    self.job = job
  }

  /// Waits for the first event, but not for long, and applies what came.
  func receive(within milliseconds: Int32) {
    wiring.queue.wait(milliseconds: milliseconds)
    wiring.queue.receiveAll().forEach(handle)
  }

  /// Runs until the user quits.
  func run() {
    while isRunning {
      sleep()
      handleSignals()
      for event in wiring.queue.receiveAll() { handle(event) }
      wiring.pump.drainEngine()
      wiring.sessions.saveWhenDue()
      if application.hasWork { application.work() }
      application.library?.countPlay()
      if isRunning { frontEnd.update() }
      if frontEnd.isOver { isRunning = false }
    }
  }

  private func sleep() {
    if application.hasWork || (!isSuspended && frontEnd.hasUpdate) { return }
    let descriptors = [wiring.queue.descriptor, wiring.engine.news.descriptor, signals.descriptor]
    var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } + frontEnd.watched
    let now = HostTime.now
    let change = isSuspended ? nil : frontEnd.nextChange(after: now)
    let wake = [change, wiring.sessions.nextSave, wiring.pump.nextBeat].compactMap { $0 }.min()
    let milliseconds = wake.map { Int32(max(0, $0.seconds(since: now) * 1000).rounded(.up)) }
    poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    frontEnd.wake(change: change)
  }

  // MARK: Signals

  private func handleSignals() {
    let all = signals.all()
    // A job that is killed while it is stopped is let go on for that, and has no terminal.
    guard Set(all).isDisjoint(with: [SIGINT, SIGTERM, SIGHUP]) else {
      isRunning = false
      return
    }
    for signal in all {
      if signal == SIGWINCH { frontEnd.resize() }
      if signal == SIGTSTP { suspend() }
      if signal == SIGCONT, job.isBack() { resume() }
    }
  }

  /// To the shell, as Ctrl-Z does everywhere; CONT brings the terminal back.
  private func suspend() {
    guard !isSuspended else { return }
    guard job.hasShell else { return application.report(.noShell) }
    isSuspended = true
    wiring.input.pause()
    frontEnd.leaveTerminal()
    job.stop()
  }

  private func resume() {
    isSuspended = false
    frontEnd.enterTerminal()
    wiring.input.resume()
  }

  // MARK: Events

  private func handle(_ event: MainEvent) {
    switch event {
    case .report(let report): wiring.pump.receive(report)
    case .input(let message): handle(message)
    case .viewsChanged: frontEnd.viewsChanged()
    }
  }

  private func handle(_ message: InputMessage) {
    switch message {
    case .command(let command, let time): handle(frontEnd.perform(command, at: time))
    case .typed(let event): frontEnd.type(event)
    case .captured(let chord): wiring.bindings.receive(chord, for: application)
    case .mouse(let mouse): frontEnd.receive(mouse)
    case .focus(let isOurs): frontEnd.receive(focus: isOurs)
    case .reply(let reply): frontEnd.receive(reply)
    case .hangup: if !frontEnd.inputEnded() { isRunning = false }
    }
  }

  private func handle(_ response: Application.Response) {
    switch response {
    case .done: break
    case .redraw: frontEnd.redraw()
    case .suspend: suspend()
    case .quit: isRunning = false
    case .captureKey: wiring.input.change { $0.captureNext() }
    case .acceptText: wiring.input.change { $0.takeText() }
    }
  }
}
