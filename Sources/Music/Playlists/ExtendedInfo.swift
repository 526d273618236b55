import AudioBase

/// The line before an entry: `#EXTINF:123 key="value",Artist - Title`.
struct ExtendedInfo: Hashable {
  var duration: Double?
  var artist: String?
  var title: String?

  /// Parses a line of information about an entry.
  ///
  /// - Parameter text: what follows `#EXTINF:`.
  init(_ text: String) {
    let bytes = Array(text.utf8)[...]
    let number = bytes.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    duration = PlaylistEntry.length(Double(String(decoding: number, as: UTF8.self)))
    guard let comma = ExtendedInfo.comma(bytes) else { return }
    let name = ExtendedInfo.text(bytes[(comma + 1)...])
    let parts = ExtendedInfo.split(name)
    artist = parts?.artist
    title = parts?.title ?? (name.isEmpty ? nil : name)
  }

  /// Returns the first comma outside quotes; if a quote is not closed, the first comma.
  private static func comma(_ bytes: ArraySlice<UInt8>) -> Int? {
    var isQuoted = false
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ","), !isQuoted { return index }
    }
    return bytes.firstIndex(of: UInt8(ascii: ","))
  }

  private static func split(_ name: String) -> (artist: String, title: String)? {
    let bytes = Array(name.utf8)
    guard bytes.count > 3,
      let dash = bytes.indices.dropLast(2).first(where: { bytes[$0..<($0 + 3)].elementsEqual(" - ".utf8) })
    else { return nil }
    let (artist, title) = (text(bytes[..<dash]), text(bytes[(dash + 3)...]))
    return artist.isEmpty || title.isEmpty ? nil : (artist, title)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: PlaylistLocation.trimmed(bytes), as: UTF8.self)
  }
}
