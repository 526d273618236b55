/// The glyphs of a line of text from left to right, and the cluster that each belongs to.
struct TextLayout {
  private(set) var glyphs: [Glyph] = []
  /// The index of the cluster of each glyph.
  private(set) var clusters: [Int] = []
  private(set) var columns = 0

  /// Lays out a text. `ordering`: nil if the terminal orders right-to-left text.
  init(_ text: String, _ ordering: TextOrdering?) {
    if let ordering, text.hasRightToLeft, add(text.map(\.self), by: ordering) { return }
    for (index, cluster) in text.enumerated() {
      // A fast path for most text, without an array for each character.
      if CharacterWidth.isPlainASCII(cluster) {
        add(Glyph(cluster, width: 1), of: index)
      } else {
        add(CharacterWidth.glyphs(of: cluster), of: index)
      }
    }
  }

  /// Adds a text in the order of display. Returns whether the text was ordered.
  private mutating func add(_ text: [Character], by ordering: TextOrdering) -> Bool {
    guard let line = ordering(text.map(TextLayout.first)) else { return false }
    for place in line where text.indices.contains(place.index) {
      let cluster = text[place.index]
      let isAsItWas = TextLayout.first(cluster) == place.scalar
      let shown = isAsItWas ? cluster : TextLayout.replacingFirst(of: cluster, by: place.scalar)
      add(CharacterWidth.glyphs(of: shown), of: place.index)
    }
    return true
  }

  private mutating func add(_ new: [Glyph], of cluster: Int) {
    for glyph in new { add(glyph, of: cluster) }
  }

  private mutating func add(_ glyph: Glyph, of cluster: Int) {
    glyphs.append(glyph)
    clusters.append(cluster)
    columns += glyph.width
  }

  /// Returns the code point that represents the cluster for ordering; a blank for a control character.
  private static func first(_ cluster: Character) -> Unicode.Scalar {
    guard let scalar = cluster.unicodeScalars.first else { return " " }
    return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? " " : scalar
  }

  private static func replacingFirst(of cluster: Character, by scalar: Unicode.Scalar) -> Character {
    if cluster.unicodeScalars.first.map({ $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) ?? true {
      return cluster
    }
    let text = String(String.UnicodeScalarView([scalar] + cluster.unicodeScalars.dropFirst()))
    return text.count == 1 ? Character(text) : Character(scalar)
  }

  /// Returns the columns of a range of clusters, as ranges from the left. There may be several.
  func columns(of wanted: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var x = 0
    for (glyph, cluster) in zip(glyphs, clusters) {
      defer { x += glyph.width }
      guard wanted.contains(cluster) else { continue }
      if let last = ranges.last, last.upperBound == x {
        ranges[ranges.count - 1] = last.lowerBound..<x + glyph.width
      } else {
        ranges.append(x..<x + glyph.width)
      }
    }
    return ranges
  }
}

/// Orders a line with right-to-left text as a terminal displays it.
///
/// It gets the first code point of each grapheme cluster, and returns the displayed code points from left to right, for an
/// Arabic letter the contextual form, each with the index of its cluster; nil on failure.
package typealias TextOrdering = @Sendable ([Unicode.Scalar]) -> [(scalar: Unicode.Scalar, index: Int)]?

extension StringProtocol {
  var hasRightToLeft: Bool {
    // U+0590 is encoded as D6 90; code points below it have no byte as high.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains { Self.isRightToLeft($0.value) }
  }

  /// Returns the blocks whose letters have the bidi classes R and AL. Source: Unicode 15, DerivedBidiClass.txt.
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
