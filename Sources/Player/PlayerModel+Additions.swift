import AudioBase
import MusicLibrary
import SystemBase

/// A track for the queue, with what the index knows of it.
package struct QueueAddition: Hashable, Sendable {
  package var path: FilePath
  package var hint = QueueItem.Hint()
  package var track: TrackInfo?

  package init(_ path: FilePath, hint: QueueItem.Hint = QueueItem.Hint(), track: TrackInfo? = nil) {
    (self.path, self.hint, self.track) = (path, hint, track)
  }

  /// A track of the library.
  package init(_ track: TrackInfo) {
    var hint = QueueItem.Hint()
    // Its file cannot tell again which of its tracks it is.
    if track.section != nil {
      hint = QueueItem.Hint(
        title: track.title, artist: track.artist, duration: track.duration, album: track.album,
        trackNumber: track.trackNumber, section: track.section)
      (hint.genre, hint.date, hint.gain) = (track.genre, track.date, track.replayGain)
    }
    self.init(track.path, hint: hint, track: track)
  }
}

extension PlayerModel {
  /// Makes tracks the queue and plays one of them.
  ///
  /// - Parameter start: the index of the one that plays.
  package func replaceQueue(with tracks: [QueueAddition], startingAt start: Int) {
    guard tracks.indices.contains(start) else { return }
    let (before, removed) = (queueState, queue.items)
    streamDurations = [:]
    queue.clear()
    let added = add(tracks)
    queue.select(added[start])
    queue.setShuffled(queue.isShuffled, using: &random)
    history.record(.replaced, from: before, removed: removed, now: queue)
    events.send(.queue)
    play(added[start])
  }

  /// Adds tracks at the end.
  package func append(_ tracks: [QueueAddition]) {
    let hadCurrent = queue.currentID
    edit(.added(count: tracks.count)) {
      let added = add(tracks)
      queue.shuffleIn(added, using: &random)
    }
    events.send(.queue)
    if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
    prepareNext()
  }

  /// Puts tracks behind the one that plays.
  ///
  /// - Parameter playing: whether the first of them is played at once.
  package func insertNext(_ tracks: [QueueAddition], playing: Bool = false) {
    guard !tracks.isEmpty else { return }
    edit(.added(count: tracks.count)) {
      let hadCurrent = queue.currentID
      let added = add(tracks)
      if hadCurrent != nil { queue.moveBehindCurrent(added) }
      events.send(.queue)
      if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
      if playing { play(added[0]) } else { prepareNext() }
    }
  }

  private func add(_ tracks: [QueueAddition]) -> [QueueItem.ID] {
    let added = queue.append(tracks.map { ($0.path, $0.hint) })
    for (id, addition) in zip(added, tracks) {
      if let track = addition.track { queue.update(id) { $0.take(track) } }
    }
    return added
  }
}
