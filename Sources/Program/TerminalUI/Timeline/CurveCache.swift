import Application
import Dubbing

/// The curves of the last drawing of lanes. A curve is reused if neither its lane nor the visible range has changed.
struct CurveCache {
  /// The values that determine a curve.
  struct Source: Equatable {
    let lane: Lane
    let viewport: TimelineViewport
    /// Nil if the mixer does not know the lane: its scale then follows from its values.
    let scale: LaneScale?
    /// The frames of the selected points.
    let selected: Set<Int>
  }

  private var curves: [Lane.ID: (source: Source, curve: TimelineContent.Curve)] = [:]
  /// The number of curves that were made so far.
  private(set) var made = 0

  /// Returns the last curve of a lane if `source` is the same; otherwise makes one with `make`.
  mutating func curve(
    of source: Source, make: () -> TimelineContent.Curve
  ) -> TimelineContent.Curve {
    if let known = curves[source.lane.id], known.source == source { return known.curve }
    let curve = make()
    made += 1
    curves[source.lane.id] = (source, curve)
    return curve
  }

  /// Forgets all curves.
  mutating func clear() { curves = [:] }
}
