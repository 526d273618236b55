/// A picture to paint on. Its centre is (0, 0), half its width is 1; y grows downwards.
struct Canvas {
  let size: Int
  private(set) var pixels: [Colour]

  init(size: Int, _ background: Colour) {
    self.size = size
    pixels = [Colour](repeating: background, count: size * size)
  }

  /// Returns the centre of a pixel.
  private func point(_ index: Int) -> Point {
    let half = Double(size) / 2
    return Point(x: (Double(index % size) + 0.5 - half) / half, y: (Double(index / size) + 0.5 - half) / half)
  }

  /// Fills a shape with an anti-aliased edge of one pixel.
  ///
  /// - Parameter shape: returns the signed distance of a point from the edge, negative inside.
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

  /// Fills a shape with a soft edge, for shadows.
  mutating func shade(_ colour: Colour, opacity: Double, width: Double, _ shape: (Point) -> Double) {
    for index in pixels.indices {
      let share = min(max(0.5 - shape(point(index)) / width, 0), 1)
      let soft = share * share * (3 - 2 * share)
      pixels[index] = pixels[index].mixed(with: colour, soft * opacity)
    }
  }

  /// The pixels by rows from the top, three bytes per pixel.
  var bytes: [UInt8] { pixels.flatMap(\.bytes) }
}
