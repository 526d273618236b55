import AudioBase
import SystemBase

extension PlayerModel {
  func receive(_ event: TransportEvent) {
    defer { reportState() }
    switch event {
    case .opened(let id, let format):
      if let length = format.length { loaded.durations[id] = length.seconds(at: format.sampleRate) }
      if let item = queue[id], item.location.address != nil, item.isRemoteFile != (format.length != nil) {
        queue.update(id) { $0.isRemoteFile.toggle() }
        events.send(.queue)
      }
    case .began(let id, let anchor): began(id, anchor)
    case .moved(let id, let anchor): moved(id, anchor)
    case .ended(let id): if id == queue.currentID { ended() }
    case .failed(let id, let error): failed(id, error)
    case .nextFailed(let id, let error): nextFailed(id, error)
    case .brokeOff(let id, let error):
      if let item = queue[id], item.location.address != nil {
        notify(.streamEnded(id, name: item.name, error))
      } else {
        notify(.trackBrokeOff(id, title: title(id), error))
      }
    case .endedEarly(let id, let seconds, let total):
      notify(.trackEndedEarly(id, title: title(id), at: seconds, of: total))
    case .invalidSamples(let id): notify(.trackHadInvalidSamples(id, title: title(id)))
    case .stream(let id, let event): streamChanged(id, event)
    case .external(let state): receive(state)
    }
  }

  private func title(_ id: QueueItem.ID) -> String {
    queue[id].map { $0.location.address == nil ? $0.path.lastComponent.shown : $0.name } ?? ""
  }

  private func streamChanged(_ id: QueueItem.ID, _ event: StreamEvent) {
    queue.update(id) { $0.apply(event) }
    guard let item = queue[id] else { return }
    events.send(.queue)
    switch event {
    case .named: return
    case .tagged: return gainMayHaveChanged(id)
    case .connecting, .titled, .part, .replaced, .interrupted, .resumed: break
    }
    notify(.stream(id, name: item.name, event))
  }

  private func began(_ id: QueueItem.ID, _ anchor: PositionAnchor) {
    guard queue[id] != nil else {
      // The track was removed from the queue just before it was heard: the previous one has ended.
      ended()
      return
    }
    // The track was the successor in the transport, which has none now.
    if loaded.hasBegun { loaded.next = nil }
    loaded.hasBegun = true
    if queue[id]?.problem != nil { queue.update(id) { ($0.failure, $0.isMissing) = (nil, false) } }
    if id != queue.currentID {
      let played = queue.currentID
      queue.select(id)
      events.send(.item(id))
      consume(played)
    }
    position = anchor
    loaded.startSeconds = 0
    isStarved = false
    if phase.isSeeking { apply(.landed) }
    prepareNext()
  }

  private func moved(_ id: QueueItem.ID, _ anchor: PositionAnchor) {
    // At an interruption the engine renders a fade-out that no device plays: the position is held (`holdPosition`).
    guard id == queue.currentID, phase.state != .interrupted else { return }
    position = anchor
    // In a pause, the music stands still as well.
    isStarved = anchor.rate == 0 && phase.state == .playing
    if phase.isSeeking { apply(.landed) }
  }

  private func ended() {
    let played = queue.currentID
    if queue.afterEnd != nil {
      apply(.ended(hasNext: true))
    } else if queue.stopsAfterCurrent {
      stopAfterCurrent()
    } else {
      endOfQueue()
    }
    consume(played)
  }

  /// Stops once; the following track becomes the current one.
  private func stopAfterCurrent() {
    queue.stopsAfterCurrent = false
    guard let id = queue.following else { return endOfQueue() }
    apply(.stop)
    select(id)
  }

  /// Reports the failure and continues with the next track; stops if there is none.
  private func failed(_ id: QueueItem.ID, _ error: FileError) {
    queue.update(id) { $0.failure = error }
    events.send(.queue)
    let notice = PlayerNotice.trackFailed(id, title: title(id), error)
    guard id == queue.currentID else { return notify(notice) }
    let hasNext = queue.following != nil
    if hasNext, phase.isPlaying {
      notify(notice)
      return apply(.ended(hasNext: true))
    }
    // The newest message is the one that the screen shows: the failure follows the change of the state.
    if hasNext { apply(.stop) } else { endOfQueue() }
    notify(notice)
    if !hasNext, queue.items.allSatisfy({ $0.failure != nil }) { notify(.nothingPlays(error)) }
  }

  /// Reports the failure and sets the following track as the next one.
  private func nextFailed(_ id: QueueItem.ID, _ error: FileError) {
    queue.update(id) { $0.failure = error }
    events.send(.queue)
    notify(.trackFailed(id, title: title(id), error))
    if id == loaded.next { loaded.next = nil }
    prepareNext()
  }
}

/// The gains of the tracks. The known gain is given to the transport with the track; a gain that is found
/// later, in the tags or in the index, follows.
extension PlayerModel {
  /// Handles the gain in the index; nil if the index does not have it.
  package func gainWasFound(_ gain: ReplayGain?, of id: QueueItem.ID) {
    queue.update(id) { $0.indexGain = QueueItem.IndexGain(gain) }
    gainMayHaveChanged(id)
  }

  /// Returns whether the gain of a track will not change again.
  func isGainSettled(_ item: QueueItem) -> Bool {
    if item.location.address != nil { return true }
    let awaitsTags = tracks.readsTags && item.tags == nil
    let awaitsIndex = tracks.findGain != nil && item.indexGain == nil
    if item.location.section == nil { return item.tags?.replayGain != nil || !(awaitsTags || awaitsIndex) }
    return item.indexGain?.gain != nil || !(awaitsIndex || (awaitsTags && item.listed.replayGain == nil))
  }

  func gainMayHaveChanged(_ id: QueueItem.ID) {
    guard loaded.isLoaded, id == queue.currentID || id == loaded.next, let item = queue[id] else { return }
    transport.setGain(item.gain, of: id, isFinal: isGainSettled(item))
  }
}
