import AudioBase
import MixEngine

/// The successor of the current track.
///
/// Opening it may take long on a busy disk, and would delay the frames that are needed after a jump. It is therefore
/// opened when the ring is half full, or when the end of the current track is near.
extension StreamFiller {
  /// Names the successor of a track, or starts it if that track has ended.
  func setNext(_ item: StreamItem?, after predecessor: StreamID) {
    if (current?.item ?? arriving?.item)?.id == predecessor {
      setSuccessor(item)
    } else if endedStream == predecessor {
      guard let item, let source = open(item) else { return }
      start(source)
    } else if current != nil || endedStream != nil {
      report(.successorCameTooLate(predecessor))
    }
  }

  private func setSuccessor(_ item: StreamItem?) {
    var known = [next, spare].compactMap(\.self).first { $0.item.id == item?.id }
    if let item { known?.item = item }
    (next, spare) = (known, nil)
    named = known == nil ? item : nil
  }

  /// Opens the successor that was named if it is needed soon or there is time.
  func openNextInTime(_ current: Source) {
    guard named != nil else { return }
    if ring.isHalfFull || isNearEnd(current) { openNamed() }
  }

  /// Opens the successor that was named, if it is not open.
  func openNamed() {
    guard let item = named else { return }
    named = nil
    next = open(item)
  }

  /// Returns whether the successor is needed soon: for a crossfade, or for a join through the same rate converter. Other
  /// joins need it at the end only.
  private func isNearEnd(_ current: Source) -> Bool {
    let format = current.stream.format
    let needed = crossfade > 0 ? crossfade + 1 : format.sampleRate == rate ? 0 : 0.2
    guard let length = format.length else { return false }
    return FrameCount(length.value - current.stream.trackFrame).seconds(at: format.sampleRate) < needed
  }
}
