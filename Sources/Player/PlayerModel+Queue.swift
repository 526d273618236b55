import AudioBase
import MusicLibrary

extension PlayerModel {
  /// Adds tracks at the end of the queue; while shuffled, anywhere behind the current track in the order of playing.
  @discardableResult
  package func append(_ tracks: [(path: FilePath, hint: QueueItem.Hint)]) -> [QueueItem.ID] {
    let hadCurrent = queue.currentID
    let added = queue.append(tracks)
    queue.shuffleIn(added, using: &random)
    events.send(.queue)
    if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
    prepareNext()
    return added
  }

  /// Takes a track out of the queue; where it was playing, what `next` goes to plays, and else nothing.
  package func remove(_ id: QueueItem.ID) {
    let wasCurrent = queue.currentID == id
    let following = queue.following
    queue.remove(id)
    streamDurations[id] = nil
    guard wasCurrent else {
      events.send(.queue)
      prepareNext()
      return
    }
    var goesOn = false
    if case .item(let successor) = following, successor != id {
      queue.select(successor)
      goesOn = true
    }
    events.send(.queue)
    currentWasRemoved(goesOn: goesOn)
  }

  /// Moves a track by so many places in the list.
  package func move(_ id: QueueItem.ID, by places: Int) {
    guard let index = queue.index(of: id) else { return }
    queue.move(id, to: index + places)
    events.send(.queue)
    prepareNext()
  }

  package func clearQueue() {
    rememberQueue()
    queue.clear()
    streamDurations = [:]
    events.send(.queue)
    currentWasRemoved(goesOn: false)
  }

  private func currentWasRemoved(goesOn: Bool) {
    startSeconds = 0
    position = nil
    events.send(.item(queue.currentID))
    guard goesOn else {
      apply(.stop)
      return
    }
    if isLoaded && phase.state != .stopped { loadCurrent(playing: phase.isPlaying) }
  }

  /// Takes over what files said of themselves.
  package func tracksWereRead(_ tracks: [(id: QueueItem.ID, track: Track)]) {
    for (id, track) in tracks {
      let held = track.heldTracks
      if !held.isEmpty, let item = queue[id], item.section == nil {
        split(id, into: held)
      } else {
        queue.update(id) { $0.take(track) }
        gainMayHaveChanged(id)
      }
    }
    events.send(.queue)
  }

  /// A file turns out to hold several tracks: they take its place. What plays goes on in the one that it has come to.
  private func split(_ id: QueueItem.ID, into held: [Track]) {
    let seconds = elapsed
    let additions = held.map { QueueAddition($0) }
    let added = queue.split(id, into: additions.map { ($0.path, $0.hint) })
    for (part, track) in zip(added, held) { queue.update(part) { $0.take(track) } }
    streamDurations[id] = nil
    guard queue.currentID == id else { return prepareNext() }
    let place = held.lastIndex { $0.section.map { $0.start.seconds <= seconds } ?? false } ?? 0
    let start = held[place].section?.start.seconds ?? 0
    select(added[place])
    startSeconds = max(0, seconds - start)
    if isLoaded { loadCurrent(playing: phase.isPlaying) }
  }
}
