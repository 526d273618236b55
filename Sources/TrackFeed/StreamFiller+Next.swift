import AudioBase
import MixEngine

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
    var known = [next, spare].compactMap(\.self).first { $0.item.id == item?.id }
    if let item { known?.item = item }
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

  /// Whether a crossfade is about to begin, or the next track's frames are needed for a join in another rate; else a
  /// join can wait for the very end.
  private func isNearEnd(_ current: Source) -> Bool {
    let format = current.stream.format
    let needed = crossfade > 0 ? crossfade + 1 : format.sampleRate == rate ? 0 : 0.2
    guard let length = format.length else { return false }
    return FrameCount(length.value - current.stream.trackFrame).seconds(at: format.sampleRate) < needed
  }
}
