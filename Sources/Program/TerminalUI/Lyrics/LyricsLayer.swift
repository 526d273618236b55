import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit
import TrackTags

/// The lyrics of the current track.
package final class LyricsLayer: ScreenLayer {
  package unowned let session: ScreenSession

  package init(_ session: ScreenSession) {
    self.session = session
    session.findLyrics()
  }

  package var closingCommands: [Command] { [.program(.lyrics), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    // Follows the music again.
    session.state.lyricsLine = nil
    return .row
  }

  package func move(_ movement: Movement) {
    let (rows, count) = (session.state.rows.lyrics, application.state.lyrics.lyrics?.lines.count ?? 0)
    session.state.lyricsLine = movement.row(
      from: firstLine, last: max(count - rows, 0), page: max(rows - 1, 1))
  }

  /// The index of the line that is sung now; nil without times, or before the first line.
  package var currentLine: Int? {
    application.state.lyrics.lyrics?.line(at: application.model.elapsed)
  }

  /// The first line on the screen: a scrolled position, or one that keeps the current line in the middle.
  package var firstLine: Int {
    let (rows, lyrics) = (session.state.rows.lyrics, application.state.lyrics)
    let last = max((lyrics.lyrics?.lines.count ?? 0) - max(rows, 1), 0)
    return min(max(session.state.lyricsLine ?? (currentLine ?? 0) - rows / 2, 0), last)
  }

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
    guard session.state.lyricsLine != nil, lines.indices.contains(firstLine) else {
      return ("Lyrics", ShownText.count(lines.count, "line", "lines"))
    }
    return ("Lyrics", "\(firstLine + 1) of \(lines.count): \(lines[firstLine].text)")
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    LyricsContent(self, rows: LyricsOverlay.rows(screen.layout.area(of: .lyrics)))
  }
}
