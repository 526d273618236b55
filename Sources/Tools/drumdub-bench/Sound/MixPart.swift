import AudioBase
import CBenchmark
import MixEngine
import SystemBase

/// Measures the mixing of voices by the engine against the same loop in C.
enum MixPart {
  private static let voices = 128

  static func measure(_ report: Report) throws {
    // Samples of a second are read from memory; short ones stay in the cache, so that the arithmetic is compared.
    for (place, length) in [("from memory", SampleRate.standard.hertz), ("from cache", 512)] {
      let mixers = Mixers(voices: voices, length: length)
      for size in [64, 128, 256] {
        try report.race(
          "\(voices) voices, blocks of \(size), samples \(place)", .speed(of: 1), rounds: 15,
          beside: Peer(name: "C") { mixers.secondsOfC(size) }, .ratioAtLeast(0.97)
        ) { mixers.secondsOfOurs(size) }
      }
    }
  }
}

private final class Mixers {
  private let length: Int
  private let ours: VoiceBench
  private let voices: UnsafeMutableBufferPointer<BenchmarkVoice>
  /// The sounds of the loop in C, in the same size and allocation as those of the engine.
  private let samples: [UnsafeMutableBufferPointer<Frame>]
  private let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 2_048)

  /// Creates the sounds. `length` is the frames of each voice's sample, a multiple of the block.
  init(voices count: Int, length: Int) {
    self.length = length
    var random = SeededGenerator(seed: 1)
    let sounds = (0..<count).map { _ in
      (0..<length).map { _ in
        Frame(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
      }
    }
    let gain = Decibels(-40)
    ours = VoiceBench(samples: sounds.map { PCMBuffer(frames: $0, sampleRate: .standard) }, gain: gain)
    samples = sounds.map { sound in
      let buffer = UnsafeMutableBufferPointer<Frame>.allocate(capacity: length)
      _ = buffer.initialize(from: sound)
      return buffer
    }
    voices = .allocate(capacity: count)
    for (index, sample) in samples.enumerated() {
      let start = UnsafeRawPointer(sample.baseAddress)?.assumingMemoryBound(to: Float.self)
      voices.initializeElement(
        at: index, to: BenchmarkVoice(frames: start, length: length, position: 0, gain: gain.factor))
    }
    block.initialize(repeating: .zero)
  }

  deinit {
    voices.deallocate()
    samples.forEach { $0.deallocate() }
    block.deallocate()
  }

  func secondsOfOurs(_ size: Int) -> Double {
    time(size, strike: { ours.strikeAll() }, mix: { ours.mix(into: $0) })
  }

  func secondsOfC(_ size: Int) -> Double {
    time(size, strike: { for index in voices.indices { voices[index].position = 0 } }) { block in
      guard let start = block.baseAddress else { return }
      let out = UnsafeMutableRawPointer(start).assumingMemoryBound(to: Float.self)
      benchmark_mix(voices.baseAddress, Int32(voices.count), out, block.count)
    }
  }

  /// Mixes the samples block by block, as often as a second of sound needs. Starting the voices is not timed.
  private func time(
    _ size: Int, strike: () -> Void, mix: (UnsafeMutableBufferPointer<Frame>) -> Void
  ) -> Double {
    let part = UnsafeMutableBufferPointer(rebasing: block[..<size])
    let times = SampleRate.standard.hertz / length
    var total = 0.0
    for _ in 0..<times {
      strike()
      total += seconds {
        for _ in 0..<length / size {
          part.update(repeating: .zero)
          mix(part)
        }
      }
    }
    return total * Double(SampleRate.standard.hertz) / Double(times * length)
  }
}
