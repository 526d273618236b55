import Player
import Studio

/// What a command has done, or why it has done nothing. The message on the screen, the line of the plain mode and the answer
/// to a program are made of it. A change that can be undone is a notice, which says so (`Notice.isUndoable`), unless the
/// same command takes it back.
package indirect enum Outcome: Hashable, Sendable {
  /// It was done as the command's summary says, which the plain mode repeats.
  case done
  /// The rest belongs to the front end.
  case response(Application.Response)
  /// A message says what was done, or why not.
  case notice(Notice)
  /// A message that only the plain mode prints: the screen draws what was done.
  case shown(Notice)
  /// A message or a change follows later; until then, the other outcome is true.
  case awaited(Awaited, Outcome)
  case refused(Refusal)

  /// The state of the player; its position.
  case playback, position
  /// A value of the player, which may be as before.
  case player(PlayerEvent)
  /// The value that the command sets.
  case value
  /// The selected row of the list that has the focus.
  case row
  case rowWith(Remark)
  /// A question was answered.
  case answered
  /// The filter of the queue was closed, or nothing was open.
  case filterClosed
  case nothingOpen(isDeselected: Bool)
  /// The playing track is selected, by its title.
  case playingSelected(String)
  case layout(ScreenLayout)
  /// A pad was hit; a note was played.
  case hit(pad: Int)
  case played(String)
  /// A strip or a layer, by its name.
  case muted(String, Bool)
  case soloed(String, Bool)

  /// The state of the recording of takes.
  case recording
  /// The tempo needs more taps.
  case tapped
  /// The bounds of the loop or of the punch range are as before.
  case loopKept, punchKept
  /// The name of the mixer that is heard; nil if it has none.
  case heardMixer(String?)
  case bypass(MixGraph.Insert)
  case move(Move)
  case practiceRows(ofPass: Bool)

  /// The steps of the timeline; whether it follows the music.
  case steps(String)
  case follows(Bool)
  case rangeBegins
  case rangeEnds(selected: Int, points: Int = 0)
  case selected(hits: Int, points: Int = 0)

  /// What shows that a command was carried out.
  package enum Awaited: Hashable, Sendable {
    case notice
    /// A notice, or a change of the queue or the position.
    case noticeOrChange
  }

  /// What is said beside the selected row, or without one.
  package enum Remark: Hashable, Sendable {
    /// Without a row: that there are none; which panel has the focus; the state of the player.
    case noRows, panel, playback
    case chosen
    /// The list of the library has no parent.
    case firstList
    case notRemoved, notMoved, noOtherMatch
    /// The list has one column, or the mixer no strip on that side.
    case nothingBeside
    /// What was to be moved, or the cursor, is at the end of the list already.
    case atEnd(isAfter: Bool)
  }

  /// The reason why a command does nothing, which no message states.
  package enum Refusal: Hashable, Sendable {
    /// The front end has no such part.
    case noLibrary, noTakes, noMixer, noInput, noTags, noRecording
    case noKit
    /// The index has no tracks yet, or the queue has the focus.
    case libraryIsEmpty, libraryHasNoFocus
    case nothingSearched, onlyQueueIsSearched
    /// There is no take, or no layer is selected.
    case noLayer
    case noRow
    case notWhileRecording
    case cannotBeSoloed(String)
    /// Only a screen shows it.
    case spectrum, times, zoom
    /// The layer has recorded sound, so that no hit is set in it.
    case layerHasSound
    /// No hit is at the cursor of the timeline, and none is selected.
    case noHit(TakeNotice.Timeline.Neighbour)
    /// The same for the points of lanes.
    case noPoint
  }

  /// What the front end does next.
  package var response: Application.Response {
    if case .response(let response) = self { response } else { .done }
  }

  /// The outcome of a change of a value; nil: what has the value is missing.
  static func value(after change: Void?) -> Outcome { .value }

  /// Returns the outcome of a command that something else follows.
  package func awaits(_ awaited: Awaited) -> Outcome { .awaited(awaited, self) }
}
