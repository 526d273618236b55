import Application
import Controls
import SystemBase
import TerminalKit
import TrackTags

/// The lyrics of the current track, which are scrolled and follow the music.
package final class LyricsLayer: ListLayer {
  package override init(_ session: ScreenSession) {
    super.init(session)
    session.findLyrics()
  }

  package override var screen: ScreenName? { .lyrics }
  package override var closingCommands: [Command] { [.program(.lyrics), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }
  override var isReadAlong: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .program(.followLyrics): session.state.lyricsLine = nil
    // No list has the focus.
    case .list(.activate): break
    default: return nil
    }
    return .row
  }

  private var lyrics: Lyrics? { application.state.lyrics.lyrics }
  package override var rows: [ListRow] { lyrics?.lines.map { ListRow($0.text) } ?? [] }
  /// The first line that is shown, if the lyrics were scrolled.
  package override var selection: Int? { session.state.lyricsLine == nil ? nil : firstLine }

  package override func move(_ movement: Movement) {
    let (rows, count) = (session.state.rows.lyrics, lyrics?.lines.count ?? 0)
    session.state.lyricsLine = movement.row(
      from: firstLine, last: max(count - rows, 0), page: max(rows - 1, 1))
  }

  /// The index of the line that is sung now; nil without times, or before the first line.
  package var currentLine: Int? { lyrics?.line(at: application.model.elapsed) }

  /// The first line on the screen: a scrolled position, or one that keeps the current line in the middle.
  package var firstLine: Int {
    let rows = session.state.rows.lyrics
    let last = max((lyrics?.lines.count ?? 0) - max(rows, 1), 0)
    return min(max(session.state.lyricsLine ?? (currentLine ?? 0) - rows / 2, 0), last)
  }

  package override var name: String { "lyrics" }
  override var title: String { "Lyrics" }

  override func empty(_ keys: KeyMap) -> String {
    switch application.state.lyrics.content {
    case .noTrack: "no track is playing"
    case .searching: "searching…"
    case .found(nil): "no lyrics: neither in the tags nor in a file .lrc of the same name"
    case .failed(let error): ErrorText.sentence(error)
    case .found: ""
    }
  }

  /// The number of lines, so that no line is printed while the music plays.
  override var spokenEmpty: String? {
    lyrics.map { ShownText.count($0.lines.count, "line", "lines") } ?? empty(.empty)
  }

  override var keyHints: [KeyHint.Group] {
    [
      ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "scroll"),
      KeyHint.group([.program(.followLyrics)]), ([.seek(-5), .seek(5)], "seek"),
    ]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let (first, rows) = (firstLine, LyricsContent.rows(screen.layout))
    let lines = (lyrics?.lines.dropFirst(first).prefix(rows) ?? []).map(\.text)
    return LyricsContent(
      heading: application.model.nowPlaying?.title ?? "", lines: lines,
      current: currentLine.flatMap { lines.indices.contains($0 - first) ? $0 - first : nil },
      note: lyrics == nil ? empty(screen.keys) : nil,
      frame: screen.layout[.lyrics].isEmpty ? .box : .heading(hasFocus: session.coveringLayer === self))
  }
}

/// The lyrics, or the reason why there are none. Lines that are too long are wrapped.
struct LyricsContent: Hashable, LayerContent {
  /// What is around the lines: a box over the panels, or in a pane the heading that lists have.
  enum Frame: Hashable {
    case box
    case heading(hasFocus: Bool)
  }

  /// The title of the track.
  let heading: String
  /// The lines from the first one that is shown.
  let lines: [String]
  /// The index in `lines` of the line that is sung now.
  let current: Int?
  /// The text that replaces the lines if there are none.
  let note: String?
  var frame = Frame.box

  var pane: Pane? { .lyrics }

  /// Returns the number of lines that fit.
  static func rows(_ layout: MainLayout) -> Int {
    max(layout.area(of: .lyrics).height - (layout[.lyrics].isEmpty ? 2 : 1), 0)
  }

  func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let title = heading.isEmpty ? "Lyrics" : "Lyrics · \(heading)"
    guard let inner = drawFrame(title, on: &surface, in: area, theme) else { return }
    let texts =
      note.map { [($0, Theme.Slot.faint)] }
      ?? lines.enumerated().map { ($1, $0 == current ? .currentRow : .plain) }
    let wrapped = texts.flatMap { text, look in
      (text.isEmpty ? [""] : text.wrapped(to: inner.width)).map { ($0, look) }
    }
    for ((line, look), place) in zip(wrapped, inner.lines) { surface.write(line, in: place, theme[look]) }
  }

  /// Returns the area of the lines; nil if there is no room.
  private func drawFrame(
    _ title: String, on surface: inout Surface, in area: Rect, _ theme: Theme
  ) -> Rect? {
    switch frame {
    case .box: return surface.drawBox(title, Size(76, area.height), theme, in: area)?.inset(1)
    case .heading(let hasFocus):
      ListPanel(list: heading(title, hasFocus: hasFocus), theme: theme).draw(on: &surface, in: area.row(0))
      return Rect(area.x, area.y + 1, area.width, area.height - 1).inset(1)
    }
  }

  private func heading(_ title: String, hasFocus: Bool) -> ListContent {
    var list = ListContent(heading: [title])
    list.hasFocus = hasFocus
    return list
  }
}
