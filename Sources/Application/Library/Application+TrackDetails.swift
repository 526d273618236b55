import AudioBase
import MusicLibrary
import Player

/// The view of all tags of a track, and the way to the playing one.
extension Application {
  /// Shows all tags of the selected track, or of the playing one if no track is selected.
  func showTrackInfo() {
    guard let details = selectedDetails else { return note(.library(.noTrackSelected)) }
    state.trackInfo = details
    state.trackInfoSelection = 0
    open(.trackInfo)
    if details.entry == nil { library?.find(details.track.location, for: .details) }
  }

  private var selectedDetails: TrackDetails? {
    if hasLibraryFocus, let library {
      switch library.browser.level.selected {
      case .track(let id): return library.browser.level.track(id).map { TrackDetails($0.track, $0) }
      case .entry(_, let entry):
        if let location = entry.track { return TrackDetails(TrackInfo(entry, at: location.path)) }
      case .place, nil: break
      }
    } else if let selected, let item = model.queue[selected] {
      return TrackDetails(item)
    }
    return model.nowPlaying.map { TrackDetails($0) }
  }

  /// Adds what the library knows of the track that is shown.
  func receive(_ track: LibraryTrack?, at location: TrackLocation) {
    guard let track, let details = state.trackInfo,
      location == library?.located(details.track.location)
    else { return }
    state.trackInfo = TrackDetails(track.track, track)
    changes.send(.state)
  }

  /// Performs a command while the tags of a track are shown.
  func performInTrackInfo(_ command: Command) -> Response? {
    switch command {
    case .move(let movement):
      state.trackInfoSelection = movement.row(
        from: min(state.trackInfoSelection, max(state.rows.trackInfo - 1, 0)),
        last: max(state.rows.trackInfo - 1, 0), page: 10)
    case .list(.info), .list(.activate), .program(.cancel): state.overlay = nil
    case .playback, .seek, .list, .queue, .search, .program, .take, .library, .pads, .pad, .request:
      return nil
    }
    return .done
  }

  /// Selects the playing track in the list that has the focus.
  func selectPlaying() {
    guard let item = model.nowPlaying else { return note(.library(.nothingPlays)) }
    guard hasLibraryFocus, let library else {
      state.selection = nil
      return
    }
    library.find(item.location, for: .reveal)
  }
}
