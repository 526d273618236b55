/// The runs of one, two and three characters of a folded text, as words of the full-text index.
///
/// FTS5's `ascii` tokenizer treats letters, digits and bytes from 0x80 on as parts of words. Other ASCII
/// characters are therefore shifted by 0x80, so that blanks and punctuation can be found.
package enum NGrams {
  /// Returns each run of a folded text in UTF-8 once, separated by blanks. Runs do not cross lines.
  package static func words(of text: [UInt8]) -> [UInt8] {
    let text = shifted(text)
    var known = GramSet(capacity: text.count * 3)
    return text.withUnsafeBufferPointer { text in
      // A byte is in six runs at most, and three blanks at most follow a character.
      [UInt8](unsafeUninitializedCapacity: text.count * 9) { buffer, count in
        words(of: text, &known, into: buffer, &count)
      }
    }
  }

  private static func words(
    of text: UnsafeBufferPointer<UInt8>, _ known: inout GramSet,
    into words: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) {
    // The start and the value of the last two characters; 0 at the start of a line.
    var (start1, start2, unit1, unit2) = (0, 0, UInt64(0), UInt64(0))
    var place = 0
    while place < text.count {
      let (unit, end) = scalar(text, at: place)
      if unit == 0x0A {
        (unit1, unit2) = (0, 0)
      } else {
        if known.insert(unit) { append(text[place..<end], to: words, &count) }
        if unit1 != 0, known.insert(unit1 << 21 | unit) { append(text[start1..<end], to: words, &count) }
        if unit2 != 0, known.insert(unit2 << 42 | unit1 << 21 | unit) {
          append(text[start2..<end], to: words, &count)
        }
        (start2, start1, unit2, unit1) = (start1, place, unit1, unit)
      }
      place = end
    }
  }

  /// Returns the longest runs of a word, up to three characters each; none for an empty word. A text that
  /// contains the word contains all of them. The reverse is not true if there are several.
  package static func runs(of word: [UInt8]) -> [String] {
    let text = shifted(word.map { $0 == 0x0A ? 0x20 : $0 })
    var starts: [Int] = []
    text.withUnsafeBufferPointer { text in
      var place = 0
      while place < text.count {
        starts.append(place)
        place = scalar(text, at: place).end
      }
    }
    if starts.isEmpty { return [] }
    starts.append(text.count)
    let length = min(starts.count - 1, 3)
    return (0..<(starts.count - length)).map {
      String(decoding: text[starts[$0]..<starts[$0 + length]], as: UTF8.self)
    }
  }

  private static func shifted(_ text: [UInt8]) -> [UInt8] {
    var moved: [UInt8] = []
    moved.reserveCapacity(text.count + text.count / 4)
    for byte in text {
      switch byte {
      case 0x0A, 0x30...0x39, 0x61...0x7A, 0x80...: moved.append(byte)
      case 0x40..<0x80: moved += [0xC3, byte + 0x40]
      default: moved += [0xC2, byte | 0x80]
      }
    }
    return moved
  }

  /// Decodes the character at an offset of valid UTF-8. Returns the character, and the offset of the next one.
  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> (unit: UInt64, end: Int) {
    let first = text[place]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(place + count, text.count)
    var unit = UInt64(count == 1 ? first : first & (0x7F >> UInt8(count)))
    for next in (place + 1)..<max(end, place + 1) { unit = unit << 6 | UInt64(text[next] & 0x3F) }
    return (unit, end)
  }

  private static func append(
    _ run: Slice<UnsafeBufferPointer<UInt8>>, to words: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    if count > 0 {
      words[count] = 0x20
      count += 1
    }
    for byte in run {
      words[count] = byte
      count += 1
    }
  }
}

/// A hash set of runs. No run is 0.
private struct GramSet {
  private var slots: [UInt64]
  private let mask: Int

  init(capacity: Int) {
    var count = 64
    while count < capacity * 2 { count *= 2 }
    slots = Array(repeating: 0, count: count)
    mask = count - 1
  }

  /// Inserts a run. Returns whether the run is new.
  mutating func insert(_ run: UInt64) -> Bool {
    var slot = Int(truncatingIfNeeded: (run &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] == run { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = run
    return true
  }
}
