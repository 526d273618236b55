import Application
import Controls
import Dubbing
import MusicQuery
import SystemBase

/// The list of the marks of the current track and its last loop. Until the user selects a row, the mark that is heard is
/// selected.
package final class SongMarksLayer: ListLayer {
  private enum Row {
    case mark(SongMark)
    case lastLoop(Range<Int>)
  }

  private let songs: SongController

  init(_ session: ScreenSession, _ songs: SongController) {
    self.songs = songs
    super.init(session)
  }

  private var listed: [Row] {
    let song = songs.song
    let marks = song.marks.map(Row.mark)
    guard let needle = Needle(filter) else { return marks + (song.loop.map { [.lastLoop($0)] } ?? []) }
    return marks.filter { if case .mark(let mark) = $0 { needle.isIn(mark.name) } else { false } }
  }

  private var selected: Row? { selection.map { listed[$0] } }

  /// The name of the selected mark; nil if none is selected.
  private var selectedName: String? { if case .mark(let mark)? = selected { mark.name } else { nil } }

  package override var selection: Int? {
    let rows = listed
    if rows.isEmpty { return nil }
    if let chosen { return min(chosen, rows.count - 1) }
    let current = songs.current
    return rows.firstIndex { if case .mark(let mark) = $0 { mark.name == current } else { false } } ?? 0
  }

  package override var closingCommands: [Command] { [.request(.place(.list)), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .list(.activate): return go()
    case .playback(.repeat): return loop()
    case .list(.remove): return selectedName.map { .song(songs.remove($0)) } ?? .refused(.noRow)
    case .take(.rename):
      guard let name = selectedName else { return .refused(.noRow) }
      session.open(MarkNamePrompt(session, name))
    case .search(.find): session.open(ListFilterPrompt(self))
    default: return nil
    }
    return .done
  }

  private func go() -> Outcome {
    switch selected {
    case .mark(let mark)?: .song(songs.go(to: mark.name))
    case .lastLoop?: loop()
    case nil: .refused(.noRow)
    }
  }

  /// Repeats the selected section; a place is none.
  private func loop() -> Outcome {
    let notice: SongNotice?
    switch selected {
    case .mark(let mark)?: notice = songs.loop(mark.name)
    case .lastLoop?: notice = songs.loopLast()
    case nil: return .refused(.noRow)
    }
    return notice.map(Outcome.song) ?? .row
  }

  package override var rows: [ListRow] {
    let current = songs.current
    return listed.map { row in
      switch row {
      case .mark(let mark):
        var shown = ListRow(mark.name, note: SongText.text(songs.span(of: mark)))
        shown.isCurrent = mark.name == current
        if shown.isCurrent { shown.spoken += ", heard now" }
        return shown
      case .lastLoop(let range):
        let span = songs.span(of: SongMark("", at: range.lowerBound, end: range.upperBound))
        let speed = songs.song.speed.map { " at \(SettingsLine.factor($0))" } ?? ""
        var shown = ListRow("repeated last\(speed)", note: SongText.text(span))
        shown.look = .faint
        return shown
      }
    }
  }

  package override var name: String { "marks of the song" }
  override var title: String { "Marks" }
  override var style: ListBox.Style { ListBox.Style(width: 76, hasMarks: true) }

  override func empty(_ keys: KeyMap) -> String {
    filter.isEmpty
      ? "no marks yet: \(keys.label(.request(.place(.here))) ?? ":place here") marks a place"
      : "nothing found"
  }

  override var spokenEmpty: String? { filter.isEmpty ? "this song has no marks" : "nothing found" }

  override var keyHints: [KeyHint.Group] {
    [
      ([.list(.activate)], "go"), ([.playback(.repeat)], "repeat"), ([.take(.rename)], "name"),
      ([.list(.remove)], "delete"), ([.search(.find)], "search"),
    ] + super.keyHints
  }
}

/// Asks for another name of a mark.
package final class MarkNamePrompt: PromptLayer {
  private let mark: String

  init(_ session: ScreenSession, _ mark: String) {
    self.mark = mark
    super.init(session, text: mark)
  }

  package override var name: String { "name of the mark" }
  override var enterText: String { "rename" }

  override func apply(_ text: String) {
    guard !text.isEmpty, let songs = application.takes?.songs else { return }
    application.report(.song(songs.rename(mark, to: text)))
  }
}
