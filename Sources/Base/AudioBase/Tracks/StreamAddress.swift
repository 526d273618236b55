import SystemBase

/// The address of a stream or file on a web server: `http://` or `https://` and a host.
package struct StreamAddress: Hashable, Sendable {
  package let text: String

  /// Fails for other texts; blanks around the address are ignored.
  package init?(_ text: some StringProtocol) {
    let scalars = String(text).unicodeScalars
    let isInside = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let start = scalars.firstIndex(where: isInside), let end = scalars.lastIndex(where: isInside) else {
      return nil
    }
    let inner = String(String.UnicodeScalarView(scalars[start...end]))
    let head = inner.prefix(8).lowercased()
    guard let scheme = ["http://", "https://"].first(where: head.hasPrefix),
      inner.utf8.count > scheme.utf8.count, inner.dropFirst(scheme.count).first != "/",
      inner.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    self.text = inner
  }

  /// The name of the server, without port and user.
  package var host: String {
    let place = place
    if place.first == "[" { return String(place.dropFirst().prefix { $0 != "]" }) }
    return String(place.prefix { $0 != ":" })
  }
}

/// The parts of an address (RFC 3986).
extension StreamAddress {
  package var isSecure: Bool { text.prefix(6).lowercased() == "https:" }

  /// The scheme with its colon and slashes, and what follows it up to the path.
  private var start: (scheme: Substring, authority: Substring) {
    let scheme = text.prefix { $0 != "/" }.endIndex
    let end = text.index(scheme, offsetBy: 2)
    return (text[..<end], text[end...].prefix { !"/?#".contains($0) })
  }

  /// The host and the port, as they are written.
  package var place: Substring {
    let authority = start.authority
    return authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
  }

  /// The port; 80 or 443 without one.
  package var port: Int {
    let digits = (place.lastIndex(of: "]").map { place[$0...].dropFirst() } ?? place).split(
      separator: ":", omittingEmptySubsequences: false)
    return digits.count > 1 ? digits.last.flatMap { Int($0) } ?? 0 : isSecure ? 443 : 80
  }

  /// The name and the password of a user, as they are written; nil without.
  package var credentials: Substring? {
    let authority = start.authority
    return authority.lastIndex(of: "@").map { authority[..<$0] }
  }

  /// What a request names: the path and the query, with octets beyond ASCII as percent signs and digits.
  package var target: String {
    let (scheme, authority) = start
    let rest = text.dropFirst(scheme.count + authority.count).prefix { $0 != "#" }
    let escaped = rest.utf8.reduce(into: "") { result, byte in
      let digits = String(byte, radix: 16, uppercase: true)
      result += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%\(digits)"
    }
    return escaped.hasPrefix("/") ? escaped : "/\(escaped)"
  }

  /// The address for people: without the name and the password of a user.
  package var shown: String { StreamAddress.shown(text) }

  /// Returns an address of any scheme without the name and the password of a user.
  package static func shown(_ text: String) -> String {
    guard let mark = text.firstRange(of: "://") else { return text }
    let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return String(text[..<mark.upperBound]) + text[text.index(after: at)...]
  }

  /// Returns the address of a reference that was found at this one; nil if it is not `http:` or `https:`.
  package func resolving(_ reference: String) -> StreamAddress? {
    let (scheme, authority) = start
    if let whole = StreamAddress(reference) { return whole }
    if reference.hasPrefix("//") { return StreamAddress(scheme.dropLast(2) + reference) }
    let path = reference.prefix { !"/?#".contains($0) }
    if path.contains(":") { return nil }
    if reference.hasPrefix("/") { return StreamAddress(scheme + authority + reference) }
    let own = text.dropFirst(scheme.count + authority.count).prefix { !"?#".contains($0) }
    let folder = own.lastIndex(of: "/").map { own[...$0] } ?? "/"
    return StreamAddress(scheme + authority + (reference.hasPrefix("?") ? own : folder) + reference)
  }
}

extension TrackLocation {
  /// Locates a stream: its address takes the place of a path. No path begins with a scheme and two slashes.
  package init(_ address: StreamAddress) { self.init(path: FilePath(address.text)) }

  /// The address of a stream or a file of a server; nil for a file.
  package var address: StreamAddress? { path.address }

  /// The path or the address for people.
  package var shown: String { address?.shown ?? path.shown }
}

extension FilePath {
  /// The address of a stream; nil for the path of a file.
  package var address: StreamAddress? {
    guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "h") else { return nil }
    return text.flatMap { StreamAddress($0) }
  }
}
