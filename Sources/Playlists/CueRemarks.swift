import AudioBase
import SystemBase

/// What a CUE sheet's remarks say by the names that rippers and ReplayGain scanners have agreed on.
struct CueRemarks {
  private static let names: Set<String> = [
    "GENRE", "DATE", "DISCNUMBER", "TOTALDISCS", "REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK",
    "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK",
  ]

  private var values: [String: String] = [:]

  /// The last one of a name counts; other names are passed over.
  mutating func set(_ name: String, _ value: String) {
    if CueRemarks.names.contains(name), !value.isEmpty { values[name] = value }
  }

  func fill(_ entry: inout PlaylistEntry) {
    guard !values.isEmpty else { return }
    let fields = TagFields(values.map { TagField(key: $0.key, value: $0.value) })
    var track = TrackInfo(path: FilePath(bytes: []))
    fields.fill(&track)
    (entry.genre, entry.date) = (track.genre, track.date)
    (entry.discNumber, entry.discTotal) = (track.discNumber, track.discTotal)
    entry.replayGain = track.replayGain
  }
}
