import Application
import Controls
import Glibc
import SystemBase
import TerminalKit

/// A user interface of the terminal: turns input into commands and shows state. Main thread.
@MainActor
protocol FrontEnd: AnyObject {
  /// Whether something waits to be shown at once.
  var hasUpdate: Bool { get }
  /// What else wakes the main thread.
  var watched: [pollfd] { get }
  /// When the picture changes by itself next; nil while nothing moves.
  func nextChange(after now: HostTime) -> HostTime?
  /// The main thread woke up.
  ///
  /// - Parameter change: what `nextChange` returned before.
  func wake(change: HostTime?)
  /// Shows what has changed.
  func update()
  /// A picture or a waveform has come.
  func viewsChanged()
  func perform(_ command: Command, at time: HostTime) -> Application.Response
  func type(_ event: InputEvent)
  func receive(_ mouse: MouseEvent)
  func receive(focus: Bool)
  func receive(_ reply: TerminalReply)
  /// The terminal's window has another size.
  func resize()
  /// Draws everything again.
  func redraw()
  /// Nobody gives keys any more. - Returns: whether the program goes on.
  func inputEnded() -> Bool
  /// Whether the program is over though nobody has quit.
  var isOver: Bool { get }
  /// Hands the terminal to the shell.
  func leaveTerminal()
  /// Takes it back.
  func enterTerminal()
}
