import SystemBase

/// The metadata of a track as its file states them. What it does not state is nil or empty; nothing is guessed.
package struct TrackInfo: Hashable, Sendable {
  /// The file, or the part of it that the track is.
  package var location: TrackLocation

  package var title: String?
  /// The artists as one text, joined with ", ".
  package var artist: String?
  package var artists: [String] = []
  package var album: String?
  package var albumArtist: String?
  package var trackNumber: Int?
  /// The side of a record if the number counts tracks of a side, as written: `A` of `A1`.
  package var trackSide: String?
  package var trackTotal: Int?
  package var discNumber: Int?
  package var discTotal: Int?
  /// The date as it is written: `1883`, `2001-05-03`.
  package var date: String?
  /// The genres as one text, joined with ", ".
  package var genre: String?
  package var genres: [String] = []
  /// Beats a minute.
  package var bpm: Double?
  package var replayGain: ReplayGain?
  /// The rating in the tags of the file. `LibraryTrack.rating` is that of the track.
  package var rating: TrackRating?
  /// Whether the album has tracks of several artists.
  package var isCompilation = false
  package var musicBrainz = MusicBrainzIDs()
  /// The values of other tags that the file has.
  package var otherTags: [OtherTag: [String]] = [:]

  /// The tracks in the file, by a sheet in it or beside it.
  package var parts: [PlaylistEntry] = []

  package var stream: SoundProperties
  package var pictures: [TrackPicture] = []
  /// The damage of the sound of a file whose tags can be read; nil if no damage was found.
  package var damage: FileError?

  /// The track number as it is written, with its side: `7`, `A1`.
  package var numberText: String? {
    trackSide == nil && trackNumber == nil ? nil : (trackSide ?? "") + (trackNumber.map(String.init) ?? "")
  }

  package init(_ location: TrackLocation, stream: SoundProperties = SoundProperties()) {
    (self.location, self.stream) = (location, stream)
  }

  /// Creates the information about a whole file.
  package init(path: FilePath, stream: SoundProperties = SoundProperties()) {
    self.init(TrackLocation(path: path), stream: stream)
  }

  package var path: FilePath {
    get { location.path }
    set { location.path = newValue }
  }

  package var section: TrackSection? {
    get { location.section }
    set { location.section = newValue }
  }
}

/// The MusicBrainz identifiers of a track: UUIDs as the file states them.
package struct MusicBrainzIDs: Hashable, Sendable {
  package var recording: String?
  package var releaseTrack: String?
  package var release: String?
  package var releaseGroup: String?
  package var artists: [String] = []
  package var albumArtists: [String] = []

  package init() {}

  package var isEmpty: Bool { self == MusicBrainzIDs() }
}

/// The properties of the sound, by the names in reports.
extension TrackInfo {
  /// Seconds, to the millisecond.
  package var duration: Double? { stream.duration }
  /// Frames per second.
  package var sampleRate: Int? { stream.sampleRate }
  package var channels: Int? { stream.channels }
  package var bitsPerSample: Int? { stream.bitsPerSample }
  package var codec: AudioCodec? { stream.codec }
  /// Bits per second.
  package var bitrate: Int? { stream.bitrate }
}

/// A track number on the side of a record as tags write it: one letter, or the same letter twice, and optionally a
/// number: `A1`, `b02`, `AA1`, `A1/12`, `B`.
struct RecordSide: Hashable {
  /// The side as it is written.
  var letters: String
  var number: NumberOfTotal?

  init?(_ text: String?) {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    let side = bytes.prefix { (0x41...0x5A).contains($0 & ~0x20) }
    guard (1...2).contains(side.count), side.allSatisfy({ $0 == side[0] }) else { return nil }
    let rest = String(decoding: bytes[side.endIndex...], as: UTF8.self)
    number = NumberOfTotal(rest)
    guard number != nil || rest.isEmpty else { return nil }
    letters = String(decoding: side, as: UTF8.self)
  }
}
