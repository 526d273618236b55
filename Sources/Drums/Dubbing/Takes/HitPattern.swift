/// Repeats the hits of some bars of a layer in later bars. The copies are not hits of the layer.
package struct HitPattern: Hashable, Sendable {
  /// The maximum number of hits that the patterns of a take add.
  package static let mostHits = 100_000
  private static let mostCopies = 65_536
  /// The divisor of a beat that gives the time by which a hit can be before its bar.
  private static let earliness = 16.0

  package let bars: Range<Int>
  /// The frames before the bars that belong to them: hits of the first beat may be early.
  package let lead: Int
  /// The start frame of each copy, then the end frame of the last one. A copy is scaled to the tempo at its place.
  package let bounds: [Int]
  /// The end frame of the pattern. The last copy may be truncated.
  package let end: Int

  /// Creates a pattern; nil for frames out of range, copies that do not ascend after the bars or begin after the end.
  package init?(bars: Range<Int>, lead: Int, bounds: [Int], end: Int) {
    let frames = HitColumns.frameRange
    guard !bars.isEmpty, bars.lowerBound >= 0, frames.contains(end), 0...bars.count ~= lead,
      2...HitPattern.mostCopies ~= bounds.count, bounds[0] >= bars.upperBound,
      bounds.allSatisfy(frames.contains), zip(bounds, bounds.dropFirst()).allSatisfy(<),
      bounds[0] < end, end <= bounds[bounds.count - 1], bounds[bounds.count - 2] <= end
    else { return nil }
    (self.bars, self.lead, self.bounds, self.end) = (bars, lead, bounds, end)
  }

  /// Creates a pattern that repeats bars, numbered from 0, up to a frame; nil if it is not after them or too far away.
  package init?(bars numbers: Range<Int>, until end: Int, on beats: BeatGrid) {
    func frame(_ bar: Int) -> Int { max(Int(saturating: beats.frame(ofBar: bar).rounded()), 0) }
    var bounds = [frame(numbers.upperBound)]
    var bar = numbers.upperBound
    while let last = bounds.last, last < end, bounds.count <= HitPattern.mostCopies {
      bar += numbers.count
      bounds.append(frame(bar))
    }
    let beat = beats.frame(ofBar: numbers.lowerBound + 1) - beats.frame(ofBar: numbers.lowerBound)
    let lead = beat / Double(beats.signature.beats) / HitPattern.earliness
    self.init(
      bars: frame(numbers.lowerBound)..<frame(numbers.upperBound), lead: Int(lead.rounded()), bounds: bounds,
      end: end)
  }

  package var span: Range<Int> { bars.lowerBound..<end }

  /// Returns the maximum number of hits that the pattern adds.
  package func copyCount(of hits: HitColumns) -> Int { places(in: hits).count * (bounds.count - 1) }

  /// Returns the hits that it adds, at most a number of them. Frames and lengths that no hit can have are limited.
  package func copies(of hits: HitColumns, limit: Int = mostHits) -> [TakeHit] {
    let own = places(in: hits).map { hits[$0] }
    let frames = HitColumns.frameRange
    var copies: [TakeHit] = []
    for (start, next) in zip(bounds, bounds.dropFirst()) {
      let ratio = Double(next - start) / Double(bars.count)
      // All of this copy would be after the end.
      if Double(start) - Double(lead) * ratio >= Double(end - lead) { continue }
      for hit in own {
        if copies.count >= limit { return copies }
        var copy = hit
        copy.frame = frames.nearest(to: Double(start) + Double(hit.frame - bars.lowerBound) * ratio)
        copy.length = frames.nearest(to: Double(hit.length) * ratio)
        if copy.frame < end - lead { copies.append(copy) }
      }
    }
    return copies
  }

  private func places(in hits: HitColumns) -> [Int] {
    let range = (bars.lowerBound - lead)..<(bars.upperBound - lead)
    return hits.indices.filter { range.contains(hits.frames[$0]) }
  }
}

extension Layer {
  package var playedHits: HitColumns {
    if settings.patterns.isEmpty { return hits }
    return HitColumns(hits + patternHits)
  }

  /// The maximum number of hits that its patterns add.
  package var patternCount: Int { settings.patterns.reduce(0) { $0 + $1.copyCount(of: hits) } }

  /// The hits that its patterns add, in their order; at most `HitPattern.mostHits`, since bars may get more hits later.
  package var patternHits: [TakeHit] {
    settings.patterns.reduce(into: []) { list, pattern in
      list += pattern.copies(of: hits, limit: HitPattern.mostHits - list.count)
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func nearest(to number: Double) -> Int {
    Int(Swift.min(Swift.max(number.rounded(), Double(lowerBound)), Double(upperBound)))
  }
}
