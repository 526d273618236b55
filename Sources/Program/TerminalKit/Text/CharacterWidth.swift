/// The width of text in columns of a terminal, and the form in which characters are sent.
///
/// Terminals agree on the width of single code points, but not of sequences. So sequences are sent in a form
/// with the same width everywhere: an emoji without joined emoji, skin tone and variation selector, a flag as
/// its two letters. Control characters are never sent.
package enum CharacterWidth {
  /// Returns the number of columns of a text.
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the number of columns of a grapheme cluster.
  package static func columns(of cluster: Character) -> Int {
    if isPlainASCII(cluster) { return 1 }
    return glyphs(of: cluster).reduce(0) { $0 + $1.width }
  }

  /// Returns the glyphs of a grapheme cluster; none if all of it is invisible.
  static func glyphs(of cluster: Character) -> [Glyph] {
    if isPlainASCII(cluster) { return [Glyph(cluster, width: 1)] }
    let scalars = cluster.unicodeScalars
    if let first = scalars.first, isPictograph(first) {
      return [Glyph(Character(first), width: spacing(of: first))]
    }
    return split(scalars)
  }

  /// The limit of combining marks: a curses cell holds five code points (`CCHARW_MAX`).
  private static let mostMarks = 4

  private static func split(_ scalars: Character.UnicodeScalarView) -> [Glyph] {
    var glyphs: [Glyph] = []
    var current = String.UnicodeScalarView()
    var width = 0
    func flush() {
      guard width > 0, let base = current.first else { return }
      let text = String(current)
      // Not all sequences are one character, for instance final consonants of Hangul without an initial one.
      glyphs.append(Glyph(text.count == 1 ? Character(text) : Character(base), width: width))
    }
    for scalar in scalars {
      switch role(of: scalar) {
      case .hidden: continue
      case .mark:
        // A mark without a letter is shown on a dotted circle.
        if width == 0 { (current, width) = (String.UnicodeScalarView("\u{25CC}".unicodeScalars), 1) }
        if current.count <= mostMarks { current.append(scalar) }
      case .spacing(let shown, let columns):
        flush()
        (current, width) = (String.UnicodeScalarView([shown]), columns)
      }
    }
    flush()
    return glyphs
  }

  private enum Role {
    case hidden
    case mark
    case spacing(Unicode.Scalar, Int)
  }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if let picture = picture(of: scalar) { return .spacing(picture, 1) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return properties.isDefaultIgnorableCodePoint ? .hidden : .mark
    case .format, .lineSeparator, .paragraphSeparator: return .hidden
    case .unassigned, .surrogate: return .spacing("\u{FFFD}", 1)
    default:
      if isTrailingJamo(scalar) { return .mark }
      return properties.isDefaultIgnorableCodePoint ? .hidden : .spacing(scalar, spacing(of: scalar))
    }
  }

  /// Returns the replacement of a control character; nil for other characters.
  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: " "
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: nil
    }
  }

  static func isPlainASCII(_ cluster: Character) -> Bool {
    guard let ascii = cluster.asciiValue else { return false }
    // The pair CR LF is one character, with the ASCII value of LF.
    return ascii >= 0x20 && ascii < 0x7F
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0xFF, scalar.properties.isEmoji else { return false }
    return !(0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Returns whether a code point is a vowel or final consonant of decomposed Hangul, which is drawn in the
  /// cell of the initial one.
  private static func isTrailingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }
}

/// The content of one or two cells: a spacing character and its combining marks.
package struct Glyph: Hashable, Sendable {
  /// The character to send, with its marks.
  package let character: Character
  /// The number of columns, 1 or 2.
  package let width: Int

  package init(_ character: Character, width: Int) {
    self.character = character
    self.width = width
  }

  /// The mirrored form of lines and half blocks; other glyphs are unchanged.
  var mirrored: Glyph { Glyph.mirrors[character].map { Glyph($0, width: width) } ?? self }

  private static let mirrors: [Character: Character] = [
    "┌": "┐", "┐": "┌", "└": "┘", "┘": "└", "├": "┤", "┤": "├", "▸": "◂", "◂": "▸", "▌": "▐", "▐": "▌",
    "╺": "╸", "╸": "╺",
  ]
}
