import Application
import AudioBase
import MusicLibrary
import Player

/// What is done with the selected track: its tags are shown, or it is rated. And the way to the playing one.
extension ScreenSession {
  /// Shows all tags of the selected track, or of the playing one if no track is selected.
  func showTrackInfo() -> Outcome {
    guard let details = selectedDetails else { return .notice(.library(.noTrackSelected)) }
    open(TrackInfoLayer(self, details))
    if details.entry == nil { library?.find(details.track.location, for: .details) }
    return .row
  }

  /// Rates the selected track, or the playing one if no track is selected.
  func rate(_ change: RatingChange) -> Outcome {
    application.rate(selectedDetails?.track.location, change)
  }

  /// The selected track, or the playing one if no track is selected or no list is shown.
  private var selectedDetails: TrackDetails? {
    if hasLibraryFocus, let level = libraryPanel?.browser.level {
      switch level.selected {
      case .track(let id): return level.track(id).map { TrackDetails($0.track, $0) }
      case .entry(_, let entry):
        if let location = entry.track { return TrackDetails(TrackInfo(entry, at: location.path)) }
      case .place, nil: break
      }
    } else if state.showsLists, let selected, let item = model.queue[selected] {
      return TrackDetails(item)
    }
    return model.nowPlaying.map { TrackDetails($0) }
  }

  /// Selects the playing track in the list that has the focus.
  func selectPlaying() -> Outcome {
    guard let item = model.nowPlaying else { return .notice(.library(.nothingPlays)) }
    guard hasLibraryFocus, let library else {
      state.selection = nil
      return .playingSelected(item.title)
    }
    library.find(item.location, for: .reveal)
    return .row
  }
}

/// The track whose tags are shown in full.
package struct TrackDetails: Hashable, Sendable {
  /// The track; nil while its tags have not been read.
  package var track: TrackInfo
  /// The entry of the library; nil if the track is not in the library or has not been looked up yet.
  package var entry: LibraryTrack?

  init(_ track: TrackInfo, _ entry: LibraryTrack? = nil) { (self.track, self.entry) = (track, entry) }

  init(_ item: QueueItem) { self.init(item.tags ?? TrackInfo(item.location)) }
}
