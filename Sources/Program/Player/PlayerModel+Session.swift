import AudioBase
import SystemBase

/// The session of a player at a time. To copy it takes no time, however long the queue is.
package struct SessionSnapshot: Sendable {
  /// All but the tracks and their order.
  package var modes: SavedSession
  fileprivate let queue: PlayQueue

  /// The whole session.
  package var session: SavedSession {
    var session = outline
    session.entries = queue.items.map(\.saved)
    return session
  }

  private var outline: SavedSession {
    var session = modes
    session.current = queue.currentIndex
    session.order = queue.shuffledOrder?.compactMap(queue.index(of:))
    return session
  }

  /// Returns the session as JSON, with absolute paths. Any thread.
  package func bytes(inside folder: FilePath) -> [UInt8] {
    outline.bytes(of: queue.items.lazy.map { $0.saved.inside(folder) })
  }

  /// Returns whether the same is saved of both. Tags are not saved, but the gain in them is.
  package func isSaved(as other: SessionSnapshot) -> Bool {
    modes == other.modes && queue.isSaved(as: other.queue)
  }
}

extension PlayerModel {
  package var session: SavedSession { snapshot.session }

  package var snapshot: SessionSnapshot {
    var session = SavedSession()
    session.position = queue.current?.isStream == true ? 0 : elapsed
    session.volume = levels.volume
    session.isMuted = levels.isMuted
    session.balance = levels.balance
    session.speed = speed
    session.repeatMode = queue.repeatMode
    session.consumeMode = queue.consumeMode
    session.shufflesAlbums = queue.shufflesAlbums
    return SessionSnapshot(modes: session, queue: queue)
  }

  /// Restores a saved queue, paused at the saved position or playing.
  @discardableResult
  package func restore(_ session: SavedSession, playing: Bool) -> [QueueItem.ID] {
    restoreModes(session)
    let added = queue.append(session.entries)
    queue.shuffleIn(added, using: &random)
    if let order = session.order { queue.restoreOrder(order) }
    if let current = session.current { queue.select(added[current]) }
    events.send(.queue)
    events.send(.item(queue.currentID))
    guard queue.currentID != nil else { return added }
    loaded.startSeconds = session.position
    phase = PlaybackPhase(playing ? .playing : .paused)
    // Only a file was left at a position.
    if session.position > 0, let id = queue.currentID, queue.current?.location.address != nil {
      queue.update(id) { $0.isRemoteFile = true }
    }
    // A paused stream is connected when it is played.
    if playing || queue.current?.location.address == nil { loadCurrent(playing: playing) }
    reportState()
    findAlbums(arranges: false)
    return added
  }

  /// Restores the levels and modes of a saved session without its queue.
  package func restoreModes(_ session: SavedSession) {
    levels.volume = session.volume
    levels.isMuted = session.isMuted
    levels.balance = session.balance
    setSpeed(session.speed)
    queue.repeatMode = session.repeatMode
    queue.consumeMode = session.consumeMode
    queue.setShuffled(session.order != nil, byAlbum: session.shufflesAlbums, using: &random)
    sendLevels()
    sendGainChoice()
    events.send(.volume(levels.volume, isMuted: levels.isMuted))
    events.send(.balance(levels.balance))
    events.send(.repeatMode(queue.repeatMode))
    if queue.consumeMode != .off { events.send(.consume(queue.consumeMode)) }
    events.send(.shuffle(queue.isShuffled))
  }
}
