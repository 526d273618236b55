import TerminalKit

/// Divides the area of the panes among those that have room.
///
/// The list that has the focus is always placed. Then panes are placed as long as they fit: first the open pane, then the others
/// in the order in which they are written.
struct PaneLayout {
  let arrangement: PaneArrangement
  let sizeClass: SizeClass
  let focused: Pane
  /// The pane that has the keys; nil if a list has them.
  let opened: Pane?

  /// Returns the areas of the panes; panes without room are left out.
  func places(in area: Rect) -> [Pane: Rect] {
    var kept: Set<Pane> = []
    for pane in order where kept.isEmpty || fits(kept.union([pane]), area.size) { kept.insert(pane) }
    var places: [Pane: Rect] = [:]
    if let shown = arrangement.filtered(kept.contains) { shown.collect(in: area, &places) }
    return places
  }

  private var order: [Pane] {
    let panes = arrangement.panes
    let first = [focused, opened].compactMap(\.self).filter(panes.contains)
    return first + panes.filter { !first.contains($0) }
  }

  private func fits(_ panes: Set<Pane>, _ size: Size) -> Bool {
    guard sizeClass != .minimal, let shown = arrangement.filtered(panes.contains) else { return false }
    let areListsBeside = sizeClass == .compact && shown.hasListsSideBySide
    // Without an arrangement of the user, one list has all the columns.
    if areListsBeside, arrangement == .standard { return false }
    let least = shown.leastSize
    return size.holds(Size(least.width + (areListsBeside ? PaneLayout.columnsOfLengths : 0), least.height))
  }

  /// The width above their minimum that two lists side by side need to show title and length.
  private static let columnsOfLengths = 26
}

extension Pane {
  fileprivate var leastSize: Size {
    switch self {
    case .library, .queue: Size(24, 3)
    case .lyrics: Size(24, 4)
    case .cover: Size(8, 4)
    case .waveform: Size(20, 1)
    case .timeline: TimelineLayout.leastSize
    case .mixer: Size(30, 6)
    }
  }

  fileprivate var mostRows: Int { self == .waveform ? 5 : .max }
}

extension PaneArrangement {
  /// The cells between panes side by side.
  private static let gap = 2

  fileprivate var leastSize: Size {
    switch self {
    case .pane(let pane): return pane.leastSize
    case .rows(let parts):
      let sizes = parts.map(\.content.leastSize)
      return Size(sizes.map(\.width).max() ?? 0, sizes.reduce(0) { $0 + $1.height })
    case .columns(let parts):
      let sizes = parts.map(\.content.leastSize)
      let gaps = (parts.count - 1) * PaneArrangement.gap
      return Size(sizes.reduce(gaps) { $0 + $1.width }, sizes.map(\.height).max() ?? 0)
    }
  }

  private var mostRows: Int {
    switch self {
    case .pane(let pane): pane.mostRows
    case .rows(let parts): parts.reduce(0) { min($0, .max / 2) + min($1.content.mostRows, .max / 2) }
    case .columns(let parts): parts.map(\.content.mostRows).max() ?? .max
    }
  }

  fileprivate var hasListsSideBySide: Bool {
    switch self {
    case .pane: false
    case .rows(let parts): parts.contains(where: \.content.hasListsSideBySide)
    case .columns(let parts): parts.filter { $0.content.panes.contains(where: \.isList) }.count > 1
    }
  }

  fileprivate func collect(in area: Rect, _ places: inout [Pane: Rect]) {
    switch self {
    case .pane(let pane): places[pane] = area
    case .rows(let parts):
      let heights = PaneArrangement.lengths(parts, area.height) { ($0.leastSize.height, $0.mostRows) }
      for (part, place) in zip(parts, area.rows(heights.map { .fixed($0) })) {
        part.content.collect(in: place, &places)
      }
    case .columns(let parts):
      let width = area.width - (parts.count - 1) * PaneArrangement.gap
      let widths = PaneArrangement.lengths(parts, width) { ($0.leastSize.width, .max) }
      for (part, place) in zip(parts, area.columns(widths.map { .fixed($0) }, gap: PaneArrangement.gap)) {
        part.content.collect(in: place, &places)
      }
    }
  }

  /// Divides a length by shares. A part whose share is outside its limits gets the limit, and the others share the rest.
  private static func lengths(
    _ parts: [Part], _ length: Int, limits: (PaneArrangement) -> (least: Int, most: Int)
  ) -> [Int] {
    let limits = parts.map { limits($0.content) }
    var limited: [Int: Int] = [:]
    while true {
      let lengths = shared(parts, length, limited)
      let short = parts.indices.first { limited[$0] == nil && lengths[$0] < limits[$0].least }
      let long = parts.indices.first { limited[$0] == nil && lengths[$0] > limits[$0].most }
      guard let index = short ?? long else { return lengths }
      // Without room for all, as for a single list, the last ones get what is left.
      let rest = length - limited.values.reduce(0, +)
      limited[index] = min(short == nil ? limits[index].most : limits[index].least, max(rest, 0))
    }
  }

  private static func shared(_ parts: [Part], _ length: Int, _ limited: [Int: Int]) -> [Int] {
    let rest = max(length - limited.values.reduce(0, +), 0)
    let open = parts.indices.filter { limited[$0] == nil }
    let shares = max(open.reduce(0) { $0 + parts[$1].share }, 1)
    var lengths = parts.indices.map { limited[$0] ?? 0 }
    var passed = 0
    for index in open {
      // Cumulative rounding: the sum of the shares is exactly the rest.
      let before = rest * passed / shares
      passed += parts[index].share
      lengths[index] = rest * passed / shares - before
    }
    return lengths
  }
}
