import AudioBase
import MusicLibrary
import SystemBase

/// Scans, and the reports of other threads.
extension LibraryController {
  package func receive(_ report: LibraryReport) {
    switch report {
    case .opened(let isEmpty, let notice): opened(isEmpty, notice)
    case .absent: stage = isShown ? .empty : .closed
    case .failed(let error): failed(error)
    case .written(let event): return onWritten(event)
    case .answer(let answer): lists?.receive(.answer(answer))
    case .gathered(let result): receive(result)
    case .readFailed(let error): notify(.failed(error))
    case .progress(let progress):
      if scans.isRunning || (progress.stage == .reading && progress.total > 50) { self.progress = progress }
    case .scanned(let report): scanned(report)
    case .watched(let notice): watched(notice)
    case .rated(let track, let former):
      indexChanges.ratings += 1
      rated(track, former: former)
    case .ratedAll(let tracks):
      indexChanges.ratings += 1
      rated(tracks)
    case .ratingsTurned(let direction, let tracks):
      indexChanges.ratings += 1
      show(tracks)
      notify(tracks.isEmpty ? .ratingsOvertaken : .ratingsTurned(direction, count: tracks.count))
      for rated in tracks { onRated(rated.track, rated.former) }
    case .played(let track):
      lists?.receive(.track(track, isRated: false))
      refreshQueueEntries()
    case .found(let track, let location, let purpose): found(track, at: location, for: purpose)
    case .foundQueued(let tracks): receive(queued: tracks)
    case .playlistEdited:
      indexChanges.playlists += 1
      lists?.receive(.changed(isOfTracks: false))
    case .albums(let message):
      settle()
      notify(.album(message))
    case .savedPlaylists(let playlists): if savedPlaylists != playlists { savedPlaylists = playlists }
    case .playlists(let message):
      indexChanges.playlists += 1
      lists?.receive(.changed(isOfTracks: false))
      listPlaylists()
      notify(message)
    }
  }

  private func opened(_ isEmpty: Bool, _ notice: LibraryNotice?) {
    if let notice { notify(.recreated(notice)) }
    indexChanges.tracks += 1
    stage = !isEmpty || scans.folders != nil ? .ready : .empty
    if !isEmpty { isShown = true }
    refreshQueueEntries()
    listPlaylists()
    if let folders = scans.folders {
      scans.folders = nil
      service.scan(folders)
    }
    lists?.receive(.changed(isOfTracks: false))
  }

  private func failed(_ error: LibraryError) {
    stage = isShown ? .empty : .closed
    (scans.isRunning, progress, scans.folders) = (false, nil, nil)
    notify(.failed(error))
  }

  private func scanned(_ report: ScanReport) {
    (scans.isRunning, progress) = (false, nil)
    stage = .ready
    for error in report.failures + report.unseen { notify(.folder(error)) }
    for file in report.unreadable.prefix(100) { notify(.unreadable(file)) }
    notify(.scanned(report))
    settle()
  }

  /// Reads the lists again after tracks were changed.
  package func settle() {
    indexChanges.tracks += 1
    lists?.receive(.changed(isOfTracks: true))
    listPlaylists()
    refreshQueueEntries()
  }

  private func watched(_ notice: WatchNotice) {
    switch notice {
    case .updated(let report):
      if !scans.isRunning { progress = nil }
      let changes =
        report.added + report.changed + report.moved + report.removed + report.away
        + report.readAgain
      // Another instance may have made the changes of this scan: after the first one, lists are always reloaded.
      if changes > 0 || report.mayHaveReturned || scans.isWatched { settle() }
      scans.isWatched = true
    case .watchesRanOut, .remote: notify(.watched(notice))
    case .failed(let error):
      if !scans.isRunning { progress = nil }
      notify(.failed(error))
    }
  }

  private func rated(_ track: LibraryTrack?, former: TrackRating?) {
    guard let track else { return notify(.notInLibrary) }
    lists?.receive(.track(track, isRated: true))
    refreshQueueEntries()
    notify(.rated(title: track.track.title ?? track.track.path.lastComponent.shown, track.rating))
    onRated(track, former)
  }

  private func rated(_ tracks: [RatedTrack]) {
    guard let first = tracks.first else { return notify(.notInLibrary) }
    show(tracks)
    let isChanged = tracks.contains { $0.former != $0.track.rating }
    notify(.ratedTracks(count: tracks.count, first.track.rating, isChanged: isChanged))
    for rated in tracks { onRated(rated.track, rated.former) }
  }

  private func show(_ tracks: [RatedTrack]) {
    for rated in tracks { lists?.receive(.track(rated.track, isRated: true)) }
    refreshQueueEntries()
  }

  /// Starts a scan of folders.
  ///
  /// - Parameter folders: empty for the folders of the index.
  package func scan(_ folders: [FilePath] = []) {
    isShown = true
    if folders.isEmpty, stage != .ready { return notify(.noFolders) }
    scans.isRunning = true
    progress = ScanProgress(stage: .looking, done: 0, total: 0, seconds: 0)
    if stage == .ready {
      service.scan(folders)
    } else {
      scans.folders = folders
      service.open(creating: true)
    }
  }

  /// Stops the scan. Returns false if no scan runs.
  package func stopScan() -> Bool {
    guard scans.isRunning else { return false }
    service.stopScan()
    return true
  }
}
