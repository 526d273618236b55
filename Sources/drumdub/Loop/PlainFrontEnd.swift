import Application
import Controls
import CursesBackend
import Glibc
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// The plain mode: one line on standard output for each event, the same keys.
///
/// Keys are read from standard input, terminal or not. At its end the music goes on; when that has stopped, so does the
/// program.
@MainActor
final class PlainFrontEnd: FrontEnd {
  private let application: Application
  private let bindings: KeyBindings
  private let loader: QueueLoader
  private let terminal: PlainTerminal?
  private var isSuspended = false
  private var hasInput = true
  /// Whether standard output is read.
  private var hasReader = true
  /// What the saved session brings along is not told.
  private var hasBegun = false
  /// Whether the keys have gone through a list: its rows are told from then on.
  private var isChoosing = false
  private var toldList = ""
  private var toldRow = ""
  private var toldQuestion: String?
  private var toldRecording: String?
  private var subscription: EventStream<PlayerEvent>.Subscription?
  private var noticeSubscription: EventStream<Notice>.Subscription?
  /// 1 where nothing could be played.
  private(set) var status: Int32 = 0

  init(application: Application, bindings: KeyBindings, loader: QueueLoader) {
    (self.application, self.bindings, self.loader) = (application, bindings, loader)
    terminal = PlainTerminal(descriptor: STDIN_FILENO)
    subscription = application.model.events.subscribe { [weak self] in self?.tell($0) }
    noticeSubscription = application.reported.subscribe { [weak self] in self?.tell($0) }
  }

  /// Whether keys come from a terminal.
  var hasTerminal: Bool { terminal != nil }

  func begin() { hasBegun = true }

  func end() {
    // Suspended, it is the shell's: from the background, setting it would stop the program.
    if !isSuspended { terminal?.leave() }
  }

  // MARK: Telling

  private func tell(_ event: PlayerEvent) {
    if hasBegun, let line = PlainText.line(event, application.model) { say(line) }
  }

  private func tell(_ notice: Notice) {
    if case .player(.nothingPlays) = notice { status = 1 }
    say(PlainText.line(notice, bindings.map))
  }

  func update() {
    tellSelection()
    tellQuestion()
    tellRecording()
    if isAtRest, application.model.queue.isEmpty { say("nothing to play: name files or folders") }
  }

  /// The row that keys act on, when it has become another.
  private func tellSelection() {
    guard isChoosing, let (list, row) = PlainSelection.text(application), (list, row) != (toldList, toldRow)
    else { return }
    say(list == toldList ? row : "\(list): \(row)")
    (toldList, toldRow) = (list, row)
  }

  private func tellQuestion() {
    let question = application.state.question.map { QuestionText.sentence($0, bindings.map) }
    if let question, question != toldQuestion { say(question) }
    toldQuestion = question
  }

  private func tellRecording() {
    let text = application.takes.flatMap(PlainText.recording)
    if let text, text != toldRecording { say(text) }
    toldRecording = text
  }

  /// Writes one line to standard output; the program ends where nobody reads it any more.
  private func say(_ text: String) {
    // The lines between are the shell's.
    if isSuspended { return }
    var rest = Array((text.printable + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        hasReader = false
        return
      }
    }
  }

  // MARK: The end

  func inputEnded() -> Bool {
    hasInput = false
    return true
  }

  /// Whether nothing will be heard, and nobody can press a key.
  private var isAtRest: Bool {
    !hasInput && !loader.isFinding && [.stopped, .paused].contains(application.model.playbackState)
  }

  var isOver: Bool { isAtRest || !hasReader }

  // MARK: Input

  func perform(_ command: Command, at time: HostTime) -> Application.Response {
    if let lines = lines(of: command) {
      lines.forEach(say)
      return .done
    }
    isChoosing = true
    let response = application.perform(command, at: time)
    if let prompt = application.state.prompt { say(PlainText.prompt(prompt)) }
    return response
  }

  /// What a command shows that only shows something; nil for the others.
  private func lines(of command: Command) -> [String]? {
    if command == .help { return PlainText.help(bindings.map) }
    if command == .notices { return PlainText.notices(application.state.notices, bindings.map) }
    if command == .redraw { return [PlainText.status(application.model)] }
    return command == .spectrum ? [] : nil
  }

  func type(_ event: InputEvent) {
    isChoosing = true
    PromptInput(event).map(application.type)
  }

  // MARK: The terminal

  func leaveTerminal() {
    isSuspended = true
    terminal?.leave()
  }

  func enterTerminal() {
    terminal?.enter()
    guard isSuspended else { return }
    isSuspended = false
    say(PlainText.status(application.model))
  }

  // MARK: What lines do not show

  var hasUpdate: Bool { false }
  var watched: [pollfd] { [] }
  func nextChange(after now: HostTime) -> HostTime? { nil }
  func wake(change: HostTime?) {}
  func viewsChanged() {}
  func receive(_ mouse: MouseEvent) {}
  func receive(focus: Bool) {}
  func receive(_ reply: TerminalReply) {}
  func resize() {}
  func redraw() {}
}
