/// A colour; the terminal shows the nearest that it has.
package enum Colour: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// An entry of xterm's palette of 256.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The nearest entry of the palette's first `count` ones; nil is the terminal's own.
  ///
  /// - Parameter count: 8, 16 or 256; fewer than 8 are no colours at all.
  package func index(inPaletteOf count: Int) -> UInt8? {
    switch self {
    case .default: return nil
    case .indexed(let index) where Int(index) < count: return index
    case .indexed(let index): return Palette.nearest(to: Palette.components(of: index), count: count)
    case .rgb(let red, let green, let blue):
      return Palette.nearest(to: SIMD3(Int(red), Int(green), Int(blue)), count: count)
    }
  }

  /// Red, green and blue of an entry of the palette, as xterm has it.
  package static func components(of index: UInt8) -> SIMD3<Int> { Palette.components(of: index) }
}
