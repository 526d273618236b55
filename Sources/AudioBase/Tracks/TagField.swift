/// One value of one property, as TagLib names properties (`TITLE`, `TRACKNUMBER`).
package struct TagField: Hashable {
  package var key: String
  package var value: String
  /// The file calls it Latin-1: each character is a byte of the file, whatever that byte stands for.
  package var isLatin1 = false
  /// A slash may part several values: so ID3v2.3 has it.
  package var hasSlashes = false

  package init(key: String, value: String, isLatin1: Bool = false, hasSlashes: Bool = false) {
    self.key = key
    self.value = value
    self.isLatin1 = isLatin1
    self.hasSlashes = hasSlashes
  }
}

extension TagField {
  /// The values of a field whose format parts them by slashes, where that is plain: `AC/DC` is one, and so is all that
  /// has blanks beside a slash, a part of one or two letters, or but one slash and no blank.
  package var parted: [TagField] {
    guard hasSlashes, key == "ARTIST", value.utf8.contains(UInt8(ascii: "/")) else { return [self] }
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    let arePlain = parts.allSatisfy { part in
      part.count >= (part.utf8.allSatisfy { $0 < 0x80 } ? 3 : 1) && part.first != " " && part.last != " "
    }
    guard arePlain, parts.count > 2 || value.contains(" ") else { return [self] }
    return parts.map { TagField(key: key, value: String($0)) }
  }
}
