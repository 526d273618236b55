import SystemBase

extension PlayerModel {
  /// What the transport tells.
  func take(_ event: TransportEvent) {
    switch event {
    case .opened(let id, let format):
      if let length = format.length { streamDurations[id] = length.seconds(at: format.sampleRate) }
    case .began(let id, let anchor): began(id, anchor)
    case .moved(let id, let anchor): moved(id, anchor)
    case .ended(let id): if id == queue.currentID { ended() }
    case .failed(let id, let error): failed(id, error)
    case .nextFailed(let id, let error): nextFailed(id, error)
    case .brokeOff(let id, let error): tell(.trackBrokeOff(id, title: title(id), error))
    case .endedEarly(let id, let seconds, let total):
      tell(.trackEndedEarly(id, title: title(id), at: seconds, of: total))
    case .invalidSamples(let id): tell(.trackHadInvalidSamples(id, title: title(id)))
    }
  }

  private func title(_ id: QueueItem.ID) -> String { queue[id]?.path.lastComponent.shown ?? "" }

  private func began(_ id: QueueItem.ID, _ anchor: PositionAnchor) {
    guard queue[id] != nil else {
      // Taken out of the queue while it was about to be heard: what it follows has ended.
      ended()
      return
    }
    // A track that joined was the transport's successor; it has none now, whatever was asked for since.
    if hasBegun { preparedNext = nil }
    hasBegun = true
    if queue[id]?.failure != nil { queue.update(id) { $0.failure = nil } }
    if id != queue.currentID {
      queue.select(id)
      events.send(.item(id))
    }
    position = anchor
    startSeconds = 0
    if phase.isSeeking { apply(.landed) }
    prepareNext()
  }

  private func moved(_ id: QueueItem.ID, _ anchor: PositionAnchor) {
    guard id == queue.currentID else { return }
    position = anchor
    if phase.isSeeking { apply(.landed) }
  }

  private func ended() {
    switch queue.afterEnd {
    case .item: apply(.ended(hasNext: true))
    case .end: endOfQueue()
    }
  }

  /// Names the track and goes on with the next one; where none is left, stops with the reason.
  private func failed(_ id: QueueItem.ID, _ error: FileError) {
    nameFailure(id, error)
    guard id == queue.currentID else { return }
    let wasPlaying = phase.isPlaying
    guard case .item = queue.following else {
      giveUp(error)
      return
    }
    if wasPlaying { apply(.ended(hasNext: true)) } else { apply(.stop) }
  }

  /// Names the track; what comes after it joins the current one.
  private func nextFailed(_ id: QueueItem.ID, _ error: FileError) {
    nameFailure(id, error)
    if id == preparedNext { preparedNext = nil }
    prepareNext()
  }

  private func nameFailure(_ id: QueueItem.ID, _ error: FileError) {
    queue.update(id) { $0.failure = error }
    events.send(.queue)
    tell(.trackFailed(id, title: title(id), error))
  }

  private func giveUp(_ error: FileError) {
    let nothingPlays = queue.items.allSatisfy { $0.failure != nil }
    endOfQueue()
    if nothingPlays { tell(.nothingPlays(error)) }
  }
}
