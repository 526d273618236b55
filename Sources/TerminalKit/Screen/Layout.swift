/// Divides a length, and so a block of cells, by declared parts.
///
/// There is always one solution, at any length: parts neither overlap nor reach past the end. Where what they need
/// does not fit, those of the lowest rank are served first, and of one rank those declared first; the others come
/// out shorter or empty.
package enum Layout {
  /// A declared part of a length, with what it needs and its rank.
  package struct Part: Hashable, Sendable {
    fileprivate var least: Int
    fileprivate var most = Int.max
    fileprivate var share = 0
    fileprivate var rank = 0
    /// Whether the part is left out if it does not fit completely.
    fileprivate var isWhole = false

    /// Exactly this many cells, or as many as are left.
    package static func fixed(_ length: Int, rank: Int = 0) -> Part {
      Part(least: max(length, 0), most: max(length, 0), rank: rank)
    }

    /// Exactly this many cells, or none.
    package static func whole(_ length: Int, rank: Int = 0) -> Part {
      Part(least: max(length, 0), most: max(length, 0), rank: rank, isWhole: true)
    }

    /// At least this many cells, and a share of the rest.
    package static func minimum(
      _ length: Int, most: Int = .max, share: Int = 1, rank: Int = 0
    ) -> Part {
      let length = max(length, 0)
      return Part(least: length, most: max(most, length), share: max(share, 0), rank: rank)
    }

    /// A share of the rest.
    package static func flexible(share: Int = 1) -> Part { Part(least: 0, share: max(share, 0)) }
  }

  /// - Parameter gap: cells left free between two parts.
  /// - Returns: a range for each part, in order.
  package static func split(_ length: Int, _ parts: [Part], gap: Int = 0) -> [Range<Int>] {
    let lengths = lengths(of: parts, in: max(length, 0) - max(parts.count - 1, 0) * max(gap, 0))
    var ranges: [Range<Int>] = []
    var start = 0
    for part in lengths {
      let from = min(start, max(length, 0))
      ranges.append(from..<from + part)
      start = from + part + max(gap, 0)
    }
    return ranges
  }

  private static func lengths(of parts: [Part], in available: Int) -> [Int] {
    var left = max(available, 0)
    var lengths = Array(repeating: 0, count: parts.count)
    for index in order(of: parts) {
      let part = parts[index]
      lengths[index] = part.isWhole && part.least > left ? 0 : min(part.least, left)
      left -= lengths[index]
    }
    share(left, among: parts, &lengths)
    return lengths
  }

  /// The order in which the parts get their cells.
  private static func order(of parts: [Part]) -> [Int] {
    guard let rank = parts.first?.rank, parts.contains(where: { $0.rank != rank }) else {
      return Array(parts.indices)
    }
    return parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
  }

  /// Hands out what is left; a part that has its most leaves the rest to the others.
  private static func share(_ length: Int, among parts: [Part], _ lengths: inout [Int]) {
    var left = length
    while left > 0 {
      let open = parts.indices.filter { parts[$0].share > 0 && lengths[$0] < parts[$0].most }
      let shares = open.reduce(0) { $0 + parts[$1].share }
      if shares == 0 { return }
      var passed = 0
      var given = 0
      for index in open {
        // Cumulative rounding: the shares add up to what is left, to the cell.
        let before = left * passed / shares
        passed += parts[index].share
        let portion = min(left * passed / shares - before, parts[index].most - lengths[index])
        lengths[index] += portion
        given += portion
      }
      left -= given
    }
  }
}

extension Rect {
  /// The parts one under another.
  package func rows(_ parts: [Layout.Part], gap: Int = 0) -> [Rect] {
    Layout.split(height, parts, gap: gap).map { Rect(x, y + $0.lowerBound, width, $0.count) }
  }

  /// The parts side by side, from the leading to the trailing edge.
  package func columns(_ parts: [Layout.Part], gap: Int = 0) -> [Rect] {
    Layout.split(width, parts, gap: gap).map { Rect(x + $0.lowerBound, y, $0.count, height) }
  }
}
