import SystemBase

/// A pattern of file names with fields for tags, such as `{track} {artist} - {title}`; the extension is no part of it.
package struct NamePattern: Hashable, Sendable {
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case title, artist, album, albumartist, track, disc, date, genre, composer, comment, bpm

    var tag: TagName { TagName(usual: rawValue) ?? .title }
  }

  /// The longest name of a file in bytes.
  private static let longest = 255

  /// The pattern as the user has typed it.
  package let text: String
  private let template: LineTemplate<Field>

  /// Fails without a field, and for an unknown one.
  package init?(_ text: String) {
    guard let template = try? LineTemplate<Field>(text), template.has(Set(Field.allCases)) else { return nil }
    (self.text, self.template) = (text, template)
  }

  /// Whether it has folders: they are read in a path, but files are not moved to others.
  package var hasFolders: Bool { text.contains("/") }

  // MARK: Tags from names

  /// Returns the tags that the name of a file states; nil if it does not match.
  package func tags(from path: FilePath) -> [TagName: String]? {
    var folders: [String] = []
    var folder = path.directory
    for _ in 0..<text.count(where: { $0 == "/" }) {
      folders.insert(folder.lastComponent.shown, at: 0)
      folder = folder.directory
    }
    var rest = (folders + [path.stem]).joined(separator: "/")[...]
    var tags: [TagName: String] = [:]
    var open: Field?
    for part in template.parts {
      switch part {
      case .text(let text):
        guard !text.isEmpty else { continue }
        guard let found = rest.firstRange(of: text), open != nil || found.lowerBound == rest.startIndex
        else { return nil }
        if let field = open { tags[field.tag] = String(rest[..<found.lowerBound].trimming { $0 == " " }) }
        (rest, open) = (rest[found.upperBound...], nil)
      case .field(let field):
        // Of two fields with nothing between them, the first one would have no end.
        if open != nil { return nil }
        open = field
      }
    }
    if open == nil, !rest.isEmpty { return nil }
    if let field = open { tags[field.tag] = String(rest.trimming { $0 == " " }) }
    return tags.values.contains { $0.isEmpty } ? nil : tags
  }

  // MARK: Names from tags

  /// Returns the name of a file, or the first tag of the pattern that it does not have.
  package func name(of path: FilePath, _ texts: TagTexts) -> Result<FilePath, MissingTag> {
    if let missing = Field.allCases.first(where: { template.has([$0]) && texts[$0.tag].isEmpty }) {
      return .failure(MissingTag(tag: missing.tag))
    }
    let name = template.line { NamePattern.valid(NamePattern.part($0, texts[$0.tag])) }
    let bytes = path.lastComponent.bytes
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    let ending = dot.map { Array(bytes[$0...]) } ?? []
    let shortened = NamePattern.cut(name, to: NamePattern.longest - ending.count)
    return .success(FilePath(bytes: Array(shortened.utf8) + ending))
  }

  package struct MissingTag: Error, Hashable { package let tag: TagName }

  /// Returns the text of a field: numbers without their total and with two digits, so that names are in their order.
  private static func part(_ field: Field, _ text: String) -> String {
    guard field == .track || field == .disc, let number = Int(text.prefix { $0 != "/" }) else { return text }
    return field == .track && number < 10 ? "0\(number)" : "\(number)"
  }

  private static let invalid = "/\\:*?\"<>|".unicodeScalars

  /// Replaces what file systems do not accept in names by `_`.
  private static func valid(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar in
        let isInvalid =
          scalar.value < 0x20 || scalar.value == 0x7F || invalid.contains(scalar)
        return isInvalid ? "_" : Character(scalar)
      })
  }

  /// Shortens a name to a number of bytes. A dot or a blank at its ends would hide or change it.
  private static func cut(_ name: String, to bytes: Int) -> String {
    var name = name[...]
    while name.first == " " { name = name.dropFirst() }
    while name.utf8.count > bytes { name = name.dropLast() }
    while name.last == " " || name.last == "." { name = name.dropLast() }
    return name.first == "." ? "_" + name.dropFirst() : String(name)
  }
}
