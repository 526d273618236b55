import SystemBase

/// The course of one value of the mixer, or of a move, while a take plays.
package struct Lane: Hashable, Sendable, Identifiable {
  package struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name of the value, as `MixGraph.Address.text` has it: `music/delay/feedback`, `move/throw`. One that this program
    /// does not know is kept and not played.
    package var address: String
    /// The layer to which the lane belongs; nil if it belongs to the take.
    package var layer: Int?

    package init(_ address: String, layer: Int? = nil) { (self.address, self.layer) = (address, layer) }

    package var description: String { address + (layer.map { " of layer \($0)" } ?? "") }

    /// The order of lanes: those of the take come first.
    package static func < (left: ID, right: ID) -> Bool {
      (left.layer ?? 0, left.address) < (right.layer ?? 0, right.address)
    }
  }

  /// How the value moves from one point to the next.
  package enum Shape: String, Hashable, Sendable, CaseIterable {
    /// It changes at the point, as a value that is set by hand does.
    case steps
    /// It moves evenly from point to point.
    case lines
  }

  /// A value from a frame on.
  package struct Point: Hashable, Sendable {
    /// The track's own frame.
    package var frame: Int
    /// The value in the unit of its parameter.
    package var value: Double

    package init(_ frame: Int, _ value: Double) { (self.frame, self.value) = (frame, value) }
  }

  /// The most points of all lanes of a take together.
  package static let mostPoints = 10_000_000

  package let id: ID
  package var shape: Shape
  /// Frames of the track in ascending order; no frame stands there twice.
  package internal(set) var frames: [Int]
  /// The values in the unit of the parameter, one for each frame; all of them are finite.
  package internal(set) var values: [Double]
  /// Members of the file that this version does not know.
  var unknown = JSONObject()

  /// Creates a lane of points in any order. Of several points of one frame, the last one counts.
  package init(_ id: ID, _ points: some Sequence<Point> = [], shape: Shape = .steps) {
    (self.id, self.shape, frames, values) = (id, shape, [], [])
    for point in points.enumerated().sorted(by: {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }) {
      append(point.element)
    }
  }

  /// Creates a lane of columns of one length, whose frames ascend and whose values are finite.
  init(_ id: ID, frames: [Int], values: [Double], shape: Shape, unknown: JSONObject = JSONObject()) {
    precondition(frames.count == values.count, "the columns of a lane have one length")
    (self.id, self.frames, self.values, self.shape, self.unknown) = (id, frames, values, shape, unknown)
  }

  package var count: Int { frames.count }
  package var points: some RandomAccessCollection<Point> { frames.indices.lazy.map { self[$0] } }
  package var isEmpty: Bool { frames.isEmpty }

  /// The lane without the points at frames that files do not have.
  var withinFrames: Lane {
    let range = HitColumns.frameRange
    return points(at: first(from: range.lowerBound)..<first(from: range.upperBound + 1))
  }

  package subscript(index: Int) -> Point { Point(frames[index], values[index]) }

  /// Adds a point behind all others, or replaces that of its frame. A value that is not finite is left out.
  ///
  /// - Precondition: no point is later.
  package mutating func append(_ point: Point) {
    precondition(frames.last.map { $0 <= point.frame } ?? true)
    guard point.value.isFinite else { return }
    if frames.last == point.frame {
      values[values.count - 1] = point.value
    } else {
      frames.append(point.frame)
      values.append(point.value)
    }
  }

  /// Adds a point at its place, or replaces that of its frame. A value that is not finite is left out.
  mutating func set(_ point: Point) {
    let place = first(from: point.frame)
    if place == count { return append(point) }
    guard point.value.isFinite else { return }
    if frames[place] == point.frame {
      values[place] = point.value
    } else {
      frames.insert(point.frame, at: place)
      values.insert(point.value, at: place)
    }
  }

  /// Returns the index of the first point that is not before a frame.
  package func first(from frame: Int) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle] < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the value at a frame; nil before the first point.
  package func value(at frame: Int) -> Double? {
    let next = first(from: frame + 1)
    if next == 0 { return nil }
    let (start, value) = (frames[next - 1], values[next - 1])
    if shape == .steps || next == count { return value }
    return value + (values[next] - value) * Double(frame - start) / Double(frames[next] - start)
  }

  /// Returns the lane with a value that holds from the beginning of the track up to its first point; without one, or if it
  /// has a point there, the same lane.
  package func beginning(with value: Double?) -> Lane {
    guard let value, value.isFinite, let first = frames.first, first > 0 else { return self }
    // The value of lines moves only behind their first point.
    let frames = shape == .lines && first > 1 ? [0, first - 1] : [0]
    return Lane(
      id, frames: frames + self.frames, values: frames.map { _ in value } + values, shape: shape,
      unknown: unknown)
  }
}
