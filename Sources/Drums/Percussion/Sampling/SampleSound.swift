import AudioBase

/// The frames of a sound file at its own rate, in which a sample is cut.
package struct SampleSound: Sendable {
  /// The longest sound in seconds that is sampled or cut.
  package static let longest = 60.0

  package let rate: SampleRate
  /// The mean of both sides.
  let levels: [Float]

  package init(_ sound: PCMBuffer) {
    (rate, levels) = (sound.sampleRate, sound.frames.map { ($0.x + $0.y) * 0.5 })
  }

  package var count: Int { levels.count }

  // MARK: Zero crossings

  /// Returns whether the sound changes its sign before a frame. The beginning and the end count as well.
  private func isCrossing(_ frame: Int) -> Bool {
    frame <= 0 || frame >= count || (levels[frame - 1] < 0) != (levels[frame] < 0)
  }

  /// Returns the zero crossing that follows a frame after some others, or precedes it: the frame before which the sound
  /// changes its sign, from 0 to `count`.
  ///
  /// - Parameters:
  ///   - direction: 1 for later frames, −1 for earlier ones.
  ///   - seconds: the least distance.
  package func crossing(from frame: Int, _ direction: Int, distance seconds: Double = 0) -> Int {
    let least = max(FrameCount(seconds: seconds, at: rate).value, 1)
    var place = min(max(frame + direction * least, 0), count)
    while !isCrossing(place) { place += direction }
    return place
  }
}
