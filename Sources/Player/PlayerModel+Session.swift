extension PlayerModel {
  /// What is to be found again at the next start.
  package var session: SavedSession {
    var session = SavedSession()
    session.entries = queue.items.map { item in
      var entry = SavedSession.Entry(path: item.path, hint: item.hint)
      // At the next start it is known before the first frame.
      entry.hint.gain = item.gain
      return entry
    }
    session.current = queue.currentIndex
    session.position = elapsed
    session.volume = volume
    session.isMuted = isMuted
    session.balance = balance
    session.speed = speed
    session.repeatMode = queue.repeatMode
    session.order = queue.shuffledOrder?.compactMap(queue.index(of:))
    return session
  }

  /// Takes up a saved queue, paused where it was left, or playing.
  @discardableResult
  package func restore(_ session: SavedSession, playing: Bool) -> [QueueItem.ID] {
    restoreModes(session)
    let added = queue.append(session.entries.map { ($0.path, $0.hint) })
    queue.shuffleIn(added, using: &random)
    if let order = session.order { queue.restoreOrder(order) }
    if let current = session.current { queue.select(added[current]) }
    events.send(.queue)
    events.send(.item(queue.currentID))
    guard queue.currentID != nil else { return added }
    startSeconds = session.position
    phase = PlaybackPhase(playing ? .playing : .paused)
    loadCurrent(playing: playing)
    events.send(.state(phase.state))
    return added
  }

  /// The levels and modes of a saved session, without its queue.
  package func restoreModes(_ session: SavedSession) {
    volume = session.volume
    isMuted = session.isMuted
    balance = session.balance
    setSpeed(session.speed)
    queue.repeatMode = session.repeatMode
    queue.setShuffled(session.order != nil, using: &random)
    sendLevels()
    sendGainChoice()
    events.send(.volume(volume, isMuted: isMuted))
    events.send(.balance(balance))
    events.send(.repeatMode(queue.repeatMode))
    events.send(.shuffle(queue.isShuffled))
  }
}
