import AudioBase
import MixEngine
import SystemBase

/// Runs the two loops in turns over samples of one length.
final class MixRace {
  /// The seconds that mixing one second of sound needs, per round.
  struct Times {
    var ours: [Double] = []
    var theirs: [Double] = []
  }

  static let voices = 128
  /// The duration of sound per measured time.
  static let seconds = 1.0
  private static let frames = SampleRate.standard.hertz

  private let sampleLength: Int
  private let ours: VoiceBench
  private let theirs: ReferenceMix
  private let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 2048)

  /// Creates the sounds of both mixers.
  ///
  /// - Parameter sampleLength: the frames of each voice's sample, a multiple of the block.
  init(sampleLength: Int) {
    self.sampleLength = sampleLength
    var random = SeededGenerator(seed: 1)
    let sounds = (0..<MixRace.voices).map { _ in
      (0..<sampleLength).map { _ in
        Frame(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
      }
    }
    let gain = Decibels(-40)
    ours = VoiceBench(samples: sounds.map { PCMBuffer(frames: $0, sampleRate: .standard) }, gain: gain)
    theirs = ReferenceMix(sounds.map { ($0, gain.factor) })
    block.initialize(repeating: .zero)
  }

  deinit { block.deallocate() }

  func run(blocks: [Int], rounds: Int) -> [Times] {
    var times = blocks.map { _ in Times() }
    for round in 0..<rounds {
      for (index, size) in blocks.enumerated() {
        // The loops alternate, since the second one runs with the caches that the first one left.
        if round % 2 == 0 { times[index].ours.append(timeOurs(size)) }
        times[index].theirs.append(timeTheirs(size))
        if round % 2 == 1 { times[index].ours.append(timeOurs(size)) }
      }
    }
    return times
  }

  private func timeOurs(_ size: Int) -> Double {
    time(size, strike: { ours.strikeAll() }, mix: { ours.mix(into: $0) })
  }

  private func timeTheirs(_ size: Int) -> Double {
    time(size, strike: { theirs.strikeAll() }, mix: { theirs.mix(into: $0) })
  }

  /// Mixes the samples block by block, as often as a second of sound needs. Starting the voices is not timed.
  private func time(
    _ size: Int, strike: () -> Void, mix: (UnsafeMutableBufferPointer<Frame>) -> Void
  ) -> Double {
    let part = UnsafeMutableBufferPointer(rebasing: block[..<size])
    var seconds = 0.0
    for _ in 0..<MixRace.frames / sampleLength {
      strike()
      let start = HostTime.now
      for _ in 0..<sampleLength / size {
        part.update(repeating: .zero)
        mix(part)
      }
      seconds += HostTime.now.seconds(since: start)
    }
    let mixed = MixRace.frames / sampleLength * sampleLength
    return seconds * Double(MixRace.frames) / Double(mixed)
  }
}
