/// A member of a track that reports, the index and worker processes treat alike, by its name in reports.
package struct TrackMember: Sendable {
  package enum Value: Sendable {
    case text(Access<String?>)
    case texts(Access<[String]>)
    case number(Access<Int?>)
    case decimal(Access<Double?>)
  }

  /// Reads and sets the member of a track. A key path would take several times as long, which a scan notices.
  package struct Access<Member>: Sendable {
    fileprivate let get: @Sendable (TrackInfo) -> Member
    fileprivate let set: @Sendable (inout TrackInfo, Member) -> Void

    fileprivate init(
      _ get: @escaping @Sendable (TrackInfo) -> Member,
      _ set: @escaping @Sendable (inout TrackInfo, Member) -> Void
    ) {
      (self.get, self.set) = (get, set)
    }
  }

  package let name: String
  package let value: Value

  private init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  /// The metadata, in the order of reports.
  package static let tags = [
    TrackMember("title", .text(Access({ $0.title }, { $0.title = $1 }))),
    TrackMember("artist", .text(Access({ $0.artist }, { $0.artist = $1 }))),
    TrackMember("artists", .texts(Access({ $0.artists }, { $0.artists = $1 }))),
    TrackMember("album", .text(Access({ $0.album }, { $0.album = $1 }))),
    TrackMember("albumArtist", .text(Access({ $0.albumArtist }, { $0.albumArtist = $1 }))),
    TrackMember("trackNumber", .number(Access({ $0.trackNumber }, { $0.trackNumber = $1 }))),
    TrackMember("trackSide", .text(Access({ $0.trackSide }, { $0.trackSide = $1 }))),
    TrackMember("trackTotal", .number(Access({ $0.trackTotal }, { $0.trackTotal = $1 }))),
    TrackMember("discNumber", .number(Access({ $0.discNumber }, { $0.discNumber = $1 }))),
    TrackMember("discTotal", .number(Access({ $0.discTotal }, { $0.discTotal = $1 }))),
    TrackMember("date", .text(Access({ $0.date }, { $0.date = $1 }))),
    TrackMember("genre", .text(Access({ $0.genre }, { $0.genre = $1 }))),
    TrackMember("genres", .texts(Access({ $0.genres }, { $0.genres = $1 }))),
    TrackMember("bpm", .decimal(Access({ $0.bpm }, { $0.bpm = $1 }))),
  ]

  /// The properties of the sound, in the order of reports.
  package static let sound = [
    TrackMember("duration", .decimal(Access({ $0.stream.duration }, { $0.stream.duration = $1 }))),
    TrackMember("sampleRate", .number(Access({ $0.stream.sampleRate }, { $0.stream.sampleRate = $1 }))),
    TrackMember("channels", .number(Access({ $0.stream.channels }, { $0.stream.channels = $1 }))),
    TrackMember(
      "bitsPerSample", .number(Access({ $0.stream.bitsPerSample }, { $0.stream.bitsPerSample = $1 }))),
    TrackMember("codec", .text(Access({ $0.stream.codecName }, { $0.stream.codecName = $1 }))),
    TrackMember("bitrate", .number(Access({ $0.stream.bitrate }, { $0.stream.bitrate = $1 }))),
  ]

  package static let all = tags + sound
}

extension TrackInfo {
  package subscript<Member>(_ access: TrackMember.Access<Member>) -> Member {
    get { access.get(self) }
    set { access.set(&self, newValue) }
  }
}
