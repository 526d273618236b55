import AudioBase
import Documents
import SystemBase

extension PlaylistReader {
  /// Reads XSPF. Returns the tracks before the first error of an incomplete document, with a warning.
  ///
  /// - Throws: `damaged` if no track can be read, `notAudio` if the document is not a playlist, and errors of
  ///   loading expat.
  package func xspf(_ content: [UInt8], from path: FilePath) throws(FileError) -> Playlist {
    var encoding = TextEncoding.utf8
    var document = XSPFDocument(limit: PlaylistReader.entryLimit)
    var failure = try XMLReader.read(content, encoding: nil, document)
    if failure != nil {
      // The encoding may be unknown to expat or missing in the document.
      let (bytes, found) = XSPFEncoding.converted(content)
      let second = XSPFDocument(limit: PlaylistReader.entryLimit)
      let again = try XMLReader.read(bytes, encoding: "UTF-8", second)
      if again == nil || second.tracks.count > document.tracks.count {
        (document, failure, encoding) = (second, again, found)
      }
    } else {
      encoding = XSPFEncoding.find(content)
    }
    if let failure, document.tracks.isEmpty {
      throw FileError(.damaged, path.shown, detail: "line \(failure.line): \(failure.message)")
    }
    guard document.isPlaylist else {
      throw FileError(.notAudio, path.shown, detail: "no playlist of a known kind")
    }
    return playlist(document, encoding, failure, path)
  }

  private func playlist(
    _ document: XSPFDocument, _ encoding: TextEncoding, _ failure: XMLReader.Failure?, _ path: FilePath
  ) -> Playlist {
    var playlist = Playlist(format: .xspf, encoding: encoding)
    playlist.title = document.title
    playlist.warnings = document.warnings
    // The location of the track in which a document breaks off may not have been read.
    let isCut = failure != nil && document.tracks.last?.locations.isEmpty == true
    for track in isCut ? document.tracks.dropLast() : document.tracks {
      add(track, path.directory, to: &playlist)
    }
    if let line = document.lineOfExcess {
      playlist.warn(.tooManyEntries, line: line)
    }
    if let failure {
      playlist.warn(.brokenOff(failure.message), line: failure.line)
    }
    return playlist
  }

  private func add(_ track: XSPFDocument.Track, _ folder: FilePath, to playlist: inout Playlist) {
    var entry = track.entry
    if track.locations.isEmpty {
      // A track may be described without a location (section 4.1.1.2.14.1.1.1.1).
      entry.isMissing = true
    } else {
      let found = track.locations.compactMap {
        self.entry(PlaylistLocation(reference: $0, folder: folder), $0, line: track.line, in: &playlist)
      }
      guard let used = found.first(where: \.isFileThere) ?? found.first(where: \.isStream) ?? found.first
      else {
        return
      }
      (entry.location, entry.isMissing) = (used.location, used.isMissing)
    }
    entry.section = TrackSection(startSeconds: track.start, endSeconds: track.end)
    entry.duration = entry.section?.duration ?? entry.duration
    playlist.entries.append(entry)
  }
}

extension PlaylistEntry {
  fileprivate var isFileThere: Bool { if case .file = location { !isMissing } else { false } }

  fileprivate var isStream: Bool { if case .url = location { track != nil } else { false } }
}

/// Finds the declared encoding of an XML document.
private enum XSPFEncoding {
  /// Converts a document to UTF-8 from the declared encoding if it is valid in it, else from the detected one.
  static func converted(_ content: [UInt8]) -> (bytes: [UInt8], encoding: TextEncoding) {
    let declared = find(content)
    if UTF16Order.find(content) == nil, let converter = CharsetConverter(declared),
      let bytes = converter.utf8(content)
    {
      return (bytes, declared)
    }
    let text = EncodedText(content)
    return (text.utf8(text.bytes), text.encoding)
  }

  static func find(_ content: [UInt8]) -> TextEncoding {
    if UTF16Order.find(content) != nil { return EncodedText(content).encoding }
    let head = String(decoding: content.prefix(200), as: UTF8.self)
    guard let name = head.firstRange(of: "encoding=")?.upperBound, let quote = head[name...].first else {
      return .utf8
    }
    let value = head[name...].dropFirst().prefix { $0 != quote }.uppercased()
    return value.isEmpty || value == "US-ASCII" ? .utf8 : TextEncoding(rawValue: value)
  }
}
