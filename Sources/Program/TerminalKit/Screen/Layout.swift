/// Divides a length, or a block of cells, into declared parts.
///
/// There is one solution for any length: parts neither overlap nor exceed the length. If there is not enough
/// space, parts of the lowest rank get their cells first, and in one rank those declared first; the others
/// are shorter or empty.
package enum Layout {
  /// A declared part of a length, with what it needs and its rank.
  package struct Part: Hashable, Sendable {
    fileprivate var least: Int
    fileprivate var most = Int.max
    fileprivate var share = 0
    fileprivate var rank = 0
    /// Whether the part is left out if it does not fit completely.
    fileprivate var isWhole = false

    /// Returns a part of exactly this many cells, or of as many as are left.
    package static func fixed(_ length: Int, rank: Int = 0) -> Part {
      Part(least: max(length, 0), most: max(length, 0), rank: rank)
    }

    /// Returns a part of exactly this many cells, or none.
    package static func whole(_ length: Int, rank: Int = 0) -> Part {
      Part(least: max(length, 0), most: max(length, 0), rank: rank, isWhole: true)
    }

    /// Returns a part of at least this many cells, and a share of the rest.
    package static func minimum(
      _ length: Int, most: Int = .max, share: Int = 1, rank: Int = 0
    ) -> Part {
      let length = max(length, 0)
      return Part(least: length, most: max(most, length), share: max(share, 0), rank: rank)
    }

    /// Returns a part that only gets a share of the rest.
    package static func flexible(share: Int = 1) -> Part { Part(least: 0, share: max(share, 0)) }
  }

  /// Divides a length. `gap`: the number of cells between two parts. Returns a range for each part, in order.
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

  private static func order(of parts: [Part]) -> [Int] {
    guard let rank = parts.first?.rank, parts.contains(where: { $0.rank != rank }) else {
      return Array(parts.indices)
    }
    return parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
  }

  /// Distributes the remaining cells by shares; what exceeds the limit of a part goes to the others.
  private static func share(_ length: Int, among parts: [Part], _ lengths: inout [Int]) {
    var left = length
    while left > 0 {
      let open = parts.indices.filter { parts[$0].share > 0 && lengths[$0] < parts[$0].most }
      let shares = open.reduce(0) { $0 + parts[$1].share }
      if shares == 0 { return }
      var passed = 0
      var given = 0
      for index in open {
        // Cumulative rounding: the sum of the shares is exactly the remaining length.
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
  package func rows(_ parts: [Layout.Part], gap: Int = 0) -> [Rect] {
    Layout.split(height, parts, gap: gap).map { Rect(x, y + $0.lowerBound, width, $0.count) }
  }

  /// Divides the block into columns, from the leading to the trailing edge.
  package func columns(_ parts: [Layout.Part], gap: Int = 0) -> [Rect] {
    Layout.split(width, parts, gap: gap).map { Rect(x + $0.lowerBound, y, $0.count, height) }
  }
}
