import TerminalKit

/// The places of the parts of the timeline in an area.
struct TimelineLayout {
  /// What is at a point.
  enum Target: Hashable {
    /// The numbers of the bars.
    case ruler(column: Int)
    case wave(column: Int)
    case lane(Int, column: Int)
    /// A row of the band, and the number of its rows.
    case band(row: Int, of: Int, column: Int)
  }

  static let leastSize = Size(30, 7)
  /// The least size with the rows of all layers.
  private static let sizeWithLayers = Size(60, 14)
  private static let mostWaveRows = 9
  /// The rows of the band; with fewer than the least ones, there is none.
  private static let bandRows = 2...6

  /// Whether anything but a note fits.
  let hasRoom: Bool
  let ruler: Rect
  let wave: Rect
  /// The names of the rows, and the rows.
  let names: Rect
  let lanes: Rect
  /// The number of the first row that is shown.
  let firstLane: Int
  /// The curve of a lane over several rows; empty without room.
  let band: Rect
  let status: Rect

  /// Divides an area between waveform, ruler and rows.
  ///
  /// - Parameters:
  ///   - hasWave: whether there is a track, whose waveform has rows.
  ///   - hasBand: whether a lane is drawn over several rows, if they are left.
  init(lanes count: Int, chosen: Int, hasWave: Bool, hasBand: Bool = false, in area: Rect) {
    hasRoom = area.size.holds(TimelineLayout.leastSize)
    let width = TimelineLayout.nameWidth(in: area)
    let inner = Rect(area.x + 1, area.y + 1, max(area.width - 2, 0), max(area.height - 2, 0))
    let rest = max(inner.height - 2, 0)
    let leastWave = !hasWave ? 0 : rest >= 8 ? 3 : rest >= 4 ? 1 : 0
    let laneRows = min(count, rest - leastWave)
    let left = hasBand ? min(rest - leastWave - laneRows, TimelineLayout.bandRows.upperBound) : 0
    let bandRows = left < TimelineLayout.bandRows.lowerBound ? 0 : left
    let waveRows = hasWave ? min(rest - laneRows - bandRows, TimelineLayout.mostWaveRows) : 0
    let x = inner.x + width
    let columns = max(inner.width - width, 0)
    ruler = Rect(x, inner.y, columns, 1)
    wave = Rect(x, inner.y + 1, columns, max(waveRows, 0))
    lanes = Rect(x, wave.endY, columns, max(laneRows, 0))
    names = Rect(inner.x, lanes.y, width - 1, lanes.height)
    band = Rect(x, lanes.endY, columns, bandRows)
    status = Rect(inner.x, inner.endY - 1, inner.width, 1)
    firstLane = ListContent.first(selection: chosen, count: count, height: lanes.height)
  }

  private static func nameWidth(in area: Rect) -> Int { area.width >= sizeWithLayers.width ? 12 : 8 }

  /// Returns the number of columns that show time.
  static func columns(in area: Rect) -> Int { max(area.width - 2 - nameWidth(in: area), 0) }

  /// Returns whether the rows of all layers are shown, or those of the chosen one alone.
  static func showsAllLayers(in area: Rect) -> Bool { area.size.holds(sizeWithLayers) }

  func target(at point: Point) -> Target? {
    let column = point.x - lanes.x
    guard hasRoom, (0..<max(lanes.width, 0)).contains(column) else { return nil }
    if ruler.contains(point) { return .ruler(column: column) }
    if wave.contains(point) { return .wave(column: column) }
    if band.contains(point) {
      return .band(row: point.y - band.y, of: band.height, column: column)
    }
    return lanes.contains(point) ? .lane(firstLane + point.y - lanes.y, column: column) : nil
  }
}
