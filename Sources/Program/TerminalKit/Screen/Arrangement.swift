/// A layout of named blocks inside a block: rows from top to bottom, columns from leading to trailing edge,
/// each with the size that it needs.
///
/// It is declared once as a value; `places(in:)` computes the blocks for any size, without overlap or
/// overflow.
package indirect enum Arrangement<Place: Hashable & Sendable>: Sendable {
  case place(Place)
  case rows([(Layout.Part, Arrangement)])
  case columns([(Layout.Part, Arrangement)], gap: Int = 0)
  case empty

  /// Returns the block of each name; blocks without space are left out.
  package func places(in area: Rect) -> [Place: Rect] {
    var places: [Place: Rect] = [:]
    collect(in: area, &places)
    return places
  }

  private func collect(in area: Rect, _ places: inout [Place: Rect]) {
    if area.isEmpty { return }
    switch self {
    case .place(let place):
      precondition(places[place] == nil, "a place is named once")
      places[place] = area
    case .rows(let parts):
      // Not by a key path, which a generic function creates at each call.
      for (part, block) in zip(parts, area.rows(parts.map { $0.0 })) { part.1.collect(in: block, &places) }
    case .columns(let parts, let gap):
      for (part, block) in zip(parts, area.columns(parts.map { $0.0 }, gap: gap)) {
        part.1.collect(in: block, &places)
      }
    case .empty: break
    }
  }
}
