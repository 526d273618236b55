import AudioBase

extension PlaylistReader {
  /// M3U, plain and extended, whatever its lines end with.
  func m3u(_ text: PlaylistText, from path: FilePath) -> Playlist {
    var playlist = Playlist(format: .m3u, encoding: text.encoding)
    let folder = path.directory
    var info: ExtendedInfo?
    var lines = PlaylistLines(text.bytes)
    while let line = lines.next() {
      guard line.count <= PlaylistReader.lineLimit else {
        playlist.warnings.append(PlaylistWarning(line: lines.number, problem: .lineTooLong))
        continue
      }
      let trimmed = PlaylistLocation.trimmed(line)
      if trimmed.isEmpty { continue }
      if trimmed.first == UInt8(ascii: "#") {
        directive(text.string(trimmed), &info, &playlist)
        continue
      }
      guard playlist.entries.count < PlaylistReader.entryLimit else {
        playlist.warnings.append(PlaylistWarning(line: lines.number, problem: .tooManyEntries))
        break
      }
      add(line, text, lines.number, folder, info, to: &playlist)
      info = nil
    }
    return playlist
  }

  private func directive(_ line: String, _ info: inout ExtendedInfo?, _ playlist: inout Playlist) {
    if let text = PlaylistReader.value("#EXTINF:", line) {
      info = ExtendedInfo(text)
    } else if let text = PlaylistReader.value("#PLAYLIST:", line), !text.isEmpty {
      playlist.title = text
    }
  }

  private static func value(_ name: String, _ line: String) -> String? {
    let bytes = Array(line.utf8)
    guard String(decoding: bytes.prefix(name.utf8.count), as: UTF8.self).uppercased() == name else {
      return nil
    }
    return String(decoding: PlaylistLocation.trimmed(bytes.dropFirst(name.utf8.count)), as: UTF8.self)
  }

  private func add(
    _ line: ArraySlice<UInt8>, _ text: PlaylistText, _ number: Int, _ folder: FilePath, _ info: ExtendedInfo?,
    to playlist: inout Playlist
  ) {
    var entry: PlaylistEntry
    switch PlaylistLocation(line, encoding: text.encoding, folder: folder) {
    case .url: entry = PlaylistEntry(.url(text.string(PlaylistLocation.trimmed(line))))
    case .names(let readings, let otherwise): entry = self.entry(readings, otherwise: otherwise)
    case .badAddress:
      playlist.warnings.append(PlaylistWarning(line: number, problem: .badAddress))
      return
    }
    if case .file(let path) = entry.location, PlaylistFormat(name: path) != nil {
      playlist.warnings.append(PlaylistWarning(line: number, problem: .nestedPlaylist))
    }
    entry.title = info?.title
    entry.artist = info?.artist
    entry.duration = info?.duration
    playlist.entries.append(entry)
  }
}
