import AudioBase

/// Noise, or impulses, of which every sample is known: 48 kHz, stereo, 24 bits.
package struct TestTrack {
  /// The bytes of a WAV file. Nothing else is kept: a minute has 17 MB, and most tests only write them.
  package let wav: [UInt8]

  /// - Parameter level: of the peaks, low enough to leave the clipper room for hits.
  package init(seed: UInt64, seconds: Double, level: Double = 0.2) {
    var state = seed
    func next() -> Int32 {
      // Knuth's linear congruential generator (MMIX); the upper bits are the random ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let limit = level * 8_388_607
      return Int32((Double(state >> 40) / Double(1 << 24) * 2 - 1) * limit)
    }
    self.init(count: 2 * Int(seconds * 48_000)) { _ in next() }
  }

  /// Silence with an impulse of half of full scale at each multiple of a number of frames.
  package init(impulsesEvery interval: Int, seconds: Double) {
    self.init(count: 2 * Int(seconds * 48_000)) { ($0 / 2) % interval < 8 ? 4_194_304 : 0 }
  }

  private init(count: Int, sample: (Int) -> Int32) {
    let header = TestTrack.header(3 * count)
    wav = [UInt8](unsafeUninitializedCapacity: header.count + 3 * count) { bytes, used in
      used = bytes.initialize(fromContentsOf: header)
      for index in 0..<count {
        let value = sample(index)
        for shift: Int32 in [0, 8, 16] {
          bytes.initializeElement(at: used, to: UInt8(truncatingIfNeeded: value >> shift))
          used += 1
        }
      }
    }
  }

  /// The header of a WAV file with a number of bytes of samples.
  private static func header(_ bytes: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let rates = little(48_000, 4) + little(288_000, 4) + little(6, 2)
    let format = little(1, 2) + little(2, 2) + rates + little(24, 2)
    return Array("RIFF".utf8) + little(36 + bytes, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
      + Array("data".utf8) + little(bytes, 4)
  }

  /// The samples as bytes, interleaved, little-endian.
  package var pcm: ArraySlice<UInt8> { wav[TestTrack.header(0).count...] }

  /// Computed each time.
  package var frames: [Frame] {
    let pcm = pcm
    return stride(from: pcm.startIndex, to: pcm.endIndex, by: 6).map { TestTrack.frame(pcm, $0) }
  }

  private static func frame(_ pcm: ArraySlice<UInt8>, _ start: Int) -> Frame {
    func sample(_ place: Int) -> Float {
      // In the upper bytes, for the sign.
      let bits = UInt32(pcm[place]) << 8 | UInt32(pcm[place + 1]) << 16 | UInt32(pcm[place + 2]) << 24
      return Float(Int32(bitPattern: bits) >> 8) / 8_388_608
    }
    return Frame(sample(start), sample(start + 3))
  }

  /// Where in the track these frames stand, the first of them.
  package func place(of wanted: ArraySlice<Frame>) -> Int? {
    guard let first = wanted.first else { return nil }
    let pcm = pcm
    let start = stride(from: pcm.startIndex, to: pcm.endIndex - 6 * wanted.count, by: 6).first { start in
      TestTrack.frame(pcm, start) == first
        && zip(wanted, 0...).allSatisfy { TestTrack.frame(pcm, start + 6 * $1) == $0 }
    }
    return start.map { ($0 - pcm.startIndex) / 6 }
  }
}
