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
/// Keys are read from standard input, terminal or not. When it ends, the program plays on and ends with the music.
@MainActor
final class PlainFrontEnd: FrontEnd {
  private let session: ScreenSession
  private var application: Application { session.application }
  private let bindings: KeyBindings
  private let loader: QueueLoader
  private let padKeys: PadKeys
  private var targets: KeyTargets
  private let terminal: PlainTerminal?
  private var isSuspended = false
  private var hasInput = true
  /// Standard output, which may be a pipe.
  private var output = NonblockingOutput(STDOUT_FILENO)
  private let characters: CharacterSet
  /// The number of lines that were not printed because the output was not read.
  private var leftOut = 0
  /// Bytes that may wait for a reader.
  private static let mostPending = 1 << 16
  /// Whether events are printed; those of restoring the session are not.
  private var hasBegun = false
  /// Lines of commands that are printed with the next update.
  private var pendingLines: [String] = []
  /// The key that no line has answered, the line for it, and when it is printed.
  private var unanswered: (line: @MainActor () -> String?, due: HostTime)?
  /// Seconds in which a key is answered by what it does.
  private static let answerTime = 0.3
  /// Whether an empty queue is said once the start has found what is played.
  private var saysEmptyQueue = false
  private var reporter: PlainReporter
  private var subscriptions: [AnyObject?] = []

  /// Uses standard input and output. `environment`: describes the terminal.
  init(_ wiring: Wiring, environment: TerminalEnvironment = .own) {
    (session, bindings, loader) = (wiring.screen.session, wiring.keys.bindings, wiring.loader)
    (padKeys, targets) = (wiring.settings.padKeys, KeyTargets(wiring.keys.thread))
    characters = environment.characters
    reporter = PlainReporter(session: session)
    terminal = PlainTerminal(descriptor: STDIN_FILENO)
    super.init()
    let application = session.application
    subscriptions = [
      application.model.events.subscribe { [weak self] in self?.tell($0) },
      application.streams.reported.subscribe { [weak self] in self?.tell($0) },
      application.streams.requested.subscribe { [weak self] in
        // A pad is heard, as one that a key hits.
        if case .pad = $0 { return }
        self?.expectAnswer { nil }
      },
      application.streams.performed.subscribe { [weak self, session] in
        let (command, outcome) = $0
        self?.answer { [weak self] in
          self.map { PlainAnswer.line(requested: command, outcome, session, $0.keys) }
        }
      },
      application.takes?.practice.ended.subscribe { [weak self] in self?.say(PracticeText.line($0)) },
    ]
  }

  /// The keys, as lines name them.
  private var keys: KeyMap {
    var keys = bindings.map
    keys.saysShift = session.speech == .words
    return keys
  }

  /// Whether standard input is a terminal.
  var hasTerminal: Bool { terminal != nil }

  func begin() {
    hasBegun = true
    // To a script, what the session has left is nothing new.
    reporter.begin(hasUser: hasTerminal, at: .now)
    saysEmptyQueue = hasTerminal
  }

  /// Says where a user is who has just been attached.
  func greet() {
    hasBegun = true
    reporter.begin()
    pendingLines = PlainText.whereabouts(session, keys)
  }

  override func close() {
    subscriptions = []
    // A suspended program must not set the terminal: that would stop it.
    if isSuspended { return }
    reporter.valueLines().forEach(say)
    reportLeftOut()
    output.finish()
    terminal?.leave()
  }

  // MARK: Printing

  private func tell(_ event: PlayerEvent) {
    // It is 1 if nothing of what was played last could be played.
    if event == .state(.playing) { status = 0 }
    if hasBegun { reporter.lines(for: event, at: .now).forEach(say) }
  }

  private func tell(_ notice: Notice) {
    if case .player(.nothingPlays) = notice { status = 1 }
    reporter.note(notice)
    say(session.speech.message(PlainText.line(notice, keys)))
    if case .bank(let bank, isChanged: true) = notice { say(PlainText.drums(bank, application.kits.loaded)) }
  }

  override func update() {
    updateTargets()
    pendingLines.forEach(say)
    pendingLines = []
    reporter.update(keys, at: .now).forEach(say)
    if let unanswered, HostTime.now >= unanswered.due, reporter.nextLine == nil {
      self.unanswered = nil
      unanswered.line().map(say)
    }
    if saysEmptyQueue, !loader.isFinding, application.library?.stage != .opening {
      saysEmptyQueue = false
      let isAsked = application.library?.stage == .empty
      if application.model.queue.isEmpty, !isAsked { say(QueueText.empty(keys)) }
    }
    if isAtRest, application.model.queue.isEmpty { say("nothing to play: name files or folders") }
  }

  /// Writes one line to standard output. If that fails, the program ends. Lines are left out while too much is
  /// unread. `isAnswer`: whether the key has its answer by it.
  private func say(_ text: String, isAnswer: Bool) {
    if isAnswer { unanswered = nil }
    // The terminal belongs to the shell.
    if isSuspended { return }
    guard output.pendingCount < PlainFrontEnd.mostPending else {
      leftOut += 1
      return
    }
    reportLeftOut()
    write(text)
  }

  private func say(_ text: String) { say(text, isAnswer: true) }

  private func reportLeftOut() {
    if leftOut > 0 { write(PlainText.leftOut(leftOut)) }
    leftOut = 0
  }

  private func write(_ text: String) {
    for line in session.speech.lines(PlainText.ratingsInWords(text.printable)) {
      output.send(characters.bytes(of: "\(line)\n"))
    }
  }

  override func redraw() { pendingLines += PlainText.whereabouts(session, keys) }

  override func nextChange(after now: HostTime) -> HostTime? {
    reporter.nextLine ?? unanswered?.due
  }

  // MARK: The end

  override func inputEnded() -> Bool {
    hasInput = false
    return true
  }

  /// Whether nothing plays and the input has ended.
  private var isAtRest: Bool {
    !hasInput && !loader.isFinding && application.sharedTakes?.isBusy != true
      && [.stopped, .paused].contains(application.model.playbackState)
  }

  override var isOver: Bool { isAtRest || output.hasFailed }

  // MARK: Input

  override func perform(_ command: Command, at time: HostTime) -> Application.Response {
    let answer = PlainAnswer(session, keys)
    expectAnswer { nil }
    reporter.isChoosing = true
    let (outcome, response) = session.perform(command, at: time)
    self.answer { [session] in answer.line(command, outcome, session) }
    // Before a line says what is open: the next key may follow on it at once.
    updateTargets()
    if command == .pads(.instrument), let layer = session.layer(InstrumentLayer.self) {
      pendingLines += PlainText.keys(layer, padKeys)
    }
    for line in answer.lines(after: command, session) {
      say(line, isAnswer: PlainAnswer.areAnswers(to: command))
    }
    return response
  }

  /// The chord may be the same as before.
  override func chordChosen() {
    expectAnswer { [session] in PlainSelection.line(session) }
  }

  override func receiveLocked(_ key: KeyChord) { say(PlainText.locked(key, keys)) }

  /// Tells the input thread which keys act.
  private func updateTargets() {
    targets.set(instrument: instrumentKeys, screen: session.shownScreen)
  }

  /// The strings have no place where the mouse could pluck them.
  private var instrumentKeys: InstrumentKeys? {
    (session.coveringLayer as? InstrumentLayer).map {
      InstrumentKeys(padKeys, chord: $0.instrument.chord, strings: Rect(.zero))
    }
  }

  /// Has a line printed for a key if no other line answers it in time.
  private func expectAnswer(_ line: @escaping @MainActor () -> String?) {
    unanswered = (line, HostTime.now.advanced(bySeconds: PlainFrontEnd.answerTime))
  }

  /// Has another line printed for the key, unless one has answered it.
  private func answer(_ line: @escaping @MainActor () -> String?) { unanswered?.line = line }

  override func type(_ event: TerminalEvent) -> Application.Response {
    reporter.isChoosing = true
    guard let edit = PromptEdit(event) else {
      guard case .key(let key) = event else { return .done }
      if bindings.map.command(for: key) == .program(.redraw) { return .redraw }
      say("this key has no use while text is typed")
      return .done
    }
    let answer = PlainAnswer(session, keys)
    expectAnswer { [session] in answer.line(edit, session) }
    let response = session.type(edit)
    updateTargets()
    reporter.noteTyped(edit)
    if case .edit = edit { answer.line(edit, session).map(say) }
    answer.lines(after: edit, session).forEach { say($0, isAnswer: edit == .cancel) }
    return response
  }

  // MARK: The terminal

  override func leaveTerminal() {
    isSuspended = true
    terminal?.leave()
  }

  override func enterTerminal() {
    terminal?.enter()
    guard isSuspended else { return }
    isSuspended = false
    say(PlainText.status(application))
  }

  // MARK: An output that is not read

  override var watched: [pollfd] {
    canWrite ? [pollfd(fd: output.descriptor, events: Int16(POLLOUT), revents: 0)] : []
  }

  /// Whether lines wait that may be written. While the terminal belongs to the shell, they wait for its return.
  private var canWrite: Bool { output.isBusy && !isSuspended }

  override func wake(change: HostTime?, ready: Set<Int32>) { if canWrite { output.writePending() } }
}
