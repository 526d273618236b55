import TerminalKit

/// Reads a theme: lines `part=[bold] [dim] [underline] [reverse] COLOUR [on COLOUR]`. A colour is `#rrggbb`, `default`
/// or a number of the xterm palette. `part@16` applies to terminals with 8 or 16 colours only. Parts that are not named
/// look like `plain`. `kit-colours=yes` or `no` says whether pads have the colours of the kit; without it they do if `pad1`
/// has a colour. With `fit-ground=yes`, colours on the terminal's own ground are made as light or as dark as it needs.
/// `#` starts a comment line.
package struct ThemeFile {
  package struct Problem: Error, Hashable, Sendable {
    package let line: Int
    package let text: String
  }

  private var full: [Theme.Slot: Style] = [:]
  private var few: [Theme.Slot: Style] = [:]
  private var kitColours: Bool?
  private var fitsGround = false
  package private(set) var problems: [Problem] = []

  package init(_ text: String) {
    // By scalars: finding the characters of a theme would take a noticeable part of the program's start.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let first = line.first(where: { !ThemeFile.isSpace($0) }), first != "#" else { continue }
      if !apply(line) {
        problems.append(Problem(line: index + 1, text: ThemeFile.words(line).joined(separator: " ")))
      }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar == " " || (0x9...0xD).contains(scalar.value) : scalar.properties.isWhitespace
  }

  private static func words(_ scalars: Substring.UnicodeScalarView) -> [Substring] {
    scalars.split(whereSeparator: isSpace).map(Substring.init)
  }

  /// Returns the theme for a terminal.
  ///
  /// - Parameters:
  ///   - colours: the number of colours of the terminal; 0 for none.
  ///   - ground: the terminal's own ground; `default` if it is not known.
  package func theme(colours: Int, on ground: Colour = .default) -> Theme {
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
    if fitsGround && colours > 16 && ground != .default { theme.fit(ground, colours: colours) }
    return theme
  }

  private mutating func apply(_ line: Substring.UnicodeScalarView) -> Bool {
    guard let equals = line.firstIndex(of: "=") else { return false }
    let names = ThemeFile.words(line[..<equals])
    let values = ThemeFile.words(line[line.index(after: equals)...])
    guard names.count == 1, let name = names.first, let value = values.first else { return false }
    if values.count == 1, let isOn = ["yes": true, "no": false][value] {
      switch name {
      case "kit-colours": kitColours = isOn
      case "fit-ground": fitsGround = isOn
      default: return false
      }
      return true
    }
    guard let style = ThemeFile.style(values) else { return false }
    let isForFew = name.hasSuffix("@16")
    guard let slot = Theme.Slot.named[String(isForFew ? name.dropLast(3) : name)] else { return false }
    if isForFew { few[slot] = style } else { full[slot] = style }
    return true
  }

  private static let attributes: [Substring: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "underline": .underline, "reverse": .reverse,
  ]

  private static func style(_ words: [Substring]) -> Style? {
    var words = words[...]
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
