import TerminalKit

/// A screen as SVG: grounds and block characters as rectangles, all else as text, cell by cell.
struct ScreenImage {
  private static let (cellWidth, cellHeight, margin) = (9, 19, 10)
  private static let ground = "#15181e"
  private static let text = "#d4d8de"

  private let screen: AttributedScreen

  init(_ screen: AttributedScreen) { self.screen = screen }

  var svg: String {
    let columns = screen.rows.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
    let width = columns * Self.cellWidth + 2 * Self.margin
    let height = screen.rows.count * Self.cellHeight + 2 * Self.margin
    let rows = screen.rows.enumerated().map { row($1, $0) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      font-family="DejaVu Sans Mono, monospace" font-size="15">
      <rect width="100%" height="100%" rx="8" fill="\(Self.ground)"/>
      \(rows.joined(separator: "\n"))
      </svg>
      """
  }

  private func row(_ cells: [Cell], _ y: Int) -> String {
    var parts: [String] = []
    var column = 0
    for cell in cells {
      let (x, top) = (Self.margin + column * Self.cellWidth, Self.margin + y * Self.cellHeight)
      parts.append(drawn(cell, x, top))
      column += cell.width
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func drawn(_ cell: Cell, _ x: Int, _ y: Int) -> String {
    var ink = Self.hex(cell.style.foreground) ?? Self.text
    var ground = Self.hex(cell.style.background)
    if cell.style.attributes.contains(.reverse) { (ink, ground) = (ground ?? Self.ground, ink) }
    var parts: [String] = []
    if let ground, ground != Self.ground {
      parts.append(rect(x, y, cell.width * Self.cellWidth, Self.cellHeight, ground))
    }
    if let blocks = BlockCharacter.parts(cell.character) {
      for (left, top, width, height) in blocks {
        parts.append(
          rect(
            Double(x) + left * Double(Self.cellWidth), Double(y) + top * Double(Self.cellHeight),
            width * Double(Self.cellWidth), height * Double(Self.cellHeight), ink))
      }
    } else if cell.character != " " {
      let weight = cell.style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
      let line = cell.style.attributes.contains(.underline) ? " text-decoration=\"underline\"" : ""
      parts.append(
        "<text x=\"\(x)\" y=\"\(y + 15)\" fill=\"\(ink)\"\(weight)\(line)>\(escaped(cell.character))</text>")
    }
    return parts.joined(separator: "\n")
  }

  private func rect<Number>(_ x: Number, _ y: Number, _ width: Number, _ height: Number, _ fill: String)
    -> String
  {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(fill)\" shape-rendering=\"crispEdges\"/>"
  }

  private func escaped(_ character: Character) -> String {
    switch character {
    case "<": "&lt;"
    case ">": "&gt;"
    case "&": "&amp;"
    default: String(character)
    }
  }

  private static func hex(_ colour: Colour) -> String? {
    let parts: SIMD3<Int>
    switch colour {
    case .default: return nil
    case .indexed(let index): parts = Colour.components(of: index)
    case .rgb(let red, let green, let blue): parts = SIMD3(Int(red), Int(green), Int(blue))
    }
    return "#" + [parts.x, parts.y, parts.z].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
