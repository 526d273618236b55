import AudioBase

/// What the user does in the library's panel.
extension LibraryController {
  /// Observers are not told: who asks for this publishes the change.
  package func move(by rows: Int) {
    opensWhenListed = false
    quietBrowser.move(by: rows)
  }

  package func select(_ row: Int) { quietBrowser.select(row) }

  package func mark() { browser.mark() }

  package func back() -> Bool {
    opensWhenListed = false
    let went = browser.back()
    send()
    return went
  }

  package func clearMarks() { browser.clearMarks() }

  package func setFilter(_ text: String) {
    opensWhenListed = false
    browser.setFilter(text)
    send()
  }

  /// So many rows of the panel are seen, and of the picker.
  package func show(rows: Int, pickerRows: Int) {
    // What is shown is drawn behind this: nobody need be told.
    _ = quietBrowser.show(rows: rows)
    // Read first: a change that changes nothing would have the screen drawn again.
    var list = picking?.list
    if list?.show(rows: pickerRows) == true, let list { picking?.list = list }
    send()
  }

  /// Opens the selected row; a track, or the marked ones, is put behind what plays and played at once.
  package func open() {
    // What is listed is no longer what was asked for.
    guard browser.level.isCurrent else {
      opensWhenListed = true
      return
    }
    if browser.level.marks.isEmpty, browser.open() { return send() }
    let chosen = browser.chosen
    if !chosen.isEmpty { tools.gather(LibraryGathering(.playNext, chosen)) }
  }

  /// Makes the list the queue, from the selected track on; or what is marked, or all of the selected row.
  package func playList() {
    guard browser.level.isCurrent, let listing = browser.level.listing, let selected = browser.level.selected
    else { return }
    if !browser.level.marks.isEmpty { return tools.gather(LibraryGathering(.replace, browser.chosen)) }
    let (ids, entries) = (listing.tracks.ids, listing.entries)
    switch selected {
    case .track(let id):
      let place = ids.firstIndex(of: id) ?? 0
      // Of a list that is longer than a queue, what comes from there on.
      let first = ids.count > LibraryGathering.most ? place : 0
      let part = ids[first...].prefix(LibraryGathering.most).map { LibraryListing.Item.track($0) }
      tools.gather(LibraryGathering(.replace, part, start: place - first))
    case .entry(let place, _):
      let items = entries.enumerated().map { LibraryListing.Item.entry($0, $1) }
      tools.gather(LibraryGathering(.replace, items, start: place))
    case .place: tools.gather(LibraryGathering(.replace, [selected]))
    }
  }

  /// The selected playlist of the index; nil where something else is selected.
  package var selectedPlaylist: PlaylistName? {
    guard case .place(let row)? = browser.level.selected, case .playlist(let id, let name) = row.place else {
      return nil
    }
    return PlaylistName(id: id, name: name)
  }

  package func delete(_ playlist: PlaylistName) { tools.deletePlaylist(playlist) }

  package func rename(_ playlist: PlaylistName, to name: String) { tools.renamePlaylist(playlist, name) }

  /// Adds what is marked or selected to the queue's end, or behind what plays.
  package func add(next: Bool) {
    let items = browser.chosen
    guard !items.isEmpty else { return }
    tools.gather(LibraryGathering(next ? .next : .append, items))
    browser.clearMarks()
    if items.count == 1 { browser.move(by: 1) }
  }

  /// Rates the selected track, where the panel has the keys, else the one that plays.
  package func rate(selected: Bool) {
    if stage != .ready { return tell(.notInLibrary) }
    if selected, case .track(let id)? = browser.level.selected {
      if let track = browser.level.track(id) { tools.rate(TrackLocation(track.track)) }
    } else if let item = model.nowPlaying {
      tools.rate(played(item))
    }
  }

  func receive(_ result: LibraryGathering.Result) {
    guard !result.tracks.isEmpty else {
      return tell(result.away > 0 ? .away(count: result.away) : .nothingToAdd)
    }
    let count = result.tracks.count
    switch result.purpose {
    case .replace:
      if result.isStartAway { return tell(.away(count: result.away)) }
      model.replaceQueue(with: result.tracks, startingAt: result.start)
      browser.clearMarks()
      tell(.queue(count: count, leftOut: result.leftOut, away: result.away))
    case .append:
      let wasEmpty = model.queue.isEmpty
      model.append(result.tracks)
      tell(.added(count: count, isNext: false, away: result.away))
      if wasEmpty { model.play() }
    case .next:
      model.insertNext(result.tracks)
      tell(.added(count: count, isNext: true, away: result.away))
    case .playNext:
      model.insertNext(result.tracks, playing: true)
      browser.clearMarks()
    }
  }
}
