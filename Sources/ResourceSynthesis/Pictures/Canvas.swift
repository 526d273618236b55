/// A picture being painted. Its middle is (0, 0), its half width 1; y grows downwards.
struct Canvas {
  let size: Int
  private(set) var pixels: [Colour]

  init(size: Int, _ background: Colour) {
    self.size = size
    pixels = [Colour](repeating: background, count: size * size)
  }

  /// Where the middle of a pixel lies.
  private func point(_ index: Int) -> Point {
    let half = Double(size) / 2
    return Point(x: (Double(index % size) + 0.5 - half) / half, y: (Double(index / size) + 0.5 - half) / half)
  }

  /// Paints what lies inside a shape; its edge is as soft as a pixel is wide.
  ///
  /// - Parameter shape: the distance of a point from the shape's edge, negative inside.
  mutating func fill(_ colour: Colour, opacity: Double = 1, _ shape: (Point) -> Double) {
    fill(opacity: opacity, shape) { _ in colour }
  }

  mutating func fill(opacity: Double = 1, _ shape: (Point) -> Double, colour: (Point) -> Colour) {
    for index in pixels.indices {
      let point = point(index)
      let cover = min(max(0.5 - shape(point) * Double(size) / 2, 0), 1) * opacity
      if cover > 0 { pixels[index] = pixels[index].mixed(with: colour(point), cover) }
    }
  }

  /// A shape drawn softly, as a shadow is.
  mutating func shade(_ colour: Colour, opacity: Double, width: Double, _ shape: (Point) -> Double) {
    for index in pixels.indices {
      let share = min(max(0.5 - shape(point(index)) / width, 0), 1)
      let soft = share * share * (3 - 2 * share)
      pixels[index] = pixels[index].mixed(with: colour, soft * opacity)
    }
  }

  /// Rows from the top, three bytes a pixel.
  var bytes: [UInt8] { pixels.flatMap(\.bytes) }
}
