import Dubbing

/// The lanes whose curves the timeline shows below the hits.
package enum ShownLanes: Hashable, Sendable {
  case none, all
  /// A lane of the take, or an empty one that begins with its first point.
  case one(Lane.ID)
}

/// The hits and points of a take that are selected.
struct TimelineSelection {
  var hits = HitSelection()
  var points = PointSelection()
  /// The take that has them.
  private var take: Take.ID?
  /// The points that the take had when it had these lanes.
  private var known: (lanes: [Lane], points: PointSelection)?

  /// Returns the selection if it belongs to the take; otherwise an empty one.
  func of(_ take: Take) -> TimelineSelection { take.id == self.take ? self : TimelineSelection() }

  /// Returns the selected points that a take has. They are found once for each change of its lanes.
  mutating func points(of take: Take) -> PointSelection {
    if take.id != self.take || points.isEmpty { return PointSelection() }
    if let known, known.lanes == take.lanes { return known.points }
    let existing = points.existing(in: take)
    known = (take.lanes, existing)
    return existing
  }

  /// Changes the selection of a take. The selection of another take is removed.
  mutating func set(of take: Take?, _ change: (inout TimelineSelection) -> Void) {
    if take?.id != self.take { self = TimelineSelection() }
    (self.take, known) = (take?.id, nil)
    change(&self)
  }
}
