import TerminalKit

/// Reads a theme: lines `part=[bold] [dim] [underline] [reverse] COLOUR [on COLOUR]`. A colour is `#rrggbb`, `default`
/// or a number of the xterm palette. `part@16` applies to terminals with 8 or 16 colours only. Parts that are not named
/// look like `plain`. `kit-colours=yes` or `no` says whether pads have the colours of the kit; without it they do if `pad1`
/// has a colour. `#` starts a comment line.
package struct ThemeFile {
  package struct Problem: Error, Hashable, Sendable {
    package let line: Int
    package let text: String
  }

  private var full: [Theme.Slot: Style] = [:]
  private var few: [Theme.Slot: Style] = [:]
  private var kitColours: Bool?
  package private(set) var problems: [Problem] = []

  package init(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if words.isEmpty || words.first == "#" { continue }
      if !apply(words) { problems.append(Problem(line: index + 1, text: words)) }
    }
  }

  /// Returns the theme for a terminal.
  ///
  /// - Parameter colours: the number of colours of the terminal; 0 for none.
  package func theme(colours: Int) -> Theme {
    if colours == 0 { return .monochrome }
    let looks = colours > 16 ? full : full.merging(few) { $1 }
    let plain = looks[.plain] ?? .plain
    var theme = Theme(all: plain)
    let hasColours = looks[.pad1].map { $0.foreground != .default } ?? false
    theme.showsKitColours = colours > 16 && (kitColours ?? hasColours)
    for (slot, style) in looks {
      theme[slot] = style
      if style.background == .default { theme[slot].background = plain.background }
    }
    return theme
  }

  private mutating func apply(_ line: String) -> Bool {
    let sides = line.split(separator: "=", maxSplits: 1).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    if sides.count == 2, sides[0] == "kit-colours", ["yes", "no"].contains(sides[1]) {
      kitColours = sides[1] == "yes"
      return true
    }
    guard sides.count == 2, let style = ThemeFile.style(sides[1]) else { return false }
    let isForFew = sides[0].hasSuffix("@16")
    guard let slot = Theme.Slot.named[isForFew ? String(sides[0].dropLast(3)) : sides[0]] else {
      return false
    }
    if isForFew { few[slot] = style } else { full[slot] = style }
    return true
  }

  private static let attributes: [Substring: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "underline": .underline, "reverse": .reverse,
  ]

  private static func style(_ text: String) -> Style? {
    var words = text.split(separator: " ")[...]
    var style = Style.plain
    while let word = words.first, let attribute = attributes[word] {
      style.attributes.insert(attribute)
      words = words.dropFirst()
    }
    guard let first = words.popFirst() else { return style }
    guard let foreground = colour(first) else { return nil }
    style.foreground = foreground
    if words.isEmpty { return style }
    guard words.popFirst() == "on", let last = words.popFirst(), words.isEmpty, let ground = colour(last)
    else { return nil }
    style.background = ground
    return style
  }

  private static func colour(_ word: Substring) -> Colour? {
    if word == "default" { return .default }
    if let index = UInt8(word) { return .indexed(index) }
    return Colour(hex: word)
  }
}
