import TerminalKit

/// The track's title, and under it who made it and what else is known. Without tags, the file's name alone.
struct SongPanel: Widget {
  let content: ScreenContent
  let theme: Theme
  /// Whether artist and album have a line each.
  let isTall: Bool
  /// Columns of the first line that are taken by others, at its end.
  let reserved: Int

  func draw(on surface: inout Surface, in area: Rect) {
    let first = Rect(area.x, area.y, area.width - reserved, min(area.height, 1))
    guard let song = content.song else {
      surface.write(content.isQueueEmpty ? "The queue is empty" : "No track", in: first, theme.faint)
      if content.isQueueEmpty {
        surface.write("Name files or folders: drumdub ~/Music", in: area.row(1), theme.faint)
      }
      return
    }
    surface.write(song.title, in: first, theme.title)
    if isTall {
      surface.write(song.album ?? "", in: area.row(1), theme.plain)
      drawBesides(song.artist ?? "", song.details, on: &surface, in: area.row(2))
    } else {
      let made = [song.artist, song.album].compactMap { $0 }.filter { !$0.isEmpty }
      drawBesides(made.joined(separator: " · "), song.details, on: &surface, in: area.row(1))
    }
  }

  /// The details give way to the names, from the last one on.
  private func drawBesides(_ text: String, _ details: [String], on surface: inout Surface, in area: Rect) {
    let columns = CharacterWidth.columns(of: text)
    var details = details.filter { !$0.isEmpty }
    while !details.isEmpty, width(details) + (columns > 0 ? columns + 3 : 0) > area.width {
      details.removeLast()
    }
    let parts = area.columns([.flexible(), .fixed(details.isEmpty ? 0 : width(details))])
    surface.write(text, in: parts[0], theme.artist)
    surface.write(details.joined(separator: " · "), in: parts[1], theme.faint)
  }

  private func width(_ details: [String]) -> Int {
    CharacterWidth.columns(of: details.joined(separator: " · "))
  }
}
