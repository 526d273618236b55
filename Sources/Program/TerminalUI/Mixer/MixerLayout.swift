import Studio
import TerminalKit

/// The places of the parts of the mixer in an area: strips side by side, or one list.
struct MixerLayout {
  /// What is at a point.
  enum Target: Hashable {
    /// The name or the state of a strip.
    case strip(Int)
    /// The moving part of a fader.
    case fader(strip: Int)
    case row(Int, strip: Int)
    /// A row of the list.
    case item(Int)
    /// The bar of a row of the list.
    case bar(item: Int)
    case sweep(Sweep)
    case move(Move)
  }

  /// The parts of a strip.
  struct Column {
    let strip: Int
    let name: Rect
    let states: Rect
    let fader: Rect
    let meter: Rect
    /// The marks of the meter, and the reduction of compressors.
    let scale: Rect
    let rows: Rect
    let firstRow: Int
  }

  private static let columnWidth = 10
  private static let leastFader = 3
  /// The smallest area with strips side by side.
  private static let leastSize = Size(60, 13)
  private static let leastHeightWithPicture = 18

  /// The line of the moves: the name, the bar and the text of the sweep, a button for each move, and the filter of the echo.
  private static let moveParts: [Layout.Part] =
    [.fixed(6), .minimum(9), .fixed(8)] + Move.allCases.map { .whole($0.rawValue.count + 2) } + [.whole(13)]

  let box: Rect
  let chain: Rect
  /// The line of the moves, divided; empty if a list is shown.
  let moves: [Rect]
  /// The strips; empty if a list is shown.
  let columns: [Column]
  /// The list that is shown; nil if strips are.
  let list: MixerContent.List?
  let meter: Rect
  let items: Rect
  let firstItem: Int

  init(_ content: MixerContent, in area: Rect) {
    let isWide = area.size.holds(MixerLayout.leastSize)
    list = content.list ?? (isWide ? nil : content.chosenList)
    if let list {
      let showsMeter = content.list == nil && content.chosen.meter != nil && area.height > 5
      let height = min(list.rows.count + (showsMeter ? 1 : 0) + 3, area.height)
      box = area.box(Size(76, max(height, 3)))
      let parts = box.inset(2, 1).rows([
        .fixed(showsMeter ? 1 : 0), .minimum(1), .whole(box.height > 5 ? 1 : 0),
      ])
      (meter, items, chain, columns, moves) = (parts[0], parts[1], parts[2], [], [])
      firstItem = ListContent.first(
        selection: list.selection, count: list.rows.count, height: items.height)
    } else {
      box = area
      let hasPicture = area.height >= MixerLayout.leastHeightWithPicture
      let parts = area.inset(2, 1).rows([
        .minimum(1), .fixed(hasPicture ? ChainPicture.height : 1), .fixed(1),
      ])
      moves = parts[2].columns(MixerLayout.moveParts, gap: 1)
      (chain, meter, items, firstItem) = (parts[1], Rect(.zero), Rect(.zero), 0)
      columns = MixerLayout.columns(content, in: parts[0])
    }
  }

  private static func columns(_ content: MixerContent, in area: Rect) -> [Column] {
    let fitting = max((area.width + 1) / (columnWidth + 1), 1)
    let first = ListContent.first(
      selection: content.selection, count: content.strips.count, height: fitting)
    let shown = content.strips.indices.dropFirst(first).prefix(fitting)
    let longest = shown.map { content.strips[$0].rows.count }.max() ?? 0
    let rowCount = min(longest, max(area.height - 2 - leastFader, 0))
    return shown.map { index in
      let column = Rect(area.x + (index - first) * (columnWidth + 1), area.y, columnWidth, area.height)
      let parts = column.rows([.fixed(1), .fixed(1), .minimum(leastFader), .fixed(rowCount)])
      let places = parts[2].columns([.fixed(3), .fixed(1), .fixed(2), .fixed(4)])
      let isChosen = index == content.selection
      return Column(
        strip: index, name: parts[0], states: parts[1], fader: places[0], meter: places[2],
        scale: places[3], rows: parts[3],
        firstRow: ListContent.first(
          selection: isChosen ? content.row : 0, count: content.strips[index].rows.count, height: rowCount))
    }
  }

  /// Returns the parts of a row of the list: name, text, bar.
  func parts(ofItem row: Int) -> [Rect] {
    let hasBars = list?.rows.contains { $0.share != nil } ?? false
    // Names of plug-ins are long, and differ at their ends.
    if !hasBars { return items.row(row).columns([.minimum(10), .fixed(18), .fixed(0)], gap: 1) }
    return items.row(row).columns([.minimum(10, most: 18), .fixed(11), .minimum(4, share: 2)], gap: 1)
  }

  func target(at point: Point) -> Target? {
    if let list {
      let row = point.y - items.y
      guard items.contains(point), list.rows.indices.contains(firstItem + row) else { return nil }
      let hasBar = list.rows[firstItem + row].share != nil
      return hasBar && parts(ofItem: row)[2].contains(point)
        ? .bar(item: firstItem + row) : .item(firstItem + row)
    }
    let targets =
      [.sweep(.music), .sweep(.music)] + Move.allCases.map { Target.move($0) } + [.sweep(.echo)]
    for (part, target) in zip(moves.dropFirst(), targets) where part.contains(point) { return target }
    for column in columns {
      if column.fader.contains(point) { return .fader(strip: column.strip) }
      if column.rows.contains(point) {
        return .row(column.firstRow + point.y - column.rows.y, strip: column.strip)
      }
      let whole = column.name.columns
      if whole.contains(point.x), column.name.y..<column.rows.y ~= point.y { return .strip(column.strip) }
    }
    return nil
  }

  /// Returns the value at a point of a fader or bar, 0…1 in its range; nil for other points.
  func share(at point: Point, of target: Target) -> Double? {
    switch target {
    case .fader(let strip):
      guard let fader = columns.first(where: { $0.strip == strip })?.fader else { return nil }
      return 1 - Double(point.y - fader.y) / Double(max(fader.height - 1, 1))
    case .bar(let item):
      let bar = parts(ofItem: item - firstItem)[2]
      return Double(point.x - bar.x) / Double(max(bar.width - 1, 1))
    case .sweep(.music):
      let place = Double(point.x - moves[1].x) / Double(max(moves[1].width - 1, 1))
      // The middle of an even number of cells is between two of them.
      return abs(place - 0.5) * Double(moves[1].width - 1) < 0.6 ? 0.5 : place
    case .strip, .row, .item, .move, .sweep(.echo): return nil
    }
  }
}
