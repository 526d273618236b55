import AudioBase
import SystemBase

/// Noise, or impulses, of which every sample is known: 48 kHz, stereo, 24 bits.
package struct TestTrack {
  package let frames: [Frame]
  /// The samples as bytes, interleaved, little-endian.
  package let pcm: [UInt8]

  /// - Parameter level: of the peaks, low enough to leave the clipper room for hits.
  package init(seed: UInt64, seconds: Double, level: Double = 0.2) {
    var state = seed
    func next() -> Int32 {
      // Knuth's linear congruential generator (MMIX); the upper bits are the random ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let limit = level * 8_388_607
      return Int32((Double(state >> 40) / Double(1 << 24) * 2 - 1) * limit)
    }
    self.init(samples: (0..<(2 * Int(seconds * 48_000))).map { _ in next() })
  }

  /// Silence with an impulse of half of full scale at each multiple of a number of frames.
  package init(impulsesEvery interval: Int, seconds: Double) {
    self.init(
      samples: (0..<(2 * Int(seconds * 48_000))).map { ($0 / 2) % interval < 8 ? 4_194_304 : 0 })
  }

  private init(samples: [Int32]) {
    frames = stride(from: 0, to: samples.count, by: 2).map {
      Frame(Float(samples[$0]) / 8_388_608, Float(samples[$0 + 1]) / 8_388_608)
    }
    pcm = [UInt8](unsafeUninitializedCapacity: 3 * samples.count) { bytes, count in
      for sample in samples {
        for shift: Int32 in [0, 8, 16] {
          bytes.initializeElement(at: count, to: UInt8(truncatingIfNeeded: sample >> shift))
          count += 1
        }
      }
    }
  }

  /// The bytes of a WAV file.
  package var wav: [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let rates = little(48_000, 4) + little(288_000, 4) + little(6, 2)
    let format = little(1, 2) + little(2, 2) + rates + little(24, 2)
    return Array("RIFF".utf8) + little(36 + pcm.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
      + Array("data".utf8) + little(pcm.count, 4) + pcm
  }

  /// Where in the track these frames stand, the first of them.
  package func place(of wanted: ArraySlice<Frame>) -> Int? {
    guard let first = wanted.first else { return nil }
    return frames.indices.dropLast(wanted.count).first { index in
      frames[index] == first && frames[index..<(index + wanted.count)] == wanted
    }
  }
}
