/// How many columns text takes on a terminal, and what of it may be sent there.
///
/// Terminals agree on the width of single code points, not on that of sequences. So a sequence is sent in the
/// form about which all agree: an emoji without its joined companions, skin tone and variation selector, a flag as
/// its two letters. Control characters never get through.
package enum CharacterWidth {
  /// The number of columns of a text.
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The number of columns of a grapheme cluster.
  package static func columns(of cluster: Character) -> Int {
    if isPlainASCII(cluster) { return 1 }
    return glyphs(of: cluster).reduce(0) { $0 + $1.width }
  }

  /// The cells in which a grapheme cluster is shown; none where nothing of it can be seen.
  package static func glyphs(of cluster: Character) -> [Glyph] {
    if isPlainASCII(cluster) { return [Glyph(cluster, width: 1)] }
    let scalars = cluster.unicodeScalars
    if let first = scalars.first, isPictograph(first) {
      return [Glyph(Character(first), width: spacing(of: first))]
    }
    return split(scalars)
  }

  /// Marks beyond these are left out: a curses cell holds five code points (`CCHARW_MAX`).
  private static let mostMarks = 4

  private static func split(_ scalars: Character.UnicodeScalarView) -> [Glyph] {
    var glyphs: [Glyph] = []
    var current = String.UnicodeScalarView()
    var width = 0
    func flush() {
      guard width > 0, let base = current.first else { return }
      let text = String(current)
      // Finals of Hangul without a first letter, for one, do not join.
      glyphs.append(Glyph(text.count == 1 ? Character(text) : Character(base), width: width))
    }
    for scalar in scalars {
      switch role(of: scalar) {
      case .hidden: continue
      case .mark:
        // A mark without a letter gets a ring to stand on.
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

  /// What is shown in a control character's stead; nil for other characters.
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
    // The pair CR LF counts as ASCII too, with the value of LF.
    return ascii >= 0x20 && ascii < 0x7F
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0xFF, scalar.properties.isEmoji else { return false }
    return !(0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Vowels and finals of decomposed Hangul, which are drawn into the cell of the syllable's first letter.
  private static func isTrailingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }
}
