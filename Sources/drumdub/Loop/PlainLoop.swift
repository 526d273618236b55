import Application
import CursesBackend
import Glibc
import Player
import SystemBase
import TerminalUI

/// The main thread without a screen: one line for each event, the same keys.
///
/// Keys are read from standard input, terminal or not. At its end the music goes on; when that has stopped, so does the
/// program.
@MainActor
final class PlainLoop {
  private let wiring: Wiring
  private let signals: SignalPipe
  private let job: ShellJob
  private var isSuspended = false
  private let terminal: PlainTerminal?
  private var subscription: EventStream<PlayerEvent>.Subscription?
  private var noticeSubscription: EventStream<Notice>.Subscription?
  private var isRunning = true
  private var hasInput = true
  /// What the saved session brings along is not told.
  private var hasBegun = false
  /// Whether the keys have gone through a list: its rows are told from then on.
  private var isChoosing = false
  private var toldList = ""
  private var toldRow = ""
  private var toldQuestion: String?
  private var toldRecording: String?
  /// 1 where nothing could be played.
  private(set) var status: Int32 = 0

  init(wiring: Wiring, signals: consuming SignalPipe, job: ShellJob) {
    self.wiring = wiring
    self.signals = signals
    self.job = job
    terminal = PlainTerminal(descriptor: STDIN_FILENO)
    subscription = wiring.model.events.subscribe { [weak self] in self?.tell($0) }
    noticeSubscription = wiring.application.reported.subscribe { [weak self] in self?.tell($0) }
  }

  func run() {
    hasBegun = true
    wiring.loadKit()
    wiring.firstDrawingIsDone()
    if terminal == nil { wiring.library.open() } else { wiring.openLibrary() }
    while isRunning {
      sleep()
      takeSignals()
      for message in wiring.mailbox.take() { take(message) }
      wiring.takeEngineNews()
      wiring.saveSessionWhenDue()
      if wiring.application.hasWork { wiring.application.work() }
      wiring.library.controller.countPlay()
      tellSelection()
      tellQuestion()
      tellRecording()
      if !hasInput, isAtRest { endWithoutKeys() }
    }
    // Suspended, it is the shell's: from the background, setting it would stop the program.
    if !isSuspended { terminal?.leave() }
  }

  /// Whether nothing will be heard unless someone presses a key.
  private var isAtRest: Bool {
    !wiring.isFinding && [.stopped, .paused].contains(wiring.model.playbackState)
  }

  private func endWithoutKeys() {
    isRunning = false
    if wiring.model.queue.isEmpty { say("nothing to play: name files or folders") }
  }

  private func sleep() {
    if wiring.application.hasWork { return }
    var watched = [wiring.mailbox.descriptor, wiring.engine.news.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let wait = wiring.nextWake.map { Int32(max(0, $0.seconds(since: .now) * 1000).rounded(.up)) }
    poll(&watched, nfds_t(watched.count), wait ?? -1)
  }

  // MARK: Telling

  private func tell(_ event: PlayerEvent) {
    if hasBegun, let line = PlainText.line(event, wiring.model) { say(line) }
  }

  private func tell(_ notice: Notice) {
    if case .player(.nothingPlays) = notice { status = 1 }
    say(PlainText.line(notice, wiring.bindings.map))
  }

  /// The row that keys act on, when it has become another.
  private func tellSelection() {
    guard isChoosing, let (list, row) = PlainSelection.text(wiring.application), (list, row) != (toldList, toldRow) else {
      return
    }
    say(list == toldList ? row : "\(list): \(row)")
    (toldList, toldRow) = (list, row)
  }

  private func tellQuestion() {
    let question = wiring.application.state.question.map { QuestionText.sentence($0, wiring.bindings.map) }
    if let question, question != toldQuestion { say(question) }
    toldQuestion = question
  }

  private func tellRecording() {
    let text = PlainText.recording(wiring.takes.controller)
    if let text, text != toldRecording { say(text) }
    toldRecording = text
  }

  /// One line on standard output; the program ends where nobody reads it any more.
  private func say(_ text: String) {
    // The lines between are the shell's.
    if isSuspended { return }
    var rest = Array((text.printable + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        isRunning = false
        return
      }
    }
  }

  // MARK: What happened

  private func takeSignals() {
    let all = signals.all()
    guard Set(all).isDisjoint(with: [SIGINT, SIGTERM, SIGHUP]) else {
      isRunning = false
      return
    }
    for signal in all {
      switch signal {
      case SIGTSTP: suspend()
      case SIGCONT: if job.isBack() { comeBack() }
      default: break
      }
    }
  }

  private func suspend() {
    guard !isSuspended else { return }
    guard job.hasShell else { return say("there is no shell to go to") }
    isSuspended = true
    wiring.input.pause()
    terminal?.leave()
    job.stop()
  }

  private func comeBack() {
    terminal?.enter()
    wiring.input.resume()
    if isSuspended {
      isSuspended = false
      say(PlainText.status(wiring.model))
    }
  }

  private func take(_ message: MainEvent) {
    switch message {
    case .command(let command, let time): take(command, at: time)
    case .typed(let event):
      isChoosing = true
      PromptInput(event).map(wiring.application.type)
    case .hangup: hasInput = false
    case .captured, .mouse, .focus, .viewsChanged, .terminalReplied: break
    default: wiring.take(message)
    }
  }

  private func take(_ command: Command, at time: HostTime) {
    switch command {
    case .help: PlainText.help(wiring.bindings.map).forEach(say)
    case .notices: PlainText.notices(wiring.application.state.notices, wiring.bindings.map).forEach(say)
    case .redraw: say(PlainText.status(wiring.model))
    case .spectrum: break
    default:
      isChoosing = true
      handle(wiring.application.perform(command, at: time))
      if let prompt = wiring.application.state.prompt { say(PlainText.prompt(prompt)) }
    }
  }

  private func handle(_ response: Application.Response) {
    switch response {
    case .quit: isRunning = false
    case .suspend: suspend()
    case .acceptText: wiring.input.change { $0.takeText() }
    case .done, .redraw, .captureKey: break
    }
  }
}
