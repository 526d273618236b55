import AudioBase
import SystemBase

/// The remarks of a CUE sheet with the names that ripping programs and ReplayGain scanners use.
struct CueRemarks {
  private static let names: Set<String> = [
    "GENRE", "DATE", "DISCNUMBER", "TOTALDISCS", "REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK",
    "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK",
  ]

  private var values: [String: String] = [:]

  /// Sets a value, replacing one of the same name; unknown names are ignored.
  mutating func set(_ name: String, _ value: String) {
    if CueRemarks.names.contains(name), !value.isEmpty { values[name] = value }
  }

  /// Sets the values of an entry.
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
