/// A picture of a drum from above with two sticks, in front of a background of its palette.
struct DrumPicture {
  struct Palette: Sendable {
    /// The colours of the sky at the top and the bottom, and of the rays.
    let top, bottom, rayTop, ray: Colour
    let rayOpacity: Double
    let hoop, hoopLight, head, headLight, mark: Colour
    let stick, stickLight, shadow: Colour
  }

  static let size = 320

  /// The colours of the demo track's cover: a sunrise.
  static let sunrise = Palette(
    top: 0x3B2A5A, bottom: 0xF28A4B, rayTop: 0xB0508A, ray: 0xFFD27A,
    rayOpacity: 0.5,
    hoop: 0x9C2F3F, hoopLight: 0xD9574A, head: 0xFFE3B0, headLight: 0xFFF6E3,
    mark: 0xF4A54F, stick: 0x8A4B2A, stickLight: 0xC98550, shadow: 0x3A1830)

  /// Dark colours for the picture of tracks without a cover.
  static let quiet = Palette(
    top: 0x23272E, bottom: 0x2F353D, rayTop: 0x39404A, ray: 0x39404A,
    rayOpacity: 0.35,
    hoop: 0x4A525D, hoopLight: 0x646E7B, head: 0x8B95A1, headLight: 0x9FA8B3,
    mark: 0x7B8692, stick: 0x545C66, stickLight: 0x747E8A, shadow: 0x14171B)

  private let palette: Palette
  private var canvas: Canvas

  static func draw(_ palette: Palette) -> Canvas {
    var picture = DrumPicture(palette: palette, canvas: Canvas(size: size, palette.top))
    picture.drawSky()
    picture.drawDrum()
    for side in [-1.0, 1] {
      picture.drawStick(from: Point(x: 0.86 * side, y: -0.8), to: Point(x: -0.14 * side, y: -0.1))
    }
    return picture.canvas
  }

  private static let middle = Point(x: 0, y: 0.1)

  private mutating func drawSky() {
    let palette = palette
    canvas.fill({ _ in -1 }) { point in
      palette.top.mixed(with: palette.bottom, (point.y + 1) / 2)
    }
    for number in 0..<16 {
      let turns = (Double(number) + 0.5) / 16
      canvas.fill(opacity: palette.rayOpacity) { point in
        (point - DrumPicture.middle).fromWedge(turns: turns, half: 1 / 64.0)
      } colour: { point in
        palette.rayTop.mixed(with: palette.ray, (point.y + 1) * 0.8)
      }
    }
    // The light is strongest around the drum.
    canvas.shade(palette.ray, opacity: palette.rayOpacity * 1.2, width: 0.75) { point in
      point.fromDisc(DrumPicture.middle, radius: 0.72)
    }
  }

  private mutating func drawDrum() {
    let middle = DrumPicture.middle
    canvas.shade(palette.shadow, opacity: 0.5, width: 0.2) {
      $0.fromDisc(middle + Point(x: 0.02, y: 0.06), radius: 0.63)
    }
    for number in 0..<8 { drawLug(turns: (Double(number) + 0.5) / 8) }
    canvas.fill(palette.hoop) { $0.fromDisc(middle, radius: 0.62) }
    canvas.fill(palette.hoopLight) { $0.fromRing(middle, radius: 0.585, width: 0.035) }
    let palette = palette
    canvas.fill { point in
      point.fromDisc(middle, radius: 0.535)
    } colour: { point in
      palette.headLight.mixed(with: palette.head, (point - middle + Point(x: 0.15, y: 0.2)).length / 0.7)
    }
    canvas.fill(palette.mark, opacity: 0.55) { $0.fromRing(middle, radius: 0.43, width: 0.014) }
    drawSun()
  }

  private mutating func drawLug(turns: Double) {
    let start = DrumPicture.middle + Point.at(turns: turns, distance: 0.6)
    let end = DrumPicture.middle + Point.at(turns: turns, distance: 0.665)
    canvas.fill(palette.hoop) { $0.fromStick(start, end, radius: 0.045, to: 0.04) }
    canvas.fill(palette.hoopLight) { $0.fromDisc(end, radius: 0.02) }
  }

  /// Paints half a sun above a horizon on the drum head.
  private mutating func drawSun() {
    let centre = DrumPicture.middle + Point(x: 0, y: 0.12)
    canvas.fill(palette.mark) { point in
      max(point.fromDisc(centre, radius: 0.2), point.y - centre.y)
    }
    for (number, width) in [0.3, 0.22, 0.12].enumerated() {
      let y = centre.y + 0.05 + Double(number) * 0.055
      let left = Point(x: centre.x - width, y: y)
      let right = Point(x: centre.x + width, y: y)
      canvas.fill(palette.mark) { $0.fromStick(left, right, radius: 0.014, to: 0.014) }
    }
  }

  private mutating func drawStick(from start: Point, to end: Point) {
    let fall = Point(x: 0.015, y: 0.05)
    canvas.shade(palette.shadow, opacity: 0.45, width: 0.07) {
      $0.fromStick(start + fall, end + fall, radius: 0.036, to: 0.02)
    }
    canvas.fill(palette.stick) { $0.fromStick(start, end, radius: 0.04, to: 0.02) }
    let lift = Point(x: 0, y: -0.012)
    canvas.fill(palette.stickLight) { $0.fromStick(start + lift, end + lift, radius: 0.022, to: 0.009) }
    canvas.fill(palette.stick) { $0.fromDisc(end, radius: 0.038) }
    canvas.fill(palette.stickLight) { $0.fromDisc(end + lift, radius: 0.024) }
  }
}
