import AudioBase
import SystemBase

extension PlayerModel {
  /// Adds tracks at the end of the queue, which undo does not remove; in shuffle mode, at random positions after the
  /// current track in the order of playback.
  @discardableResult
  package func append(_ tracks: [TrackInfo]) -> [QueueItem.ID] {
    let hadCurrent = queue.currentID
    let added = queue.append(tracks)
    queue.shuffleIn(added, using: &random)
    events.send(.queue)
    if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
    prepareNext()
    findAlbums(of: added)
    return added
  }

  /// Reports a change of the list, after which another track may follow.
  func queueChanged() {
    events.send(.queue)
    prepareNext()
  }

  /// Removes tracks in one step. If the current track is among them, the next one plays; if there is none,
  /// playback stops.
  package func remove(_ ids: [QueueItem.ID]) {
    let gone = Set(ids.filter { queue[$0] != nil })
    if gone.isEmpty { return }
    let wasCurrent = queue.currentID.map(gone.contains) ?? false
    let successor = wasCurrent ? queue.successor(without: gone) : nil
    edit(.removed(count: gone.count), removing: gone.compactMap { queue[$0] }) {
      queue.remove(gone)
      if let successor { queue.select(successor) }
    }
    for id in gone { loaded.durations[id] = nil }
    events.send(.queue)
    if wasCurrent { currentWasRemoved(goesOn: successor != nil) } else { prepareNext() }
  }

  /// Removes a track that was played, if the mode says so; undo brings it back. A track that failed stays in the queue,
  /// and so does the current one unless playback has ended with it.
  func consume(_ id: QueueItem.ID?) {
    guard queue.consumeMode != .off, let id, let item = queue[id], item.failure == nil else { return }
    let isLast = id == queue.currentID
    guard !isLast || phase.state == .stopped else { return }
    edit(.removed(count: 1), removing: [item]) { queue.remove(id) }
    loaded.durations[id] = nil
    events.send(.queue)
    if isLast { events.send(.item(queue.currentID)) }
    if queue.consumeMode == .once { setConsume(.off) } else if !isLast { prepareNext() }
  }

  /// Changes the order of the list; a shuffled order of playback is not changed. `ids` must be all tracks of the queue;
  /// otherwise nothing is changed. `name` is the edit as undo names it.
  package func arrange(_ ids: [QueueItem.ID], as name: QueueEdit = .arranged) {
    edit(name) { queue.arrange(ids) }
    queueChanged()
  }

  /// Replaces what the queue states of a track. The tags of another part of the file are read again.
  package func describe(_ id: QueueItem.ID, as track: TrackInfo) {
    guard let item = queue[id] else { return }
    let isSame = item.location == track.location
    queue.update(id) { if isSame { $0.listed = track } else { $0.replace(with: track) } }
    if !isSame {
      loaded.durations[id] = nil
      tracks.read?([id])
    }
    events.send(.queue)
    if loaded.next == id { loaded.next = nil }
    prepareNext()
  }

  /// Removes all tracks; playback stops.
  package func clearQueue() {
    edit(.cleared, removing: queue.items) { queue.clear() }
    loaded.durations = [:]
    events.send(.queue)
    currentWasRemoved(goesOn: false)
  }

  private func currentWasRemoved(goesOn: Bool) {
    currentChanged()
    guard goesOn else { return apply(.stop) }
    if loaded.isLoaded && phase.state != .stopped { loadCurrent(playing: phase.isPlaying) }
  }

  /// Sets the tags of tracks that were read.
  package func tracksWereRead(_ tracks: [(id: QueueItem.ID, track: TrackInfo)]) {
    var parts: [QueueItem.ID: [TrackInfo]] = [:]
    for (id, track) in tracks {
      let held = track.heldTracks
      if !held.isEmpty, let item = queue[id], item.location.section == nil {
        parts[id] = held
      } else {
        queue.update(id) { $0.apply(track) }
        gainMayHaveChanged(id)
      }
    }
    if !parts.isEmpty { split(parts) }
    events.send(.queue)
  }

  /// Sets the tags of tracks whose files were changed. They also replace what was known before they were first read.
  package func tagsWereChanged(_ tracks: [(id: QueueItem.ID, track: TrackInfo)]) {
    for (id, track) in tracks {
      queue.update(id) { item in
        if item.location.section == nil { item.listed.setTags(of: track) }
        item.apply(track)
      }
    }
    if !tracks.isEmpty { events.send(.queue) }
  }

  /// Finds files of the queue under their new paths. What is open plays on.
  package func filesWereRenamed(_ items: [(id: QueueItem.ID, path: FilePath)]) {
    for (id, path) in items { queue.update(id) { $0.rename(to: path) } }
    if !items.isEmpty { events.send(.queue) }
  }

  /// Replaces files by the tracks that they contain. Playback continues in the one at the current position.
  private func split(_ parts: [QueueItem.ID: [TrackInfo]]) {
    let seconds = elapsed
    let added = queue.split(parts)
    history.replace(added)
    for (id, held) in parts {
      for (part, track) in zip(added[id] ?? [], held) { queue.update(part) { $0.apply(track) } }
      loaded.durations[id] = nil
    }
    guard let id = queue.currentID, let held = parts[id], let new = added[id] else { return prepareNext() }
    let place = held.lastIndex { $0.section.map { $0.start.seconds <= seconds } ?? false } ?? 0
    let start = held[place].section?.start.seconds ?? 0
    select(new[place])
    loaded.startSeconds = max(0, seconds - start)
    if loaded.isLoaded { loadCurrent(playing: phase.isPlaying) }
  }
}

extension TrackInfo {
  /// Takes over the texts of another version of the same file.
  fileprivate mutating func setTags(of track: TrackInfo) {
    (title, artist, artists) = (track.title, track.artist, track.artists)
    (album, albumArtist) = (track.album, track.albumArtist)
    (trackNumber, trackTotal, trackSide) = (track.trackNumber, track.trackTotal, track.trackSide)
    (discNumber, discTotal) = (track.discNumber, track.discTotal)
    (date, genre, genres, bpm) = (track.date, track.genre, track.genres, track.bpm)
  }
}
