import AudioBase
import Documents
import SystemBase

extension PlaylistReader {
  /// Reads PLS: `File1=`, `Title1=`, `Length1=`, in the order of their numbers. `Start1=` and `End1=`, the
  /// part of a file in seconds, are an extension of this program.
  func pls(_ text: borrowing EncodedText, from path: FilePath) -> Playlist {
    var playlist = Playlist(format: .pls, encoding: text.encoding)
    var entries: [Int: PLSEntry] = [:]
    var lines = PlaylistLines(text.bytes)
    while let line = lines.next(&playlist.warnings) {
      guard let field = PLSField(line) else { continue }
      if entries[field.number] == nil {
        guard entries.count < PlaylistReader.entryLimit else {
          playlist.warn(.tooManyEntries, line: lines.number)
          break
        }
        entries[field.number] = PLSEntry(line: lines.number)
      }
      entries[field.number]?.set(field, line: lines.number)
    }
    for (_, read) in entries.sorted(by: { $0.key < $1.key }) {
      add(read, text, path.directory, to: &playlist)
    }
    return playlist
  }

  private func add(
    _ read: PLSEntry, _ text: borrowing EncodedText, _ folder: FilePath, to playlist: inout Playlist
  ) {
    guard let file = read.file, !file.isEmpty else { return playlist.warn(.noLocation, line: read.line) }
    let location = PlaylistLocation(file, text, folder: folder)
    guard var entry = entry(location, text.string(file), line: read.line, in: &playlist) else { return }
    entry.title = read.title.flatMap { $0.isEmpty ? nil : text.string($0) }
    entry.section = TrackSection(startSeconds: read.start, endSeconds: read.end)
    entry.duration = entry.section?.duration ?? read.length
    playlist.entries.append(entry)
  }
}

/// A line `File12=…`; fails for other lines.
struct PLSField {
  let name: String
  let number: Int
  let value: ArraySlice<UInt8>

  init?(_ line: ArraySlice<UInt8>) {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let key = PlaylistLocation.trimmed(line[..<equals])
    let letters = key.prefix { !(0x30...0x39).contains($0) }
    guard let number = ASCIIText.number(key[letters.endIndex...]) else { return nil }
    name = ASCIIText.lowercased(letters)
    guard ["file", "title", "length", "start", "end"].contains(name) else { return nil }
    self.number = number
    value = PlaylistLocation.trimmed(line[(equals + 1)...])
  }
}

private struct PLSEntry {
  /// The line of its file, or the first line of the entry if it has no file.
  var line: Int
  var file: ArraySlice<UInt8>?
  var title: ArraySlice<UInt8>?
  var length: Double?
  var start: Double?
  var end: Double?

  /// Sets a field; the last value of a repeated field is used.
  mutating func set(_ field: PLSField, line: Int) {
    let number = Double(String(decoding: field.value, as: UTF8.self))
    switch field.name {
    case "file": (file, self.line) = (field.value, line)
    case "title": title = field.value
    case "start": start = number
    case "end": end = number
    default: length = PlaylistEntry.length(number)
    }
  }
}
