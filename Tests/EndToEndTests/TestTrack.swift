import AudioBase
import SystemBase
import TestSupport

/// Noise, or impulses, of which every sample is known: 48 kHz, stereo, 24 bits.
struct TestTrack {
  let frames: [Frame]
  private let pcm: [UInt8]

  /// - Parameter level: of the peaks, low enough to leave the clipper room for hits.
  init(seed: UInt64, seconds: Double, level: Double = 0.2) {
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
  init(impulsesEvery interval: Int, seconds: Double) {
    self.init(
      samples: (0..<(2 * Int(seconds * 48_000))).map { ($0 / 2) % interval < 8 ? 4_194_304 : 0 })
  }

  private init(samples: [Int32]) {
    frames = stride(from: 0, to: samples.count, by: 2).map {
      Frame(Float(samples[$0]) / 8_388_608, Float(samples[$0 + 1]) / 8_388_608)
    }
    pcm = samples.flatMap {
      [
        UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8),
        UInt8(truncatingIfNeeded: $0 >> 16),
      ]
    }
  }

  /// Makes a file by what sox takes for its name's extension.
  ///
  /// - Parameter comments: tags as `TITLE=…`.
  @discardableResult
  func write(to name: String, in sandbox: Sandbox, comments: [String] = []) throws -> FilePath {
    let raw = try sandbox.write(pcm, to: "\(name).raw")
    defer { FileBytes.remove(raw) }
    let target = sandbox.file(name)
    let format = ["-t", "raw", "-r", "48000", "-e", "signed", "-b", "24", "-c", "2"]
    try Tool.run(
      "sox",
      ["-D"] + format + [raw.shown] + comments.flatMap { ["--add-comment", $0] } + [target.shown])
    return target
  }

  /// Where in the track these frames stand, the first of them.
  func place(of wanted: ArraySlice<Frame>) -> Int? {
    guard let first = wanted.first else { return nil }
    return frames.indices.dropLast(wanted.count).first { index in
      frames[index] == first && frames[index..<(index + wanted.count)] == wanted
    }
  }
}
