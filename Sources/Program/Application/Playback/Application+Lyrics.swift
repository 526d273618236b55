import AudioBase
import SystemBase
import TrackTags

extension Application {
  /// Finds the lyrics of the current track, unless they are known.
  package func findLyrics() {
    let track = model.nowPlaying?.location
    guard state.lyrics.track != track || track == nil else { return }
    state.lyrics.track = track
    if let track { state.lyrics.find(track) { [weak self] in self?.receive($0) } }
  }

  /// Sets the functions that find lyrics and chapters on other threads; until then, nothing is found.
  package func findInTracks(
    lyrics: @escaping TrackFinding<Lyrics?>.Find, chapters: @escaping TrackFinding<[Chapter]>.Find
  ) {
    (state.lyrics.find, state.chapters.find) = (lyrics, chapters)
  }

  package func receive(_ result: LyricsResult) {
    if state.lyrics.receive(result) { changes.send(.state) }
  }
}

/// What was found of a track on another thread.
package struct TrackResult<Found: Sendable>: Sendable {
  package var track: TrackLocation
  package var found: Result<Found, FileError>

  package init(_ track: TrackLocation, _ found: Result<Found, FileError>) {
    (self.track, self.found) = (track, found)
  }
}

/// Finds something of a track, and has what was found last.
package struct TrackFinding<Found: Sendable>: Sendable {
  /// Finds it on another thread. The main thread receives the result.
  package typealias Find =
    @MainActor (_ track: TrackLocation, _ receive: @escaping @MainActor (TrackResult<Found>) -> Void) -> Void

  package enum Content: Sendable {
    case noTrack, searching
    case failed(FileError)
    case found(Found)
  }

  /// The track of the content; nil if there is none.
  package internal(set) var track: TrackLocation? {
    didSet { content = track == nil ? .noTrack : .searching }
  }
  package internal(set) var content = Content.noTrack
  var find: Find = { _, _ in }

  /// Stores what was found, unless it is of another track. Returns whether it is not.
  mutating func receive(_ result: TrackResult<Found>) -> Bool {
    guard result.track == track else { return false }
    switch result.found {
    case .success(let found): content = .found(found)
    case .failure(let error): content = .failed(error)
    }
    return true
  }
}

/// The lyrics of a track; nil if it has none.
package typealias LyricsResult = TrackResult<Lyrics?>

extension TrackFinding<Lyrics?> {
  package var lyrics: Lyrics? { if case .found(let lyrics) = content { lyrics } else { nil } }
}
