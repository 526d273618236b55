import AudioBase
import SystemBase
import TrackTags

/// The lyrics of a track that were found on another thread.
package struct LyricsResult: Sendable {
  package var track: TrackLocation
  /// Nil if the track has no lyrics.
  package var lyrics: Result<Lyrics?, FileError>

  package init(_ track: TrackLocation, _ lyrics: Result<Lyrics?, FileError>) {
    self.track = track
    self.lyrics = lyrics
  }
}

/// What the overlay of the lyrics shows.
package struct LyricsState: Sendable {
  package enum Content: Sendable {
    case noTrack, searching, missing
    case failed(FileError)
    case found(Lyrics)
  }

  /// The track of the content; nil if there is none.
  package internal(set) var track: TrackLocation?
  package internal(set) var content = Content.noTrack
  /// The first line that is shown; nil follows the music.
  package internal(set) var firstLine: Int?

  package var lyrics: Lyrics? { if case .found(let lyrics) = content { lyrics } else { nil } }
}
