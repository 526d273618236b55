@preconcurrency import CNcurses
import Glibc
import SystemBase
import TerminalKit

/// The terminal's screen, drawn by ncurses. ncurses reads no keys; the terminal thread reads the terminal.
///
/// From `init` to `close()` the terminal is in raw mode: Ctrl-C and Ctrl-Z arrive as bytes.
/// The terminal is restored however the program ends. One instance at a time; main thread.
@MainActor package final class CursesScreen {
  private let descriptor: Int32
  /// The terminal's modes before the program.
  private let savedModes: termios
  private var ownModes = termios()
  private let terminal: String
  private var handle: ScreenHandle?
  var modes = TerminalModes()
  var answers: GraphicsAnswers
  /// The output to the terminal; nil after the end.
  private var output: NonblockingOutput?
  /// Whether the terminal is asked for the size of its cells after the next drawing.
  private var asksForSize = false
  var shownPicture: PlacedGraphic?
  /// The picture on the screen may have been overwritten.
  var isPictureStale = false
  private var encoder: CellEncoder
  /// Called with the bytes that restore the terminal when they have changed.
  private let onArm: ([UInt8]) -> Void
  private var shown: Surface?
  private var isSuspended = false
  private let begun = ContinuousClock.now
  /// Seconds for which leaving waits for a terminal that is not read, since nothing else happens meanwhile. What the
  /// terminal has not read by then is a drawing that would be erased.
  private static let timeout = 0.005

  /// Opens the screen on a terminal.
  ///
  /// - Parameters:
  ///   - signals: created before the screen, because ncurses installs handlers where there are none.
  ///   - descriptor: the terminal; standard input is the same terminal.
  ///   - environment: describes the terminal.
  ///   - wantsMouse: whether the terminal reports mouse events and focus changes.
  ///   - graphics: whether the terminal is asked for its graphics protocol.
  ///   - onArm: receives the bytes that restore the terminal, whenever they change.
  package init(
    signals: borrowing SignalPipe, descriptor: Int32 = STDOUT_FILENO,
    environment: TerminalEnvironment = .own, wantsMouse: Bool = false, graphics: GraphicsChoice = .symbols,
    onArm: @escaping ([UInt8]) -> Void = { _ in }
  ) throws(ScreenError) {
    precondition(signals.descriptor >= 0, "an open pipe")
    guard isatty(descriptor) == 1, isatty(STDIN_FILENO) == 1 else { throw .notATerminal }
    guard let terminal = environment["TERM"] else { throw .terminalNotNamed }
    (self.descriptor, self.onArm, self.terminal) = (descriptor, onArm, terminal)
    answers = GraphicsAnswers(graphics, terminal: terminal, isInside: environment.isInside)
    modes.hasMouse = wantsMouse && TerminalModes.mayBeAsked(terminal)
    var saved = termios()
    guard tcgetattr(descriptor, &saved) == 0 else { throw .systemCallFailed(call: "tcgetattr", errno: errno) }
    savedModes = saved
    let isUTF8 = environment.setLocale()
    let window = CursesScreen.window(of: descriptor)
    // ncurses would begin with a size that it cannot hold; so it begins with that of the terminal's description.
    let fits = window.map { CursesScreen.bounded($0) == Size(Int($0.ws_col), Int($0.ws_row)) } ?? true
    use_env(fits)
    use_tioctl(fits)
    do throws(ScreenError) {
      handle = try ScreenHandle.best(terminal: terminal, in: environment, descriptor: descriptor)
    } catch {
      guard error == .unknownTerminal(terminal), ScreenHandle.isLikeSubstitute(terminal) else { throw error }
      handle = try ScreenHandle(terminal: ScreenHandle.substitute, descriptor: descriptor)
      substituted = (terminal, ScreenHandle.substitute)
    }
    output = NonblockingOutput(descriptor)
    encoder = CellEncoder(isUTF8: isUTF8, wantsColour: environment["NO_COLOR"] == nil)
    guard !Terminfo.string("cup").isEmpty || !Terminfo.move(to: 0, column: 0).isEmpty else {
      handle = nil
      tcsetattr(descriptor, TCSANOW, [savedModes])
      throw .terminalTooSimple(terminal)
    }
    if !fits, let window { fit(to: window) }
    begin()
  }

  /// The terminal type that is not installed, and the one whose description is used; nil if it is installed.
  package private(set) var substituted: (terminal: String, by: String)?

  /// The number of colours: 1 << 24, 256, 16, 8, or 0 if the terminal has none or `NO_COLOR` is set.
  package var colours: Int { encoder.colours }

  /// Whether characters beyond ASCII are sent as they are.
  package var isUTF8: Bool { encoder.isUTF8 }

  package var size: Size {
    guard handle != nil else { return .zero }
    return Size(Int(getmaxx(stdscr)), Int(getmaxy(stdscr)))
  }

  /// Whether the terminal has not accepted all bytes. Nothing is drawn until it has, so that a terminal that does not
  /// read delays no other part and then shows the newest state.
  package var isBusy: Bool { output?.isBusy ?? false }

  /// A descriptor that becomes writable when the terminal accepts more; −1 if nothing waits to be sent.
  package var busyDescriptor: Int32 {
    guard let descriptor = output?.descriptor, isBusy else { return -1 }
    return descriptor
  }

  /// Sends as much as the terminal accepts of what waits.
  package func continueWriting() { output?.writePending() }

  /// Shows a surface; sends only what has changed since the last one. Does nothing while `isBusy`. `rows`: those that
  /// may differ from the last surface; nil for all.
  package func draw(_ surface: Surface, rows: [Range<Int>]? = nil) {
    guard handle != nil, !isSuspended, !isBusy else { return }
    leavePicture(for: surface.graphic)
    let all = 0..<min(surface.size.height, size.height)
    let rows = rows.map { $0.map { $0.clamped(to: all) } } ?? [all]
    let isNew = shown?.size != surface.size
    for y in rows.joined() {
      guard let columns = changedColumns(y, in: surface) else { continue }
      let start = surface.row(y).startIndex
      let cells = encoder.encode(surface.row(y)[start + columns.lowerBound..<start + columns.upperBound])
      // `wadd_wch` would scroll at the last cell.
      mvwadd_wchnstr(stdscr, Int32(y), Int32(columns.lowerBound), cells, Int32(cells.count))
      // Where the cursor is then, so that it need not be moved.
      wmove(stdscr, Int32(y), Int32(min(columns.upperBound, size.width - 1)))
      // Copies parts of rows: a shared surface would be copied completely when it is changed next.
      if !isNew { shown?.copyRow(y, columns, from: surface) }
    }
    if isNew { shown = surface }
    sendChanges()
    show(surface.graphic)
  }

  private func sendChanges() {
    wnoutrefresh(stdscr)
    doupdate()
    sendDrawn()
    if asksForSize { send(answers.sizeQuestion) }
    asksForSize = false
  }

  private func sendDrawn() { if let bytes = handle?.drawn() { send(bytes) } }

  /// Sends all of the next surface, for instance after another program has overwritten the screen.
  package func redrawAll() {
    guard handle != nil else { return }
    isPictureStale = true
    clearok(stdscr, true)
  }

  /// The largest size that is drawn; what is beyond it stays empty. ncurses holds 32,767 rows and columns at most, and a
  /// screen of this size takes a hundred megabytes.
  private static let largest = Size(1_024, 512)

  private static func bounded(_ window: winsize) -> Size {
    Size(min(Int(window.ws_col), largest.width), min(Int(window.ws_row), largest.height))
  }

  /// Returns the size of the terminal's window; nil if it is not known.
  private static func window(of descriptor: Int32) -> winsize? {
    var window = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 ? window : nil
  }

  private func fit(to window: winsize) {
    let size = CursesScreen.bounded(window)
    if size.width > 0 && size.height > 0 { resizeterm(Int32(size.height), Int32(size.width)) }
  }

  /// Reads the terminal's size again; called after the signal WINCH.
  package func resize() {
    guard handle != nil, let window = CursesScreen.window(of: descriptor) else { return }
    fit(to: window)
    answers.apply(window)
    asksForSize = colours > 0
    werase(stdscr)
    shown = nil
    redrawAll()
    if !isSuspended { arm() }
  }

  /// The colour of the terminal's own ground; `default` until the terminal has stated it.
  package private(set) var ground = Colour.default

  /// Handles a reply of the terminal about its keyboard, its ground or its graphics.
  package func handle(_ reply: TerminalReply) {
    if case .ground(let colour) = reply { ground = colour }
    if case .cellSize = reply { answers.apply(reply) } else if isWaitingForAnswers { answers.apply(reply) }
    if handle != nil, !isSuspended, colours > 0 { send(answers.questions(after: reply)) }
    guard handle != nil, !isSuspended, case .keyboardFlags = reply else { return }
    let bytes = modes.pushKeyboard()
    guard !bytes.isEmpty else { return }
    // Armed first: without the matching pop, the shell would get the keyboard in the wrong mode.
    arm()
    send(bytes)
  }

  /// Replies after this time do not belong to the first questions. A busy machine may need some seconds for its start.
  private var isWaitingForAnswers: Bool { begun.duration(to: .now) < .seconds(30) }

  /// Sets the title of the terminal's window; nil restores the terminal's own.
  package func setTitle(_ title: String?) {
    guard handle != nil, !isSuspended, TerminalModes.mayBeAsked(terminal) else { return }
    let bytes = modes.setTitle(title, isUTF8: isUTF8)
    if bytes.isEmpty { return }
    arm()
    send(bytes)
  }

  /// Restores the terminal until `resume()`, for instance before the program is stopped.
  package func suspend() {
    guard handle != nil, !isSuspended else { return }
    leave()
  }

  /// Restores the terminal. `restoresModes`: whether the modes of the terminal are set as they were before the
  /// program.
  private func leave(restoresModes: Bool = true) {
    isSuspended = true
    shownPicture = nil
    endwin()
    // The rest of a drawing would be erased.
    output?.finish(
      modes.leave + (handle?.drawn() ?? []), dropsPending: true, timeout: CursesScreen.timeout)
    if restoresModes { tcsetattr(descriptor, TCSANOW, [savedModes]) }
    TerminalGuard.disarm()
    DivertedErrors.end()
  }

  /// Sets the modes of the terminal again, also after a stop without `suspend()`, on the signal CONT.
  package func resume() {
    guard handle != nil else { return }
    // After a stop without `suspend()`, all modes are still set; a second push would need a second pop.
    if !isSuspended {
      output?.drop()
      shownPicture = nil
      send(modes.leave)
    }
    isSuspended = false
    arm()
    DivertedErrors.begin(on: descriptor)
    tcsetattr(descriptor, TCSANOW, [ownModes])
    resize()
    doupdate()
    sendDrawn()
    send(modes.enter)
  }

  /// Restores the terminal. Nothing is drawn afterwards.
  package func close() {
    guard handle != nil else { return }
    defer {
      handle = nil
      output = nil
    }
    // The terminal belongs to the shell: setting it from the background would stop the program.
    if isSuspended { return }
    signal(SIGTTOU, SIG_IGN)
    // A shell that has taken its terminal back from a killed program has set its own modes.
    var current = termios()
    let isTaken = tcgetattr(descriptor, &current) == 0 && !current.isEqual(to: ownModes)
    leave(restoresModes: !isTaken)
  }

  private func begin() {
    TerminalGuard.install()
    arm()
    DivertedErrors.begin(on: descriptor)
    tcgetattr(descriptor, &ownModes)
    curs_set(0)
    // The first update enters the alternate screen; the requests to the terminal follow it.
    sendChanges()
    send(modes.enter)
    if TerminalModes.mayBeAsked(terminal) {
      send(TerminalModes.keyboardQuery)
      // Fewer colours are those that the user has chosen for this ground.
      if colours > 16 { send(TerminalModes.groundQuery) }
    }
    guard colours > 0 else { return }
    if let window = CursesScreen.window(of: descriptor) { answers.apply(window) }
    send(answers.questions)
  }

  /// Returns the columns of a row that may differ from those that are shown; nil if there are none.
  private func changedColumns(_ y: Int, in surface: Surface) -> Range<Int>? {
    guard let shown, shown.size == surface.size else { return 0..<surface.size.width }
    return surface.changedColumns(y, since: shown)
  }

  /// Arms the guard that restores the terminal if the program ends suddenly.
  func arm() {
    var bytes = modes.leave + Terminfo.string("sgr0") + Terminfo.string("cnorm")
    let leave = Terminfo.string("rmcup")
    // Without an alternate screen, the shell continues below the output.
    bytes += leave.isEmpty ? Terminfo.move(to: size.height - 1, column: 0) + Array("\r\n".utf8) : leave
    TerminalGuard.arm(descriptor, savedModes, bytes)
    onArm(bytes)
  }

  /// Writes to the terminal, after the bytes that wait. A failure is ignored: if the terminal was closed, the input
  /// thread reports it.
  func send(_ bytes: [UInt8]) { output?.send(bytes) }
}
