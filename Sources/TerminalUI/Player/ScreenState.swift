import AudioBase
import Player
import TerminalKit

/// What the screen remembers besides the player: the selection, the scroll, what is open. A value.
package struct ScreenState: Sendable {
  /// The selected track; nil follows the one that plays.
  package var selection: QueueItem.ID?
  /// The first row of the queue that is shown.
  package var firstRow = 0
  /// Of the queue as it is, which is known while nothing is added; nil where a track's length is not known.
  package var queueDuration: Double?
  package var marks: Set<QueueItem.ID> = []
  /// The rows that a list shows.
  package var listRows = 0
  package var isHelpOpen = false
  package var firstHelpEntry = 0
  /// What is being typed to find.
  package var prompt: String?
  /// What was typed last, for the next place.
  package var lastSearch = ""
  /// When the message came up.
  package var noticeTime: HostTime?
  package var size = Size.zero

  /// What stands out in the lists.
  var search: String { prompt ?? lastSearch }

  package init() {}
}
