/// The palette of xterm: 16 colours, a cube of 6 × 6 × 6, 24 greys. Source: 256colres.h and XTerm-col.ad of
/// xterm.
enum Palette {
  private static let basic: [SIMD3<Int>] = [
    SIMD3(0, 0, 0), SIMD3(205, 0, 0), SIMD3(0, 205, 0), SIMD3(205, 205, 0),
    SIMD3(0, 0, 238), SIMD3(205, 0, 205), SIMD3(0, 205, 205), SIMD3(229, 229, 229),
    SIMD3(127, 127, 127), SIMD3(255, 0, 0), SIMD3(0, 255, 0), SIMD3(255, 255, 0),
    SIMD3(92, 92, 255), SIMD3(255, 0, 255), SIMD3(0, 255, 255), SIMD3(255, 255, 255),
  ]
  private static let steps = [0, 95, 135, 175, 215, 255]

  static func components(of index: UInt8) -> SIMD3<Int> {
    let index = Int(index)
    if index < 16 { return basic[index] }
    if index >= 232 { return SIMD3(repeating: 8 + (index - 232) * 10) }
    let cube = index - 16
    return SIMD3(steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
  }

  static func nearest(to wanted: SIMD3<Int>, count: Int) -> UInt8? {
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
