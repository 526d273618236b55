@preconcurrency import CNcurses
import Glibc
import SystemBase
import TerminalKit

/// Converts cells to those of ncurses, within the colours and characters of the terminal. Main thread.
@MainActor struct CellEncoder {
  /// The number of colours; 0 if the terminal has none or colours are off.
  let colours: Int
  let isUTF8: Bool
  private let hasDefaultColours: Bool
  /// The numbers of the last colours, each at the place that `place(of:)` returns.
  private var known: [(colour: Colour, number: Int32)]
  /// The blanks of the last styles, each at a place by the digest of the style.
  private var blanks: [(style: Style, cell: cchar_t)?]
  private var keepsBlanks = true
  /// The highest number of a pair of colours so far. ncurses gives numbers in ascending order, until it has none left and
  /// replaces pairs.
  private var lastPair: Int32 = 0

  /// Creates an encoder. `wantsColour`: false leaves every cell in the terminal's own colours.
  init(isUTF8: Bool, wantsColour: Bool) {
    self.isUTF8 = isUTF8
    known = Array(repeating: (.default, 0), count: CellEncoder.places)
    blanks = Array(repeating: nil, count: 1 << CellEncoder.blankBits)
    guard wantsColour, has_colors(), start_color() == OK, COLORS >= 8, COLOR_PAIRS > 8 else {
      colours = 0
      hasDefaultColours = false
      return
    }
    colours = COLORS >= 1 << 24 ? 1 << 24 : (COLORS >= 256 ? 256 : (COLORS >= 16 ? 16 : 8))
    hasDefaultColours = use_default_colors() == OK
  }

  /// Converts a row of a surface, with an entry for each character. One letter of a flag, whose other one is not shown, becomes
  /// a Latin letter, since terminals draw it in one column or in two.
  mutating func encode(_ row: ArraySlice<Cell>) -> [cchar_t] {
    var cells: [cchar_t] = []
    cells.reserveCapacity(row.count)
    var style = Style.plain
    var blank = blank(of: style)
    var endOfFlag = row.startIndex
    for (index, cell) in zip(row.indices, row) where cell.width > 0 {
      if cell.style != style {
        style = cell.style
        blank = self.blank(of: style)
      }
      if let scalar = plainScalar(of: cell) {
        // A copy with another character, because `setcchar` examines each character, which is slow.
        blank.chars.0 = scalar
        if CellEncoder.isFlagLetter(scalar), index >= endOfFlag {
          let hasOther = row.dropFirst(index + 1 - row.startIndex).first?.isFlagLetter ?? false
          if hasOther { endOfFlag = index + 2 } else { blank.chars.0 = CellEncoder.latin(scalar) }
        }
        cells.append(blank)
      } else {
        for scalars in text(of: cell) { cells.append(encode(scalars + [0], look(of: style))) }
      }
    }
    return cells
  }

  /// Returns whether a code point is a regional indicator, of which two are a flag.
  private static func isFlagLetter(_ scalar: wchar_t) -> Bool { scalar >= 0x1F1E6 && scalar <= 0x1F1FF }

  private static func latin(_ flagLetter: wchar_t) -> wchar_t { flagLetter - 0x1F1E6 + 0x41 }

  /// Returns the only code point of a cell, if it can be sent as it is; otherwise nil.
  private func plainScalar(of cell: Cell) -> wchar_t? {
    guard let scalar = cell.text.scalar else { return nil }
    let value = wchar_t(scalar.value)
    if scalar.isASCII { return value >= 0x20 && value < 0x7F ? value : nil }
    // Of other encodings, those with one byte for each character have some.
    guard isUTF8 || wctob(wint_t(bitPattern: value)) != EOF else { return nil }
    return wcwidth(value) == Int32(cell.width) ? value : nil
  }

  /// The number of the pairs of colours that are left for new pairs while blanks are kept.
  private static let sparePairs: Int32 = 1_024
  /// The number of styles whose blanks are kept, as a power of two.
  private static let blankBits: UInt32 = 9

  /// Returns a blank in a style.
  private mutating func blank(of style: Style) -> cchar_t {
    let place = Int(style.digest >> (32 - CellEncoder.blankBits))
    if let known = blanks[place], known.style == style { return known.cell }
    let look = look(of: style)
    let cell = encode(CellEncoder.blank, look)
    lastPair = max(lastPair, look.pair)
    if lastPair < COLOR_PAIRS - CellEncoder.sparePairs {
      blanks[place] = (style, cell)
    } else if keepsBlanks {
      keepsBlanks = false
      for place in blanks.indices { blanks[place] = nil }
    }
    return cell
  }

  private struct Look {
    var attributes: attr_t
    var pair: Int32
  }

  /// A blank for `encode`.
  private static let blank: [wchar_t] = [0x20, 0]

  /// Converts code points that a 0 ends.
  private func encode(_ scalars: [wchar_t], _ look: Look) -> cchar_t {
    var cell = cchar_t()
    var pair = look.pair
    // The pair is stored twice: as a short in the cell, and as a whole number in an extension (ncurses 6.1).
    let result = setcchar(&cell, scalars, look.attributes, Int16(clamping: pair), &pair)
    precondition(result == OK, "setcchar")
    return cell
  }

  private mutating func look(of style: Style) -> Look {
    var attributes: attr_t = 0
    let (text, ground) = numbers(of: style)
    if style.attributes.contains(.bold) && !isBlurredByBold(text, on: ground) {
      attributes |= drumdub_attr_bold()
    }
    if style.attributes.contains(.dim) { attributes |= drumdub_attr_dim() }
    if style.attributes.contains(.underline) { attributes |= drumdub_attr_underline() }
    if style.attributes.contains(.reverse) { attributes |= drumdub_attr_reverse() }
    let pair = text == -1 && ground == -1 ? 0 : max(alloc_pair(text, ground), 0)
    return Look(attributes: attributes, pair: pair)
  }

  /// Whether bold text would be less readable. Terminals with few colours show it in a lighter colour, which is nearer to
  /// a lighter ground.
  private func isBlurredByBold(_ text: Int32, on ground: Int32) -> Bool {
    guard (1...16).contains(colours), (0..<8).contains(text), let ground = UInt8(exactly: ground) else {
      return false
    }
    return CellEncoder.brightness(ground) > CellEncoder.brightness(UInt8(text))
  }

  /// The brightness of an entry of the palette, 0…2,550.
  private static func brightness(_ index: UInt8) -> Int {
    (Colour.components(of: index) &* SIMD3(3, 6, 1)).wrappedSum()
  }

  /// Returns the numbers of a style's colours; −1 is the terminal's own.
  private mutating func numbers(of style: Style) -> (text: Int32, ground: Int32) {
    guard colours > 0 else { return (-1, -1) }
    return (number(of: style.foreground, otherwise: 7), number(of: style.background, otherwise: 0))
  }

  private mutating func number(of colour: Colour, otherwise: Int32) -> Int32 {
    if colours > 256 { return directNumber(of: colour) ?? (hasDefaultColours ? -1 : otherwise) }
    if colour == .default { return hasDefaultColours ? -1 : otherwise }
    let place = CellEncoder.place(of: colour)
    if known[place].colour == colour { return known[place].number }
    let number = colour.index(inPaletteOf: colours).map(Int32.init) ?? otherwise
    known[place] = (colour, number)
    return number
  }

  /// The number of colours that are kept. Pictures have hundreds.
  private static let places = 1_024

  /// Returns the place of a colour among those that are kept; the last colour with a place has it. Cheaper than a hash, of
  /// which each cell of a picture would need two.
  private static func place(of colour: Colour) -> Int {
    switch colour {
    case .default: 0
    case .indexed(let index): Int(index)
    case .rgb(let red, let green, let blue):
      Int(((UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)) &* 0x9E37_79B1) >> 22)
    }
  }

  /// Returns red, green and blue in one integer. The first eight values are the basic colours of the
  /// terminal.
  private func directNumber(of colour: Colour) -> Int32? {
    switch colour {
    case .default: nil
    case .indexed(let index) where index < 8: Int32(index)
    case .indexed(let index): max(CellEncoder.packed(Colour.components(of: index)), 8)
    case .rgb(let red, let green, let blue):
      max(CellEncoder.packed(SIMD3(Int(red), Int(green), Int(blue))), 8)
    }
  }

  private static func packed(_ components: SIMD3<Int>) -> Int32 {
    Int32(components.x << 16 | components.y << 8 | components.z)
  }

  /// Returns the code points for a cell, one list for each cell of ncurses. Code points that cannot be sent, or that have
  /// another width on the terminal, are replaced by others of the same width.
  private func text(of cell: Cell) -> [[wchar_t]] {
    if let ascii = cell.character.asciiValue { return [[wchar_t(ascii)]] }
    guard isUTF8 else {
      let stand = ASCIIFallback.character(for: cell.character).asciiValue ?? UInt8(ascii: "?")
      return [[wchar_t(stand)]] + Array(repeating: [wchar_t(UInt8(ascii: " "))], count: cell.width - 1)
    }
    var scalars = cell.character.unicodeScalars.map { wchar_t($0.value) }
    // With a mark it is no part of a flag.
    if let first = scalars.first, CellEncoder.isFlagLetter(first) { scalars[0] = CellEncoder.latin(first) }
    let widths = scalars.map { wcwidth($0) }
    if widths.first == Int32(cell.width), widths.dropFirst().allSatisfy({ $0 == 0 }) { return [scalars] }
    return [[0xFFFD]] + Array(repeating: [wchar_t(UInt8(ascii: " "))], count: cell.width - 1)
  }
}
