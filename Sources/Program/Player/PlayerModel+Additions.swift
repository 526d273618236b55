import AudioBase
import MusicFiles

/// A track for the queue.
package struct QueueAddition: Hashable, Sendable {
  /// The information of the playlist or the index: see `QueueItem.listed`.
  package var listed: TrackInfo
  /// The tags in the index; nil if the file must be read.
  package var tags: TrackInfo?
  /// Whether the playlist names a file that does not exist.
  package var isMissing = false

  package init(listed: TrackInfo, tags: TrackInfo? = nil) { (self.listed, self.tags) = (listed, tags) }

  /// Creates the addition of a track of the library. The tags of a section are only in the index, those of a whole file can be read
  /// again.
  package init(_ track: TrackInfo) {
    self.init(listed: track.section == nil ? TrackInfo(track.location) : track, tags: track)
  }

  /// Creates the addition of music that was found in files.
  package init(_ entry: MusicFinder.Entry) {
    self.init(
      listed: entry.playlistEntry.map { TrackInfo($0, at: entry.path) } ?? TrackInfo(path: entry.path))
    isMissing = entry.playlistEntry?.isMissing == true
  }

  /// The most tracks that are added to a queue at a time.
  package static let most = 10_000
}

/// A place in the queue where tracks are inserted.
package enum QueuePlace: Hashable, Sendable {
  case start, afterCurrent, end
  /// In place of all tracks.
  case instead
  case after(QueueItem.ID)
}

extension PlayerModel {
  /// Replaces the queue and plays one of its tracks. `start` is the index of the track to play.
  package func replaceQueue(with tracks: [QueueAddition], startingAt start: Int) {
    guard tracks.indices.contains(start) else { return }
    play(replaceTracks(current: start) { add(tracks) }[start])
  }

  /// Leaves the queue for other tracks, one of which becomes the current one.
  func replaceTracks(current: Int?, _ add: () -> [QueueItem.ID]) -> [QueueItem.ID] {
    var added: [QueueItem.ID] = []
    edit(.replaced, removing: queue.items) {
      queue.clear()
      added = add()
      if let current { queue.select(added[current]) }
      queue.setShuffled(queue.isShuffled, using: &random)
    }
    loaded.durations = [:]
    events.send(.queue)
    findAlbums()
    return added
  }

  /// Marks tracks whose files did not exist when their playlist was opened.
  package func markMissing(_ ids: [QueueItem.ID]) {
    if ids.isEmpty { return }
    for id in ids { queue.update(id) { $0.isMissing = true } }
    events.send(.queue)
  }

  /// Inserts tracks at a place of the list and of the order of playback. `playing` states whether the first of them is
  /// played at once. Returns the tracks in the queue.
  @discardableResult
  package func insert(
    _ tracks: [QueueAddition], at place: QueuePlace, playing: Bool = false
  ) -> [QueueItem.ID] {
    guard !tracks.isEmpty else { return [] }
    var added: [QueueItem.ID] = []
    if place == .instead {
      added = replaceTracks(current: 0) { add(tracks) }
      play(added[0])
      return added
    }
    edit(.added(count: tracks.count)) {
      let hadCurrent = queue.currentID
      added = add(tracks)
      switch place {
      case .start: queue.move(added, after: nil)
      case .after(let id): if queue[id] != nil { queue.move(added, after: id) }
      case .afterCurrent: if hadCurrent != nil { queue.move(added, after: hadCurrent) }
      case .end: queue.shuffleIn(added, using: &random)
      case .instead: break
      }
      events.send(.queue)
      if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
      if playing { play(added[0]) } else { prepareNext() }
    }
    findAlbums(of: added, arranges: place == .end)
    return added
  }

  /// Adds tracks at the end of the list and of the order of playback. Undo removes them if `isUndoable`. Returns the tracks
  /// in the queue.
  package func extend(with tracks: [QueueAddition], isUndoable: Bool) -> [QueueItem.ID] {
    let hadCurrent = queue.currentID
    var added: [QueueItem.ID] = []
    if isUndoable {
      edit(.added(count: tracks.count)) { added = add(tracks) }
    } else {
      added = add(tracks)
    }
    events.send(.queue)
    if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
    prepareNext()
    findAlbums(of: added, arranges: false)
    return added
  }

  /// Moves tracks of the queue after the current one. The current one is not moved.
  package func moveNext(_ ids: [QueueItem.ID]) {
    edit(.moved) { queue.move(ids, after: queue.currentID) }
    queueChanged()
  }

  private func add(_ tracks: [QueueAddition]) -> [QueueItem.ID] {
    let added = queue.append(tracks.map(\.listed))
    for (id, addition) in zip(added, tracks) {
      if let tags = addition.tags { queue.update(id) { $0.apply(tags) } }
      if addition.isMissing { queue.update(id) { $0.isMissing = true } }
    }
    return added
  }
}
