/// Resolves URI references against a base. Source: RFC 3986, section 5.
enum URIReference {
  /// Resolves a reference (RFC 3986); the part of the base after its last slash is ignored.
  static func resolved(_ reference: String, against base: String) -> String {
    if reference.isEmpty { return base }
    if hasScheme(reference) { return reference }
    let (root, path) = split(base)
    if reference.hasPrefix("/") { return root + reference }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? (root.isEmpty ? "" : "/")
    return root + withoutDots(folder + reference)
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

  /// Splits a base into scheme and host, and path.
  private static func split(_ base: String) -> (root: String, path: String) {
    guard hasScheme(base), let colon = base.firstIndex(of: ":") else { return ("", base) }
    var rest = base[base.index(after: colon)...]
    guard rest.hasPrefix("//") else { return (String(base[...colon]), String(rest)) }
    rest = rest.dropFirst(2)
    guard let slash = rest.firstIndex(of: "/") else { return (base, "") }
    return (String(base[..<slash]), String(rest[slash...]))
  }

  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      let goesUp = part == ".." && kept.last.map { $0 != ".." && !$0.isEmpty } ?? false
      if goesUp { kept.removeLast() } else { kept.append(part) }
    }
    return kept.joined(separator: "/")
  }
}
