/// Resolves URI references against a base. Source: RFC 3986, section 5.
enum URIReference {
  /// Resolves a reference against a base, which may be a relative reference itself (section 5.2.2). Returns the reference
  /// without a base.
  static func resolved(_ reference: String, against base: String) -> String {
    if base.isEmpty || hasScheme(reference) { return reference }
    let (given, base) = (Parts(reference), Parts(base))
    var result = given
    result.scheme = base.scheme
    if given.authority == nil {
      result.authority = base.authority
      if given.path.isEmpty {
        result.path = base.path
        result.query = given.query ?? base.query
      } else if !given.path.hasPrefix("/") {
        let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) }
        result.path = (folder ?? (base.authority == nil ? "" : "/")) + given.path
      }
    }
    if !given.path.isEmpty { result.path = withoutDots(result.path) }
    return result.text
  }

  /// The components of a reference (section 3), with the characters that separate them.
  private struct Parts {
    var scheme = ""
    var authority: String?
    var path = ""
    var query: String?
    var fragment = ""

    var text: String { scheme + (authority ?? "") + path + (query ?? "") + fragment }

    init(_ text: String) {
      var rest = text[...]
      if hasScheme(text), let colon = rest.firstIndex(of: ":") {
        scheme = String(rest[...colon])
        rest = rest[rest.index(after: colon)...]
      }
      if let mark = rest.firstIndex(of: "#") {
        fragment = String(rest[mark...])
        rest = rest[..<mark]
      }
      if let mark = rest.firstIndex(of: "?") {
        query = String(rest[mark...])
        rest = rest[..<mark]
      }
      if rest.hasPrefix("//") {
        let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
        authority = String(rest[..<end])
        rest = rest[end...]
      }
      path = String(rest)
    }
  }

  /// Returns whether a reference begins with a scheme (RFC 3986, section 3.1).
  static func hasScheme(_ reference: String) -> Bool {
    let name = reference.utf8.prefix { $0 != UInt8(ascii: ":") }
    return name.endIndex < reference.utf8.endIndex && name.count > 1 && isScheme(name)
  }

  /// Returns whether a text is a URI or a relative reference (RFC 3986, section 4.1). Letters beyond ASCII are valid
  /// (RFC 3987).
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let forbidden = Set("<>\"{}|\\^`".utf8)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }),
      PlaylistLocation.hasValidEscapes(bytes[...])
    else { return false }
    let parts = bytes.split(
      separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1, parts[1].contains(UInt8(ascii: "#")) { return false }
    let path = parts[0].prefix { $0 != UInt8(ascii: "?") }
    // A colon in the first segment ends a scheme.
    let first = path.prefix { $0 != UInt8(ascii: "/") }
    if let colon = first.firstIndex(of: UInt8(ascii: ":")), !isScheme(first[..<colon]) { return false }
    return hasValidBrackets(bytes, path)
  }

  private static func isScheme(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, (0x61...0x7A).contains(first | 0x20) else { return false }
    return name.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
    }
  }

  /// Returns whether brackets occur only around the address of a host.
  private static func hasValidBrackets(_ bytes: [UInt8], _ path: ArraySlice<UInt8>) -> Bool {
    let brackets = bytes.indices.filter { bytes[$0] == UInt8(ascii: "[") || bytes[$0] == UInt8(ascii: "]") }
    if brackets.isEmpty { return true }
    guard let slash = path.firstIndex(of: UInt8(ascii: "/")), path[slash...].starts(with: "//".utf8),
      brackets.count == 2, bytes[brackets[0]] == UInt8(ascii: "["), bytes[brackets[1]] == UInt8(ascii: "]")
    else { return false }
    let host = path[(slash + 2)...].prefix { $0 != UInt8(ascii: "/") }
    return host.indices.contains(brackets[0]) && host.indices.contains(brackets[1])
  }

  /// Removes the components `.` and `..` (section 5.2.4); those that lead out of a relative path stay.
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      guard part == "." || part == ".." else {
        kept.append(part)
        continue
      }
      if part == "..", kept.isEmpty || kept.last == ".." {
        kept.append(part)
      } else {
        // An absolute path begins with an empty component, which stays.
        if part == "..", kept != [""] { kept.removeLast() }
        if index == parts.count - 1 { kept.append("") }
      }
    }
    return kept.joined(separator: "/")
  }
}
