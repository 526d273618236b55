import SystemBase

/// What a file says of itself. What it does not say is nil or empty; nothing is guessed.
package struct TrackInfo: Hashable, Sendable {
  package var path: FilePath

  package var title: String?
  /// The artists as one text, joined with ", ".
  package var artist: String?
  package var artists: [String] = []
  package var album: String?
  package var albumArtist: String?
  package var trackNumber: Int?
  /// The side of the record, in letters as written, where the number is one of a side: `A` of `A1`.
  package var trackSide: String?
  package var trackTotal: Int?
  package var discNumber: Int?
  package var discTotal: Int?
  /// As it is written: `1883`, `2001-05-03`.
  package var date: String?
  /// The genres as one text, joined with ", ".
  package var genre: String?
  package var genres: [String] = []
  /// Beats a minute.
  package var bpm: Double?
  package var replayGain: ReplayGain?
  /// The album brings tracks of many artists together.
  package var isCompilation = false
  package var musicBrainz = MusicBrainzIDs()

  /// The part of the file that the track is; nil is all of it.
  package var section: TrackSection?
  /// The tracks that the file holds, as a sheet in it or beside it says.
  package var parts: [PlaylistEntry] = []

  package var stream: SoundProperties
  package var pictures: [TrackPicture] = []

  /// As it is written, side and all: `7`, `A1`.
  package var numberText: String? {
    trackSide == nil && trackNumber == nil ? nil : (trackSide ?? "") + (trackNumber.map(String.init) ?? "")
  }

  package init(path: FilePath, stream: SoundProperties = SoundProperties()) {
    self.path = path
    self.stream = stream
  }
}
