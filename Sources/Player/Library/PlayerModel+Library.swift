/// A queue that another one has taken the place of.
struct FormerQueue {
  var queue: PlayQueue
  /// How far its track was.
  var seconds: Double
}

extension PlayerModel {
  /// Makes tracks the queue and plays one of them; the queue before can be had back.
  ///
  /// - Parameter start: the index of the one that plays.
  package func replaceQueue(with tracks: [QueueAddition], startingAt start: Int) {
    guard tracks.indices.contains(start) else { return }
    rememberQueue()
    streamDurations = [:]
    queue.clear()
    let added = add(tracks)
    queue.select(added[start])
    queue.setShuffled(queue.isShuffled, using: &random)
    events.send(.queue)
    play(added[start])
  }

  /// Adds tracks at the end.
  package func append(_ tracks: [QueueAddition]) {
    let hadCurrent = queue.currentID
    let added = add(tracks)
    queue.shuffleIn(added, using: &random)
    events.send(.queue)
    if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
    prepareNext()
  }

  /// Puts tracks behind the one that plays.
  ///
  /// - Parameter playing: whether the first of them is played at once.
  package func insertNext(_ tracks: [QueueAddition], playing: Bool = false) {
    guard !tracks.isEmpty else { return }
    let hadCurrent = queue.currentID
    let added = add(tracks)
    if hadCurrent != nil { queue.moveBehindCurrent(added) }
    events.send(.queue)
    if queue.currentID != hadCurrent { events.send(.item(queue.currentID)) }
    if playing { play(added[0]) } else { prepareNext() }
  }

  /// Keeps the queue as it is, to be had back.
  package func rememberQueue() {
    if !queue.isEmpty { formerQueue = FormerQueue(queue: queue, seconds: elapsed) }
  }

  /// Brings back the queue that was there before, and keeps this one in its place.
  ///
  /// - Returns: false where there was none.
  package func exchangeQueue() -> Bool {
    guard let former = formerQueue else { return false }
    let now = FormerQueue(queue: queue, seconds: elapsed)
    let (isShuffled, repeatMode) = (queue.isShuffled, queue.repeatMode)
    queue.restore(former.queue)
    queue.repeatMode = repeatMode
    if isShuffled != queue.isShuffled { queue.setShuffled(isShuffled, using: &random) }
    formerQueue = now.queue.isEmpty ? nil : now
    streamDurations = [:]
    position = nil
    startSeconds = former.seconds
    events.send(.queue)
    events.send(.item(queue.currentID))
    guard phase.state != .stopped else { return true }
    if phase.isSeeking || phase.state == .interrupted {
      phase = PlaybackPhase(phase.isPlaying ? .playing : .paused)
      events.send(.state(phase.state))
    }
    loadCurrent(playing: phase.isPlaying)
    return true
  }

  private func add(_ tracks: [QueueAddition]) -> [QueueItem.ID] {
    let added = queue.append(tracks.map { ($0.path, $0.hint) })
    for (id, addition) in zip(added, tracks) {
      if let track = addition.track { queue.update(id) { $0.take(track) } }
    }
    return added
  }
}
