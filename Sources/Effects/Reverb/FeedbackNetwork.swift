import AudioBase
import Glibc

/// Sixteen delay lines whose outputs are mixed by a Hadamard matrix and fed back: the late part of a reverb.
///
/// The matrix loses no energy. All decay comes from a gain and a one-pole low-pass in each line, which are made such
/// that low and high frequencies decay in given times, whatever the line's length is. Lengths are different primes,
/// and change by crossfades. Source: J.-M. Jot, A. Chaigne, "Digital Delay Networks for Designing Artificial
/// Reverberators", 90th AES Convention (1991).
struct FeedbackNetwork: BitwiseCopyable {
  private typealias Lanes = SIMD16<Float>

  /// The seconds of the shortest and of the longest line of the largest size.
  private static let range = (shortest: 0.03, longest: 0.13)

  private let memory: UnsafeMutablePointer<Float>
  /// The distance of two lines in memory.
  private let stride: Int
  private let mask: Int
  private let primes: PrimeTable
  private let rate: Float
  /// The cosine of the angle per frame of the frequency to which `highDecay` refers.
  private let highCosine: Float
  private let fadeStep: Float
  /// The lengths of the lines of the largest size, ascending.
  private let longest: UnsafeMutablePointer<Float>
  /// The lengths of the lines, and those from which a crossfade comes.
  let lengths: UnsafeMutablePointer<Int>
  private let formerLengths: UnsafeMutablePointer<Int>

  private var position = 0
  /// The frames that were written since `clear`.
  private var written = 0
  /// The share of `lengths` in a crossfade.
  private var fade: Float = 1
  private var size: Float = 0.5
  private var lowDecay: Float = 1
  private var highDecay: Float = 1
  private var gains = Lanes.zero
  private var poles = Lanes.zero
  /// The gain of the output that makes it as loud as the input if the input is steady.
  private var level: Float = 0
  /// What the decay demands, and what each frame adds to reach it.
  private var gainGoals = Lanes.zero
  private var poleGoals = Lanes.zero
  private var levelGoal: Float = 0
  private var gainSteps = Lanes.zero
  private var poleSteps = Lanes.zero
  private var levelStep: Float = 0
  private var states = Lanes.zero

  init(rate: SampleRate, primes: PrimeTable) {
    self.primes = primes
    self.rate = Float(rate.hertz)
    let high = min(FeedbackNetwork.highFrequency, 0.4 * Double(rate.hertz))
    highCosine = Float(cos(2 * Double.pi * high / Double(rate.hertz)))
    fadeStep = 1 / (0.05 * Float(rate.hertz))
    var size = 1
    while size <= FeedbackNetwork.longestLine(rate) { size *= 2 }
    mask = size - 1
    // Lines whose distance is a power of two would share the same few places of the cache.
    stride = size + 16
    memory = .allocate(capacity: 16 * stride)
    memory.initialize(repeating: 0, count: 16 * stride)
    longest = .allocate(capacity: 16)
    lengths = .allocate(capacity: 16)
    formerLengths = .allocate(capacity: 16)
    let range = FeedbackNetwork.range
    for line in 0..<16 {
      let seconds = range.shortest * pow(range.longest / range.shortest, Double(line) / 15)
      (longest + line).initialize(to: Float(seconds * Double(rate.hertz)))
      (lengths + line).initialize(to: 1)
      (formerLengths + line).initialize(to: 1)
    }
    setLengths()
  }

  /// The frequency in hertz to which `highDecay` refers, if the rate has it.
  static let highFrequency = 8000.0

  /// The frames of the longest line.
  static func longestLine(_ rate: SampleRate) -> Int { Int(range.longest * Double(rate.hertz)) }

  func deallocate() {
    memory.deallocate()
    longest.deallocate()
    lengths.deallocate()
    formerLengths.deallocate()
  }

  // MARK: Settings

  /// Sets the seconds in which low and high frequencies decay by 60 dB.
  @_noLocks @_noAllocation
  mutating func setDecay(low: Float, high: Float) {
    lowDecay = low
    highDecay = high
    design()
  }

  /// Begins a crossfade to other lengths, unless one is under way.
  ///
  /// - Parameter size: the lengths as parts of the longest ones, from 0.1 to 1.
  /// - Returns: whether the size is or will be this.
  @_noLocks @_noAllocation
  mutating func resize(to size: Float) -> Bool {
    if size == self.size { return true }
    if fade < 1 { return false }
    for line in 0..<16 { formerLengths[line] = lengths[line] }
    fade = 0
    self.size = size
    setLengths()
    design()
    return true
  }

  /// Sets the lengths to different primes.
  @_noLocks @_noAllocation
  private func setLengths() {
    var limit = mask
    for line in 0..<16 {
      let index = 15 &- line
      lengths[index] = primes.prime(atMost: min(Int(longest[index] * size), limit))
      limit = lengths[index] &- 1
    }
  }

  /// Designs the low-passes b / (1 − a z⁻¹): each has the gains that decay by 60 dB in the given times, at 0 Hz and at
  /// the high frequency.
  @_noLocks @_noAllocation
  private mutating func design() {
    // The binary logarithm of the gain of a frame that decays by 60 dB in a second.
    let frame = -9.965_784_3 / rate
    var sum: Float = 0
    for line in 0..<16 {
      let length = Float(lengths[line])
      sum += length
      let low = RealtimeMath.exp2(frame * length / lowDecay)
      // The square of the quotient of both gains. Below −30 dB, the pole would come near 1.
      let quotient = max(
        RealtimeMath.exp2(2 * frame * length * (1 / highDecay - 1 / lowDecay)), 0.001)
      let root = RealtimeMath.squareRoot(
        quotient * (1 - highCosine) * (2 - quotient - quotient * highCosine))
      poleGoals[line] = (1 - quotient) / (1 - quotient * highCosine + root)
      gainGoals[line] = low * (1 - poleGoals[line])
    }
    levelGoal = RealtimeMath.squareRoot(1 - RealtimeMath.exp2(2 * frame * sum / 16 / lowDecay))
  }

  // MARK: Signal

  /// Begins a slice: gains reach their goals at its end, or at the end of a crossfade.
  @_noLocks @_noAllocation
  mutating func begin(count: Int) {
    let frames = max(Float(count), (1 - fade) / fadeStep)
    gainSteps = (gainGoals - gains) / frames
    poleSteps = (poleGoals - poles) / frames
    levelStep = (levelGoal - level) / frames
  }

  /// Processes a frame.
  @_noLocks @_noAllocation
  mutating func next(_ input: Frame) -> Frame {
    let delayed = read()
    gains += gainSteps
    poles += poleSteps
    level += levelStep
    states = delayed * gains + states * poles
    write(FeedbackNetwork.mixed(states) + FeedbackNetwork.spread(input))
    return FeedbackNetwork.sum(states) * level
  }

  @_noLocks @_noAllocation
  private mutating func read() -> Lanes {
    var lanes = Lanes.zero
    for line in 0..<16 { lanes[line] = sample(line, lengths[line]) }
    if fade >= 1 { return lanes }
    // A cubic has no corners at its ends.
    let share = fade * fade * (3 - 2 * fade)
    for line in 0..<16 {
      let former = sample(line, formerLengths[line])
      lanes[line] = former + (lanes[line] - former) * share
    }
    fade += fadeStep
    return lanes
  }

  /// What a line has received `back` frames before the one that is written next.
  @_noLocks @_noAllocation
  private func sample(_ line: Int, _ back: Int) -> Float {
    back > written ? 0 : memory[line &* stride &+ ((position &- back) & mask)]
  }

  @_noLocks @_noAllocation
  private mutating func write(_ lanes: Lanes) {
    let place = memory + (position & mask)
    for line in 0..<16 { place[line &* stride] = lanes[line] }
    position &+= 1
    written = min(written &+ 1, mask)
  }

  /// The product with the Hadamard matrix of order 16, by four steps of sums and differences.
  @_noLocks @_noAllocation
  private static func mixed(_ lanes: Lanes) -> Lanes {
    var lanes = lanes
    for _ in 0..<4 {
      let (even, odd) = (lanes.evenHalf, lanes.oddHalf)
      lanes = Lanes(lowHalf: even + odd, highHalf: even - odd)
    }
    return lanes * 0.25
  }

  /// The inputs of the lines: pairs of lines have the left side and the right one, with different signs.
  @_noLocks @_noAllocation
  private static func spread(_ frame: Frame) -> Lanes {
    let sides = SIMD4(frame.x, frame.x, frame.y, frame.y) * 0.353_553_4
    let half = SIMD8(lowHalf: sides, highHalf: -sides)
    return Lanes(lowHalf: half, highHalf: half) * Lanes(1, 1, -1, 1, 1, -1, 1, 1, 1, -1, -1, -1, 1, 1, 1, -1)
  }

  /// The outputs of the lines: even lines are heard left, odd ones right, with different signs.
  @_noLocks @_noAllocation
  private static func sum(_ lanes: Lanes) -> Frame {
    let signed = lanes * Lanes(1, 1, 1, -1, -1, 1, 1, 1, -1, -1, 1, -1, -1, -1, -1, 1)
    let eight = signed.lowHalf + signed.highHalf
    let four = eight.lowHalf + eight.highHalf
    return four.lowHalf + four.highHalf
  }

  /// Returns to silence, with another size.
  @_noLocks @_noAllocation
  mutating func clear(size: Float) {
    fade = 1
    _ = resize(to: size)
    fade = 1
    gains = gainGoals
    poles = poleGoals
    level = levelGoal
    written = 0
    states = .zero
  }
}
