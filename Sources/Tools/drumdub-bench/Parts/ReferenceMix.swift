import AudioBase
import CBenchmark

/// The voices of the loop in C, with samples of the same size and allocation.
final class ReferenceMix {
  private let voices: UnsafeMutableBufferPointer<BenchmarkVoice>
  private let samples: [UnsafeMutableBufferPointer<Frame>]

  /// Creates a reference mix of sounds.
  ///
  /// - Parameter sounds: the frames and the linear gain of each voice.
  init(_ sounds: [(frames: [Frame], gain: Float)]) {
    samples = sounds.map { sound in
      let buffer = UnsafeMutableBufferPointer<Frame>.allocate(capacity: sound.frames.count)
      _ = buffer.initialize(from: sound.frames)
      return buffer
    }
    voices = .allocate(capacity: sounds.count)
    for (index, sound) in sounds.enumerated() {
      let start = UnsafeRawPointer(samples[index].baseAddress)?.assumingMemoryBound(to: Float.self)
      voices.initializeElement(
        at: index,
        to: BenchmarkVoice(frames: start, length: sound.frames.count, position: 0, gain: sound.gain))
    }
  }

  deinit {
    voices.deallocate()
    for buffer in samples { buffer.deallocate() }
  }

  func strikeAll() {
    for index in voices.indices { voices[index].position = 0 }
  }

  func mix(into block: UnsafeMutableBufferPointer<Frame>) {
    guard let start = block.baseAddress else { return }
    let out = UnsafeMutableRawPointer(start).assumingMemoryBound(to: Float.self)
    benchmark_mix(voices.baseAddress, Int32(voices.count), out, block.count)
  }
}
