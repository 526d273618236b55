import AudioBase

/// A chain of all-pass filters, which spreads each frame over some milliseconds, differently on both sides. Audio thread.
///
/// Source: M. R. Schroeder, "Natural Sounding Artificial Reverberation", J. Audio Eng. Soc. 10 (1962).
struct Diffuser: BitwiseCopyable {
  /// The lengths of the filters in ms, left and right: short enough to fade before the shortest decay.
  private static let milliseconds: [(left: Double, right: Double)] = [
    (1.31, 1.43), (2.09, 1.93), (3.17, 3.37), (4.73, 4.51),
  ]

  /// A filter's delay lines.
  private struct Stage: BitwiseCopyable {
    let memory: UnsafeMutablePointer<Float>
    let size: Int
    let left: SampleRing
    let right: SampleRing
    let leftLength: Int
    let rightLength: Int

    /// Creates a stage with silent lines.
    ///
    /// - Parameters:
    ///   - left: the length of the left side in samples, at least 4.
    ///   - right: that of the right side.
    init(left: Int, right: Int) {
      var size = FrameTile.capacity
      while size <= max(left, right) { size *= 2 }
      memory = .allocate(capacity: 2 * size)
      memory.initialize(repeating: 0, count: 2 * size)
      self.left = SampleRing(memory, mask: size - 1)
      self.right = SampleRing(memory + size, mask: size - 1)
      (self.size, leftLength, rightLength) = (size, left, right)
    }
  }

  private static let gain: Float = 0.6

  private let stages: UnsafeMutablePointer<Stage>
  private let count: Int
  private var position = 0

  init(rate: SampleRate, primes: PrimeTable) {
    count = Diffuser.milliseconds.count
    stages = .allocate(capacity: count)
    for (index, length) in Diffuser.milliseconds.enumerated() {
      let left = primes.prime(atMost: Int(length.left * 0.001 * Double(rate.hertz)))
      let right = primes.prime(atMost: Int(length.right * 0.001 * Double(rate.hertz)))
      (stages + index).initialize(to: Stage(left: left, right: right))
    }
  }

  func deallocate() {
    for index in 0..<count { stages[index].memory.deallocate() }
    stages.deallocate()
  }

  /// Processes the first `count` frames of a tile.
  mutating func next(_ tile: FrameTile, count: Int) -> FrameTile {
    var tile = tile
    for index in 0..<self.count {
      let stage = stages[index]
      let left = pass(tile.left, count, stage.left, stage.leftLength)
      let right = pass(tile.right, count, stage.right, stage.rightLength)
      tile = FrameTile(left: left, right: right)
    }
    position &+= count
    return tile
  }

  /// Passes a side through an all-pass filter.
  private func pass(
    _ input: SIMD4<Float>, _ count: Int, _ line: SampleRing, _ length: Int
  ) -> SIMD4<Float> {
    let delayed = line.read(at: position &- length)
    let inside = ((input + delayed * Diffuser.gain) + 0x1p-60) - 0x1p-60
    line.write(inside, count: count, at: position)
    return delayed - inside * Diffuser.gain
  }

  func clear() {
    for index in 0..<count { stages[index].memory.update(repeating: 0, count: 2 &* stages[index].size) }
  }
}

/// The prime numbers up to a limit.
struct PrimeTable: BitwiseCopyable {
  /// For each number the largest prime that is not above it.
  private let table: UnsafeMutablePointer<Int32>
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    table = .allocate(capacity: limit + 1)
    table.initialize(repeating: 2, count: limit + 1)
    var isComposite = [Bool](repeating: false, count: limit + 1)
    var last = 2
    for number in stride(from: 2, through: limit, by: 1) {
      if !isComposite[number] {
        last = number
        for multiple in stride(from: number * number, through: limit, by: number) {
          isComposite[multiple] = true
        }
      }
      table[number] = Int32(last)
    }
  }

  func deallocate() { table.deallocate() }

  /// Returns the largest prime that is not above a number; 2 for smaller numbers.
  func prime(atMost number: Int) -> Int { Int(table[min(max(number, 0), limit)]) }
}
