import Player

extension TakeNotice {
  /// A message about an edit in the timeline.
  package enum Timeline: Hashable, Sendable {
    /// Hits and points of lanes were copied.
    case copied(Int, points: Int = 0)
    /// They were copied and deleted.
    case cut(Int, points: Int = 0)
    /// Copied hits and points were added, the first one at a position in seconds.
    ///
    /// - Parameters:
    ///   - offGrid: the seconds by which it is later than the nearest step, negative if earlier; 0 for a cursor on a step.
    ///   - afterEnd: the number of them that are not heard, since the track ends before them.
    case pasted(Int, points: Int = 0, at: Double, offGrid: Double, afterEnd: Int)
    /// There are no copied hits.
    case nothingCopied
    /// No hit is at the cursor, and none is selected.
    case noTarget(Neighbour)
    /// The row of the cursor has no later hit, or no earlier one.
    case noNeighbour(forward: Bool, Neighbour)
    /// Copied hits have no take that could get them.
    case noTake
    /// A click has set no hit, since there is nothing before the start, and nothing after the end.
    case outside(isBeforeStart: Bool)
    /// An edit has added hits after the end of the track, or moved them there, where they are not heard.
    case afterEnd(Int, of: Int)
    case lane(Lane)

    var severity: Severity {
      switch self {
      case .copied, .cut, .pasted(_, _, _, _, afterEnd: 0), .nothingCopied, .noTarget, .noNeighbour, .noTake,
        .outside:
        .info
      case .pasted, .afterEnd: .warning
      case .lane(let notice): notice.severity
      }
    }

    /// The hit of the row beside the cursor to which a key goes: the next one, or the previous one if there is none.
    package enum Neighbour: Hashable, Sendable { case next, previous, none }

    /// A message about the lanes of the mixer's values.
    package enum Lane: Hashable, Sendable {
      /// A number of hits and points was moved to the steps.
      case quantised(hits: Int, points: Int)
      /// A number of points was removed.
      case thinned(Int, of: Int)
      /// No point is at the cursor, and none is selected.
      case noPoint
      /// The lane has no later point, or no earlier one.
      case noNeighbour(forward: Bool)
      /// No lane is shown whose points could be changed.
      ///
      /// - Parameter isEmpty: whether the take has none.
      case noneShown(isEmpty: Bool)
      /// No take could get the point.
      case noTake
      /// The typed text is not a value of the lane.
      case badValue(String, lowest: String, highest: String)
      /// The lanes of the take would have too many points.
      case tooManyPoints
      /// A point was set where the lane of the same address of a layer above, by its name, wins.
      case covered(by: String, String)

      var severity: Severity {
        switch self {
        case .quantised, .thinned, .noPoint, .noNeighbour, .noneShown, .noTake, .covered: .info
        case .badValue, .tooManyPoints: .warning
        }
      }
    }
  }
}
