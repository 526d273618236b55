/// A place on a canvas, and how far it is from the edges of a few shapes.
struct Point: Sendable {
  var x, y: Double

  var length: Double { (x * x + y * y).squareRoot() }

  static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
  static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  static func * (left: Point, factor: Double) -> Point { Point(x: left.x * factor, y: left.y * factor) }

  /// In a direction given in turns, clockwise from the right.
  static func at(turns: Double, distance: Double) -> Point {
    Point(x: distance * ExactMaths.cosine(turns: turns), y: distance * ExactMaths.sine(turns: turns))
  }

  func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  func fromDisc(_ centre: Point, radius: Double) -> Double { (self - centre).length - radius }

  func fromRing(_ centre: Point, radius: Double, width: Double) -> Double {
    ((self - centre).length - radius).magnitude - width / 2
  }

  /// From a stick with round ends whose radius goes from one end's to the other's.
  func fromStick(_ start: Point, _ end: Point, radius first: Double, to last: Double) -> Double {
    let along = end - start
    let share = min(max((self - start).dot(along) / along.dot(along), 0), 1)
    return (self - (start + along * share)).length - (first + (last - first) * share)
  }

  /// From a wedge about a ray from the middle, as wide as a part of a turn.
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
