import Dubbing
import SystemBase

/// The frames that the columns of the timeline show.
package struct TimelineViewport: Hashable, Sendable {
  package var start: Double
  package var framesPerColumn: Double
  package let columns: Int
}

extension TimelineViewport {
  init(_ range: Range<Double>, columns: Int) {
    let length = max(range.upperBound - range.lowerBound, 1)
    self.init(
      start: range.lowerBound, framesPerColumn: length / Double(max(columns, 1)), columns: max(columns, 1))
  }

  package var span: Double { framesPerColumn * Double(columns) }
  package var end: Double { start + span }
  package var frames: Range<Int> {
    let first = Int(saturating: start.rounded(.up))
    return first..<max(Int(saturating: end.rounded(.up)), first)
  }

  /// Returns the column of a frame, which may be beside those that are shown.
  package func column(of frame: Double) -> Int {
    Int(saturating: ((frame - start) / framesPerColumn).rounded(.down))
  }

  /// Returns the first frame of a column, or of the one behind the last.
  func firstFrame(ofColumn column: Int) -> Int {
    Int(saturating: (start + Double(column) * framesPerColumn).rounded(.up))
  }

  /// The first frames of the columns, and of the one behind the last, as `column(of:)` divides frames.
  var edges: [Int] {
    (0...columns).map { column in
      // The product may round to the other side of a frame.
      let frame = firstFrame(ofColumn: column)
      if self.column(of: Double(frame)) < column { return frame + 1 }
      return self.column(of: Double(frame - 1)) >= column ? frame - 1 : frame
    }
  }

  /// Returns the frame in the middle of a column; negative before the start of the track.
  package func frame(ofColumn column: Int) -> Int {
    Int(saturating: (start + (Double(column) + 0.5) * framesPerColumn).rounded())
  }
}

/// The scale of the timeline.
package enum TimelineScale: Hashable, Sendable {
  case whole
  /// One or two bars, whose steps can be set and removed.
  case bars(Int)
  /// A number of frames in a column.
  case frames(Double)

  /// Seconds of a column at the largest scale.
  private static let finest = 0.00025

  /// Returns the following scale: half of what is shown, by one or two bars.
  func zoomedIn(from shown: Double, bar: Double, columns: Int, rate: Double) -> TimelineScale {
    switch self {
    case .bars(2): return .bars(1)
    case .bars: return .frames(bar / 2 / Double(columns))
    case .whole, .frames:
      let next = shown / 2
      if shown > bar * 2.01, next < bar * 3 { return .bars(2) }
      return .frames(max(next / Double(columns), TimelineScale.finest * rate))
    }
  }

  /// Returns the preceding scale: twice of what is shown, by one or two bars.
  func zoomedOut(from shown: Double, bar: Double, columns: Int, length: Double) -> TimelineScale {
    switch self {
    case .whole: return .whole
    case .bars(1): return .bars(2)
    case .bars: return bar * 4 < length ? .frames(bar * 4 / Double(columns)) : .whole
    case .frames:
      let next = shown * 2
      if shown < bar, next > bar * 0.75 { return .bars(1) }
      return next < length ? .frames(next / Double(columns)) : .whole
    }
  }
}

/// A row of the timeline: the hits of a pad of a layer, a whole layer, or a lane of a value of the mixer.
package struct TimelineLane: Hashable, Sendable {
  /// The layer whose pads have rows; 0 if there is no layer yet.
  package let layer: Int
  /// The number of the pad or of the note; nil for the whole layer.
  package let pad: Int?
  /// The lane; nil for a row of hits.
  package let curve: Lane.ID?

  package init(layer: Int, pad: Int?, curve: Lane.ID? = nil) {
    (self.layer, self.pad, self.curve) = (layer, pad, curve)
  }

  /// Returns whether the row has hits of a layer.
  func isOfHits(_ layer: Int) -> Bool { self.layer == layer && curve == nil }
}
