import Application
import Dubbing

/// The visible lanes, and the commands on their points.
extension TimelineLayer {
  /// The part of the range, in percent, below which the key for thinning removes changes.
  static let usualTolerance = 1.0

  // MARK: What is shown

  /// The lanes that are shown.
  package var shownCurves: [Lane] {
    switch shownLanes {
    case .none: []
    case .all: take?.lanes ?? []
    case .one(let id): id.layer.map { take?.layer($0) != nil } ?? true ? [course(of: id)] : []
    }
  }

  /// Returns a lane of the take, without points if the take does not have it.
  func course(of id: Lane.ID) -> Lane { take?.lane(id) ?? Lane(id) }

  /// The lane of the row of the cursor; nil in a row of hits.
  package var curve: Lane? { lane.curve.map(course(of:)) }

  /// The layer of the row of the cursor; nil in the row of a lane.
  package var layer: Layer? { lane.curve == nil ? take?.layer(lane.layer) : nil }

  /// The message that no lane is shown.
  var noneShown: TakeNotice.Timeline.Lane { .noneShown(isEmpty: take?.lanes.isEmpty ?? true) }

  /// Shows the next lane of the take alone, or none after the last one.
  func showNextLane() {
    let ids = (take?.lanes ?? []).map(\.id)
    switch shownLanes {
    case .none where ids.isEmpty: notify(.lane(noneShown))
    case .none, .all: show(ids.first)
    case .one(let shown): show(ids.first { shown < $0 })
    }
  }

  /// Shows all lanes of the take, or none if they are shown.
  func showAllLanes() {
    if shownLanes == .all { return show(nil) }
    guard let first = take?.lanes.first?.id else { return notify(.lane(noneShown)) }
    let chosen = curve?.id
    shownLanes = .all
    chooseRow(of: chosen.flatMap { take?.lane($0)?.id } ?? first)
  }

  /// Shows a lane of the take by its name or its address, or one of the mixer that the take does not have; or all, or none.
  func showLane(_ text: String) -> Outcome {
    switch text {
    case "off": show(nil)
    case "all" where shownLanes != .all: showAllLanes()
    case "all": break
    default:
      let lanes = take?.lanes ?? []
      // The lane of the latest layer is heard.
      let own = lanes.first { $0.id.description == text } ?? lanes.last { $0.id.address == text }
      if let own {
        show(own.id)
        return .row
      }
      do throws(MixAddressError) {
        show(Lane.ID(try application.request(text).0.text))
      } catch {
        return .notice(.mixer(.badAddress(error)))
      }
    }
    return .row
  }

  /// Shows a lane alone and moves the cursor to its row; with nil, shows none.
  private func show(_ id: Lane.ID?) {
    shownLanes = id.map { .one($0) } ?? .none
    if let id { chooseRow(of: id) }
  }

  private func chooseRow(of id: Lane.ID) {
    if let row = lanes.first(where: { $0.curve == id }) { choose(row) }
  }

  // MARK: Points

  /// Whether hits or points are selected.
  var hasSelection: Bool { !selection.isEmpty || !points.isEmpty }

  /// The points that commands act on: the selected ones, or the one at the cursor if nothing is selected.
  package var targetPoints: PointSelection {
    if hasSelection { return points }
    guard let curve, let point = pointAtCursor else { return PointSelection() }
    return PointSelection(curve.id, [point.frame])
  }

  package var pointAtCursor: Lane.Point? { curve.flatMap { point(in: $0, near: cursor) } }

  /// Returns the nearest point of the step of a frame where steps are shown, or of its column; nil if there is none.
  func point(in lane: Lane, near frame: Int) -> Lane.Point? {
    let (grid, reach, next) = (grid, viewport.framesPerColumn, lane.first(from: frame))
    let step = grid.step(nearest: frame)
    return [next - 1, next].filter(lane.frames.indices.contains).map { lane[$0] }
      .filter {
        showsSteps ? grid.step(nearest: $0.frame) == step : Double(abs($0.frame - frame)) <= max(reach, 1)
      }
      .min { abs($0.frame - frame) < abs($1.frame - frame) }
  }

  /// Performs a command in the row of a lane. Returns nil for a command that acts there as in rows of hits.
  func perform(_ command: Command.Timeline, on lane: Lane) -> Outcome? {
    switch command {
    case .nextHit: moveCursor(toPointForward: true, in: lane)
    case .previousHit: moveCursor(toPointForward: false, in: lane)
    case .setHit: togglePoint(in: lane)
    case .selectHit:
      if let point = pointAtCursor { points.toggle(point.frame, in: lane.id) }
      return hits(after: ())
    case .selectPad: return selected(after: select(onlyPointsOf: lane))
    case .laneShape: turnShape(of: lane)
    case .cursorBack, .cursorForward, .cursorBarBack, .cursorBarForward, .zoomIn, .zoomOut, .zoomAll, .steps,
      .stepLength, .follow, .playHere, .selectRange, .selectLayer, .selectAll, .velocityUp, .velocityDown,
      .padUp, .padDown, .deleteHits, .nudgeEarlier, .nudgeLater, .stepEarlier, .stepLater, .copy, .cut,
      .paste, .repeat, .quantise, .pattern, .nextLane, .allLanes, .typePoint, .thin:
      return nil
    }
    return .row
  }

  private func moveCursor(toPointForward forward: Bool, in lane: Lane) {
    let here = pointAtCursor?.frame ?? cursor
    let place = forward ? lane.first(from: here + 1) : lane.first(from: here) - 1
    guard lane.frames.indices.contains(place) else { return notify(.lane(.noNeighbour(forward: forward))) }
    moveCursor(to: lane.frames[place])
  }

  private func select(onlyPointsOf lane: Lane) {
    selection = HitSelection()
    select(points: [lane])
  }

  // MARK: Edits

  /// Removes the point at the cursor; without one, adds one with the value that the lane has there.
  func togglePoint(in lane: Lane) {
    if let point = pointAtCursor {
      editLanes { $0.lanes(deleting: PointSelection(lane.id, [point.frame])) }
    } else {
      setPoint(in: lane, at: cursor, to: lane.value(at: cursor) ?? firstValue(of: lane))
    }
  }

  private func firstValue(of lane: Lane) -> Double {
    lane.values.first ?? application.firstValue(ofLane: lane.id.address)
  }

  /// Adds a point or replaces the one of its frame.
  func setPoint(in lane: Lane, at frame: Int, to value: Double) {
    if take == nil { return notify(.lane(.noTake)) }
    editLanes { _ in [lane.replacing([], with: [Lane.Point(frame, value)])] }
    guard let above = take?.layer(coveringLane: lane.id, at: frame) else { return }
    notify(.lane(.covered(by: above.settings.name, lane.id.address)))
  }

  /// Sets the points that commands act on to a typed value; without one, adds a point at the cursor.
  func setPoints(typed text: String) -> Outcome {
    let wanted = targetPoints
    let lanes = wanted.isEmpty ? [curve].compactMap(\.self) : wanted.lanes.keys.sorted().map(course(of:))
    if lanes.isEmpty { return .notice(.take(.timeline(.lane(noneShown)))) }
    var values: [Lane.ID: Double] = [:]
    for lane in lanes {
      let scale = application.scale(of: lane)
      guard let value = scale.value(of: text) else {
        return .notice(
          .take(.timeline(.lane(.badValue(text, lowest: scale.lowest, highest: scale.highest)))))
      }
      values[lane.id] = scale.clamped(value)
    }
    if wanted.isEmpty, let curve, let value = values[curve.id] {
      setPoint(in: curve, at: cursor, to: value)
    } else {
      editLanes { $0.lanes(of: wanted) { values[$0.id] ?? $1 } }
    }
    return .row
  }

  /// Asks for the value of the points that commands act on, or of one at the cursor.
  func openPoint() -> Outcome {
    if curve == nil && points.isEmpty { return .notice(.take(.timeline(.lane(noneShown)))) }
    session.open(PointPrompt(session))
    return .row
  }

  /// Returns a function that changes the values of points by steps of their lanes.
  func changingValues(of wanted: PointSelection, by steps: Int) -> (Take) -> [Lane] {
    let scales = scales(of: wanted)
    return { $0.lanes(of: wanted) { scales[$0.id]?.moved($1, by: steps) ?? $1 } }
  }

  /// Returns a function that moves the values of points by a part of the ranges of their lanes.
  func movingValues(of wanted: PointSelection, by share: Double) -> (Take) -> [Lane] {
    let scales = scales(of: wanted)
    return { take in
      take.lanes(of: wanted) { lane, value in
        scales[lane.id].map { $0.value(at: $0.share(of: value) + share) } ?? value
      }
    }
  }

  private func scales(of wanted: PointSelection) -> [Lane.ID: LaneScale] {
    Dictionary(uniqueKeysWithValues: wanted.lanes.keys.map { ($0, application.scale(of: course(of: $0))) })
  }

  /// Switches between steps at the points and straight lines between them.
  private func turnShape(of lane: Lane) {
    if lane.isEmpty { return notify(.lane(.noPoint)) }
    var turned = lane
    turned.shape = lane.shape == .steps ? .lines : .steps
    editLanes { _ in [turned] }
  }

  /// Removes the points that change a lane by less than a part of its range: the selected ones, or those of the lane of the
  /// cursor.
  ///
  /// - Parameter percent: the part.
  func thin(to percent: Double) -> Outcome {
    let selected = points
    let lanes = selected.isEmpty ? [curve].compactMap(\.self) : selected.lanes.keys.sorted().map(course(of:))
    if lanes.isEmpty { return .notice(.take(.timeline(.lane(noneShown)))) }
    let thinned = lanes.map { lane in
      application.scale(of: lane).thinned(
        lane, to: percent / 100, places: selected.isEmpty ? nil : Set(selected.places(in: lane)))
    }
    editLanes { _ in thinned }
    let removed = zip(lanes, thinned).reduce(0) { $0 + $1.0.count - $1.1.count }
    let all = selected.isEmpty ? lanes.reduce(0) { $0 + $1.count } : selected.count
    return .notice(.take(.timeline(.lane(.thinned(removed, of: all)))))
  }

  /// Returns copied points as those of another lane. Where the ranges differ, each value has the same place in both.
  func copy(of copied: Lane, in lane: Lane) -> Lane {
    if copied.id == lane.id { return copied }
    let (from, to) = (application.scale(of: copied), application.scale(of: lane))
    let points = copied.points.map {
      Lane.Point($0.frame, from == to ? $0.value : to.value(at: from.share(of: $0.value)))
    }
    return Lane(lane.id, points, shape: copied.shape)
  }

  /// Performs an edit of the lanes of the take that is shown.
  func editLanes(_ change: (Take) -> [Lane]) { edit({ _ in [] }, lanes: change) }
}

/// Asks for the value of points of lanes.
package final class PointPrompt: PromptLayer {
  package override var name: String { "value of the lane" }

  override func apply(_ text: String) {
    guard !text.isEmpty, let timeline = session.layer(TimelineLayer.self) else { return }
    application.report(timeline.setPoints(typed: text))
  }
}
