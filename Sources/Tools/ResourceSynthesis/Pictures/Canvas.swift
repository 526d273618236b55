import CPNG
import SystemBase

/// A picture to paint on. Its centre is (0, 0), half its width is 1; y grows downwards.
struct Canvas {
  let size: Int
  private(set) var pixels: [Colour]

  init(size: Int, _ background: Colour) {
    self.size = size
    pixels = [Colour](repeating: background, count: size * size)
  }

  private func point(_ index: Int) -> Point {
    let half = Double(size) / 2
    return Point(x: (Double(index % size) + 0.5 - half) / half, y: (Double(index / size) + 0.5 - half) / half)
  }

  /// Fills a shape, by the signed distance of a point from its edge, negative inside, with an edge of one soft pixel.
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

/// An RGB colour with components from 0 to 1.
struct Colour: Sendable, ExpressibleByIntegerLiteral {
  private let components: SIMD3<Double>

  /// Creates a colour from a number `0xRRGGBB`.
  init(integerLiteral hex: Int) {
    components = SIMD3(Double(hex >> 16 & 0xFF), Double(hex >> 8 & 0xFF), Double(hex & 0xFF)) / 255
  }

  private init(_ components: SIMD3<Double>) { self.components = components }

  var red: Double { components.x }
  var green: Double { components.y }

  func mixed(with other: Colour, _ share: Double) -> Colour {
    Colour(components + (other.components - components) * min(max(share, 0), 1))
  }

  var bytes: [UInt8] {
    (0..<3).map { UInt8(ExactMaths.rounded(components[$0] * 255)) }
  }
}

typealias Point = SIMD2<Double>

/// Signed distances from shapes.
extension Point {
  var length: Double { dot(self).squareRoot() }

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
    let share = Swift.min(Swift.max((self - start).dot(along) / along.dot(along), 0), 1)
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

/// Encodes pictures as PNG by libpng's simplified interface.
enum PNGImage {
  /// `PNG_FORMAT_RGB`, three bytes per pixel; Swift does not import the macro.
  private static let rgb: UInt32 = 2

  static func encode(_ canvas: Canvas) throws(FileError) -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(canvas.size)
    image.height = UInt32(canvas.size)
    image.format = rgb
    let pixels = canvas.bytes
    // The buffer fits any picture of that size, so that one call is enough.
    var png = [UInt8](repeating: 0, count: pixels.count * 2 + 1024)
    var size = png_alloc_size_t(png.count)
    let result = png_image_write_to_memory(&image, &png, &size, 0, pixels, 0, nil)
    guard result != 0 else {
      throw FileError(.writeFailed, "PNG", detail: "png_image_write_to_memory: \(message(image))")
    }
    return Array(png.prefix(Int(size)))
  }

  private static func message(_ image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
