import AudioBase
import Glibc
import SystemBase

/// Crossfades the end of a track with the beginning of the next one, at equal power: two unrelated tracks are as loud
/// together as each alone. The feeder's thread.
struct FadeOut {
  private let stream: TrackStream
  private let length: Int
  /// The gain of the old track divided by that of the new one, which the audio thread applies to both.
  private let gain: Float
  private var done = 0
  private var hasEnded = false

  /// Creates the fade of a stream.
  ///
  /// - Parameter length: in output frames.
  init(_ stream: TrackStream, length: Int, gain: Float) {
    (self.stream, self.length, self.gain) = (stream, length, gain)
  }

  var isOver: Bool { done >= length }

  /// Mixes the next frames of the old track into those of the new one.
  ///
  /// - Throws: if the old track cannot be decoded any further; nothing more of it is mixed then.
  mutating func mix(into frames: UnsafeMutableBufferPointer<Frame>) throws(FileError) {
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
    for index in 0..<min(frames.count, length - done) {
      let angle = (Float(done + index) + 0.5) / Float(length) * Float.pi / 2
      frames[index] *= sinf(angle)
      if index < count { frames[index] += block[index] * (cosf(angle) * gain) }
    }
    done += frames.count
    if let failure { throw failure }
  }
}
