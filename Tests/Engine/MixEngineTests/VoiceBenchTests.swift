import AudioBase
import MixEngine
import Testing

/// The mixing of voices, against arithmetic.
@Suite struct VoiceBenchTests {
  private let gain = Decibels(-6)

  /// Blocks of lengths that are no multiple of the loop's width begin on every kind of frame.
  @Test(arguments: [1, 2, 3, 4, 5, 7, 64, 65]) func voicesAreSummedInBlocksOfAnyLength(length: Int) {
    // Of 16 bits, none, floats, one of each; some end earlier.
    let samples = [(130, 1), (61, 10), (0, 1), (130, 0.3), (97, 0.7), (130, 1), (64, 0.3), (20, 1)]
      .map { sample(of: $0.0, scale: $0.1) }
    let bench = VoiceBench(samples: samples, gain: gain)
    bench.strikeAll()
    var mixed: [Frame] = []
    while mixed.count < 150 { mixed += block(of: length, from: bench) }
    for index in mixed.indices {
      let expected = samples.reduce(Frame.zero) { sum, sample in
        index < sample.frames.count ? sum + sample.frames[index] * gain.factor : sum
      }
      #expect(mixed[index] == expected)
    }
  }

  /// Four at a time, then the rest, all in one form; in the last block, some have ended.
  @Test(arguments: [1, 2, 3, 4, 5, 8, 11], [Float(1), 0.3])
  func anyNumberOfVoicesIsSummedInOrder(count: Int, scale: Float) {
    let samples = (0..<count).map { sample(of: 70 + $0 % 3 * 20, scale: scale) }
    let bench = VoiceBench(samples: samples, gain: gain)
    bench.strikeAll()
    let mixed = (0..<4).flatMap { _ in block(of: 30, from: bench) }
    for index in mixed.indices {
      let expected = samples.reduce(Frame.zero) { sum, sample in
        index < sample.frames.count ? sum + sample.frames[index] * gain.factor : sum
      }
      #expect(mixed[index] == expected)
    }
  }

  @Test func mixAddsToTheBlockAndDoesNotWriteBehindTheEnd() {
    let bench = VoiceBench(samples: [sample(of: 100, scale: 1)], gain: .unity)
    bench.strikeAll()
    var frames = [Frame](repeating: Frame(1, 2), count: 16)
    frames.withUnsafeMutableBufferPointer { bench.mix(into: UnsafeMutableBufferPointer(rebasing: $0[..<7])) }
    #expect(frames[6] == Frame(1, 2) + sample(of: 100, scale: 1).frames[6])
    #expect(frames[7...].allSatisfy { $0 == Frame(1, 2) })
  }

  @Test func strikingAgainStartsFromTheFirstFrame() {
    let bench = VoiceBench(samples: [sample(of: 100, scale: 1)], gain: .unity)
    bench.strikeAll()
    let first = block(of: 10, from: bench)
    bench.strikeAll()
    #expect(block(of: 10, from: bench) == first)
  }

  /// Both sides differ, and every frame from its neighbours.
  private func sample(of count: Int, scale: Float) -> PCMBuffer {
    let step = scale / 4096
    let frames = (0..<count).map { (index: Int) -> Frame in
      let place = Float(index)
      return Frame(step * (place + 1), -step * (2 * place + 1))
    }
    return PCMBuffer(frames: frames, sampleRate: .standard)
  }

  private func block(of length: Int, from bench: VoiceBench) -> [Frame] {
    var frames = [Frame](repeating: .zero, count: length)
    frames.withUnsafeMutableBufferPointer { bench.mix(into: $0) }
    return frames
  }
}
