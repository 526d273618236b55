import Application
import SystemBase
import TerminalKit

/// What the input thread sends to the main thread: all that is no strike.
package enum InputMessage: Sendable {
  /// What a key asked for, and when it was read.
  case command(Command, HostTime)
  /// A key or a paste while text is being typed.
  case typed(InputEvent)
  /// The key that was waited for.
  case captured(KeyChord)
  case mouse(MouseEvent)
  case focus(Bool)
  case reply(TerminalReply)
  /// The terminal is gone.
  case hangup
}
