import AudioBase
import SystemBase
import TrackTags

/// The lyrics of the current track.
package final class LyricsLayer: ScreenLayer {
  package unowned let application: Application

  package init(_ application: Application) {
    self.application = application
    application.findLyrics()
  }

  package var closingCommands: [Command] { [.program(.lyrics), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard command == .list(.activate) else { return nil }
    // Follows the music again.
    application.state.lyrics.firstLine = nil
    return .done
  }

  package func move(_ movement: Movement) {
    let (rows, count) = (application.state.rows.lyrics, application.state.lyrics.lyrics?.lines.count ?? 0)
    application.state.lyrics.firstLine = movement.row(
      from: firstLine, last: max(count - rows, 0), page: max(rows - 1, 1))
  }

  /// The index of the line that is sung now; nil without times, or before the first line.
  package var currentLine: Int? {
    application.state.lyrics.lyrics?.line(at: application.model.elapsed)
  }

  /// The first line on the screen: a scrolled position, or one that keeps the current line in the middle.
  package var firstLine: Int {
    let (rows, lyrics) = (application.state.rows.lyrics, application.state.lyrics)
    let last = max((lyrics.lyrics?.lines.count ?? 0) - max(rows, 1), 0)
    return min(max(lyrics.firstLine ?? (currentLine ?? 0) - rows / 2, 0), last)
  }
}

extension Application {
  /// Finds the lyrics of the current track, unless they are known.
  func findLyrics() {
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
    switch result.lyrics {
    case .success(let lyrics?): state.lyrics.content = .found(lyrics)
    case .success(nil): state.lyrics.content = .missing
    case .failure(let error): state.lyrics.content = .failed(error)
    }
    changes.send(.state)
  }
}

/// The lyrics of a track that were found on another thread.
package struct LyricsResult: Sendable {
  package var track: TrackLocation
  /// The lyrics; nil if the track has none.
  package var lyrics: Result<Lyrics?, FileError>

  package init(_ track: TrackLocation, _ lyrics: Result<Lyrics?, FileError>) {
    self.track = track
    self.lyrics = lyrics
  }
}

/// The lyrics that were found last, and the place to which they are scrolled.
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
