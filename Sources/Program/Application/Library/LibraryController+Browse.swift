import AudioBase
import MusicLibrary

/// Requests of the user in the library panel.
extension LibraryController {
  /// Moves the selection. The caller publishes the change, because observers are not notified.
  package func move(by rows: Int) {
    opensWhenListed = false
    quietBrowser.move(by: rows)
  }

  package func select(_ row: Int) { quietBrowser.select(row) }

  package func mark() { change { $0.mark() } }

  package func back() -> Bool {
    opensWhenListed = false
    let went = change { $0.back() }
    send()
    return went
  }

  func clearMarks() { change { $0.clearMarks() } }

  func setFilter(_ text: String) {
    opensWhenListed = false
    change { $0.setFilter(text) }
    send()
  }

  /// Scrolls the lists to their selections and requests the visible tracks.
  package func show(rows: Int, pickerRows: Int) {
    // Not observed, because drawing calls this.
    _ = quietBrowser.show(rows: rows)
    lookUp(quietBrowser.level.shownEntries(rows: rows))
    // Assigned only if it changes, because each assignment makes the screen draw again.
    var list = picking?.list
    if list?.show(rows: pickerRows) == true, let list { picking?.list = list }
    send()
  }

  /// Opens the selected place. A track, or the marked ones, is inserted behind the current track and played. If the
  /// queue is empty, the whole list becomes the queue.
  package func open() {
    // The requested list has not arrived yet; the screen still shows the previous one.
    guard browser.level.isCurrent else {
      opensWhenListed = true
      return
    }
    if browser.level.marks.isEmpty, change({ $0.open() }) { return send() }
    if model.queue.isEmpty { return playList() }
    let chosen = browser.chosen
    if !chosen.isEmpty { gather(.playNext, chosen) }
  }

  /// Looks up the tracks of rows of the list for the queue. An album is queued in its own order.
  private func gather(
    _ purpose: LibraryTracksRequest.Purpose, _ items: [LibraryListing.Item], start: Int = 0
  ) {
    let place = browser.level.place
    let album = if case .album = place { place } else { nil as LibraryPlace? }
    service.gather(LibraryTracksRequest(purpose, items, start: start, album: album))
  }

  /// Shows a list of the library; does nothing while there is none.
  func open(_ place: LibraryPlace) {
    guard stage == .ready else { return }
    opensWhenListed = false
    change { $0.open(place) }
    send()
  }

  /// Replaces the queue by the list, the marked rows or the content of the selected place. Plays from the selection.
  package func playList() {
    guard browser.level.isCurrent, let listing = browser.level.listing, let selected = browser.level.selected
    else { return }
    if !browser.level.marks.isEmpty { return gather(.replace, browser.chosen) }
    let (ids, entries) = (listing.tracks.ids, listing.entries)
    switch selected {
    case .track(let id):
      let place = ids.firstIndex(of: id) ?? 0
      // A list that is too long for a queue is cut before the selected track.
      let first = ids.count > LibraryTracksRequest.most ? place : 0
      let part = ids[first...].prefix(LibraryTracksRequest.most).map { LibraryListing.Item.track($0) }
      gather(.replace, part, start: place - first)
    case .entry(let place, _):
      let items = entries.enumerated().map { LibraryListing.Item.entry($0, $1) }
      gather(.replace, items, start: place)
    case .place: gather(.replace, [selected])
    }
  }

  /// Adds the marked rows or the selected one at the end of the queue or behind the current track.
  package func add(next: Bool) {
    let items = browser.chosen
    guard !items.isEmpty else { return }
    gather(next ? .next : .append, items)
    change { $0.clearMarks() }
    if items.count == 1 { change { $0.move(by: 1) } }
  }

  func rate(_ track: TrackLocation, _ change: RatingChange) {
    if stage != .ready { return notify(.notInLibrary) }
    service.rate(located(track), change)
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
      change { $0.clearMarks() }
      notify(.queue(count: count, leftOut: result.leftOut, away: result.away, wasEmpty: wasEmpty))
    case .append:
      let wasEmpty = model.queue.isEmpty
      model.append(result.tracks)
      notify(.added(count: count, isNext: false, away: result.away))
      if wasEmpty { model.play() }
    case .next:
      model.insertNext(result.tracks)
      notify(.added(count: count, isNext: true, away: result.away))
    case .playNext:
      model.insertNext(result.tracks, playing: true)
      change { $0.clearMarks() }
    }
  }
}

/// Looking up tracks in the index.
extension LibraryController {
  /// Returns the location of a track with an absolute path, as in the index.
  func located(_ location: TrackLocation) -> TrackLocation { location.inside(folder) }

  func find(_ location: TrackLocation, for purpose: TrackLookup) {
    if stage == .ready { service.find(located(location), for: purpose) }
  }

  func found(_ track: LibraryTrack?, at location: TrackLocation, for purpose: TrackLookup) {
    switch purpose {
    case .details: receivers.found(track, location)
    case .reveal:
      guard let track else { return notify(.playingNotInLibrary) }
      opensWhenListed = false
      change { $0.reveal(track) }
    }
  }
}
