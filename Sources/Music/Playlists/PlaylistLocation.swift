import Documents
import SystemBase

/// The possible meanings of a location in a playlist.
package enum PlaylistLocation: Hashable {
  /// A URL with a scheme other than `file`.
  case url
  /// A `file:` URL that is not the name of a local file.
  case badAddress
  /// The paths to try, the likeliest first, and the path to use if none of them exists.
  case names([FilePath], otherwise: FilePath)

  /// Interprets a line of a playlist.
  ///
  /// - Parameters:
  ///   - line: the line without its end, not blank.
  ///   - folder: the folder of the playlist.
  init(_ line: ArraySlice<UInt8>, _ text: borrowing EncodedText, folder: FilePath) {
    let trimmed = PlaylistLocation.trimmed(line)
    if let scheme = PlaylistLocation.scheme(trimmed) {
      guard scheme == "file" else {
        self = .url
        return
      }
      self = PlaylistLocation(fileAddress: trimmed)
    } else {
      let readings = PlaylistLocation.readings(line, trimmed, text)
      let readable = PlaylistLocation.withSlashes(FilePath(bytes: text.utf8(trimmed)))
      self = .names(
        readings.map { folder.appending(FilePath(bytes: $0)) },
        otherwise: PlaylistLocation.isOnADrive(trimmed) ? readable : folder.appending(readable))
    }
  }

  /// Interprets a reference of XSPF: a URL or a path, both with escapes such as `%20`.
  init(reference: String, folder: FilePath) {
    let bytes = Array(reference.utf8)[...]
    switch PlaylistLocation.scheme(bytes) {
    case "file": self = PlaylistLocation(fileAddress: bytes)
    case _?: self = .url
    case nil:
      let path = PlaylistLocation.path(of: bytes).flatMap { FileURL.decoded($0) }
      let names = [FileURL.decoded(bytes), Array(bytes), path].compactMap { $0 }
      let readings = names + names.map { $0.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 } }
      let paths = readings.map { FilePath(bytes: $0) }
      self = .names(
        paths.map(folder.appending), otherwise: folder.appending(PlaylistLocation.withSlashes(paths[0])))
    }
  }

  private init(fileAddress bytes: ArraySlice<UInt8>) {
    let spellings = [bytes, PlaylistLocation.path(of: bytes)].compactMap { $0 }
    let names = spellings.compactMap { PlaylistLocation.path(ofFileAddress: $0) }
    self = names.first.map { .names(names, otherwise: $0) } ?? .badAddress
  }

  /// Returns a reference without its query and fragment; nil if it has none, or if no name remains. Many programs write the
  /// `#` and `?` of names without escapes, so that both readings are tried.
  private static func path(of reference: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let path = reference.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard path.count < reference.count, let last = path.last, last != UInt8(ascii: "/") else { return nil }
    return path
  }

  /// Returns a path of Windows, which has backslashes alone, with slashes.
  private static func withSlashes(_ path: FilePath) -> FilePath {
    path.bytes.contains(UInt8(ascii: "/"))
      ? path : FilePath(bytes: path.bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns whether a byte is a blank or a line end.
  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0A || byte == 0x0D }

  static func trimmed(
    _ bytes: ArraySlice<UInt8>, isBlank: (UInt8) -> Bool = PlaylistLocation.isBlank
  ) -> ArraySlice<UInt8> {
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { start[...$0] } ?? []
  }

  /// Returns the possible names: with and without surrounding blanks, as bytes and converted to UTF-8, with
  /// backslashes replaced by slashes, with escapes decoded. In some encodings a byte of a character is that of a backslash,
  /// so that they are replaced in UTF-8.
  private static func readings(
    _ line: ArraySlice<UInt8>, _ trimmed: ArraySlice<UInt8>, _ text: borrowing EncodedText
  ) -> [[UInt8]] {
    let plain = trimmed.count < line.count ? [Array(trimmed), Array(line)] : [Array(trimmed)]
    let converted = text.isForeign ? plain.map { text.utf8($0) } : plain
    var readings = text.isForeign ? plain + converted : plain
    if converted.contains(where: { $0.contains(UInt8(ascii: "\\")) }) {
      let slashed = converted.map { $0.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 } }
      readings += slashed
      if text.isForeign {
        readings += slashed.compactMap { CharsetConverter.bytes(of: $0, in: text.encoding) }
      }
    }
    if line.contains(UInt8(ascii: "%")) { readings += readings.compactMap { FileURL.decoded($0[...]) } }
    return readings
  }

  /// Returns whether a name begins with a drive letter, so that it is not relative to the folder of the
  /// playlist.
  private static func isOnADrive(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let letter = bytes.first, (0x41...0x5A).contains(letter & 0xDF) else { return false }
    let rest = bytes.dropFirst()
    return rest.starts(with: ":\\".utf8) || rest.starts(with: ":/".utf8)
  }

  /// Returns the scheme in lower case: the letters before `://`, or `file` before `:/`. A drive letter is not
  /// a scheme.
  package static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let colon = bytes.prefix(32).firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex + 1 else {
      return nil
    }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard
      name.utf8.allSatisfy({
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    let rest = bytes[(colon + 1)...]
    return rest.starts(with: "//".utf8) || (name == "file" && rest.starts(with: "/".utf8)) ? name : nil
  }

  /// Returns the path of a `file:` URL without host or with the host `localhost` (RFC 8089, section 2).
  private static func path(ofFileAddress bytes: ArraySlice<UInt8>) -> FilePath? {
    var rest = bytes.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self).lowercased()
      guard host.isEmpty || host == "localhost" else { return nil }
      rest = rest.dropFirst(host.utf8.count)
    }
    guard rest.first == UInt8(ascii: "/"), let path = FileURL.decoded(rest) else { return nil }
    return FilePath(bytes: path)
  }

  /// Returns whether each `%` is followed by two hexadecimal digits.
  static func hasValidEscapes(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.allSatisfy { index in
      guard bytes[index] == UInt8(ascii: "%") else { return true }
      let digits = bytes[(index + 1)...].prefix(2)
      return digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
  }
}

/// Converts paths to URLs. Source: RFC 8089, section 2; RFC 3986, section 2.
enum FileAddress {
  /// Returns `file:///a%20b` for an absolute path, an escaped relative reference for another.
  static func text(_ path: FilePath) -> String {
    let escaped = escaped(path)
    if path.isAbsolute { return "file://" + escaped }
    // A colon in the first component would be read as the end of a scheme.
    return escaped.utf8.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
      ? "./" + escaped : escaped
  }

  /// Returns the bytes of a path with escapes such as `%20`.
  static func escaped(_ path: FilePath) -> String { FileURL.escaped(path, keepsReserved: true) }
}
