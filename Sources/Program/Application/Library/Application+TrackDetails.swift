import AudioBase
import MusicLibrary
import Player

/// What is done with the selected track: its tags are shown, or it is rated. And the way to the playing one.
extension Application {
  /// Shows all tags of the selected track, or of the playing one if no track is selected.
  func showTrackInfo() {
    guard let details = selectedDetails else { return report(.library(.noTrackSelected)) }
    open(TrackInfoLayer(self, details))
    if details.entry == nil { library?.find(details.track.location, for: .details) }
  }

  /// Rates the selected track, or the playing one if no track is selected.
  func rate(_ change: RatingChange) {
    guard let track = selectedDetails?.track.location else { return report(.library(.noTrackSelected)) }
    library?.rate(track, change)
  }

  /// The selected track, or the playing one if no track is selected or no list is shown.
  private var selectedDetails: TrackDetails? {
    if hasLibraryFocus, let library {
      switch library.browser.level.selected {
      case .track(let id): return library.browser.level.track(id).map { TrackDetails($0.track, $0) }
      case .entry(_, let entry):
        if let location = entry.track { return TrackDetails(TrackInfo(entry, at: location.path)) }
      case .place, nil: break
      }
    } else if state.showsLists, let selected, let item = model.queue[selected] {
      return TrackDetails(item)
    }
    return model.nowPlaying.map { TrackDetails($0) }
  }

  /// Adds what the library knows of the track that is shown.
  func receive(_ track: LibraryTrack?, at location: TrackLocation) {
    guard let track, let layer = layer(TrackInfoLayer.self),
      location == library?.located(layer.details.track.location)
    else { return }
    layer.details = TrackDetails(track.track, track)
    changes.send(.state)
  }

  /// Selects the playing track in the list that has the focus.
  func selectPlaying() {
    guard let item = model.nowPlaying else { return report(.library(.nothingPlays)) }
    guard hasLibraryFocus, let library else {
      state.selection = nil
      return
    }
    library.find(item.location, for: .reveal)
  }
}
