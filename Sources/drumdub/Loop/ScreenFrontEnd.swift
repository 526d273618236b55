import Application
import Artwork
import Controls
import CursesBackend
import Glibc
import Observation
import SystemBase
import TerminalKit
import TerminalUI

/// The curses screen: draws once for any number of changes.
@MainActor
final class ScreenFrontEnd: FrontEnd {
  private let view: PlayerScreen
  private let screen: CursesScreen
  private let input: InputThread
  private let sound: SoundServices
  private let ordering: (any TextOrdering)?
  private var isSuspended = false
  private var needsDrawing = true
  private var needsMoving = false
  private var needsSelecting = false
  /// What was drawn last.
  private var surface = Surface(.zero)
  private var padTargets = PadTargets()

  init(
    view: PlayerScreen, screen: CursesScreen, input: InputThread, sound: SoundServices,
    ordering: (any TextOrdering)?
  ) {
    (self.view, self.screen, self.input) = (view, screen, input)
    (self.sound, self.ordering) = (sound, ordering)
    view.onChange = { [weak self] in self?.needsDrawing = true }
    view.onSelect = { [weak self] in self?.needsSelecting = true }
  }

  /// Shows pictures, meters and waveforms from now on; not needed for the first picture.
  func showSound() {
    sound.show(on: view, pictureTerminal)
    needsDrawing = true
  }

  // MARK: Drawing

  private var pictureTerminal: PictureTerminal {
    PictureTerminal(colours: screen.colours, isUTF8: screen.isUTF8, graphics: screen.graphics)
  }

  /// The terminal may have told how it shows pictures, or have other cells.
  private func lookAtTerminal() {
    if sound.artwork?.change(pictureTerminal) == true { needsDrawing = true }
  }

  private var canDraw: Bool { !isSuspended && !screen.isBusy }

  func update() {
    if !canDraw { return }
    if needsSelecting, !needsDrawing { drawPart { view.drawSelection(on: &$0) } }
    if needsMoving, !needsDrawing { drawPart { view.drawMoving(on: &$0) } }
    (needsSelecting, needsMoving) = (false, false)
    if needsDrawing { draw() }
  }

  /// - Parameter part: draws a part of the picture and names its rows, or says that all must be drawn.
  private func drawPart(_ part: (inout Surface) -> [Range<Int>]?) {
    if let rows = part(&surface) { screen.draw(surface, rows: rows) } else { needsDrawing = true }
  }

  func draw() {
    needsDrawing = false
    surface = Surface(screen.size, direction: view.direction, ordering: ordering)
    withObservationTracking {
      view.draw(on: &surface)
    } onChange: { [weak self] in
      // The model is of the main actor: its changes are told on the main thread.
      MainActor.assumeIsolated { self?.needsDrawing = true }
    }
    screen.draw(surface)
    let targets = view.padTargets(on: surface)
    if targets != padTargets {
      padTargets = targets
      input.change { $0.pads = targets }
    }
  }

  // MARK: Sleeping

  var hasUpdate: Bool { canDraw && (needsDrawing || needsSelecting) }

  var watched: [pollfd] { [pollfd(fd: screen.busyDescriptor, events: Int16(POLLOUT), revents: 0)] }

  func nextChange(after now: HostTime) -> HostTime? { canDraw ? view.nextChange(after: now) : nil }

  func wake(change: HostTime?) {
    if screen.isBusy { screen.goOn() }
    if let change, HostTime.now >= change { needsMoving = true }
  }

  // MARK: Input

  func viewsChanged() { needsDrawing = true }

  func perform(_ command: Command, at time: HostTime) -> Application.Response {
    view.application.perform(command, at: time)
  }

  func type(_ event: InputEvent) { PromptInput(event).map(view.application.type) }

  func receive(_ mouse: MouseEvent) { view.receive(mouse) }

  func receive(focus: Bool) { view.receive(focus: focus) }

  func receive(_ reply: TerminalReply) {
    screen.take(reply)
    lookAtTerminal()
  }

  func resize() {
    screen.resize()
    lookAtTerminal()
    needsDrawing = true
  }

  func redraw() { screen.redrawAll() }

  func inputEnded() -> Bool { false }

  var isOver: Bool { false }

  func leaveTerminal() {
    isSuspended = true
    screen.suspend()
  }

  func enterTerminal() {
    isSuspended = false
    screen.resume()
    needsDrawing = true
  }
}
