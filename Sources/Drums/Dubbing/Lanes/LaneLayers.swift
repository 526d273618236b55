import AudioBase

/// Lanes of one value in several layers: the topmost layer that plays wins where its value was touched.
extension Lane {
  /// Seconds between two points of a recording over which the value was not touched.
  ///
  /// A value that is held is recorded again after half a second of music at the latest, and released half a second of the
  /// user's time after its last change.
  package static let touchGap = 1.2

  /// Returns what is heard of lanes, by their addresses. Of lanes of one address, that of the topmost layer wins where it was
  /// touched, and the one below goes on elsewhere; those of the take are below all layers. A value that moves evenly is
  /// touched from its first point to its last one.
  ///
  /// - Parameter rate: that of the frames.
  package static func heard(_ lanes: [Lane], rate: SampleRate) -> [String: Lane] {
    let gap = touchGap(at: rate)
    var heard: [String: Lane] = [:]
    for lane in lanes.sorted(by: { $0.id < $1.id }) {
      heard[lane.id.address] = heard[lane.id.address]?.replaced(by: lane, gap: gap) ?? lane
    }
    return heard
  }

  private static func touchGap(at rate: SampleRate) -> Int { FrameCount(seconds: touchGap, at: rate).value }

  /// Returns the lane with the points of a layer above it in place of those over which the value was touched. Of steps, it goes
  /// on `gap` frames after the last point of a touch that was not released.
  func replaced(by pass: Lane, gap: Int) -> Lane {
    if shape == .lines || pass.shape == .lines { return asLines.covered(by: pass, gap: gap) }
    var frames: [Int] = []
    var values: [Double] = []
    var place = 0
    for touch in pass.touches(gap: gap) {
      let (first, last) = (pass.frames[touch.lowerBound], pass.frames[touch.upperBound - 1])
      let next = self.first(from: first)
      frames += self.frames[place..<next] + pass.frames[touch]
      values += self.values[place..<next] + pass.values[touch]
      place = self.first(from: last + 1)
      let release = last + gap
      if place == count || self.frames[place] > release, let value = value(at: release), value != values.last
      {
        // The recording has ended while the value was held.
        frames.append(release)
        values.append(value)
      }
    }
    frames += self.frames[place...]
    values += self.values[place...]
    return Lane(id, frames: frames, values: values, shape: shape)
  }

  /// Returns the places of the points of each touch.
  private func touches(gap: Int) -> [Range<Int>] {
    if shape == .lines { return isEmpty ? [] : [0..<count] }
    var touches: [Range<Int>] = []
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, frames[end] - frames[end - 1] <= gap { end += 1 }
      touches.append(start..<end)
      start = end
    }
    return touches
  }

  /// Returns the lane, whose value moves evenly, with the touches of another one. Before and after each touch, the value is
  /// that of this lane.
  private func covered(by pass: Lane, gap: Int) -> Lane {
    var result = Lane(id, shape: .lines)
    /// Adds a point unless it stands before the last one.
    func add(_ frame: Int, _ value: Double?) {
      guard let value, result.frames.last.map({ $0 < frame }) ?? true else { return }
      result.append(Point(frame, value))
    }
    func addOwn(_ places: Range<Int>) {
      for place in places {
        // A lane that begins after a touch does not move the value from there.
        if place == 0 { add(frames[0] - 1, result.values.last) }
        add(frames[place], values[place])
      }
    }
    var place = 0
    for touch in pass.touches(gap: gap) {
      let points = pass.points(at: touch).asLines
      guard let start = points.frames.first, let end = points.frames.last else { continue }
      let next = first(from: start)
      addOwn(place..<next)
      add(start - 1, value(at: start - 1) ?? result.values.last)
      for point in points.points { add(point.frame, point.value) }
      add(end + 1, value(at: end + 1))
      place = first(from: end + 1)
    }
    addOwn(place..<count)
    return result
  }

  /// The lane as one whose value moves evenly: each step is a line of a frame.
  private var asLines: Lane {
    if shape == .lines { return self }
    var lane = Lane(id, shape: .lines)
    for point in points {
      if let last = lane.values.last, last != point.value,
        lane.frames.last.map({ $0 < point.frame - 1 }) == true
      {
        lane.append(Point(point.frame - 1, last))
      }
      lane.append(point)
    }
    return lane
  }
}

extension Take {
  /// Returns the layer whose lane wins over that of another layer at a frame; nil if none does.
  package func layer(coveringLane id: Lane.ID, at frame: Int) -> Layer? {
    let gap = FrameCount(seconds: Lane.touchGap, at: frameRate).value
    let above = lanes.last { lane in
      lane.id.address == id.address && id < lane.id && lane.isTouched(at: frame, gap: gap)
        && lane.id.layer.flatMap(layer).map(sounds) ?? false
    }
    return above?.id.layer.flatMap(layer)
  }
}

extension Lane {
  /// Returns whether the value was touched at a frame.
  fileprivate func isTouched(at frame: Int, gap: Int) -> Bool {
    let next = first(from: frame + 1)
    if next == 0 { return false }
    if frames[next - 1] == frame { return true }
    guard next < count else { return false }
    return shape == .lines || frames[next] - frames[next - 1] <= gap
  }
}
