/// A colour; a terminal without it shows the nearest one that it has.
package enum Colour: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// An entry of xterm's palette of 256.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// Returns the nearest of the first `count` entries of the palette; nil for the default colour. `count`: 8, 16 or
  /// 256; with fewer than 8 the result is nil.
  package func index(inPaletteOf count: Int) -> UInt8? {
    switch self {
    case .default: return nil
    case .indexed(let index) where Int(index) < count: return index
    case .indexed(let index): return Colour.nearest(to: Colour.components(of: index), count: count)
    case .rgb(let red, let green, let blue):
      return Colour.nearest(to: SIMD3(Int(red), Int(green), Int(blue)), count: count)
    }
  }

  /// Reads `#RRGGBB`; nil for other texts.
  package init?(hex: some StringProtocol) {
    guard hex.hasPrefix("#"), hex.utf8.count == 7, let value = UInt32(hex.dropFirst(), radix: 16) else {
      return nil
    }
    self = .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
  }

  /// Reads a colour as a terminal states it: `rgb:RRRR/GGGG/BBBB` with one to four hexadecimal digits each, or `rgba:` with
  /// a share of cover behind them; nil for other texts. Source: XParseColor(3), xterm's ctlseqs (OSC 11).
  init?(reply: some StringProtocol) {
    let head = reply.prefix { $0 != ":" }
    let parts = reply.dropFirst(head.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    guard ["rgb": 3, "rgba": 4][String(head)] == parts.count else { return nil }
    let values = parts.prefix(3).compactMap { part -> UInt8? in
      guard let value = UInt16(part, radix: 16), part.utf8.count <= 4 else { return nil }
      return UInt8(Int(value) * 255 / ((1 << (4 * part.utf8.count)) - 1))
    }
    guard values.count == 3 else { return nil }
    self = .rgb(values[0], values[1], values[2])
  }

  /// The colour as a number: its kind in the highest byte, then its components.
  var packed: UInt32 {
    switch self {
    case .default: 0
    case .indexed(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue): 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  init(packed: UInt32) {
    switch packed >> 24 {
    case 0: self = .default
    case 1: self = .indexed(UInt8(truncatingIfNeeded: packed))
    default:
      self = .rgb(
        UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
        UInt8(truncatingIfNeeded: packed))
    }
  }

  /// Whether red, green and blue are known. The user can redefine palette and default colours.
  package var isMixable: Bool { if case .rgb = self { true } else { false } }

  /// Mixes two colours: 0 is this one, 1 the other. Returns this one if either is not known.
  package func mixed(with other: Colour, _ share: Float) -> Colour {
    guard case .rgb(let red, let green, let blue) = self,
      case .rgb(let otherRed, let otherGreen, let otherBlue) = other
    else { return self }
    let share = min(max(share, 0), 1)
    func between(_ from: UInt8, _ to: UInt8) -> UInt8 {
      let distance = Float(to) - Float(from)
      let mixed = Float(from) + distance * share
      // Adds 0.5 in place of `rounded()`, which would need the C mathematics library.
      return UInt8(mixed + 0.5)
    }
    return .rgb(between(red, otherRed), between(green, otherGreen), between(blue, otherBlue))
  }
}

/// The palette of xterm: 16 colours, a cube of 6 × 6 × 6, 24 greys. Source: 256colres.h and XTerm-col.ad of
/// xterm.
extension Colour {
  private static let basic: [SIMD3<Int>] = [
    SIMD3(0, 0, 0), SIMD3(205, 0, 0), SIMD3(0, 205, 0), SIMD3(205, 205, 0),
    SIMD3(0, 0, 238), SIMD3(205, 0, 205), SIMD3(0, 205, 205), SIMD3(229, 229, 229),
    SIMD3(127, 127, 127), SIMD3(255, 0, 0), SIMD3(0, 255, 0), SIMD3(255, 255, 0),
    SIMD3(92, 92, 255), SIMD3(255, 0, 255), SIMD3(0, 255, 255), SIMD3(255, 255, 255),
  ]
  private static let steps = [0, 95, 135, 175, 215, 255]

  /// Returns red, green and blue of an entry.
  package static func components(of index: UInt8) -> SIMD3<Int> {
    let index = Int(index)
    if index < 16 { return basic[index] }
    if index >= 232 { return SIMD3(repeating: 8 + (index - 232) * 10) }
    let cube = index - 16
    return SIMD3(steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
  }

  private static func nearest(to wanted: SIMD3<Int>, count: Int) -> UInt8? {
    guard count >= 8 else { return nil }
    // Users redefine the first 16, so with 256 colours only the others are searched.
    let candidates: ClosedRange<UInt8> = count >= 256 ? 16...255 : (count >= 16 ? 0...15 : 0...7)
    return candidates.min { distance(wanted, $0) < distance(wanted, $1) }
  }

  private static func distance(_ wanted: SIMD3<Int>, _ index: UInt8) -> Int {
    let difference = wanted &- components(of: index)
    return (difference &* difference &* SIMD3(3, 4, 2)).wrappedSum()
  }
}
