import AudioBase
import MusicLibrary
import Player

/// The track whose tags are shown in full.
package struct TrackDetails: Hashable, Sendable {
  /// The track; nil while its tags have not been read.
  package var track: TrackInfo
  /// The entry of the library; nil if the track is not in the library or has not been looked up yet.
  package var entry: LibraryTrack?

  init(_ track: TrackInfo, _ entry: LibraryTrack? = nil) { (self.track, self.entry) = (track, entry) }

  init(_ item: QueueItem) { self.init(item.tags ?? TrackInfo(item.location)) }
}

/// The reason why a track is looked up in the library.
package enum TrackLookup: Hashable, Sendable {
  /// Shows all tags of the track.
  case details
  /// Selects the track in the list.
  case reveal
}
