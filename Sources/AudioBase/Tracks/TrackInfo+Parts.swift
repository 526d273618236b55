extension PlaylistEntry {
  /// What a track says of itself; the file's name stands for a title.
  package init(_ track: TrackInfo) {
    self.init(.file(track.path))
    (title, artist, album) = (track.title ?? track.path.stem, track.artist, track.album)
    (trackNumber, duration, section) = (track.trackNumber, track.duration, track.section)
  }
}

extension [PlaylistEntry] {
  /// A disc has 99 at most.
  private static let mostParts = 999

  /// Of what a sheet says of a file, that which is a track; none where the file is one track.
  ///
  /// - Parameter duration: of the file, in seconds; nil where nobody knows it yet.
  package func held(duration: Double?) -> [PlaylistEntry] {
    var starts: Set<DiscTime> = []
    let held = prefix(Self.mostParts).filter { part in
      guard let section = part.section, starts.insert(section.start).inserted else { return false }
      return duration.map { section.start.seconds < $0 } ?? true
    }
    // A sheet of one track for the whole file says nothing new.
    return held.count == 1 && held[0].section?.start.frames == 0 ? [] : held
  }
}

/// Files that hold several tracks.
extension TrackInfo {
  /// The tracks that the file holds, each as a track of its own; none where it is one track.
  package var heldTracks: [TrackInfo] { parts.held(duration: duration).map(part) }

  /// One of the tracks that the file holds: what the sheet says of it, and of the file what holds for all in it.
  package func part(_ entry: PlaylistEntry) -> TrackInfo {
    guard let section = entry.section else { return self }
    var part = self
    part.parts = []
    part.section = section
    part.title = entry.title
    if let artist = entry.artist { (part.artist, part.artists) = (artist, [artist]) }
    part.album = entry.album ?? album
    part.albumArtist = entry.albumArtist ?? albumArtist
    (part.trackSide, part.trackNumber, part.trackTotal) = (nil, entry.trackNumber, nil)
    part.discNumber = entry.discNumber ?? discNumber
    part.discTotal = entry.discTotal ?? discTotal
    part.date = entry.date ?? date
    if let genre = entry.genre { (part.genre, part.genres) = (genre, [genre]) }
    part.bpm = nil
    // What was measured of the whole file is what was measured of the album.
    part.replayGain =
      entry.replayGain ?? replayGain.map { ReplayGain(album: $0.album ?? $0.track) }
    (part.musicBrainz.recording, part.musicBrainz.releaseTrack) = (nil, nil)
    part.stream.duration = section.duration ?? duration.map { max(0, $0 - section.start.seconds) }
    return part
  }
}
