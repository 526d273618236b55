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
      if wiring.view.hasWork { wiring.view.work() }
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
    if wiring.view.hasWork { return }
    var watched = [wiring.mailbox.descriptor, wiring.engine.news.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let wait = wiring.nextWake.map { Int32(max(0, $0.seconds(since: .now) * 1000).rounded(.up)) }
    poll(&watched, nfds_t(watched.count), wait ?? -1)
  }

  // MARK: Telling

  private func tell(_ event: PlayerEvent) {
    if case .notice(let notice) = event {
      if case .nothingPlays = notice { status = 1 }
    } else if !hasBegun {
      return
    }
    if let line = PlainText.line(event, wiring.model, sentence: wiring.view.sentence) { say(line) }
  }

  /// The row that keys act on, when it has become another.
  private func tellSelection() {
    guard isChoosing, let (list, row) = wiring.view.selectionText, (list, row) != (toldList, toldRow) else {
      return
    }
    say(list == toldList ? row : "\(list): \(row)")
    (toldList, toldRow) = (list, row)
  }

  private func tellQuestion() {
    let question = wiring.view.questionText
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
      take(wiring.view.type(event))
    case .hangup: hasInput = false
    case .captured, .mouse, .focus, .viewsChanged, .terminalReplied: break
    default: wiring.take(message)
    }
  }

  private func take(_ command: Command, at time: HostTime) {
    switch command {
    case .help: PlainText.help(wiring.view.keys).forEach(say)
    case .notices: wiring.view.noticeTexts.suffix(20).forEach(say)
    case .redraw: say(PlainText.status(wiring.model))
    case .spectrum: break
    default:
      isChoosing = true
      take(wiring.view.take(command, at: time))
      if let prompt = wiring.view.promptText { say(prompt) }
    }
  }

  private func take(_ request: PlayerScreen.Request) {
    switch request {
    case .quit: isRunning = false
    case .suspend: suspend()
    case .saveQueue(let save): wiring.saveQueue(save)
    case .bound(let chord, let command): wiring.bind(chord, to: command)
    case .takeText: wiring.input.change { $0.takeText() }
    case .scan(let folder): wiring.library.controller.scan([LibraryServices.folder(typed: folder)])
    case .saveTakes(let folder): wiring.takes.controller.saveElsewhere(LibraryServices.folder(typed: folder))
    case .complete(let text): wiring.completeFolder(text)
    case .nothing, .redraw, .captureKey: break
    }
  }
}
