import AudioBase

/// What a line of a playlist may mean.
enum PlaylistLocation: Hashable {
  /// An address with a scheme other than `file`.
  case url
  /// A `file:` address that names no file of this machine.
  case badAddress
  /// The names to try, the likeliest first, and the one that stands where none is there.
  case names([FilePath], otherwise: FilePath)

  /// - Parameters:
  ///   - line: without its end, not blank.
  ///   - folder: the playlist's.
  init(_ line: ArraySlice<UInt8>, encoding: TextEncoding, folder: FilePath) {
    let trimmed = PlaylistLocation.trimmed(line)
    if let scheme = PlaylistLocation.scheme(trimmed) {
      guard scheme == "file" else {
        self = .url
        return
      }
      self = PlaylistLocation.path(ofFileAddress: trimmed).map { .names([$0], otherwise: $0) } ?? .badAddress
    } else {
      let readings = PlaylistLocation.readings(line, trimmed, encoding)
      let readable = FilePath(
        bytes: encoding == .latin1 ? PlaylistText.utf8(latin1: trimmed) : Array(trimmed))
      self = .names(
        readings.map { folder.appending(FilePath(bytes: $0)) },
        otherwise: PlaylistLocation.isOnADrive(trimmed) ? readable : folder.appending(readable))
    }
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { start[...$0] } ?? []
  }

  /// Without and with the blanks about it, Latin-1 as UTF-8, a Windows path with our slashes, `%20` decoded.
  private static func readings(
    _ line: ArraySlice<UInt8>, _ trimmed: ArraySlice<UInt8>, _ encoding: TextEncoding
  ) -> [[UInt8]] {
    var readings = [Array(trimmed)]
    if trimmed.count < line.count { readings.append(Array(line)) }
    if encoding == .latin1 { readings += readings.map { PlaylistText.utf8(latin1: $0) } }
    if line.contains(UInt8(ascii: "\\")) {
      readings += readings.map { $0.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 } }
    }
    if line.contains(UInt8(ascii: "%")) { readings += readings.compactMap { percentDecoded($0[...]) } }
    return readings
  }

  /// `C:\…` is no name in the playlist's folder.
  private static func isOnADrive(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let letter = bytes.first, (0x41...0x5A).contains(letter & 0xDF) else { return false }
    let rest = bytes.dropFirst()
    return rest.starts(with: ":\\".utf8) || rest.starts(with: ":/".utf8)
  }

  /// The lower-cased letters before `://`, or `file` before `:/`; a drive letter is no scheme.
  private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
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

  /// RFC 8089, section 2: no host, or `localhost`.
  private static func path(ofFileAddress bytes: ArraySlice<UInt8>) -> FilePath? {
    var rest = bytes.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self).lowercased()
      guard host.isEmpty || host == "localhost" else { return nil }
      rest = rest.dropFirst(host.utf8.count)
    }
    guard rest.first == UInt8(ascii: "/"), let path = percentDecoded(rest) else { return nil }
    return FilePath(bytes: path)
  }

  /// Nil where an escape is damaged or stands for a zero byte.
  static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.utf8.first != UInt8(ascii: "+"),
        let value = UInt8(digits, radix: 16),
        value > 0
      else { return nil }
      decoded.append(value)
      rest = rest.dropFirst(2)
    }
    return decoded
  }
}
