import AudioBase
import Player
import SystemBase

/// The metadata of a track under the names of MPRIS, and the paths that stand for tracks.
enum MPRISMetadata {
  private static let prefix = "/org/drumdub/track/"

  static func path(_ id: QueueItem.ID?) -> String { id.map { "\(prefix)\($0.value)" } ?? MPRIS.noTrack }

  /// Returns the track of a path; nil for another path.
  static func id(_ path: String?) -> QueueItem.ID? {
    guard let path, path.hasPrefix(prefix) else { return nil }
    return Int(path.dropFirst(prefix.count)).map { QueueItem.ID($0) }
  }

  /// Returns the metadata of a track. `seconds`: the duration; nil if unknown. `folder`: the folder that relative
  /// paths start from. `cover`: the picture file; nil if there is none.
  static func values(
    _ item: QueueItem, seconds: Double?, folder: FilePath, cover: FilePath?, rating: TrackRating?
  ) -> [String: BusValue] {
    let track = item.tags ?? item.listed
    var values: [String: BusValue] = [
      "mpris:trackid": .path(path(item.id)), "xesam:title": .string(item.title),
    ]
    values["mpris:length"] = seconds.map { .int64(Int64($0 * 1e6)) }
    values["mpris:artUrl"] = cover.map { .string(FileURL.text($0)) }
    values["xesam:url"] = .string(
      item.location.address?.text ?? FileURL.text(item.location.inside(folder).path))
    let artists = track.artists.isEmpty ? item.artist.map { [$0] } ?? [] : track.artists
    if !artists.isEmpty { values["xesam:artist"] = .strings(artists) }
    values["xesam:album"] = (track.album ?? item.listed.album).map { .string($0) }
    values["xesam:albumArtist"] = track.albumArtist.map { .strings([$0]) }
    if !track.genres.isEmpty { values["xesam:genre"] = .strings(track.genres) }
    values["xesam:trackNumber"] = (track.trackNumber ?? item.listed.trackNumber).map {
      .int32(Int32(clamping: $0))
    }
    values["xesam:discNumber"] = track.discNumber.map { .int32(Int32(clamping: $0)) }
    values["xesam:audioBPM"] = track.bpm.flatMap { Int32(exactly: $0.rounded()) }.map { .int32($0) }
    values["xesam:contentCreated"] = track.date.map { .string($0) }
    values["xesam:userRating"] = rating.map { .double($0.fraction) }
    return values
  }
}
