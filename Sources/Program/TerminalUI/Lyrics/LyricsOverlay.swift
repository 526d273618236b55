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
