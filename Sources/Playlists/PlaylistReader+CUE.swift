import AudioBase
import SystemBase

extension PlaylistReader {
  /// A CUE sheet: each of its tracks is a part of a file, from its index 1 to that of the next one.
  func cue(_ text: borrowing PlaylistText, from path: FilePath) -> Playlist {
    let sheet = CueSheet(text)
    var playlist = Playlist(format: .cue, encoding: text.encoding)
    playlist.title = sheet.title
    playlist.warnings = sheet.warnings
    var files: [PlaylistEntry?] = []
    for file in sheet.files { files.append(cueFile(file, text, path.directory, &playlist)) }
    addTracks(of: sheet, files, to: &playlist)
    playlist.warnings.sort { $0.line < $1.line }
    return playlist
  }

  /// The tracks of a sheet that stands in a music file, all of them parts of that; none where the sheet speaks of
  /// several files.
  package static func parts(_ sheet: String, of file: FilePath) -> [PlaylistEntry] {
    let sheet = CueSheet(PlaylistText(Array(sheet.utf8)))
    guard sheet.files.count == 1 else { return [] }
    var playlist = Playlist(format: .cue, encoding: .utf8)
    PlaylistReader().addTracks(of: sheet, [PlaylistEntry(.file(file))], to: &playlist)
    return playlist.entries
  }

  private func addTracks(of sheet: CueSheet, _ files: [PlaylistEntry?], to playlist: inout Playlist) {
    let starts = cueStarts(sheet, files)
    for track in sheet.tracks { add(track, sheet, files, starts, to: &playlist) }
  }

  /// The file that is meant: the sheet may have been written before the sound was packed, or on another computer.
  private func cueFile(
    _ file: CueSheet.File, _ text: borrowing PlaylistText, _ folder: FilePath, _ playlist: inout Playlist
  ) -> PlaylistEntry? {
    guard !file.name.isEmpty else { return nil }
    var location = PlaylistLocation(file.name, text, folder: folder)
    if case .names(let readings, let otherwise) = location {
      location = .names(readings + readings.flatMap { $0.otherPackings(folder) }, otherwise: otherwise)
    }
    return entry(location, text.string(file.name), line: file.line, in: &playlist)
  }

  /// Where the tracks of each file begin, in order. The same file may be named more than once.
  private func cueStarts(_ sheet: CueSheet, _ files: [PlaylistEntry?]) -> [PlaylistEntry.Location: [DiscTime]]
  {
    var starts: [PlaylistEntry.Location: [DiscTime]] = [:]
    for track in sheet.tracks {
      guard let start = track.start, let file = files[start.file] else { continue }
      starts[file.location, default: []].append(start.time)
    }
    return starts.mapValues { $0.sorted() }
  }

  private func add(
    _ track: CueSheet.Track, _ sheet: CueSheet, _ files: [PlaylistEntry?],
    _ starts: [PlaylistEntry.Location: [DiscTime]], to playlist: inout Playlist
  ) {
    guard let start = track.start else {
      playlist.warnings.append(
        PlaylistWarning(line: track.line, problem: sheet.files.isEmpty ? .noFile : .noIndex))
      return
    }
    guard var entry = files[start.file] else { return }
    guard track.isAudio, !sheet.files[start.file].isRaw else {
      playlist.warnings.append(PlaylistWarning(line: track.line, problem: .dataTrack))
      return
    }
    let times = starts[entry.location] ?? []
    entry.section = TrackSection(start: start.time, end: DiscTime.first(after: start.time, in: times))
    entry.title = track.title
    entry.artist = track.performer ?? track.albumPerformer
    entry.album = track.album
    entry.albumArtist = track.albumPerformer
    track.remarks.fill(&entry)
    entry.trackNumber = track.number
    entry.duration = entry.section?.duration
    playlist.entries.append(entry)
  }
}

extension DiscTime {
  /// - Parameter times: in order.
  fileprivate static func first(after time: DiscTime, in times: [DiscTime]) -> DiscTime? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low < times.count ? times[low] : nil
  }
}

extension FilePath {
  /// The same name in the sheet's own folder, and with the endings that the sound has once it is packed.
  fileprivate func otherPackings(_ folder: FilePath) -> [FilePath] {
    let near = folder.appending(lastComponent)
    let stems = [withoutEnding, near.withoutEnding]
    let endings = ["flac", "wv", "ape", "m4a", "mp3", "ogg", "opus", "wav", "aiff", "tta", "FLAC", "WAV"]
    return [near]
      + stems.flatMap { stem in endings.map { FilePath(bytes: stem.bytes + Array(".\($0)".utf8)) } }
  }

  private var withoutEnding: FilePath {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return FilePath(bytes: bytes.dropLast(name.count - dot))
  }
}
