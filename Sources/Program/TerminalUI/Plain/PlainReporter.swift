import Application
import Controls
import Player
import SystemBase

/// Decides which lines the plain mode prints, and prints each fact once. Main thread.
///
/// A track is named when its tags are known, and a seek is printed when no other one follows it.
@MainActor
package struct PlainReporter {
  /// The seconds after which a track without tags is named by its file.
  private static let tagTimeout = 1.0
  /// Seconds without another seek after which the position is printed.
  private static let seekPause = 0.25

  private let session: ScreenSession
  /// Whether a command was given: selected rows are printed from then on.
  package var isChoosing = false
  /// Whether a user reads the lines. A user is asked for the music folder while the library is empty.
  private var hasUser = false
  /// The playback state that was printed last; seeking is not one.
  private var state: PlaybackState?
  /// The time at which the track that is to be named began.
  private var trackTime: HostTime?
  /// Whether that track was restored and does not play.
  private var isRestored = false
  /// Whether playback has stopped since the last update. The track that becomes the current one then is not printed.
  private var hasStopped = false
  /// The track that has begun since the last update. It is named once.
  private var begun: QueueItem.ID?
  /// Whether another track has become the current one since the last update, and does not play.
  private var hasChosen = false
  private var seekTime: HostTime?
  private var output: [String] = []
  private var values = PlainValues()
  /// The highest layer that covers the panels, without the palette.
  private var covering: ObjectIdentifier?
  /// The selected row below the palette when it was opened; nil while it is closed.
  private var belowPalette: (list: String, row: String)?
  /// The selected row that was printed last.
  private var printed = (list: "", row: "")
  private var question = ChangingLine()
  private var recording = ChangingLine()
  /// The layer whose text is typed, and the text.
  private var typed: (layer: ObjectIdentifier, text: String)?
  private var fieldNote: String?
  private var fieldValue: String?
  private var emptyFilter = ChangingLine()

  package init(session: ScreenSession) { self.session = session }

  private var application: Application { session.application }
  private var model: PlayerModel { application.model }

  /// Starts printing. What was restored before is not printed.
  ///
  /// - Parameter hasUser: whether a user reads the lines, and no script: a restored track that does not play is printed.
  package mutating func begin(hasUser: Bool = false, at now: HostTime = .now) {
    state = model.playbackState
    self.hasUser = hasUser
    isRestored = hasUser && !model.phase.isPlaying && model.nowPlaying != nil
    if isRestored { trackTime = now }
  }

  // MARK: Events

  /// Notes a message that is printed.
  package mutating func note(_ notice: Notice) { values.note(notice) }

  package mutating func lines(for event: PlayerEvent, at now: HostTime) -> [String] {
    if values.note(event) { return [] }
    switch event {
    case .state(.seekingForward), .state(.seekingBackward):
      // A pause and its end are heard during the seek.
      let plays = model.phase.isPlaying
      let isPrinted = plays == (state == .playing || state?.awaitsStream == true)
      return isPrinted ? [] : changed(to: plays ? .playing : .paused, at: now)
    case .state(let new):
      // After a seek, the state is the same as before.
      return new == state ? [] : changed(to: new, at: now)
    case .item:
      if model.phase.isPlaying {
        // A stream is named when it is heard.
        return model.playbackState.awaitsStream ? [] : named(at: now)
      }
      hasChosen = !hasStopped
      return []
    case .seeked:
      // While playback is stopped, a message says where it begins.
      if state != .stopped { seekTime = now }
      return []
    case .output:
      // A dropout changes the state of the output only.
      let lines = line(event)
      defer { output = lines }
      return lines == output ? [] : lines
    case .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .transposition,
      .queue, .notice:
      return line(event)
    }
  }

  private mutating func changed(to new: PlaybackState, at now: HostTime) -> [String] {
    state = new
    hasStopped = new == .stopped
    if new == .playing { return named(at: now) }
    begun = nil
    return dueLines(at: nil) + line(.state(new))
  }

  private func line(_ event: PlayerEvent) -> [String] {
    PlainText.line(event, model).map { [$0] } ?? []
  }

  /// Names the track as soon as its tags are known.
  private mutating func named(at now: HostTime) -> [String] {
    if let begun, begun == model.queue.currentID { return [] }
    begun = model.queue.currentID
    if isRestored { (isRestored, trackTime) = (false, nil) }
    let late = dueLines(at: nil)
    trackTime = now
    return late + dueLines(at: now)
  }

  /// Returns the delayed lines that are due; all of them if `now` is nil.
  private mutating func dueLines(at now: HostTime?) -> [String] {
    var lines: [String] = []
    if let time = trackTime, isDue(time, PlainReporter.tagTimeout, now) || hasTags {
      trackTime = nil
      // The queue may have been emptied meanwhile.
      if model.nowPlaying != nil {
        lines.append(isRestored ? PlainText.status(model) : PlainText.playing(model))
      }
      isRestored = false
    }
    if let time = seekTime, isDue(time, PlainReporter.seekPause, now) {
      seekTime = nil
      let chapter = ChapterText.current(application).map { ", chapter \($0)" } ?? ""
      let mark = application.takes?.songs.current.map { ", mark \(FilePath($0).shown)" } ?? ""
      lines.append(PlainText.position(model) + chapter + mark)
    }
    return lines
  }

  private func isDue(_ time: HostTime, _ delay: Double, _ now: HostTime?) -> Bool {
    now.map { $0.seconds(since: time) >= delay } ?? true
  }

  private var hasTags: Bool {
    guard let item = model.nowPlaying else { return true }
    return !model.tracks.readsTags || item.tags != nil || item.problem != nil
  }

  /// The time at which the next delayed line is due; nil if there is none.
  package var nextLine: HostTime? {
    [
      trackTime?.advanced(bySeconds: PlainReporter.tagTimeout),
      seekTime?.advanced(bySeconds: PlainReporter.seekPause),
    ].compactMap { $0 }.min()
  }

  // MARK: State

  /// Returns the lines of what has changed since the last call.
  package mutating func update(_ keys: KeyMap, at now: HostTime) -> [String] {
    defer { (hasStopped, hasChosen, begun) = (false, false, nil) }
    prepareLists(keys)
    return valueLines() + dueLines(at: now) + chosenLines() + selectionLines()
      + question.lines(application.state.question.map { QuestionText.sentence($0, keys) })
      + recording.lines(application.takes.flatMap(PlainText.recording)) + fieldLines()
      + emptyFilter.lines(unmatched.map { "nothing matches \"\($0)\"" })
  }

  /// Returns the lines of the values that have changed since the last call, and that no message has said.
  package mutating func valueLines() -> [String] { values.removeAll().flatMap { line($0) } }

  /// Has the help list the commands that match, and the messages name their keys.
  private func prepareLists(_ keys: KeyMap) {
    session.layer(HelpLayer.self)?.list(keys)
    session.layer(NoticesLayer.self)?.keys = keys
  }

  /// Returns the line of the track that plays next; the playing track has a line of its own.
  private func chosenLines() -> [String] {
    guard hasChosen, !model.phase.isPlaying else { return [] }
    return line(.item(model.queue.currentID))
  }

  private mutating func selectionLines() -> [String] {
    noteLayers()
    let isAsked = hasUser && session.hasLibraryFocus && session.library?.stage == .empty
    guard isChoosing || isAsked, let selected = PlainSelection.text(session), selected != printed else {
      return []
    }
    defer { printed = selected }
    // A line of its own says what plays.
    guard selected.list == printed.list else { return ["\(selected.list): \(selected.row)"] }
    if PlainReporter.isSameRow(selected.row, printed.row) { return [] }
    let isTimeline = session.coveringLayer is TimelineLayer
    return [isTimeline ? TimelineText.moved(to: selected.row, from: printed.row) : selected.row]
  }

  /// Returns whether two rows differ only by which one plays, or by a rating.
  static func isSameRow(_ row: String, _ other: String) -> Bool { comparable(row) == comparable(other) }

  /// Returns a row without what a line of its own says.
  private static func comparable(_ row: String) -> String {
    row.replacing(", current", with: "").filter { !"★☆".contains($0) }.replacing("  ", with: "")
  }

  /// Keeps the row below the palette as the printed one when the palette closes, so that its command is answered.
  private mutating func noteLayers() {
    let covering = session.layers.last { $0.coversPanels && !($0 is PaletteLayer) }
      .map(ObjectIdentifier.init)
    let hasPalette = session.layer(PaletteLayer.self) != nil
    if !hasPalette, covering == self.covering, let belowPalette { printed = belowPalette }
    self.covering = covering
    if !hasPalette {
      belowPalette = nil
    } else if belowPalette == nil {
      belowPalette = PlainSelection.text(session, isBelowPalette: true)
    }
  }

  /// Prints the line that is typed when it opens or is completed, the value that it changes as of when the command was typed,
  /// and the error in its text.
  private mutating func fieldLines() -> [String] {
    let view = session.layers.last
    guard let field = session.field, let view else {
      (typed, fieldNote, fieldValue) = (nil, nil, nil)
      return []
    }
    if view.rowHasField { return [] }
    let note =
      field.error.map(PlainText.refusal) ?? TextFieldText.manyChoices(field) ?? view.fieldNote
    let (layer, value) = (ObjectIdentifier(view), view.fieldValue)
    defer { (typed, fieldNote, fieldValue) = ((layer, field.text), note, value) }
    // The selected row of a form has been printed, and ends with the text.
    let isInRow = typed?.layer == layer && printed.row.hasSuffix(": \(field.text)")
    let isNew = typed?.layer != layer || typed?.text != field.text && !isInRow
    return (isNew ? [PlainText.field(field, of: view)] : [])
      + (isNew || fieldValue != nil ? [] : value.map { ["now \($0)"] } ?? [])
      + (note.flatMap { $0 == fieldNote ? nil : [$0] } ?? [])
  }

  /// Notes that the user has edited the text, which is not printed. Texts of the history and completions are.
  package mutating func noteTyped(_ edit: PromptEdit) {
    switch edit {
    case .insert, .edit, .remove: break
    case .history, .accept, .cancel, .complete, .move, .mark: return
    }
    if session.layers.last?.rowHasField == true, let selected = PlainSelection.text(session) {
      printed = selected
    }
    guard let field = session.field, let layer = session.layers.last.map(ObjectIdentifier.init),
      layer == typed?.layer
    else { return }
    typed = (layer, field.text)
  }

  /// The text of the open filter if nothing matches it.
  private var unmatched: String? {
    guard let field = session.field, !field.text.isEmpty else { return nil }
    return session.layers.last?.matchesNothing == true ? field.text : nil
  }
}

/// A line that is printed each time it changes.
private struct ChangingLine {
  private var last: String?

  mutating func lines(_ text: String?) -> [String] {
    defer { last = text }
    return text == last ? [] : text.map { [$0] } ?? []
  }
}
