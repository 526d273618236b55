import TerminalKit

/// The title of the track, album, artist and other tags; without tags, the file name.
struct SongPanel {
  let content: ScreenContent
  let theme: Theme

  /// Draws title, album and artist at their places; without a place for the album, it follows the artist.
  func draw(_ layout: MainLayout, on surface: inout Surface) {
    let (title, album, artist) = (layout[.title], layout[.album], layout[.artist])
    guard let song = content.song else {
      surface.write(content.isQueueEmpty ? "The queue is empty" : "No track", in: title, theme[.faint])
      if content.isQueueEmpty {
        let second = album.isEmpty ? artist : album
        surface.write(content.emptyHint, in: second, theme[.faint])
      }
      return
    }
    surface.write(song.title, in: title, theme[.title])
    guard album.isEmpty else {
      surface.write(song.album ?? "", in: album, theme[.plain])
      drawBesides(song.artist ?? "", song.details, on: &surface, in: artist)
      return
    }
    let made = [song.artist, song.album].compactMap { $0 }.filter { !$0.isEmpty }
    drawBesides(made.joined(separator: " · "), song.details, on: &surface, in: artist)
  }

  /// Draws a text and the details that have room behind it. The last details are dropped first.
  private func drawBesides(_ text: String, _ details: [String], on surface: inout Surface, in area: Rect) {
    let columns = CharacterWidth.columns(of: text)
    var details = details.filter { !$0.isEmpty }
    while !details.isEmpty, width(details) + (columns > 0 ? columns + 3 : 0) > area.width {
      details.removeLast()
    }
    let parts = area.columns([.flexible(), .fixed(details.isEmpty ? 0 : width(details))])
    surface.write(text, in: parts[0], theme[.artist])
    surface.write(details.joined(separator: " · "), in: parts[1], theme[.faint])
  }

  private func width(_ details: [String]) -> Int {
    CharacterWidth.columns(of: details.joined(separator: " · "))
  }
}
