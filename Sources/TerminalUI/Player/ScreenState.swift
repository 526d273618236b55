import AudioBase
import Player
import TerminalKit

/// What the screen remembers besides the player: the selection, the scroll, what is open. A value.
package struct ScreenState: Sendable {
  /// The selected track; nil follows the one that plays.
  package var selection: QueueItem.ID?
  /// The first row of the queue that is shown.
  package var firstRow = 0
  package var isHelpOpen = false
  package var firstHelpEntry = 0
  /// What is being typed to find.
  package var prompt: String?
  /// Whether what is typed is a name for a take or a layer.
  package var isNaming = false
  /// The row of the list of takes, while it is open.
  package var takeSelection: Int?
  /// Whether quitting was warned of.
  package var wasAskedToQuit = false
  /// What was typed last, for the next place.
  package var lastSearch = ""
  /// When the message came up.
  package var noticeTime: HostTime?
  package var size = Size.zero

  package init() {}
}
