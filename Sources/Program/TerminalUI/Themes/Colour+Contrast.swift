import Glibc
import TerminalKit

/// Contrast of colours. Source: Web Content Accessibility Guidelines 2.1, relative luminance and contrast ratio.
extension Colour {
  /// The minimum contrast ratio of text.
  private static let least = 4.5

  /// The relative luminance, 0…1; nil if the colour is that of the terminal.
  private var luminance: Double? {
    guard case .rgb(let red, let green, let blue) = self else { return nil }
    let parts = [red, green, blue].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// Returns the contrast ratio of two colours, 1…21; nil if either is that of the terminal.
  func contrast(with other: Colour) -> Double? {
    guard let own = luminance, let other = other.luminance else { return nil }
    return (max(own, other) + 0.05) / (min(own, other) + 0.05)
  }

  /// The relative luminance whose contrast with black equals that with white: 4.58.
  private static let middle = 0.179

  /// Returns the colour, mixed with black or white as far as it needs to stand out from both.
  private var readableOnBoth: Colour {
    guard let own = luminance else { return self }
    let other: Colour = own > Colour.middle ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
    var shares: (low: Float, high: Float) = (0, 1)
    for _ in 0..<10 {
      let share = (shares.low + shares.high) / 2
      let isPast = ((mixed(with: other, share).luminance ?? 0) > Colour.middle) != (own > Colour.middle)
      if isPast { shares.high = share } else { shares.low = share }
    }
    return mixed(with: other, shares.high)
  }

  /// Returns the colour, mixed with the colour of texts as far as it needs to stand out from a ground. The terminal's own
  /// ground may be dark or light.
  func readable(on ground: Colour, beside text: Colour) -> Colour {
    if ground == .default { return readableOnBoth }
    for step in 0...4 {
      let mixed = mixed(with: text, Float(step) / 4)
      guard let contrast = mixed.contrast(with: ground) else { return self }
      if contrast >= Colour.least { return mixed }
    }
    return text
  }

  /// Returns the colour, mixed with black or white as far as it needs to stand out from a ground. The terminal's own text
  /// stands out already.
  ///
  /// - Parameter colours: the number of colours of the terminal, more than 16; the nearest one is shown.
  func standingOut(from ground: Colour, colours: Int) -> Colour {
    if self == .default { return self }
    let own = shown(of: colours)
    if let contrast = own.contrast(with: ground), contrast >= Colour.least { return self }
    for step in 1...16 {
      let mixed = own.mixed(with: ground.contrasting, Float(step) / 16).shown(of: colours)
      if let contrast = mixed.contrast(with: ground), contrast >= Colour.least { return mixed }
    }
    return ground.contrasting
  }

  /// Returns red, green and blue of what a terminal shows for the colour.
  ///
  /// - Parameter colours: the number of its colours.
  private func shown(of colours: Int) -> Colour {
    if isMixable && colours > 256 { return self }
    guard let index = index(inPaletteOf: min(colours, 256)) else { return self }
    let parts = Colour.components(of: index)
    return .rgb(UInt8(parts.x), UInt8(parts.y), UInt8(parts.z))
  }

  /// Black or white, whichever stands out more.
  var contrasting: Colour {
    let (black, white) = (Colour.rgb(13, 15, 18), Colour.rgb(255, 255, 255))
    return (contrast(with: black) ?? 1) >= (contrast(with: white) ?? 1) ? black : white
  }
}
