import Application
import Artwork
import Configuration
import Controls
import CursesBackend
import Glibc
import Observation
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// The curses screen: draws once for any number of changes.
@MainActor
final class ScreenFrontEnd: FrontEnd {
  private let view: PlayerScreen
  private let screen: CursesScreen
  private let sound: SoundServices
  /// Fits the theme to the ground of the terminal.
  private let showOnGround: (Colour) -> Void
  private let ordering: TextOrdering?
  private var isSuspended = false
  private var needsDrawing = true
  private var needsMoving = false
  private var needsSelecting = false
  /// Whether the last drawing is sent again.
  private var needsRepeating = false
  /// The last drawing.
  private var surface = Surface(.zero)
  private var targets: KeyTargets

  /// Opens the terminal of standard input and output. `environment`: describes the terminal. `onArm`: receives the
  /// bytes that restore the terminal, whenever they change.
  static func openScreen(
    _ settings: Settings, signals: borrowing SignalPipe, environment: TerminalEnvironment = .own,
    onArm: @escaping ([UInt8]) -> Void = { _ in }
  ) throws(ScreenError) -> CursesScreen {
    try CursesScreen(
      signals: signals, environment: environment, wantsMouse: settings.wantsMouse,
      graphics: settings.wantsArtwork ? settings.graphics : .symbols, onArm: onArm)
  }

  init(_ wiring: Wiring, _ screen: CursesScreen, environment: TerminalEnvironment = .own) {
    (self.screen, sound, showOnGround) = (screen, wiring.workers.sound, wiring.show(on:))
    targets = KeyTargets(wiring.keys.thread)
    view = wiring.view(colours: screen.colours)
    ordering = ScreenFrontEnd.ordering(
      wiring.settings.bidi, environment, notify: wiring.mainThread.notices.send)
    super.init()
    view.isShown = true
    if let type = screen.substituted {
      wiring.application.report(.terminal(.substituted(type.terminal, by: type.by)))
    }
    view.onChange = { [weak self] in self?.needsDrawing = true }
    view.onSelect = { [weak self] in self?.needsSelecting = true }
    view.application.model.pads.onChange = { [weak self] in self?.needsMoving = true }
  }

  /// Returns what reorders right-to-left text; nil if the terminal does, or the user does not want it.
  private static func ordering(
    _ bidi: Settings.Bidi, _ environment: TerminalEnvironment,
    notify: @escaping @Sendable (Notice) -> Void
  ) -> TextOrdering? {
    let isDone = BidiOrdering.isDoneByTerminal { environment[$0] }
    guard bidi == .yes || (bidi == .auto && !isDone) else { return nil }
    return BidiOrdering { notify(.terminal(.bidiUnavailable($0))) }.order
  }

  /// Shows pictures, meters and waveforms from now on. Called after the first drawing, which does not need them.
  func showSound() {
    sound.show(on: view, pictureTerminal)
    needsDrawing = true
  }

  // MARK: Drawing

  private var pictureTerminal: PictureTerminal {
    PictureTerminal(colours: screen.colours, isUTF8: screen.isUTF8, graphics: screen.graphics)
  }

  /// Applies a new picture protocol or cell size of the terminal.
  private func updatePictureTerminal() {
    if sound.artwork?.change(pictureTerminal) == true { needsDrawing = true }
  }

  private var canDraw: Bool { !isSuspended && !screen.isBusy }

  override func update() {
    if !canDraw { return }
    if needsSelecting, !needsDrawing { drawPart { view.drawSelection(on: &$0) } }
    if needsMoving, !needsDrawing { drawPart { view.drawDue(on: &$0) } }
    (needsSelecting, needsMoving) = (false, false)
    if needsDrawing { draw() } else if needsRepeating { screen.draw(surface) }
    needsRepeating = false
  }

  /// Draws a part of the screen. `part`: draws a part of the screen and returns its rows; nil if everything must be
  /// drawn.
  private func drawPart(_ part: (inout Surface) -> [Range<Int>]?) {
    guard let rows = part(&surface) else { return needsDrawing = true }
    if !rows.isEmpty { screen.draw(surface, rows: rows) }
  }

  func draw() {
    needsDrawing = !canDraw
    if !canDraw { return }
    // Drawing everything clears it first.
    if surface.size != screen.size || surface.direction != view.direction {
      surface = Surface(screen.size, direction: view.direction, ordering: ordering)
    }
    withObservationTracking {
      view.draw(on: &surface)
    } onChange: { [weak self] in
      // The model is isolated to the main actor, so it changes on the main thread.
      MainActor.assumeIsolated { self?.needsDrawing = true }
    }
    targets.set(
      pads: view.padTargets(on: surface), instrument: view.instrumentKeys(on: surface),
      screen: view.session.shownScreen)
    screen.draw(surface)
    screen.setTitle(view.title)
  }

  // MARK: Sleeping

  override var hasUpdate: Bool {
    canDraw && (needsDrawing || needsSelecting || needsMoving || needsRepeating)
  }

  override var watched: [pollfd] {
    [
      pollfd(fd: screen.busyDescriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: DivertedErrors.descriptor, events: Int16(POLLIN), revents: 0),
    ]
  }

  override func nextChange(after now: HostTime) -> HostTime? { canDraw ? view.nextChange(after: now) : nil }

  override func wake(change: HostTime?, ready: Set<Int32>) {
    if screen.isBusy { screen.continueWriting() }
    if ready.contains(DivertedErrors.descriptor) { DivertedErrors.log() }
    if let change, HostTime.now >= change { needsMoving = true }
  }

  // MARK: Input

  override func viewsChanged() { needsDrawing = true }

  override func perform(_ command: Command, at time: HostTime) -> Application.Response {
    if command == .program(.redraw) {
      EventLog.write(.command, "\(CommandSource.key): \(command.name)")
      return .redraw
    }
    return view.session.perform(command, at: time).response
  }

  override func type(_ event: TerminalEvent) -> Application.Response {
    PromptEdit(event).map { view.session.type($0) } ?? .done
  }

  override func receive(_ mouse: MouseEvent) -> Application.Response { view.receive(mouse) }

  override func receive(focus: Bool) { view.receive(focus: focus) }

  override func receive(_ reply: TerminalReply) {
    screen.handle(reply)
    showOnGround(screen.ground)
    updatePictureTerminal()
  }

  override func resize() {
    screen.resize()
    updatePictureTerminal()
    needsDrawing = true
  }

  /// Sends the last drawing again.
  override func redraw() {
    screen.redrawAll()
    needsRepeating = true
  }

  override func inputEnded() -> Bool { false }

  override func leaveTerminal() {
    isSuspended = true
    screen.suspend()
  }

  override func enterTerminal() {
    isSuspended = false
    screen.resume()
    needsDrawing = true
  }

  override func close() {
    (view.onChange, view.onSelect, view.isShown) = (nil, nil, false)
    view.application.model.pads.onChange = nil
    targets.set()
    screen.close()
  }
}
