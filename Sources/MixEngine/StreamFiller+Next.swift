import AudioBase

/// The track after the current one.
///
/// Opening it may take as long as a busy disk wants. While the ring is being filled after a jump it would take the
/// time from what plays: so it waits until the ring is half full, or the end is near.
extension StreamFiller {
  func setNext(_ item: StreamItem?, after predecessor: StreamID) {
    if let current, current.item.id == predecessor {
      name(item)
    } else if endedStream == predecessor {
      guard let item, let source = open(item) else { return }
      start(source)
    } else if current != nil || endedStream != nil {
      report(.successorCameTooLate(predecessor))
    }
  }

  private func name(_ item: StreamItem?) {
    let known = [next, spare].compactMap(\.self).first { $0.item.id == item?.id }
    (next, spare) = (known, nil)
    named = known == nil ? item : nil
  }

  func openNextInTime(_ current: Source) {
    guard named != nil else { return }
    let ahead = capacity - frames.space
    if ahead >= capacity / 2 || isNearEnd(current) { openNamed() }
  }

  func openNamed() {
    guard let item = named else { return }
    named = nil
    next = open(item)
  }

  /// Whether a crossfade is about to begin; an exact join can wait for the very end.
  private func isNearEnd(_ current: Source) -> Bool {
    guard crossfade > 0, let length = current.stream.format.length else { return false }
    let left = FrameCount(length.value - current.stream.trackFrame)
    return left.seconds(at: current.stream.format.sampleRate) < crossfade + 1
  }
}
