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

/// By what MusicBrainz knows a track; each is a UUID as the file has it.
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

/// What the sound is like, by the names that reports use.
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

/// A track's place on a record as tags write it: a side, which is a letter or the same
/// twice, with a number on it or alone: `A1`, `b02`, `AA1`, `A1/12`, `B`.
struct RecordSide: Hashable {
  /// As written.
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
