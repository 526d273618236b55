@_spi(_Unicode) import Swift

/// The width of text in columns of a terminal, and the form in which characters are sent.
///
/// Terminals agree on the width of single code points, but not of sequences. So sequences are sent in a form
/// with the same width everywhere: letters composed with their marks (NFC), as are the letters of a syllable of Hangul;
/// an emoji without joined emoji, skin tone and variation selector; a flag as its two letters. Control characters are never
/// sent, nor are skin tones without an emoji: a terminal draws them in two columns of their own, or on what stands before.
package enum CharacterWidth {
  package static func columns(of text: String) -> Int {
    text.plainColumns ?? text.reduce(0) { $0 + columns(of: $1) }
  }

  package static func columns(of cluster: Character) -> Int {
    if isPlainASCII(cluster) { return 1 }
    return glyphs(of: cluster).reduce(0) { $0 + $1.width }
  }

  /// Returns the glyphs of a grapheme cluster; none if all of it is invisible. `composes`: false keeps decomposed letters.
  static func glyphs(of cluster: Character, composes: Bool = true) -> [Glyph] {
    if isPlainASCII(cluster) { return [Glyph(cluster, width: 1)] }
    let scalars = cluster.unicodeScalars
    if let first = scalars.first, isPictograph(first) {
      return [Glyph(Character(first), width: spacing(of: first))]
    }
    let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
    return isSingle || !composes ? split(scalars) : split(String(cluster)._nfc)
  }

  /// The limit of combining marks: a curses cell holds five code points (`CCHARW_MAX`).
  private static let mostMarks = 4

  private static func split(_ scalars: some Sequence<Unicode.Scalar>) -> [Glyph] {
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
    if properties.isEmojiModifier { return .hidden }
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

  /// Returns whether a code point is a character of its own whatever plain ones are beside it, has one column and is sent as
  /// it is. Only the most frequent ones are known: letters and signs of Latin-1 and Latin Extended, punctuation, lines,
  /// the minus, blocks and some shapes. The gaps between them have marks, invisible characters and emoji.
  static func isPlain(_ value: UInt32) -> Bool {
    switch value {
    case 0x20..<0x7F, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2190...0x2193, 0x2212,
      0x2500...0x259F, 0x25AC...0x25B5, 0x25B7...0x25BF, 0x25C1...0x25FA:
      true
    default: false
    }
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0xFF, scalar.properties.isEmoji else { return false }
    return !(0x1F1E6...0x1F1FF).contains(scalar.value) && !scalar.properties.isEmojiModifier
  }

  /// Returns whether a code point is a vowel or final consonant of decomposed Hangul, which is drawn in the
  /// cell of the initial one.
  private static func isTrailingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  /// Returns the number of columns of a spacing character.
  static func spacing(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    guard value >= 0x1100 else { return 1 }
    var (low, high) = (0, wide.count - 1)
    while low <= high {
      let middle = (low + high) / 2
      if wide[middle].contains(value) { return 2 }
      if value < wide[middle].lowerBound { high = middle - 1 } else { low = middle + 1 }
    }
    return 1
  }

  /// The code points of two columns. Source: Unicode 15, EastAsianWidth.txt, classes W and F; unassigned code
  /// points between two of them are included.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x3029,
    0x302E...0x303E, 0x3041...0x3096, 0x309B...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3,
    0x16FF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
    0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
    0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAF6, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// The number of columns of a text of plain characters, which is that of its code points; nil for other texts.
  var plainColumns: Int? { utf8.withContiguousStorageIfAvailable(String.plainColumns) ?? nil }

  private static func plainColumns(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (columns, index) = (0, 0)
    while index < bytes.count {
      var value = UInt32(bytes[index])
      let length = value < 0x80 ? 1 : value < 0xE0 ? 2 : value < 0xF0 ? 3 : 4
      // Longer ones are not plain.
      if length > 3 { return nil }
      if length > 1 {
        value &= length == 2 ? 0x1F : 0x0F
        for byte in bytes[index + 1..<index + length] { value = value << 6 | UInt32(byte & 0x3F) }
      }
      guard CharacterWidth.isPlain(value) else { return nil }
      columns += 1
      index += length
    }
    return columns
  }
}

/// The content of one or two cells: a spacing character and its combining marks.
package struct Glyph: Hashable, Sendable {
  /// The character to send, with its marks.
  let text: CellText
  /// The number of columns, 1 or 2.
  package let width: Int

  package init(_ text: CellText, width: Int) { (self.text, self.width) = (text, width) }

  package init(_ character: Character, width: Int) { self.init(CellText(character), width: width) }

  package var character: Character { text.character }

  /// The mirrored form of lines and half blocks; other glyphs are unchanged.
  var mirrored: Glyph { Glyph.mirrors[character].map { Glyph($0, width: width) } ?? self }

  private static let mirrors: [Character: Character] = [
    "┌": "┐", "┐": "┌", "└": "┘", "┘": "└", "├": "┤", "┤": "├", "▸": "◂", "◂": "▸", "▌": "▐", "▐": "▌",
    "╺": "╸", "╸": "╺",
  ]
}
