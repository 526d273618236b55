import SystemBase

extension PlaylistEntry {
  /// Creates an entry with the metadata of a track; if it has no title, the name of its file is used.
  package init(_ track: TrackInfo) {
    self.init(track.location)
    title = track.title ?? (track.location.address == nil ? track.path.stem : nil)
    (artist, album, trackNumber, duration) = (track.artist, track.album, track.trackNumber, track.duration)
  }
}

extension TrackInfo {
  /// Creates the information that a playlist, or the sheet of the file at a path, states about a track.
  package init(_ entry: PlaylistEntry, at path: FilePath) {
    self.init(TrackLocation(path: path, section: entry.section))
    (title, artist, album, albumArtist) = (entry.title, entry.artist, entry.album, entry.albumArtist)
    (trackNumber, discNumber, discTotal) = (entry.trackNumber, entry.discNumber, entry.discTotal)
    (genre, date, replayGain) = (entry.genre, entry.date, entry.replayGain)
    stream.duration = PlausibleRange.length(entry.duration)
  }
}

extension [PlaylistEntry] {
  /// The limit of tracks in a file; a disc has at most 99.
  private static let mostParts = 999

  /// Returns the entries of a sheet that are tracks of the file; empty if the file is one track.
  ///
  /// - Parameter duration: the duration of the file in seconds; nil if it is not known.
  package func held(duration: Double?) -> [PlaylistEntry] {
    var starts: Set<DiscTime> = []
    let held = prefix(Self.mostParts).filter { part in
      guard let section = part.section, starts.insert(section.start).inserted else { return false }
      return duration.map { section.start.seconds < $0 } ?? true
    }
    // One track from the beginning is the whole file.
    return held.count == 1 && held[0].section?.start.frames == 0 ? [] : held
  }
}

/// Files that contain several tracks.
extension TrackInfo {
  /// The tracks that the file contains; empty if it is one track.
  package var heldTracks: [TrackInfo] { parts.held(duration: duration).map(part) }

  /// Fills in what the tags of a file leave open, if its sheet describes it as one track from its beginning.
  package mutating func completeWithSheet() {
    guard heldTracks.isEmpty, parts.count == 1, parts[0].section?.start.frames == 0 else { return }
    let sheet = TrackInfo(parts[0], at: path)
    title = title ?? sheet.title
    if artist == nil, let artist = sheet.artist { (self.artist, artists) = (artist, [artist]) }
    album = album ?? sheet.album
    albumArtist = albumArtist ?? sheet.albumArtist
    trackNumber = trackNumber ?? (trackSide == nil ? sheet.trackNumber : nil)
    discNumber = discNumber ?? sheet.discNumber
    discTotal = discTotal ?? sheet.discTotal
    date = date ?? sheet.date
    if genre == nil, let genre = sheet.genre { (self.genre, genres) = (genre, [genre]) }
    replayGain = replayGain ?? sheet.replayGain
  }

  /// Returns one of the tracks that the file contains: the metadata of the sheet, completed by those of the file that apply
  /// to all its tracks.
  package func part(_ entry: PlaylistEntry) -> TrackInfo {
    entry.section == nil ? self : part(TrackInfo(entry, at: path))
  }

  /// Returns a section of the file: what its playlist states about it, completed with what holds for all of the file.
  package func part(_ listed: TrackInfo) -> TrackInfo {
    guard let section = listed.section else { return self }
    var part = self
    part.parts = []
    part.section = section
    part.title = listed.title
    if let artist = listed.artist { (part.artist, part.artists) = (artist, [artist]) }
    part.album = listed.album ?? album
    part.albumArtist = listed.albumArtist ?? albumArtist
    (part.trackSide, part.trackNumber, part.trackTotal) = (nil, listed.trackNumber, nil)
    part.discNumber = listed.discNumber ?? discNumber
    part.discTotal = listed.discTotal ?? discTotal
    part.date = listed.date ?? date
    if let genre = listed.genre { (part.genre, part.genres) = (genre, [genre]) }
    (part.bpm, part.rating) = (nil, nil)
    // The gain of the whole file is that of the album.
    part.replayGain =
      listed.replayGain ?? replayGain.map { ReplayGain(album: $0.album ?? $0.track) }
    (part.musicBrainz.recording, part.musicBrainz.releaseTrack) = (nil, nil)
    part.otherTags[.titleSort] = nil
    part.stream.duration = section.duration ?? duration.map { max(0, $0 - section.start.seconds) }
    return part
  }
}
