import Player
import SystemBase

/// The lyrics of the current track in an overlay.
extension Application {
  /// Shows the lyrics of the current track, which are searched if they are not known yet.
  func openLyrics() {
    let track = model.nowPlaying?.location
    guard state.lyrics.track != track || track == nil else { return }
    state.lyrics = LyricsState()
    state.lyrics.track = track
    guard let track else { return }
    state.lyrics.content = .searching
    services.findLyrics(track)
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

  /// The index of the line that is sung now; nil without times, or before the first line.
  package var lyricsLine: Int? { state.lyrics.lyrics?.line(at: model.elapsed) }

  /// The first line on the screen: a scrolled position, or one that keeps the current line in the middle.
  package var firstLyricsLine: Int {
    let last = max((state.lyrics.lyrics?.lines.count ?? 0) - max(state.rows.lyrics, 1), 0)
    return min(max(state.lyrics.firstLine ?? (lyricsLine ?? 0) - state.rows.lyrics / 2, 0), last)
  }

  func performInLyrics(_ command: Command) -> Response? {
    switch command {
    case .move(let movement):
      let count = state.lyrics.lyrics?.lines.count ?? 0
      state.lyrics.firstLine = movement.row(
        from: firstLyricsLine, last: max(count - state.rows.lyrics, 0), page: max(state.rows.lyrics - 1, 1))
    // Follows the music again.
    case .list(.activate): state.lyrics.firstLine = nil
    case .program(.lyrics), .program(.cancel): state.overlay = nil
    case .playback(let command): perform(command)
    case .seek(let seconds): model.seek(by: Double(seconds))
    case .list(.remove), .list(.mark), .list(.info), .list(.selectPlaying), .search, .program(.nextPanel),
      .program(.spectrum), .program(.devices), .program(.recordOutput), .program(.timeDisplay),
      .program(.notices),
      .program(.lockPads), .program(.help), .program(.palette), .program(.defaultKeys), .program(.redraw),
      .program(.suspend), .program(.detach), .program(.quit), .queue, .take, .library, .pads, .pad, .request:
      return nil
    }
    return .done
  }
}
