import AudioBase

/// The loudness of the tracks. What is known of it goes with the track to the transport; what becomes known later, from
/// the file's tags or from the index, follows.
extension PlayerModel {
  /// What the index knows of a track's loudness; nil where it knows nothing.
  package func gainWasFound(_ gain: ReplayGain?, of id: QueueItem.ID) {
    queue.update(id) { $0.indexGain = QueueItem.IndexGain(gain) }
    gainMayHaveChanged(id)
  }

  /// Whether nothing is still to come that could change a track's gain.
  func isGainSettled(_ item: QueueItem) -> Bool {
    let awaitsTags = readsTags && item.track == nil
    let awaitsIndex = findGain != nil && item.indexGain == nil
    if item.section == nil { return item.track?.replayGain != nil || !(awaitsTags || awaitsIndex) }
    return item.indexGain?.gain != nil || !(awaitsIndex || (awaitsTags && item.hint.gain == nil))
  }

  func gainMayHaveChanged(_ id: QueueItem.ID) {
    guard isLoaded, id == queue.currentID || id == preparedNext, let item = queue[id] else { return }
    transport.setGain(item.gain, of: id, isFinal: isGainSettled(item))
  }
}
