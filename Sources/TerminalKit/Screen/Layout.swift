/// Divides a length, and so a block of cells, by declared parts.
///
/// There is always one solution, at any length: parts neither overlap nor reach past the end. Where the fixed and
/// minimum parts do not fit, those declared first are served first and the last ones come out shorter or empty.
package enum Layout {
  package enum Part: Hashable, Sendable {
    /// Exactly so many cells.
    case fixed(Int)
    /// So many cells at least, and a share of what is left.
    case minimum(Int, share: Int = 1)
    /// A share of what is left.
    case flexible(share: Int = 1)

    fileprivate var needed: Int {
      switch self {
      case .fixed(let length), .minimum(let length, _): max(length, 0)
      case .flexible: 0
      }
    }

    fileprivate var share: Int {
      switch self {
      case .fixed: 0
      case .minimum(_, let share), .flexible(let share): max(share, 0)
      }
    }
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
    var lengths = parts.map { part in
      let length = min(part.needed, left)
      left -= length
      return length
    }
    let shares = parts.reduce(0) { $0 + $1.share }
    guard shares > 0 else { return lengths }
    // Cumulative rounding: the shares add up to what is left, to the cell.
    var passed = 0
    for (index, part) in parts.enumerated() {
      let before = left * passed / shares
      passed += part.share
      lengths[index] += left * passed / shares - before
    }
    return lengths
  }
}

extension Rect {
  /// The parts one under another.
  package func rows(_ parts: [Layout.Part], gap: Int = 0) -> [Rect] {
    Layout.split(height, parts, gap: gap).map { Rect(x, y + $0.lowerBound, width, $0.count) }
  }

  /// The parts side by side.
  package func columns(_ parts: [Layout.Part], gap: Int = 0) -> [Rect] {
    Layout.split(width, parts, gap: gap).map { Rect(x + $0.lowerBound, y, $0.count, height) }
  }
}
