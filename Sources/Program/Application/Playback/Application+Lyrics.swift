import AudioBase
import SystemBase
import TrackTags

extension Application {
  /// Finds the lyrics of the current track, unless they are known.
  package func findLyrics() {
    let track = model.nowPlaying?.location
    guard state.lyrics.track != track || track == nil else { return }
    state.lyrics = LyricsState()
    state.lyrics.track = track
    guard let track else { return }
    state.lyrics.content = .searching
    program.findLyrics(of: track) { [weak self] in self?.receive($0) }
  }

  package func receive(_ result: LyricsResult) {
    guard result.track == state.lyrics.track else { return }
    switch result.found {
    case .success(let lyrics?): state.lyrics.content = .found(lyrics)
    case .success(nil): state.lyrics.content = .missing
    case .failure(let error): state.lyrics.content = .failed(error)
    }
    changes.send(.state)
  }
}

/// The lyrics that were found last.
package struct LyricsState: Sendable {
  package enum Content: Sendable {
    case noTrack, searching, missing
    case failed(FileError)
    case found(Lyrics)
  }

  /// The track of the content; nil if there is none.
  package internal(set) var track: TrackLocation?
  package internal(set) var content = Content.noTrack

  package var lyrics: Lyrics? { if case .found(let lyrics) = content { lyrics } else { nil } }
}

/// What was found of a track on another thread.
package struct TrackResult<Found: Sendable>: Sendable {
  package var track: TrackLocation
  package var found: Result<Found, FileError>

  package init(_ track: TrackLocation, _ found: Result<Found, FileError>) {
    (self.track, self.found) = (track, found)
  }
}

/// The lyrics of a track; nil if it has none.
package typealias LyricsResult = TrackResult<Lyrics?>
