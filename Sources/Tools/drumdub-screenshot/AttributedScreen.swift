import TerminalKit

/// A screen from text with sequences that set how characters look. Source: ECMA-48, SGR.
struct AttributedScreen {
  private(set) var rows: [[Cell]] = []
  private var style = Style.plain

  init(_ lines: [String]) { for line in lines { rows.append(read(line)) } }

  private mutating func read(_ line: String) -> [Cell] {
    var cells: [Cell] = []
    var rest = Substring(line)
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        rest = rest.dropFirst()
        let parameters = rest.prefix { $0.isNumber || $0 == ";" || $0 == ":" }
        rest = rest.dropFirst(parameters.count)
        if rest.popFirst() == "m" { set(parameters.split(separator: ";").compactMap { Int($0) }) }
      } else if character != "\u{0E}" && character != "\u{0F}" {
        cells.append(Cell(character, style: style, width: CharacterWidth.columns(of: character)))
      }
    }
    return cells
  }

  private mutating func set(_ numbers: [Int]) {
    if numbers.isEmpty { style = .plain }
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 30...37: style.foreground = .indexed(UInt8(number - 30))
      case 90...97: style.foreground = .indexed(UInt8(number - 82))
      case 40...47: style.background = .indexed(UInt8(number - 40))
      case 100...107: style.background = .indexed(UInt8(number - 92))
      case 38: style.foreground = AttributedScreen.colour(&rest)
      case 48: style.background = AttributedScreen.colour(&rest)
      case 39: style.foreground = .default
      case 49: style.background = .default
      default: break
      }
    }
  }

  private static func colour(_ rest: inout ArraySlice<Int>) -> Colour {
    let kind = rest.popFirst()
    if kind == 5 { return .indexed(UInt8(clamping: rest.popFirst() ?? 0)) }
    let parts = (0..<3).map { _ in UInt8(clamping: rest.popFirst() ?? 0) }
    return .rgb(parts[0], parts[1], parts[2])
  }
}
