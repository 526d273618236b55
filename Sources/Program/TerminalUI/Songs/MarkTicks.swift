import SystemBase
import TerminalKit

/// A mark of the song at a share of the track, from 0 to 1.
package struct SongTick: Hashable, Sendable {
  package var place: Double
  package var name: String

  package init(_ place: Double, _ name: String) { (self.place, self.name) = (place, name) }

  /// Returns the column of a line of this width.
  func column(of width: Int) -> Int { min(max(Int(place * Double(width)), 0), max(width - 1, 0)) }
}

/// The marks of a song in a row over time: a line at each place, and its name if it has room before the next one.
struct MarkTicks: Widget {
  /// The fewest columns in which a longer name begins.
  private static let leastRoom = 3

  /// By ascending columns, which may be beside those of the area.
  let marks: [(column: Int, name: String)]
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    for (index, mark) in marks.enumerated() where (0..<area.width).contains(mark.column) {
      let next = index + 1 < marks.count ? min(marks[index + 1].column, area.width) : area.width
      surface.draw(
        Glyph("│", width: 1), at: Point(area.x + mark.column, area.y), theme[.brand], in: area)
      let room = next - mark.column - 1
      let name = FilePath(mark.name).shown
      guard room >= min(CharacterWidth.columns(of: name), MarkTicks.leastRoom) else { continue }
      surface.write(
        name.fitted(to: room), at: Point(area.x + mark.column + 1, area.y), theme[.brand], in: area)
    }
  }
}
