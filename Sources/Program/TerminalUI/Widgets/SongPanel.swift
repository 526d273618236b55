import TerminalKit

/// The title of the track, album, artist and other tags; without tags, the file name. In one line, the chapter is in the
/// place of the album.
struct SongPanel {
  /// The columns between title and artist in one line.
  private static let gap = 2

  let content: ScreenContent
  let theme: Theme

  /// Draws title, album and artist at their places; without a place for the album, it follows the artist.
  func draw(_ layout: MainLayout, on surface: inout Surface) {
    if layout.isSongInOneLine { return drawLine(on: &surface, in: line(layout)) }
    let (album, artist) = (layout[.album], layout[.artist])
    surface.write(title.text, in: layout[.title], title.style)
    guard let song = content.song else {
      surface.write(hint, in: album.isEmpty ? artist : album, theme[.faint])
      return
    }
    guard album.isEmpty else {
      surface.write(song.album ?? "", in: album, theme[.plain])
      return drawBesides(song.artist ?? "", song.details, on: &surface, in: artist)
    }
    drawBesides(joined(song.artist, song.album), song.details, on: &surface, in: artist)
  }

  private var title: (text: String, style: Style) {
    if let song = content.song { return (song.title, theme[.title]) }
    return (content.isQueueEmpty ? "The queue is empty" : "No track", theme[.faint])
  }

  private var hint: String { content.isQueueEmpty ? content.emptyHint : "" }

  /// Draws the title, and behind it the artist with the album or the chapter. If they are too long, each has a half at
  /// least, and the artist gives way to the chapter.
  private func drawLine(on surface: inout Surface, in area: Rect) {
    let room = max(area.width - SongPanel.gap, 0)
    let needed = CharacterWidth.columns(of: title.text)
    let made = besidesTitle(in: room - min(needed, room / 2))
    let columns = CharacterWidth.columns(of: made)
    let isAlone = columns == 0 && needed > room
    let width = isAlone ? area.width : min(needed, max(room - columns, room / 2))
    let parts = area.columns([.fixed(width), .flexible()], gap: isAlone ? 0 : SongPanel.gap)
    surface.write(title.text, in: parts[0], title.style)
    drawBesides(
      made, content.song?.details ?? [], content.song == nil ? .faint : .artist, on: &surface, in: parts[1])
  }

  private func besidesTitle(in width: Int) -> String {
    guard let song = content.song else { return hint }
    let made = joined(song.artist, content.chapter ?? song.album)
    return CharacterWidth.columns(of: made) <= width ? made : content.chapter ?? made
  }

  /// Returns the place of the song in one line, which reaches to the text of the header.
  private func line(_ layout: MainLayout) -> Rect {
    let (title, header) = (layout[.title], layout[.header])
    guard !header.isEmpty else { return title }
    let free = HeaderBar(content, theme, layout).freeColumns(in: header)
    return Rect(title.x, title.y, title.width + free, title.height)
  }

  private func joined(_ texts: String?...) -> String {
    texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Draws a text and the details that have room behind it. The last details are dropped first.
  private func drawBesides(
    _ text: String, _ details: [String], _ role: Theme.Slot = .artist, on surface: inout Surface,
    in area: Rect
  ) {
    let columns = CharacterWidth.columns(of: text)
    var details = details.filter { !$0.isEmpty }
    while !details.isEmpty, width(details) + (columns > 0 ? columns + 3 : 0) > area.width {
      details.removeLast()
    }
    let parts = area.columns([.flexible(), .fixed(details.isEmpty ? 0 : width(details))])
    surface.write(text, in: parts[0], theme[role])
    surface.write(details.joined(separator: " · "), in: parts[1], theme[.faint])
  }

  private func width(_ details: [String]) -> Int {
    CharacterWidth.columns(of: details.joined(separator: " · "))
  }
}
