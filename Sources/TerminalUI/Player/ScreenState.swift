import Application
import Player
import SystemBase
import TerminalKit

/// What the screen remembers besides the player: the selection, the scroll, what is open. A value.
package struct ScreenState: Sendable {
  package enum Overlay: Hashable, Sendable { case help, notices, takes, picker }

  /// What is being typed, and what for.
  package struct Prompt: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
      case filterQueue, searchHelp, saveQueue, takeName, filterLibrary, scanFolder, takeFolder, pick
      case playlistName(PlaylistName)

      /// Whether the Tab key completes what is typed.
      var isFolder: Bool { self == .scanFolder || self == .takeFolder }
    }

    package var purpose: Purpose
    package var text = ""
    /// What may be typed next.
    package var choices: [String] = []
  }

  /// The selected track; nil follows the one that plays.
  package var selection: QueueItem.ID?
  /// What of the queue is shown; nil shows all of it.
  package var filter: QueueFilter?
  /// What was selected before it was typed.
  package var filterOrigin: QueueItem.ID?
  /// When its rows were shown last.
  package var filterShown = HostTime(nanoseconds: 0)
  package var marks: Set<QueueItem.ID> = []
  /// The first row of the queue that is shown.
  package var firstRow = 0
  /// The rows that a list shows.
  package var listRows = 0
  /// The rows that the library's panel shows.
  package var libraryRows = 0
  /// The selected one of what is offered where there is no library.
  package var offer = 0
  /// Seconds of the whole queue; nil where a track's length is not known.
  package var queueDuration: Double?
  package var panel = ScreenContent.Panel.queue
  package var overlay: Overlay?
  package var helpSelection = 0
  package var helpSearch = ""
  /// The command that waits for its new key.
  package var rebinding: Command?
  package var firstNotice = 0
  package var notices = NoticeLog()
  package var prompt: Prompt?
  /// The row of the list of takes.
  package var takeSelection = 0
  /// Whether quitting was warned of.
  package var wasAskedToQuit = false
  /// What was typed last, for the next place.
  package var lastSearch = ""
  /// When emptying the queue was asked for and not yet confirmed.
  package var clearTime: HostTime?
  /// What the user is asked.
  package var question: Question?
  package var showsSpectrum = false
  package var isLocked = false
  /// Whether the terminal's window has the keyboard.
  package var hasFocus = true
  package var size = Size.zero

  package init() {}

  /// What stands out in the queue.
  var searched: [String] {
    filter?.words ?? lastSearch.split(separator: " ").map(String.init)
  }
}
