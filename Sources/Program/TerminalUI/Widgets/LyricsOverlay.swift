import Application
import Controls
import SystemBase
import TerminalKit

/// The lyrics, or the reason why there are none.
package struct LyricsContent: Hashable, Sendable {
  /// The title of the track.
  package var heading: String
  /// The lines from the first one that is shown.
  package var lines: [String] = []
  /// The index in `lines` of the line that is sung now.
  package var current: Int?
  /// The text that replaces the lines if there are none.
  package var note: String?

  @MainActor
  init(_ layer: LyricsLayer, rows: Int) {
    let application = layer.application
    heading = application.model.nowPlaying?.title ?? ""
    note = LyricsContent.note(application.state.lyrics.content)
    guard let lyrics = application.state.lyrics.lyrics else { return }
    let first = layer.firstLine
    lines = lyrics.lines.dropFirst(first).prefix(max(rows, 0)).map(\.text)
    current = layer.currentLine.flatMap { $0 < first || $0 >= first + lines.count ? nil : $0 - first }
  }

  static func note(_ content: LyricsState.Content) -> String? {
    switch content {
    case .noTrack: "no track is playing"
    case .searching: "searching…"
    case .missing: "no lyrics: neither in the tags nor in a file .lrc of the same name"
    case .failed(let error): ErrorText.sentence(error)
    case .found: nil
    }
  }
}

/// The overlay of the lyrics. Lines that are too long are wrapped.
struct LyricsOverlay: Widget {
  let lyrics: LyricsContent
  let theme: Theme

  /// Returns the number of lines that fit.
  static func rows(_ area: Rect) -> Int { max(area.height - 2, 0) }

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let box = area.box(Size(76, area.height))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    let heading = lyrics.heading.isEmpty ? " Lyrics " : " Lyrics · \(lyrics.heading) "
    surface.write(
      heading, at: Point(box.x + 2, box.y), theme[.heading], in: Rect(box.x + 1, box.y, box.width - 2, 1))
    let inner = box.inset(2, 1)
    let texts = lyrics.note.map { [($0, Theme.Slot.faint)] } ?? styledLines
    var row = 0
    for (text, role) in texts {
      for line in text.isEmpty ? [""] : text.wrapped(to: inner.width) where row < inner.height {
        surface.write(line, in: inner.row(row), theme[role])
        row += 1
      }
    }
  }

  private var styledLines: [(String, Theme.Slot)] {
    lyrics.lines.enumerated().map { ($1, $0 == lyrics.current ? .currentRow : .plain) }
  }
}

extension LyricsContent: LayerContent {
  package var pane: Pane? { .lyrics }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    LyricsOverlay(lyrics: self, theme: theme).draw(on: &surface, in: area)
  }
}

extension LyricsLayer: LayerView {
  package var name: String { "lyrics" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "scroll"),
        ([.list(.activate)], "follow the music"), ([.seek(-5), .seek(5)], "seek"),
      ], keys)
  }

  /// The first line if the lyrics were scrolled, otherwise their number, so that no line is printed while the music plays.
  package var selectedRow: (list: String, row: String)? {
    let state = application.state.lyrics
    guard let lines = state.lyrics?.lines else {
      return LyricsContent.note(state.content).map { ("Lyrics", $0) }
    }
    guard state.firstLine != nil, lines.indices.contains(firstLine) else {
      return ("Lyrics", ShownText.count(lines.count, "line", "lines"))
    }
    return ("Lyrics", "\(firstLine + 1) of \(lines.count): \(lines[firstLine].text)")
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    LyricsContent(self, rows: LyricsOverlay.rows(screen.layout.area(of: .lyrics)))
  }
}
