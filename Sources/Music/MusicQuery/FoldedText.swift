import Glibc
@_spi(_Unicode) import Swift
import Synchronization

/// The form of text that searches compare: without case, diacritics, width and invisible characters.
///
/// `Björk`, `BJÖRK` and `bjork` fold to the same text; so do `ＡＢＣ` and `abc`, `Straße` and `strasse`, `أحمد`
/// and `احمد`. Voicing marks of kana and the syllables of Hangul are kept, because they distinguish letters. The letters of
/// a decomposed syllable fold to the syllable.
package enum FoldedText {
  /// Appends the folded text as UTF-8; control characters become blanks.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 < 0x80 }) {
        bytes.reserveCapacity(bytes.count + utf8.count)
        for byte in utf8 { bytes.append(FoldTable.ascii[Int(byte)]) }
        return
      }
      FoldTable.append(String(decoding: utf8, as: UTF8.self), to: &bytes)
    }
  }

  /// Returns the folded text as UTF-8.
  package static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  /// Returns whether a text in UTF-8 contains a folded word. An ASCII text is compared without a folded copy, because a
  /// query compares very many texts.
  package static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if !isASCII(text) {
      return bytes(String(decoding: text, as: UTF8.self)).contains(run: Array(word))
    }
    guard let first = word.first else { return true }
    let last = text.count - word.count
    return FoldTable.ascii.withUnsafeBufferPointer { folded in
      var start = next(first, in: text, from: 0, folded)
      while start <= last {
        var length = 1
        while length < word.count, folded[Int(text[start + length])] == word[length] { length += 1 }
        if length == word.count { return true }
        start = next(first, in: text, from: start + 1, folded)
      }
      return false
    }
  }

  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(text)
    var start = 0
    while start + 8 <= raw.count {
      if raw.loadUnaligned(fromByteOffset: start, as: UInt64.self) & highBits != 0 { return false }
      start += 8
    }
    return text[start...].allSatisfy { $0 < 0x80 }
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Returns the index of the next byte of an ASCII text that folds to another byte; the number of bytes if there is none.
  ///
  /// Compares eight bytes at once. A letter differs from its capital in one bit, which is set in both; the blank is
  /// compared byte by byte, since control characters fold to it, too.
  private static func next(
    _ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int,
    _ folded: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    var start = start
    if byte != 0x20 {
      let each: UInt64 = 0x0101_0101_0101_0101
      let (wanted, bit) = (each &* UInt64(byte), (0x61...0x7A).contains(byte) ? each &* 0x20 : 0)
      while start + 8 <= raw.count {
        let loaded = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        // A byte that is equal is zero here; the lowest high bit below is that of the first zero.
        let differences = (loaded | bit) ^ wanted
        let zeros = (differences &- each) & ~differences & highBits
        if zeros != 0 { return start + zeros.trailingZeroBitCount / 8 }
        start += 8
      }
    }
    while start < text.count, folded[Int(text[start])] != byte { start += 1 }
    return start
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes contain a sequence of bytes.
  package func contains(run: [UInt8]) -> Bool {
    guard let first = run.first else { return true }
    guard let start = baseAddress else { return false }
    // The number of places where the sequence may begin.
    var (place, left) = (UnsafeRawPointer(start), count - run.count + 1)
    while left > 0, let found = memchr(place, Int32(first), left) {
      if memcmp(found, run, run.count) == 0 { return true }
      let next = UnsafeRawPointer(found) + 1
      left -= next - place
      place = next
    }
    return false
  }
}

extension [UInt8] {
  /// Returns whether the array contains a sequence of bytes.
  package func contains(run: [UInt8]) -> Bool { withUnsafeBufferPointer { $0.contains(run: run) } }
}

/// A cache of the folded forms of code points beyond ASCII.
private enum FoldTable {
  /// Pages of 256 code points; empty until one of them is used.
  private static let pages = Mutex<[[[UInt8]?]]>(Array(repeating: [], count: 0x1100))

  static let ascii: [UInt8] = (0..<UInt8(128)).map { byte in
    switch byte {
    case 0..<0x20, 0x7F: 0x20
    case 0x41...0x5A: byte + 0x20
    default: byte
    }
  }

  static func append(_ text: String, to bytes: inout [UInt8]) {
    pages.withLock { pages in
      for scalar in text.unicodeScalars {
        if scalar.isASCII {
          bytes.append(ascii[Int(scalar.value)])
        } else if let syllable = syllable(bytes.suffix(3), scalar) {
          bytes.replaceSubrange((bytes.count - 3)..., with: String(syllable).utf8)
        } else if isItself(scalar) {
          bytes.append(contentsOf: String(scalar).utf8)
        } else {
          bytes.append(contentsOf: folded(scalar, &pages))
        }
      }
    }
  }

  /// Returns whether a code point folds to itself: Han and Hangul have neither case nor accents.
  private static func isItself(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }

  /// Returns the syllable of Hangul that the last three bytes of a text and the vowel or final consonant after them make.
  ///
  /// Source: The Unicode Standard 15.0, section 3.12.
  private static func syllable(_ end: ArraySlice<UInt8>, _ letter: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1161...0x11C2).contains(letter.value), end.count == 3, let first = end.first, first >> 4 == 0xE
    else {
      return nil
    }
    let before = end.reduce(0 as UInt32) { $0 << 6 | UInt32($1 & 0x3F) } & 0xFFFF
    switch (before, letter.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return Unicode.Scalar(0xAC00 + ((before - 0x1100) * 21 + letter.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (before - 0xAC00) % 28 == 0:
      return Unicode.Scalar(before + letter.value - 0x11A7)
    default: return nil
    }
  }

  private static func folded(_ scalar: Unicode.Scalar, _ pages: inout [[[UInt8]?]]) -> [UInt8] {
    let (page, place) = (Int(scalar.value >> 8), Int(scalar.value & 0xFF))
    if pages[page].isEmpty { pages[page] = Array(repeating: nil, count: 256) }
    if let found = pages[page][place] { return found }
    let bytes = Array(String(String.UnicodeScalarView(fold(scalar))).utf8)
    pages[page][place] = bytes
    return bytes
  }

  private static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let narrowed = fullWidth(scalar)
    return String(narrowed)._nfd.flatMap { part -> [Unicode.Scalar] in
      if isDropped(part) { return [] }
      return part.properties.lowercaseMapping.unicodeScalars.flatMap { lower in
        String(lower)._nfd.filter { !isDropped($0) }.flatMap { special[$0] ?? [$0] }
      }
    }
  }

  /// Converts full-width Latin letters and half-width kana to their normal forms.
  private static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x3000: " "
    case 0xFF61...0xFF9F: kana[Int(scalar.value - 0xFF61)]
    default: scalar
    }
  }

  /// Half-width forms from U+FF61 on (Unicode, Halfwidth and Fullwidth Forms).
  private static let kana = Array(
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars)

  /// Returns whether a code point is dropped: accents and characters without width, such as joiners,
  /// direction marks and the Arabic tatweel.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The voicing marks of kana are kept.
    case 0x3099, 0x309A: return false
    case 0x0640: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    // Marks of combining class 0 are vowels, for instance in Indic scripts.
    case .nonspacingMark: return scalar.properties.canonicalCombiningClass != .notReordered
    case .format, .control: return true
    default: return false
    }
  }

  /// Letters that Unicode does not decompose.
  private static let special: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ø": ["o"], "ł": ["l"], "đ": ["d"], "ð": ["d"], "ħ": ["h"], "ŧ": ["t"], "ı": ["i"], "ß": ["s", "s"],
    "æ": ["a", "e"], "œ": ["o", "e"], "þ": ["t", "h"], "ς": ["σ"], "ﬁ": ["f", "i"], "ﬂ": ["f", "l"],
    "ﬀ": ["f", "f"], "’": ["'"], "‘": ["'"], "“": ["\""], "”": ["\""], "–": ["-"], "—": ["-"], "‐": ["-"],
    "\u{2011}": ["-"], "\u{2212}": ["-"], "\u{A0}": [" "], "\u{2009}": [" "], "\u{202F}": [" "],
    "…": [".", ".", "."],
  ]
}
