import Application
import Dubbing

/// The curves of lanes that were drawn last. A redraw that changes neither a lane nor what is shown of it uses its curve again.
struct CurveCache {
  /// What a curve is made of.
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

  /// Returns the curve that was made last of a lane if `source` is the same, else what `make` returns.
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
