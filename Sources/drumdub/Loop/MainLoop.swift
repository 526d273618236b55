import Application
import Controls
import Artwork
import CursesBackend
import Glibc
import Observation
import SystemBase
import TerminalKit
import TerminalUI

/// The main thread: sleeps until something happens, lets the model take it, draws once for any number of changes.
@MainActor
final class MainLoop {
  private let wiring: Wiring
  private let screen: CursesScreen
  private let signals: SignalPipe
  private let job: ShellJob
  private var isSuspended = false
  private var isRunning = true
  private var needsDrawing = true
  private var needsMoving = false
  private var needsSelecting = false
  /// What was drawn last.
  private var surface = Surface(.zero)
  private var padTargets = PadTargets()
  private let ordering: (any TextOrdering)?

  init(wiring: Wiring, screen: CursesScreen, signals: consuming SignalPipe, job: ShellJob) {
    self.wiring = wiring
    self.screen = screen
    self.signals = signals
    self.job = job
    ordering = wiring.makeTextOrdering()
    wiring.view.onChange = { [weak self] in self?.needsDrawing = true }
    wiring.view.onSelect = { [weak self] in self?.needsSelecting = true }
  }

  /// What the first picture waits for the queue: most often it is there by then.
  private static let firstPause: Int32 = 4

  func run() {
    wiring.loadKit()
    wiring.mailbox.wait(milliseconds: MainLoop.firstPause)
    wiring.mailbox.take().forEach(take)
    draw()
    wiring.firstDrawingIsDone()
    wiring.openLibrary()
    if wiring.showSound(pictureTerminal) { needsDrawing = true }
    while isRunning {
      drawWhatIsNeeded()
      sleep()
      takeSignals()
      for message in wiring.mailbox.take() { take(message) }
      wiring.takeEngineNews()
      wiring.saveSessionWhenDue()
      if wiring.application.hasWork { wiring.application.work() }
      wiring.library.controller.countPlay()
    }
  }

  // MARK: Drawing

  private var pictureTerminal: PictureTerminal {
    PictureTerminal(colours: screen.colours, isUTF8: screen.isUTF8, graphics: screen.graphics)
  }

  /// The terminal may have told how it shows pictures, or have other cells.
  private func lookAtTerminal() {
    if wiring.artwork?.change(pictureTerminal) == true { needsDrawing = true }
  }

  private var canDraw: Bool { !isSuspended && !screen.isBusy }

  private func drawWhatIsNeeded() {
    if !canDraw { return }
    if needsSelecting, !needsDrawing { drawPart { wiring.view.drawSelection(on: &$0) } }
    if needsMoving, !needsDrawing { drawPart { wiring.view.drawMoving(on: &$0) } }
    (needsSelecting, needsMoving) = (false, false)
    if needsDrawing { draw() }
  }

  /// - Parameter part: draws a part of the picture and names its rows, or says that all must be drawn.
  private func drawPart(_ part: (inout Surface) -> [Range<Int>]?) {
    if let rows = part(&surface) { screen.draw(surface, rows: rows) } else { needsDrawing = true }
  }

  private func draw() {
    needsDrawing = false
    surface = Surface(screen.size, direction: wiring.view.direction, ordering: ordering)
    withObservationTracking {
      wiring.view.draw(on: &surface)
    } onChange: { [weak self] in
      // The model is of the main actor: its changes are told on the main thread.
      MainActor.assumeIsolated { self?.needsDrawing = true }
    }
    screen.draw(surface)
    let targets = wiring.view.padTargets(on: surface)
    if targets != padTargets {
      padTargets = targets
      wiring.input.change { $0.pads = targets }
    }
  }

  // MARK: Sleeping

  private func sleep() {
    if canDraw, needsDrawing || needsSelecting || wiring.application.hasWork { return }
    var watched = [wiring.mailbox.descriptor, wiring.engine.news.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    watched.append(pollfd(fd: screen.busyDescriptor, events: Int16(POLLOUT), revents: 0))
    let now = HostTime.now
    let change = canDraw ? wiring.view.nextChange(after: now) : nil
    let wake = [change, wiring.nextWake].compactMap { $0 }.min()
    let milliseconds = wake.map { Int32(max(0, $0.seconds(since: now) * 1000).rounded(.up)) }
    poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    if screen.isBusy { screen.goOn() }
    if let change, HostTime.now >= change { needsMoving = true }
  }

  // MARK: What happened

  private func takeSignals() {
    let all = signals.all()
    // A job that is killed while it is stopped is let go on for that, and has no terminal.
    guard Set(all).isDisjoint(with: [SIGINT, SIGTERM, SIGHUP]) else {
      isRunning = false
      return
    }
    for signal in all {
      switch signal {
      case SIGWINCH:
        screen.resize()
        lookAtTerminal()
        needsDrawing = true
      case SIGTSTP: suspend()
      case SIGCONT: if job.isBack() { comeBack() }
      default: break
      }
    }
  }

  private func take(_ message: MainEvent) {
    switch message {
    case .command(let command, let time): handle(wiring.application.perform(command, at: time))
    case .typed(let event): PromptInput(event).map(wiring.application.type)
    case .captured(let chord): wiring.bindings.receive(chord, for: wiring.application)
    case .mouse(let mouse): wiring.view.receive(mouse)
    case .focus(let isOurs): wiring.view.receive(focus: isOurs)
    case .terminalReplied(let reply):
      screen.take(reply)
      lookAtTerminal()
    case .hangup: isRunning = false
    case .viewsChanged: needsDrawing = true
    default: wiring.take(message)
    }
  }

  private func handle(_ response: Application.Response) {
    switch response {
    case .done: break
    case .redraw: screen.redrawAll()
    case .suspend: suspend()
    case .quit: isRunning = false
    case .captureKey: wiring.input.change { $0.captureNext() }
    case .acceptText: wiring.input.change { $0.takeText() }
    }
  }

  /// To the shell, as Ctrl-Z does everywhere; CONT brings the screen back.
  private func suspend() {
    guard !isSuspended else { return }
    guard job.hasShell else {
      wiring.application.report(.noShell)
      return
    }
    isSuspended = true
    wiring.input.pause()
    screen.suspend()
    job.stop()
  }

  private func comeBack() {
    isSuspended = false
    screen.resume()
    wiring.input.resume()
    needsDrawing = true
  }
}
