/// Points of lanes that are selected, by their lanes and frames.
package struct PointSelection: Hashable, Sendable {
  package private(set) var lanes: [Lane.ID: Set<Int>] = [:]

  package init() {}

  package init(_ id: Lane.ID, _ frames: some Sequence<Int>) { insert(frames, in: id) }

  package var isEmpty: Bool { lanes.isEmpty }
  package var count: Int { lanes.values.reduce(0) { $0 + $1.count } }

  package func contains(_ frame: Int, in id: Lane.ID) -> Bool { lanes[id]?.contains(frame) ?? false }

  package mutating func insert(_ frames: some Sequence<Int>, in id: Lane.ID) {
    let frames = Set(frames)
    if !frames.isEmpty { lanes[id, default: []].formUnion(frames) }
  }

  package mutating func toggle(_ frame: Int, in id: Lane.ID) {
    if contains(frame, in: id) {
      lanes[id]?.remove(frame)
      if lanes[id]?.isEmpty == true { lanes[id] = nil }
    } else {
      insert([frame], in: id)
    }
  }

  /// Returns the selection without the points that a take does not have.
  package func existing(in take: Take) -> PointSelection {
    var found = self
    for (id, frames) in lanes {
      let lane = take.lane(id)
      let there = frames.filter { lane?.place(of: $0) != nil }
      if there.count < frames.count { found.lanes[id] = there.isEmpty ? nil : there }
    }
    return found
  }

  /// Returns the places of the selected points of a lane in ascending order.
  package func places(in lane: Lane) -> [Int] {
    let frames = lanes[lane.id] ?? []
    if frames.count * 8 < lane.count { return frames.compactMap { lane.place(of: $0) }.sorted() }
    return lane.frames.indices.filter { frames.contains(lane.frames[$0]) }
  }
}

extension Lane {
  /// Returns the place of the point at a frame; nil if there is none.
  package func place(of frame: Int) -> Int? {
    let place = first(from: frame)
    return place < count && frames[place] == frame ? place : nil
  }

  /// Returns the lane without the points at `places`, which ascend, and with others, which replace those of their frames.
  package func replacing(_ places: some Sequence<Int>, with points: [Point]) -> Lane {
    var added = Lane(id)
    if zip(points, points.dropFirst()).allSatisfy({ $0.frame <= $1.frame }) {
      for point in points { added.append(point) }
    } else {
      added = Lane(id, points)
    }
    var lane = self
    (lane.frames, lane.values) = ([], [])
    lane.frames.reserveCapacity(count + added.count)
    lane.values.reserveCapacity(count + added.count)
    var removed = places.makeIterator()
    var (nextRemoved, next) = (removed.next(), 0)
    for place in frames.indices {
      if place == nextRemoved {
        nextRemoved = removed.next()
        continue
      }
      while next < added.count, added.frames[next] < frames[place] {
        lane.append(added[next])
        next += 1
      }
      if next < added.count, added.frames[next] == frames[place] { continue }
      lane.append(self[place])
    }
    for place in next..<added.count { lane.append(added[place]) }
    return lane
  }

  /// Returns the lane without points from which it differs by less than a tolerance.
  ///
  /// - Parameter places: the points that may be removed; nil for all. The first one always stays.
  package func thinned(to tolerance: Double, places: Set<Int>? = nil) -> Lane {
    let removed = shape == .steps ? steadyPlaces(tolerance, places) : straightPlaces(tolerance, places)
    return removed.isEmpty ? self : replacing(removed, with: [])
  }

  /// Returns the places of points that hardly change the value of the one before.
  private func steadyPlaces(_ tolerance: Double, _ places: Set<Int>?) -> [Int] {
    guard var kept = values.first else { return [] }
    return values.indices.dropFirst().filter { place in
      if places?.contains(place) ?? true, abs(values[place] - kept) <= tolerance { return true }
      kept = values[place]
      return false
    }
  }

  /// Returns the places of points that lie on lines between those that stay. Each line is as long as the slopes to the
  /// points over it allow ("swinging door").
  private func straightPlaces(_ tolerance: Double, _ places: Set<Int>?) -> [Int] {
    guard count > 2 else { return [] }
    var removed: [Int] = []
    var pivot = 0
    var slopes = -Double.infinity...Double.infinity
    for place in 1..<count {
      if place > pivot + 1 {
        // The point before stays unless the line from the pivot to this one passes it and the others.
        let before = place - 1
        let low = slope(from: pivot, to: before, above: -tolerance)
        let high = slope(from: pivot, to: before, above: tolerance)
        let (start, end) = (max(slopes.lowerBound, low), min(slopes.upperBound, high))
        let own = slope(from: pivot, to: place, above: 0)
        if start <= own, own <= end, places?.contains(before) ?? true {
          slopes = start...end
          removed.append(before)
        } else {
          pivot = before
          slopes = -Double.infinity...Double.infinity
        }
      }
    }
    return removed
  }

  private func slope(from start: Int, to end: Int, above offset: Double) -> Double {
    (values[end] + offset - values[start]) / Double(frames[end] - frames[start])
  }

  /// Returns the lane with points moved to the steps of a grid; of several on one frame, the last one stays.
  func quantised(_ quantise: Quantise, at places: [Int], on beats: BeatGrid) -> Lane {
    let longest = quantise.window.map { $0 / 1_000 * Double(beats.rate.hertz) } ?? .infinity
    var cursor = StepCursor(StepGrid(beats, quantise.division, swing: quantise.swing))
    let moved = places.map { place in
      let frame = frames[place]
      let target = cursor.step(nearest: frame).frame
      let distance = Double(target - frame)
      if target < 0 || abs(distance) > longest { return self[place] }
      return Point(Int(saturating: (Double(frame) + quantise.strength * distance).rounded()), values[place])
    }
    return replacing(places, with: moved)
  }
}

extension Take {
  // MARK: Edits of points. Each returns the lanes that it changes.

  package func lanes(deleting selection: PointSelection) -> [Lane] {
    selected(selection).map { $0.lane.replacing($0.places, with: []) }
  }

  package func lanes(
    of selection: PointSelection, _ change: (Lane, Double) -> Double
  ) -> [Lane] {
    selected(selection).map { lane, places in
      lane.replacing([], with: places.map { Lane.Point(lane.frames[$0], change(lane, lane.values[$0])) })
    }
  }

  /// Returns the lanes whose selected points are moved by a distance, and the selection of the moved ones.
  package func lanes(moving selection: PointSelection, by frames: Int) -> ([Lane], PointSelection) {
    var moved = PointSelection()
    let lanes = selected(selection).map { lane, places in
      let points = places.map { Lane.Point(lane.frames[$0] + frames, lane.values[$0]) }
      moved.insert(points.map(\.frame), in: lane.id)
      return lane.replacing(places, with: points)
    }
    return (lanes, moved)
  }

  package func lanes(quantising selection: PointSelection, _ quantise: Quantise, on beats: BeatGrid)
    -> [Lane]
  {
    selected(selection).map { $0.lane.quantised(quantise, at: $0.places, on: beats) }
  }

  private func selected(_ selection: PointSelection) -> [(lane: Lane, places: [Int])] {
    lanes.compactMap { lane in
      let places = selection.places(in: lane)
      return places.isEmpty ? nil : (lane, places)
    }
  }

  /// Returns how far hits and points can be moved together, which none of them does before the start.
  package func distance(moving hits: HitSelection, _ points: PointSelection, by frames: Int) -> Int {
    max(frames, -(firstFrame(of: hits, points) ?? 0))
  }

  private func firstFrame(of hits: HitSelection, _ points: PointSelection) -> Int? {
    [firstFrame(of: hits), points.existing(in: self).lanes.values.compactMap { $0.min() }.min()]
      .compactMap(\.self).min()
  }

  // MARK: Copies

  /// Returns copied hits and points; nil if nothing is selected.
  package func clip(of hits: HitSelection, _ points: PointSelection) -> HitClip? {
    guard let start = firstFrame(of: hits, points) else { return nil }
    let parts = clip(of: hits)?.parts ?? []
    return HitClip(
      parts: parts, start: start,
      lanes: selected(points).map { lane, places in
        Lane(lane.id, places.map { lane[$0] }, shape: lane.shape)
      })
  }

  /// Returns the lanes with copied points from a frame on, each at the place of the one from which they were copied. Points of
  /// a layer that was deleted come to the lane of the take.
  package func lanes(pasting clip: HitClip, at frame: Int) -> [Lane] {
    clip.lanes.map { adding($0, lanes: [:]) { $0 - clip.start + frame } }
  }

  /// Returns the lanes with copied points several times, as `edits(repeating:)` does with hits.
  package func lanes(repeating clip: HitClip, times: Int, on beats: BeatGrid) -> [Lane] {
    let length = clip.beats(on: beats)
    var lanes: [Lane.ID: Lane] = [:]
    for pass in 1...max(times, 1) {
      for copied in clip.lanes {
        let lane = adding(copied, lanes: lanes) { clip.frame($0, after: pass * length, on: beats) }
        lanes[lane.id] = lane
      }
    }
    return lanes.values.sorted { $0.id < $1.id }
  }

  /// Returns a lane with copied points, which replace those between the first and the last one.
  ///
  /// - Parameter lanes: lanes that are to replace those of the take.
  private func adding(_ copied: Lane, lanes: [Lane.ID: Lane], _ frame: (Int) -> Int) -> Lane {
    let isThere = copied.id.layer.map { layer($0) != nil } ?? true
    let id = isThere ? copied.id : Lane.ID(copied.id.address)
    let lane = lanes[id] ?? self.lane(id) ?? Lane(id, shape: copied.shape)
    let points = copied.points.map { Lane.Point(frame($0.frame), $0.value) }
    guard let first = points.first?.frame, let last = points.last?.frame else { return lane }
    return lane.replacing(lane.first(from: first)..<lane.first(from: last + 1), with: points)
  }
}
