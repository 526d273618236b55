import AudioBase

/// The signs of the differences between consecutive samples of a sound, and the energies of its blocks.
struct SoundSigns {
  /// The number of samples of a block.
  private static let block = 512

  private(set) var count = 0
  private var words: [UInt64] = []
  /// The sum of the squared differences of each block.
  private var energies: [Float] = []
  private var last: Float = 0

  mutating func add(_ samples: some Sequence<Float>) {
    for sample in samples {
      let step = sample - last
      last = sample
      if count % 64 == 0 { words.append(0) }
      if step > 0 { words[words.count - 1] |= 1 << UInt64(count % 64) }
      if count % SoundSigns.block == 0 { energies.append(0) }
      energies[energies.count - 1] += step * step
      count += 1
    }
  }

  /// Returns the loudest excerpt of each of several equal parts. Silent parts have none.
  func excerpts(_ parts: Int) -> [TrackSignature.Excerpt] {
    let blocks = TrackSignature.Excerpt.length / SoundSigns.block
    let last = count / SoundSigns.block - blocks
    guard last >= 0 else { return [] }
    return (0..<parts).compactMap { part in
      let candidates = (last + 1) * part / parts..<(last + 1) * (part + 1) / parts
      let loudest = candidates.max { energy(of: $0, blocks) < energy(of: $1, blocks) }
      guard let loudest, energy(of: loudest, blocks) > SoundSigns.silence else { return nil }
      let start = loudest * SoundSigns.block
      let first = start / 64
      let signs = Array(words[first..<(first + TrackSignature.Excerpt.words)])
      return TrackSignature.Excerpt(start: start, signs: signs)
    }
  }

  /// The energy of an excerpt whose differences are at −80 dB. Quieter excerpts count as silent.
  private static let silence = Float(TrackSignature.Excerpt.length) * 1e-8

  private func energy(of block: Int, _ blocks: Int) -> Float {
    energies[block..<(block + blocks)].reduce(0, +)
  }

  /// Returns whether an excerpt lies within the sound at an offset in samples.
  func covers(_ excerpt: TrackSignature.Excerpt, at offset: Int) -> Bool {
    let start = excerpt.start + offset
    return start >= 0 && start + TrackSignature.Excerpt.length <= count
  }

  /// Returns the correlation, −1…1, of the signs of an excerpt with those of the sound at an offset. The sound must cover the
  /// excerpt.
  ///
  /// - Parameter step: 1 compares all words of the excerpt, 4 every fourth one.
  func correlation(_ excerpt: TrackSignature.Excerpt, at offset: Int, step: Int = 1) -> Float {
    let first = (excerpt.start + offset) >> 6
    let shift = UInt64((excerpt.start + offset) & 63)
    let differing = words.withUnsafeBufferPointer { words in
      excerpt.signs.withUnsafeBufferPointer { signs in
        var differing = 0
        var index = 0
        while index < signs.count {
          // With a shift of 0, the next word is not used, and may not exist.
          let next = shift == 0 ? 0 : words[first + index + 1] << (64 - shift)
          differing += (signs[index] ^ (words[first + index] >> shift | next)).nonzeroBitCount
          index += step
        }
        return differing
      }
    }
    return 1 - 2 * Float(differing * step) / Float(TrackSignature.Excerpt.length)
  }
}
