import AudioBase

/// A chain of all-pass filters, which spreads each frame over some milliseconds, differently on both sides. Audio thread.
///
/// Source: M. R. Schroeder, "Natural Sounding Artificial Reverberation", J. Audio Eng. Soc. 10 (1962).
struct Diffuser: BitwiseCopyable {
  /// The lengths of the filters in ms, left and right: short enough to fade before the shortest decay.
  private static let milliseconds: [(left: Double, right: Double)] = [
    (1.31, 1.43), (2.09, 1.93), (3.17, 3.37), (4.73, 4.51),
  ]

  /// A filter's delay line.
  private struct Stage: BitwiseCopyable {
    let memory: UnsafeMutablePointer<Frame>
    let mask: Int
    let left: Int
    let right: Int
  }

  private static var gain: Float {
    @_noLocks @_noAllocation get { 0.6 }
  }

  private let stages: UnsafeMutablePointer<Stage>
  private let count: Int
  private var position = 0

  init(rate: SampleRate, primes: PrimeTable) {
    count = Diffuser.milliseconds.count
    stages = .allocate(capacity: count)
    for (index, length) in Diffuser.milliseconds.enumerated() {
      let left = primes.prime(atMost: Int(length.left * 0.001 * Double(rate.hertz)))
      let right = primes.prime(atMost: Int(length.right * 0.001 * Double(rate.hertz)))
      var size = 1
      while size <= max(left, right) { size *= 2 }
      let memory = UnsafeMutablePointer<Frame>.allocate(capacity: size)
      memory.initialize(repeating: .zero, count: size)
      (stages + index).initialize(to: Stage(memory: memory, mask: size - 1, left: left, right: right))
    }
  }

  func deallocate() {
    for index in 0..<count { stages[index].memory.deallocate() }
    stages.deallocate()
  }

  @_noLocks @_noAllocation
  mutating func next(_ frame: Frame) -> Frame {
    var frame = frame
    position &+= 1
    for index in 0..<count {
      let stage = stages[index]
      let delayed = Frame(
        stage.memory[(position &- stage.left) & stage.mask].x,
        stage.memory[(position &- stage.right) & stage.mask].y)
      let inside = ((frame + delayed * Diffuser.gain) + 0x1p-60) - 0x1p-60
      stage.memory[position & stage.mask] = inside
      frame = delayed - inside * Diffuser.gain
    }
    return frame
  }

  @_noLocks @_noAllocation
  func clear() {
    for index in 0..<count { stages[index].memory.update(repeating: .zero, count: stages[index].mask + 1) }
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

  /// The largest prime that is not above a number; 2 for smaller numbers.
  @_noLocks @_noAllocation
  func prime(atMost number: Int) -> Int { Int(table[min(max(number, 0), limit)]) }
}
