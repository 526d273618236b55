import AudioBase
import MusicLibrary

extension LibraryController {
  /// Requests the tracks of rows for the queue.
  package func gather(_ request: LibraryTracksRequest) { service.gather(request) }

  package func rate(_ track: TrackLocation, _ change: RatingChange) {
    if stage != .ready { return notify(.notInLibrary) }
    service.rate(located(track), change)
  }

  /// Rates several tracks, each with what the change makes of the rating of the first one.
  package func rate(all tracks: [TrackLocation], _ change: RatingChange) {
    if stage != .ready { return notify(.notInLibrary) }
    service.rate(all: tracks.map(located), change)
  }

  func receive(_ result: LibraryTracksRequest.Result) {
    guard !result.tracks.isEmpty else {
      return notify(result.away > 0 ? .away(count: result.away) : .nothingToAdd)
    }
    let count = result.tracks.count
    switch result.purpose {
    case .replace:
      if result.isStartAway { return notify(.away(count: result.away)) }
      let wasEmpty = model.queue.isEmpty
      model.replaceQueue(with: result.tracks, startingAt: result.start)
      lists?.receive(.queued)
      notify(.queue(count: count, leftOut: result.leftOut, away: result.away, wasEmpty: wasEmpty))
    case .append:
      let wasEmpty = model.queue.isEmpty
      model.insert(result.tracks, at: .end)
      notify(.added(count: count, isNext: false, away: result.away, leftOut: result.leftOut))
      if wasEmpty { model.play() }
    case .next:
      model.insert(result.tracks, at: .afterCurrent)
      notify(.added(count: count, isNext: true, away: result.away))
    case .playNext:
      model.insert(result.tracks, at: .afterCurrent, playing: true)
      lists?.receive(.queued)
    case .rate(let change): rate(all: result.tracks.map { ($0.tags ?? $0.listed).location }, change)
    }
  }

  /// Returns the location of a track with an absolute path, as in the index.
  package func located(_ location: TrackLocation) -> TrackLocation { location.inside(folder) }

  package func find(_ location: TrackLocation, for purpose: TrackLookup) {
    if stage == .ready { service.find(located(location), for: purpose) }
  }

  func found(_ track: LibraryTrack?, at location: TrackLocation, for purpose: TrackLookup) {
    switch purpose {
    case .details: onFound(track, location)
    case .reveal:
      guard let track else { return notify(.playingNotInLibrary) }
      lists?.receive(.reveal(track))
    }
  }
}
