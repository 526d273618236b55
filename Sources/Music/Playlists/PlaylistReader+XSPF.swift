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
      let text = EncodedText(content)
      let second = XSPFDocument(limit: PlaylistReader.entryLimit)
      let again = try XMLReader.read(text.utf8(text.bytes), encoding: "UTF-8", second)
      if again == nil || second.tracks.count > document.tracks.count {
        (document, failure, encoding) = (second, again, text.encoding)
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
    for track in document.tracks { add(track, path.directory, to: &playlist) }
    if let line = document.lineOfExcess {
      playlist.warn(.tooManyEntries, line: line)
    }
    if let failure {
      playlist.warn(.brokenOff(failure.message), line: failure.line)
    }
    return playlist
  }

  private func add(_ track: XSPFDocument.Track, _ folder: FilePath, to playlist: inout Playlist) {
    guard !track.locations.isEmpty else { return playlist.warn(.noLocation, line: track.line) }
    var entries: [PlaylistEntry] = []
    for location in track.locations {
      let address = track.bases.reversed().reduce(location) { URIReference.resolved($0, against: $1) }
      let place = PlaylistLocation(reference: address, folder: folder)
      if let entry = entry(place, address, line: track.line, in: &playlist) { entries.append(entry) }
    }
    guard let found = entries.first(where: { !$0.isMissing && $0.isFile }) ?? entries.first else { return }
    var entry = track.entry
    (entry.location, entry.isMissing) = (found.location, found.isMissing)
    entry.section = TrackSection(startSeconds: track.start, endSeconds: track.end)
    entry.duration = entry.section?.duration ?? entry.duration
    playlist.entries.append(entry)
  }
}

extension PlaylistEntry {
  fileprivate var isFile: Bool { if case .file = location { true } else { false } }
}

/// Finds the declared encoding of an XML document.
private enum XSPFEncoding {
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
