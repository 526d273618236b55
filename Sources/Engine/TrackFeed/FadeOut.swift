import AudioBase
import Glibc
import SystemBase

/// Crossfades the end of a track with the beginning of the next one, at equal power: two unrelated tracks are as loud
/// together as each alone. The feeder's thread.
struct FadeOut {
  /// The parts of the track, and the position of the music ring at which the fade begins.
  struct Parts {
    let set: PartSet
    let place: TrackPlace
    let position: Int
  }

  private let stream: TrackStream
  private var parts: Parts?
  private let length: Int
  /// The gain of the old track divided by that of the new one, which the audio thread applies to both.
  private let gain: Float
  private var done = 0
  private var hasEnded = false

  /// Creates the fade of a stream.
  ///
  /// - Parameters:
  ///   - parts: its parts; nil if it is heard as its file alone.
  ///   - length: in output frames.
  init(_ stream: TrackStream, _ parts: Parts? = nil, length: Int, gain: Float) {
    (self.stream, self.parts, self.length, self.gain) = (stream, parts, length, gain)
  }

  var isOver: Bool { done >= length }

  /// Mixes the next frames of the old track into those of the new one, and fades the parts of the new one likewise.
  ///
  /// - Throws: if the old track cannot be decoded any further; nothing more of it is mixed then.
  mutating func mix(
    into frames: UnsafeMutableBufferPointer<Frame>, _ newParts: PartSet? = nil
  ) throws(FileError) {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: frames.count)
    defer { block.deallocate() }
    var failure: FileError?
    var count = 0
    while count < frames.count && !hasEnded {
      do throws(FileError) {
        let read = try stream.read(into: UnsafeMutableBufferPointer(rebasing: block[count...]))
        hasEnded = read == 0
        count += read
      } catch {
        hasEnded = true
        failure = error
      }
    }
    sumParts(UnsafeMutableBufferPointer(rebasing: block[..<count]))
    for index in 0..<min(frames.count, length - done) {
      let angle = (Float(done + index) + 0.5) / Float(length) * Float.pi / 2
      let old = index < count ? block[index] * (cosf(angle) * gain) : .zero
      newParts?.fadeIn(index, gain: sinf(angle), adding: old)
      frames[index] *= sinf(angle)
      if index < count { frames[index] += old }
    }
    done += frames.count
    if let failure { throw failure }
  }

  /// Sums the parts of the old track. If one cannot be read, the file is heard alone.
  private mutating func sumParts(_ frames: UnsafeMutableBufferPointer<Frame>) {
    guard let parts else { return }
    do throws(FileError) {
      try parts.set.sum(into: frames, at: parts.position + done, parts.place)
    } catch {
      self.parts = nil
    }
  }
}
