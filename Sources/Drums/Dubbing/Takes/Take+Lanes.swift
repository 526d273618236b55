extension Take {
  /// The points of all lanes.
  package var pointCount: Int { lanes.reduce(0) { $0 + $1.count } }

  package func lane(_ id: Lane.ID) -> Lane? { lanes.first { $0.id == id } }

  /// Replaces and removes lanes as one edit. Of two lanes of one identity the last one counts, and one that is also to be
  /// removed is replaced. A lane without points is removed. Left out are lanes of layers that the take does not show, and
  /// points at frames that no hit can have.
  ///
  /// - Returns: false if the take would have more than `Lane.mostPoints`; then nothing is changed.
  @discardableResult
  package mutating func setLanes(_ changed: [Lane], removed: [Lane.ID] = []) -> Bool {
    guard let edits = laneEdits(changed, removed: removed) else { return false }
    if !edits.isEmpty { perform(.lanes(edits)) }
    return true
  }

  /// Replaces hits and lanes as one edit. Returns false, as `setLanes` does.
  @discardableResult
  package mutating func replaceHits(_ edits: [HitEdit], lanes changed: [Lane]) -> Bool {
    guard let lanes = laneEdits(changed, removed: []) else { return false }
    let hits = edits.filter { !$0.isEmpty }
    switch (hits.isEmpty, lanes.isEmpty) {
    case (true, true): break
    case (false, true): perform(.hits(hits))
    case (true, false): perform(.lanes(lanes))
    case (false, false): perform(.steps([.hits(hits), .lanes(lanes)]))
    }
    return true
  }

  /// Returns an edit for each lane that changes; nil if there would be too many points.
  private func laneEdits(_ changed: [Lane], removed: [Lane.ID]) -> [LaneEdit]? {
    var wanted: [Lane.ID: Lane] = [:]
    for id in removed { wanted[id] = Lane(id, shape: lane(id)?.shape ?? .steps) }
    for lane in changed { wanted[lane.id] = lane.withinFrames }
    let shown = wanted.values.filter { $0.id.layer.map { layer($0) != nil } ?? true }
    let growth = shown.reduce(0) { $0 + $1.count - (lane($1.id)?.count ?? 0) }
    if growth > 0, growth + pointCount > Lane.mostPoints { return nil }
    return shown.compactMap { LaneEdit(from: lane($0.id), to: $0) }.sorted { $0.id < $1.id }
  }

  /// Changes a lane of the take, or of one of its layers, which may be on the shelf. Without the layer, nothing happens.
  mutating func changeLane(_ id: Lane.ID, _ change: (inout Lane) -> Void) {
    if id.layer.map({ layer($0) != nil }) ?? true {
      lanes.change(id, change)
    } else if let layer = id.layer, history.shelf[layer] != nil {
      history.lanes.change(id, change)
    }
  }

  // MARK: Recording

  /// Adds a recorded point to a lane, in the take or on the shelf. A take that has all points that are possible gets no more.
  package mutating func record(_ point: Lane.Point, in id: Lane.ID) {
    if pointCount < Lane.mostPoints { changeLane(id) { $0.set(point) } }
  }

  /// Returns the lanes of a layer as they were recorded, without the edits since.
  func recordedLanes(ofLayer id: Int) -> [Lane] {
    var recorded = (layer(id) == nil ? history.lanes : lanes).filter { $0.id.layer == id }
    let edits = history.edits.undoSteps.reversed().flatMap { $0.laneEdits.reversed() }
    for edit in edits where edit.id.layer == id { recorded.change(edit.id) { $0.apply(edit.inverse) } }
    return recorded
  }
}
