/// One value of a property of a file, with TagLib's name of the property (`TITLE`, `TRACKNUMBER`).
package struct TagField: Hashable {
  package var key: String
  package var value: String
  /// Whether the file declares Latin-1: each character is one byte of the file, whose real encoding may differ.
  package var isLatin1 = false
  /// Whether slashes may separate several values, as in ID3v2.3.
  package var hasSlashes = false

  package init(key: String, value: String, isLatin1: Bool = false, hasSlashes: Bool = false) {
    (self.key, self.value, self.isLatin1, self.hasSlashes) = (key, value, isLatin1, hasSlashes)
  }
}

extension TagField {
  /// The artists of a field that slashes separate. The field is one value if that is doubtful (`AC/DC`): if blanks
  /// stand beside a slash, if a part has one or two letters, or if there is one slash and no blank.
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
