extension Colour {
  /// Whether red, green and blue are known: the user can redefine palette and default colours.
  package var isMixable: Bool { if case .rgb = self { true } else { false } }

  /// Mixes two colours: 0 is this one, 1 the other. Returns this one if either is not known.
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
