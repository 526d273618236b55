/// A chapter of a file: it lasts until the next one begins, or until the end of the file.
package struct Chapter: Hashable, Sendable {
  /// The most chapters that are read of a file; the first ones in the order of the file.
  package static let limit = 10_000

  /// Seconds from the start of the file.
  package var start: Double
  package var title: String?

  package init(start: Double, title: String? = nil) {
    (self.start, self.title) = (start, title?.isEmpty == true ? nil : title)
  }

  /// Returns chapters in the order of time. Of those that begin together, only the first one of the file is kept; those
  /// before the start of the file are left out.
  package static func ordered(_ chapters: [Chapter]) -> [Chapter] {
    let valid = chapters.enumerated().filter { $1.start.isFinite && $1.start >= 0 }
    let sorted = valid.sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    return sorted.enumerated().filter { $0 == 0 || $1.start > sorted[$0 - 1].start }.map(\.element)
  }
}

extension [Chapter] {
  /// Seconds by which a seek may end before the position that it was given.
  private static let tolerance = 0.05

  /// Returns the index of the chapter at a position in seconds; nil before the first one.
  package func index(at seconds: Double) -> Int? {
    let next = partitioningIndex { $0.start > seconds + Self.tolerance }
    return next > 0 ? next - 1 : nil
  }

  /// Returns the chapters that begin before the end of a file.
  package func within(_ duration: Double?) -> [Chapter] {
    guard let duration else { return self }
    return Array(prefix { $0.start < duration })
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a condition, which all later ones satisfy too.
  @inlinable
  package func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
