/// An RGB colour with components from 0 to 1.
struct Colour: Sendable {
  var red, green, blue: Double

  /// Creates a colour from a number.
  ///
  /// - Parameter hex: `0xRRGGBB`.
  init(_ hex: Int) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
  }

  /// Mixes this colour with a share of another one.
  func mixed(with other: Colour, _ share: Double) -> Colour {
    let share = min(max(share, 0), 1)
    var mixed = self
    mixed.red += (other.red - red) * share
    mixed.green += (other.green - green) * share
    mixed.blue += (other.blue - blue) * share
    return mixed
  }

  var bytes: [UInt8] { [red, green, blue].map { UInt8(ExactMaths.rounded($0 * 255)) } }
}
