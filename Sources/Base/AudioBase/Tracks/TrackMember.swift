/// A member of a track that reports, the index and worker processes treat alike, by its name in reports.
package struct TrackMember: Sendable {
  package typealias Path<Value> = WritableKeyPath<TrackInfo, Value> & Sendable

  package enum Value: Sendable {
    case text(any Path<String?>)
    case texts(any Path<[String]>)
    case number(any Path<Int?>)
    case decimal(any Path<Double?>)
  }

  package let name: String
  package let value: Value

  private init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  /// The metadata, in the order of reports.
  package static let tags = [
    TrackMember("title", .text(\.title)),
    TrackMember("artist", .text(\.artist)),
    TrackMember("artists", .texts(\.artists)),
    TrackMember("album", .text(\.album)),
    TrackMember("albumArtist", .text(\.albumArtist)),
    TrackMember("trackNumber", .number(\.trackNumber)),
    TrackMember("trackSide", .text(\.trackSide)),
    TrackMember("trackTotal", .number(\.trackTotal)),
    TrackMember("discNumber", .number(\.discNumber)),
    TrackMember("discTotal", .number(\.discTotal)),
    TrackMember("date", .text(\.date)),
    TrackMember("genre", .text(\.genre)),
    TrackMember("genres", .texts(\.genres)),
    TrackMember("bpm", .decimal(\.bpm)),
  ]

  /// The properties of the sound, in the order of reports.
  package static let sound = [
    TrackMember("duration", .decimal(\.stream.duration)),
    TrackMember("sampleRate", .number(\.stream.sampleRate)),
    TrackMember("channels", .number(\.stream.channels)),
    TrackMember("bitsPerSample", .number(\.stream.bitsPerSample)),
    TrackMember("codec", .text(\.stream.codecName)),
    TrackMember("bitrate", .number(\.stream.bitrate)),
  ]
}
