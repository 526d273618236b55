extension Colour {
  /// Whether its parts are known: those of the palette and the terminal's own are the user's.
  package var isMixable: Bool { if case .rgb = self { true } else { false } }

  /// A colour between two, all the way at 1; itself where one of them is not known.
  package func mixed(with other: Colour, _ share: Float) -> Colour {
    guard case .rgb(let red, let green, let blue) = self,
      case .rgb(let otherRed, let otherGreen, let otherBlue) = other
    else { return self }
    func between(_ from: UInt8, _ to: UInt8) -> UInt8 {
      // Not `rounded()`, which would need the C library's mathematics.
      UInt8(Float(from) + (Float(to) - Float(from)) * min(max(share, 0), 1) + 0.5)
    }
    return .rgb(between(red, otherRed), between(green, otherGreen), between(blue, otherBlue))
  }
}
