import AudioBase
import MixEngine
import SystemBase

/// Crossfades: the end of a track overlaps the beginning of the next one.
extension StreamFiller {
  /// Returns the frames before the overlap of two tracks, and its length, in output frames; nil if they are joined exactly,
  /// since one is shorter than two crossfades, its length is not known, or the join was begun before a crossfade was set.
  ///
  /// The overlap is shorter if the successor was named late, or after a seek close to the end.
  func framesToOverlap(_ current: Source) -> (before: Int, length: Int)? {
    guard crossfade > 0, fadeOut == nil, current.stream.end == nil, let next,
      let length = current.stream.format.length,
      isLongEnough(current), isLongEnough(next)
    else { return nil }
    let left = FrameCount(length.value - current.stream.trackFrame)
    let frames = FrameCount(seconds: left.seconds(at: current.stream.format.sampleRate), at: rate).value
    let wanted = FrameCount(seconds: crossfade, at: rate).value
    // Less than 10 ms is a join, not a crossfade.
    return frames < rate.hertz / 100 ? nil : (max(0, frames - wanted), min(frames, wanted))
  }

  private func isLongEnough(_ source: Source) -> Bool {
    let format = source.stream.format
    return format.length.map { $0.seconds(at: format.sampleRate) >= 2 * crossfade } ?? false
  }

  /// Makes the next track the current one, from the first frame of the overlap on.
  func beginOverlap(of old: Source, and new: Source, length: Int) {
    let choice = ring.gainChoice
    let gain = old.gains.factor(choice) / new.gains.factor(choice)
    fadeOut = (old.item.id, makeFadeOut(old, length: length, gain: gain))
    next = nil
    start(new)
  }

  /// Mixes the track that fades out into the first `count` frames of the chunk.
  func mixFadeOut(_ count: Int) {
    guard case (let track, var fade)? = fadeOut else { return }
    do throws(FileError) {
      try fade.mix(into: UnsafeMutableBufferPointer(rebasing: chunk[..<count]), parts.waiting)
    } catch {
      report(.brokeOff(track, error))
    }
    fadeOut = fade.isOver ? nil : (track, fade)
  }
}
