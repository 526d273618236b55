import AudioBase
import MixEngine
import SystemBase

extension StreamFiller {
  /// Frames of the output until the current track's end and the next one's beginning overlap, and for how many they
  /// do; nil where they are joined exactly: a track is shorter than two crossfades, or its length is not known.
  ///
  /// A successor that was named late, or a seek close to the end, leaves less for the overlap.
  func framesToOverlap(_ current: Source) -> (before: Int, length: Int)? {
    guard crossfade > 0, fadeOut == nil, let next, let length = current.stream.format.length,
      isLongEnough(current), isLongEnough(next)
    else { return nil }
    let left = FrameCount(length.value - current.stream.trackFrame)
    let frames = FrameCount(seconds: left.seconds(at: current.stream.format.sampleRate), at: rate).value
    let wanted = FrameCount(seconds: crossfade, at: rate).value
    // What is shorter than 10 ms is no crossfade.
    return frames < rate.hertz / 100 ? nil : (max(0, frames - wanted), min(frames, wanted))
  }

  private func isLongEnough(_ source: Source) -> Bool {
    let format = source.stream.format
    return format.length.map { $0.seconds(at: format.sampleRate) >= 2 * crossfade } ?? false
  }

  /// The next track is the current one from the first frame of the overlap on, in the ring and on the screen.
  func beginOverlap(of old: Source, and new: Source, length: Int) {
    let choice = GainChoice(rawValue: stretch.pointee.gainChoice.load(ordering: .relaxed)) ?? .none
    let gain = old.gains.factor(choice) / new.gains.factor(choice)
    fadeOut = (old.item.id, FadeOut(old.stream, length: length, gain: gain))
    next = nil
    start(new)
  }

  func mixFadeOut(_ count: Int) {
    guard case (let track, var fade)? = fadeOut else { return }
    do throws(FileError) {
      try fade.mix(into: UnsafeMutableBufferPointer(rebasing: chunk[..<count]))
    } catch {
      report(.brokeOff(track, error))
    }
    fadeOut = fade.isOver ? nil : (track, fade)
  }
}
