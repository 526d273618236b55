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
    let rest = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    let place = rest.split(separator: "@").last ?? rest
    if place.first == "[" { return String(place.dropFirst().prefix { $0 != "]" }) }
    return String(place.prefix { $0 != ":" })
  }
}

extension TrackLocation {
  /// Locates a stream: its address takes the place of a path. No path begins with a scheme and two slashes.
  package init(_ address: StreamAddress) { self.init(path: FilePath(address.text)) }

  /// The address of a stream; nil for a file.
  package var address: StreamAddress? { path.address }
}

extension FilePath {
  /// The address of a stream; nil for the path of a file.
  package var address: StreamAddress? {
    guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "h") else { return nil }
    return text.flatMap { StreamAddress($0) }
  }
}
