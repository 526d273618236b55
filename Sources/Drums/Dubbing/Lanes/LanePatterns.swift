import SystemBase

/// Lanes of layers whose bars play on: what is repeated of hits is repeated of lanes, as the automation of a clip is.
extension Take {
  /// Returns a lane with the points that the patterns of its layer add.
  package func played(_ lane: Lane) -> Lane {
    guard let layer = lane.id.layer.flatMap({ layer($0) }) else { return lane }
    return layer.settings.patterns.reduce(lane) { $0.repeated(by: $1, of: lane) }
  }
}

extension HitPattern {
  /// Returns whether a lane has points in the bars.
  package func hasPoints(of lane: Lane) -> Bool { !places(in: lane).isEmpty }

  fileprivate var source: Range<Int> { (bars.lowerBound - lead)..<(bars.upperBound - lead) }

  fileprivate func places(in lane: Lane) -> Range<Int> {
    lane.first(from: source.lowerBound)..<lane.first(from: source.upperBound)
  }
}

extension Lane {
  /// Returns the lane with the points of a lane that a pattern repeats, in place of its points there. A copy begins with the
  /// value at the beginning of the bars, and the end of the pattern with the value that `own` has there. Without points in
  /// the bars, or with too many of them, the lane is the same.
  fileprivate func repeated(by pattern: HitPattern, of own: Lane) -> Lane {
    let places = pattern.places(in: own)
    let (source, end) = (pattern.source, pattern.end - pattern.lead)
    if places.isEmpty || places.count * (pattern.bounds.count - 1) > Lane.mostPoints { return self }
    var copies = Lane(id, shape: shape)
    func add(_ frame: Int, _ value: Double?) {
      guard let value, frame < end, copies.frames.last.map({ $0 <= frame }) ?? true else { return }
      copies.append(Point(frame, value))
    }
    var begin = end
    for (start, next) in zip(pattern.bounds, pattern.bounds.dropFirst()) {
      let ratio = Double(next - start) / Double(pattern.bars.count)
      func place(_ frame: Int) -> Int {
        start + Int(saturating: (Double(frame - pattern.bars.lowerBound) * ratio).rounded())
      }
      let (first, last) = (place(source.lowerBound), min(place(source.upperBound), end) - 1)
      let (value, former) = (own.value(at: source.lowerBound), copies.values.last ?? own.value(at: first - 1))
      if copies.isEmpty && shape == .lines { add(first - 1, former) }
      if shape == .lines || value != former { add(first, value) }
      begin = min(begin, first)
      for index in places { add(place(own.frames[index]), own.values[index]) }
      if shape == .lines {
        add(last, own.value(at: source.lowerBound + Int((Double(last - first) / ratio).rounded())))
      }
    }
    begin = min(begin, copies.frames.first ?? begin)
    if let value = own.value(at: end), shape == .lines || value != copies.values.last {
      copies.append(Point(end, value))
    }
    return replacing(self.first(from: begin)..<self.first(from: end), with: Array(copies.points))
  }
}
