import Documents
import SystemBase

/// The encoding of lists without Unicode.
extension PlaylistReader {
  /// The encodings that are tried besides the detected one, by the names of iconv.
  private static let encodings = [
    "SHIFT_JIS", "GB18030", "BIG5", "EUC-KR", "EUC-JP", "WINDOWS-1251", "WINDOWS-1252", "WINDOWS-1250",
    "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255", "WINDOWS-1256", "WINDOWS-1257", "WINDOWS-1258", "CP874",
    "KOI8-R", "KOI8-U", "IBM866", "IBM437", "IBM850", "IBM852", "MACINTOSH",
  ].map { TextEncoding(rawValue: $0) }

  /// The number of names that are looked for in each encoding. A name in a CUE sheet has many other spellings.
  private static func sampleCount(_ format: PlaylistFormat) -> Int { format == .cue ? 2 : 8 }

  /// Decodes a list. If it is not Unicode, the encoding is the one in which most names of a sample are files; if none
  /// is, the detected one.
  func decoded(_ content: [UInt8], _ format: PlaylistFormat, from path: FilePath) -> EncodedText {
    let text = EncodedText(content)
    guard text.isForeign else { return text }
    let names = sample(PlaylistReader.locations(in: text.bytes, format), format, path.directory)
    var best = (encoding: text.encoding, count: foundCount(names, format, text, path.directory))
    for encoding in PlaylistReader.encodings where best.count < names.count {
      guard let other = EncodedText(content, in: encoding) else { continue }
      let count = foundCount(names, format, other, path.directory)
      if count > best.count { best = (encoding, count) }
    }
    if best.encoding != text.encoding, let other = EncodedText(content, in: best.encoding) { return other }
    return text
  }

  /// Returns some names with letters beyond ASCII, evenly spread; those that are files byte for byte tell nothing.
  private func sample(
    _ names: [ArraySlice<UInt8>], _ format: PlaylistFormat, _ folder: FilePath
  ) -> [ArraySlice<UInt8>] {
    let count = PlaylistReader.sampleCount(format)
    let telling = names.filter { name in
      name.contains { $0 >= 0x80 } && PlaylistLocation.scheme(PlaylistLocation.trimmed(name)) == nil
    }
    return stride(from: 0, to: telling.count, by: max(1, (telling.count + count - 1) / count))
      .map { telling[$0] }
      .filter { !exists(folder.appending(FilePath(bytes: Array(PlaylistLocation.trimmed($0))))) }
  }

  /// Returns the number of names that are files if they are read in the encoding of a text.
  private func foundCount(
    _ names: [ArraySlice<UInt8>], _ format: PlaylistFormat, _ text: borrowing EncodedText, _ folder: FilePath
  ) -> Int {
    var count = 0
    for name in names where text.isValid(name) {
      guard case .names(let readings, _) = PlaylistLocation(name, text, folder: folder) else { continue }
      let files = format == .cue ? PlaylistReader.files(of: readings, near: folder) : readings
      if files.contains(where: exists) { count += 1 }
    }
    return count
  }

  /// Returns the bytes of all locations in a text; none of XSPF.
  static func locations(in text: ArraySlice<UInt8>, _ format: PlaylistFormat) -> [ArraySlice<UInt8>] {
    if format == .xspf { return [] }
    var lines = PlaylistLines(text)
    var locations: [ArraySlice<UInt8>] = []
    while let line = lines.next() {
      let location: ArraySlice<UInt8>? =
        switch format {
        case .pls: PLSField(line).flatMap { $0.name == "file" ? $0.value : nil }
        case .cue: CueLine(line).command == .file ? CueLine(line).fileName : nil
        case .m3u, .xspf: PlaylistLocation.trimmed(line).first == UInt8(ascii: "#") ? nil : line
        }
      if let location, !location.isEmpty { locations.append(location) }
    }
    return locations
  }
}
