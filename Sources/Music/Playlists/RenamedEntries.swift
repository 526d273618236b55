import AudioBase
import Documents
import Glibc
import SystemBase

/// Replaces the names of files that get other names in their folders, in playlists and CUE sheets. Any thread; blocks on
/// file access.
///
/// Folders in front of the names, the encoding, line ends and all other text stay byte for byte. The result is read again:
/// it names the same files as before, the renamed ones by their new names.
package struct RenamedEntries: Sendable {
  /// The new names by the old ones, in real folders.
  private var targets: [FilePath: [FilePath: FilePath]] = [:]
  /// The real folders by the new names.
  private var places: [FilePath: Set<FilePath>] = [:]

  /// Creates the replacement of the names of files.
  ///
  /// - Parameter renames: the paths of files, and those that they get, in the same folders.
  package init(_ renames: some Sequence<(from: FilePath, to: FilePath)>) {
    for (from, to) in renames {
      guard let folder = RenamedEntries.realFolder(of: from) else { continue }
      targets[from.lastComponent, default: [:]][folder] = to.lastComponent
      places[to.lastComponent, default: []].insert(folder)
    }
  }

  /// Returns the new content of a playlist; nil if it names none of the files or cannot be read.
  ///
  /// - Throws: `writeFailed` if the new names cannot be written in it.
  package func rewritten(_ content: [UInt8], of path: FilePath) throws(FileError) -> [UInt8]? {
    let before = PlaylistReader { isThereBefore($0) }
    guard let old = try? before.parse(content, from: path) else { return nil }
    let wanted = old.entries.map(renamed)
    if wanted == old.entries { return nil }
    let text = before.decoded(content, old.format, from: path)
    var bytes = Array(text.bytes)
    let offset = text.bytes.startIndex
    for line in places(in: text, old.format).reversed() {
      // A name may have blanks at its ends, which are more often around it.
      for place in [PlaylistLocation.trimmed(line), line] {
        guard let name = newName(at: place, old.format, text, path.directory) else { continue }
        bytes.replaceSubrange((place.startIndex - offset)..<(place.endIndex - offset), with: name)
        break
      }
    }
    if let result = RenamedEntries.content(bytes, like: content, offset),
      let new = try? PlaylistReader(exists: { isThereAfter($0) }).parse(result, from: path),
      new.entries.map(canonical) == wanted.map(canonical)
    {
      return result
    }
    throw FileError(.writeFailed, path.shown, detail: "the new names cannot be written in its encoding")
  }

  /// Returns the content of a file for its text, with the byte order mark and the UTF-16 of the former content; nil if
  /// that does not keep every byte.
  private static func content(_ bytes: [UInt8], like former: [UInt8], _ offset: Int) -> [UInt8]? {
    guard let (order, start) = UTF16Order.find(former) else { return former[..<offset] + bytes }
    guard order.utf16(order.utf8(former[start...])) == Array(former[start...]) else { return nil }
    return former[..<start] + order.utf16(bytes[...])
  }

  // MARK: Files

  /// Returns the path without links of the folder of a file; nil if it does not exist.
  private static func realFolder(of path: FilePath) -> FilePath? {
    let folder = path.directory.isEmpty ? FilePath(".") : path.directory
    guard let real = folder.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
  }

  /// Returns the new name of a file; nil if it is not renamed.
  private func target(_ path: FilePath) -> FilePath? {
    guard let folders = targets[path.lastComponent] else { return nil }
    return RenamedEntries.realFolder(of: path).flatMap { folders[$0] }
  }

  private func isTarget(_ path: FilePath) -> Bool {
    guard let folders = places[path.lastComponent] else { return false }
    return RenamedEntries.realFolder(of: path).map(folders.contains) ?? false
  }

  /// Returns whether a file exists before the files are renamed; the answer is the same afterwards.
  private func isThereBefore(_ path: FilePath) -> Bool {
    target(path) != nil || path.exists && !isTarget(path)
  }

  /// Returns whether a file exists when the files are renamed; the answer is the same before.
  private func isThereAfter(_ path: FilePath) -> Bool {
    isTarget(path) || path.exists && target(path) == nil
  }

  private func renamed(_ entry: PlaylistEntry) -> PlaylistEntry {
    guard case .file(let path) = entry.location, let name = target(path) else { return entry }
    var entry = entry
    entry.location = .file(path.directory.appending(name))
    return entry
  }

  /// Returns the path without links and dots of a file that is or was renamed; another path as it is.
  private func canonical(_ path: FilePath) -> FilePath {
    guard targets[path.lastComponent] != nil || places[path.lastComponent] != nil else { return path }
    return RenamedEntries.realFolder(of: path).map { $0.appending(path.lastComponent) } ?? path
  }

  private func canonical(_ entry: PlaylistEntry) -> PlaylistEntry {
    guard case .file(let path) = entry.location else { return entry }
    var entry = entry
    entry.location = .file(canonical(path))
    return entry
  }

  // MARK: Places in the text

  /// Returns the bytes of all locations in a text.
  private func places(in text: borrowing EncodedText, _ format: PlaylistFormat) -> [ArraySlice<UInt8>] {
    format == .xspf
      ? RenamedEntries.locations(in: text.bytes) : PlaylistReader.locations(in: text.bytes, format)
  }

  /// Returns the texts of the elements `location` of XSPF.
  private static func locations(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let (opening, closing) = (Array("<location".utf8), Array("</location".utf8))
    return text.ranges(of: opening).compactMap { range in
      let tail = text[range.upperBound...]
      guard let first = tail.first, first == UInt8(ascii: ">") || PlaylistLocation.isSpace(first),
        let start = tail.firstIndex(of: UInt8(ascii: ">")),
        let end = tail[start...].firstRange(of: closing)?.lowerBound
      else { return nil }
      return PlaylistLocation.trimmed(tail[(start + 1)..<end], isBlank: PlaylistLocation.isSpace)
    }
  }

  // MARK: Names

  /// Returns the new bytes of a place; nil if it names no file that is renamed.
  private func newName(
    at place: ArraySlice<UInt8>, _ format: PlaylistFormat, _ text: borrowing EncodedText, _ folder: FilePath
  ) -> [UInt8]? {
    guard let found = files(place, format, text, folder).first(where: isThereBefore),
      let name = target(found)
    else { return nil }
    let slash = place.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let prefix = slash.map { place[...$0] } ?? place.prefix(0)
    let wanted = canonical(found.directory.appending(name))
    return spellings(name, like: place[prefix.endIndex...], found.lastComponent, format, text)
      .map { prefix.isEmpty && $0.first == UInt8(ascii: "#") ? Array("./".utf8) + $0 : prefix + $0 }
      .first { files($0[...], format, text, folder).first(where: isThereAfter).map(canonical) == wanted }
  }

  /// Returns the files that a location may name, the likeliest first.
  private func files(
    _ location: ArraySlice<UInt8>, _ format: PlaylistFormat, _ text: borrowing EncodedText, _ folder: FilePath
  ) -> [FilePath] {
    let meaning =
      format == .xspf
      ? PlaylistLocation(reference: RenamedEntries.decoded(text.string(location)), folder: folder)
      : PlaylistLocation(location, text, folder: folder)
    guard case .names(let readings, _) = meaning else { return [] }
    return format == .cue ? PlaylistReader.files(of: readings, near: folder) : readings
  }

  /// Replaces the entities of XML; returns other text as it is.
  private static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return (try? XMLDocument(Array("<x>\(text)</x>".utf8), subject: ""))?.root.text ?? text
  }

  /// Returns the ways to write a name, that of the old name first.
  private func spellings(
    _ name: FilePath, like old: ArraySlice<UInt8>, _ oldName: FilePath, _ format: PlaylistFormat,
    _ text: borrowing EncodedText
  ) -> [[UInt8]] {
    let escaped = FileAddress.escaped(name)
    if format == .xspf { return [Array(escaped.replacing("&", with: "&amp;").utf8)] }
    let encoded = text.isForeign ? CharsetConverter.bytes(of: name.bytes, in: text.encoding) : name.bytes
    let isPlain = Array(old) == oldName.bytes
    let spellings =
      if !isPlain, FileURL.decoded(old) == oldName.bytes {
        [Array(escaped.utf8), encoded]
      } else if isPlain, old.contains(where: { $0 >= 0x80 }) {
        // The names are in UTF-8, whatever the rest of the text is in.
        [name.bytes, encoded, Array(escaped.utf8)]
      } else {
        [encoded, Array(escaped.utf8)]
      }
    return spellings.compactMap(\.self)
  }
}
