/// A point on a canvas, with signed distances from shapes.
struct Point: Sendable {
  var x, y: Double

  var length: Double { (x * x + y * y).squareRoot() }

  static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
  static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  static func * (left: Point, factor: Double) -> Point { Point(x: left.x * factor, y: left.y * factor) }

  /// Returns the unit vector of a direction in turns, clockwise from the right.
  static func at(turns: Double, distance: Double) -> Point {
    Point(x: distance * ExactMaths.cosine(turns: turns), y: distance * ExactMaths.sine(turns: turns))
  }

  func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  func fromDisc(_ centre: Point, radius: Double) -> Double { (self - centre).length - radius }

  func fromRing(_ centre: Point, radius: Double, width: Double) -> Double {
    ((self - centre).length - radius).magnitude - width / 2
  }

  /// Returns the distance from a stick with round ends of two radii.
  func fromStick(_ start: Point, _ end: Point, radius first: Double, to last: Double) -> Double {
    let along = end - start
    let share = min(max((self - start).dot(along) / along.dot(along), 0), 1)
    return (self - (start + along * share)).length - (first + (last - first) * share)
  }

  /// Returns the distance from a wedge around a ray from the centre, with a width in turns.
  func fromWedge(turns: Double, half width: Double) -> Double {
    let axis = Point.at(turns: turns, distance: 1)
    let across = Point(x: -axis.y, y: axis.x)
    let forward = dot(axis)
    let sideways = dot(across).magnitude
    return forward < 0
      ? length
      : sideways * ExactMaths.cosine(turns: width) - forward * ExactMaths.sine(turns: width)
  }
}
