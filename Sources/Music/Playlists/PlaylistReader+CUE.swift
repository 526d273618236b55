import AudioBase
import Documents
import SystemBase

extension PlaylistReader {
  /// Reads a CUE sheet. Each track is a part of a file, from its index 1 to that of the next track.
  func cue(_ text: borrowing EncodedText, from path: FilePath) -> Playlist {
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

  /// Returns the tracks of a CUE sheet that is embedded in a music file, as parts of that file; none if the
  /// sheet has several files.
  package static func parts(_ sheet: String, of file: FilePath) -> [PlaylistEntry] {
    let sheet = CueSheet(EncodedText(Array(sheet.utf8)))
    guard sheet.files.count == 1 else { return [] }
    var playlist = Playlist(format: .cue, encoding: .utf8)
    PlaylistReader().addTracks(of: sheet, [PlaylistEntry(.file(file))], to: &playlist)
    return playlist.entries
  }

  private func addTracks(of sheet: CueSheet, _ files: [PlaylistEntry?], to playlist: inout Playlist) {
    let (starts, lengths) = (cueStarts(sheet, files), lengths(of: files))
    for track in sheet.tracks { add(track, sheet, files, starts, lengths, to: &playlist) }
  }

  /// Returns the known lengths of the files that exist, in seconds.
  private func lengths(of files: [PlaylistEntry?]) -> [PlaylistEntry.Location: Double] {
    var lengths: [PlaylistEntry.Location: Double] = [:]
    for case let entry? in files where !entry.isMissing && lengths[entry.location] == nil {
      if case .file(let path) = entry.location { lengths[entry.location] = length(path) }
    }
    return lengths
  }

  /// Finds the file of a sheet, which may have been renamed, encoded in another format or moved since the
  /// sheet was written.
  private func cueFile(
    _ file: CueSheet.File, _ text: borrowing EncodedText, _ folder: FilePath, _ playlist: inout Playlist
  ) -> PlaylistEntry? {
    guard !file.name.isEmpty else { return nil }
    var location = PlaylistLocation(file.name, text, folder: folder)
    if case .names(let readings, let otherwise) = location {
      location = .names(PlaylistReader.files(of: readings, near: folder), otherwise: otherwise)
    }
    return entry(location, text.string(file.name), line: file.line, in: &playlist)
  }

  /// Returns the files that a sheet in a folder may mean by names, the likeliest first.
  static func files(of names: [FilePath], near folder: FilePath) -> [FilePath] {
    names + names.flatMap { $0.otherPackings(folder) }
  }

  /// Returns the start times of the tracks of each file, sorted. A sheet may have the same file more than
  /// once.
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
    _ starts: [PlaylistEntry.Location: [DiscTime]], _ lengths: [PlaylistEntry.Location: Double],
    to playlist: inout Playlist
  ) {
    guard let start = track.start else {
      return playlist.warn(sheet.files.isEmpty ? .noFile : .noIndex, line: track.line)
    }
    guard var entry = files[start.file] else { return }
    guard track.isAudio, !sheet.files[start.file].isRaw else {
      return playlist.warn(.dataTrack, line: track.line)
    }
    let rest = lengths[entry.location].map { $0 - start.time.seconds }
    if let rest, rest <= 0 { playlist.warn(.sheet(.beyondEnd), line: track.line) }
    let times = starts[entry.location] ?? []
    entry.section = TrackSection(start: start.time, end: DiscTime.first(after: start.time, in: times))
    entry.title = track.title
    entry.artist = track.performer ?? track.albumPerformer
    entry.album = track.album
    entry.albumArtist = track.albumPerformer
    track.remarks.fill(&entry)
    entry.trackNumber = track.number
    entry.duration = PlaylistEntry.length(entry.section?.duration ?? rest)
    playlist.entries.append(entry)
  }
}

extension DiscTime {
  /// Returns the first of the sorted times after a time.
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
  /// Returns the same name in the folder of the sheet, and both names with other extensions of audio files.
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
