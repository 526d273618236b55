import AudioBase
import SystemBase

/// A place in the queue. The same file queued twice has two.
package struct QueueItem: Hashable, Sendable, Identifiable {
  package struct ID: Hashable, Sendable {
    package let value: Int

    package init(_ value: Int) { self.value = value }
  }

  package let id: ID
  package let path: FilePath
  /// What a playlist said of it, until the file's own tags are read.
  package var hint: Hint
  /// What the file says of itself; for a section with what the playlist says of that; nil until it was read.
  package var track: TrackInfo?
  /// What the index has answered of its loudness; nil until it has.
  package var indexGain: IndexGain?
  /// Why it cannot be played; nil where it can or was not tried.
  package var failure: FileError?

  /// An answer of the index.
  package struct IndexGain: Hashable, Sendable {
    /// Nil where it knows nothing.
    package var gain: ReplayGain?

    package init(_ gain: ReplayGain?) { self.gain = gain }
  }

  package struct Hint: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    /// Seconds.
    package var duration: Double?
    package var album: String?
    package var trackNumber: Int?
    package var genre: String?
    package var date: String?
    package var gain: ReplayGain?
    /// The part of the file that the item is; nil is all of it.
    package var section: TrackSection?

    package init(
      title: String? = nil, artist: String? = nil, duration: Double? = nil, album: String? = nil,
      trackNumber: Int? = nil, section: TrackSection? = nil
    ) {
      self.title = title
      self.artist = artist
      self.duration = duration
      self.album = album
      self.trackNumber = trackNumber
      self.section = section
    }

    /// What a playlist, or the sheet of a file with several tracks, says of one.
    package init(_ entry: PlaylistEntry) {
      self.init(
        title: entry.title, artist: entry.artist, duration: PlausibleRange.length(entry.duration),
        album: entry.album,
        trackNumber: entry.trackNumber, section: entry.section)
      (genre, date, gain) = (entry.genre, entry.date, entry.replayGain)
    }
  }

  package init(id: ID, path: FilePath, hint: Hint = Hint(), track: TrackInfo? = nil) {
    self.id = id
    self.path = path
    self.hint = hint
    self.track = track
  }

  /// The part of the file; nil is all of it.
  package var section: TrackSection? { hint.section }

  /// What is known of its loudness. A file's own gain is that of all the tracks in it: of a section the others know better.
  package var gain: ReplayGain? {
    section == nil
      ? track?.replayGain ?? indexGain?.gain ?? hint.gain
      : indexGain?.gain ?? hint.gain ?? track?.replayGain
  }

  /// Takes over what the file says of itself. Of a section its playlist knows better: the tags speak of the whole file.
  mutating func take(_ track: TrackInfo) {
    var track = track
    if let section, track.section != section {
      track.title = hint.title
      track.artist = hint.artist ?? track.artist
      if let artist = hint.artist { track.artists = [artist] }
      track.album = hint.album ?? track.album
      (track.trackSide, track.trackNumber) = (nil, hint.trackNumber)
      track.trackTotal = nil
      if let genre = hint.genre { (track.genre, track.genres) = (genre, [genre]) }
      track.date = hint.date ?? track.date
      track.stream.duration =
        section.duration ?? track.stream.duration.map { max(0, $0 - section.start.seconds) }
    }
    self.track = track
  }

  /// The title, or the file's name: nothing made up.
  package var title: String { track?.title ?? hint.title ?? path.lastComponent.shown }
  package var artist: String? { track?.artist ?? hint.artist }
  /// Seconds; nil where nobody knows yet.
  package var duration: Double? { track?.stream.duration ?? hint.duration }
}

extension TrackLocation {
  package init(_ item: QueueItem) { self.init(path: item.path, section: item.section) }
}
