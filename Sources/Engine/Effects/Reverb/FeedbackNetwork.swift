import AudioBase
import Glibc

/// Sixteen delay lines whose outputs are mixed by a Hadamard matrix and fed back: the late part of a reverb.
///
/// The matrix loses no energy. All decay comes from a gain and a one-pole low-pass in each line, which are made such
/// that low and high frequencies decay in given times, whatever the line's length is. Lengths are different primes,
/// and change by crossfades. Source: J.-M. Jot, A. Chaigne, "Digital Delay Networks for Designing Artificial
/// Reverberators", 90th AES Convention (1991).
struct FeedbackNetwork: BitwiseCopyable {
  /// A value of each line.
  private typealias Lanes = SIMD16<Float>
  /// Four successive samples of a line.
  private typealias Row = SIMD4<Float>

  /// The seconds of the shortest and of the longest line of the largest size.
  private static let range = (shortest: 0.03, longest: 0.13)

  /// The signs of the lines at the input; pairs of lines have the left side and the right one.
  private static let inputSigns: [Float] = [1, 1, -1, 1, -1, 1, -1, -1, 1, -1, -1, -1, -1, -1, -1, 1]
  /// The signs at the output: even lines are heard left, odd ones right.
  private static let outputSigns: [Float] = [1, 1, 1, -1, -1, 1, 1, 1, -1, -1, 1, -1, -1, -1, -1, 1]

  private let memory: UnsafeMutablePointer<Float>
  private let mask: Int
  private let lines: UnsafeMutablePointer<SampleRing>
  /// The row of each line that is processed.
  private let rows: UnsafeMutablePointer<Row>
  /// The same values by frames: four lanes of each of 16 lines.
  private let columns: UnsafeMutablePointer<Lanes>
  private let inputSigns: UnsafeMutablePointer<Row>
  private let outputSigns: UnsafeMutablePointer<Row>
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
    let stride = size + 16
    memory = .allocate(capacity: 16 * stride)
    memory.initialize(repeating: 0, count: 16 * stride)
    lines = .allocate(capacity: 16)
    rows = .allocate(capacity: 16)
    rows.initialize(repeating: .zero, count: 16)
    columns = .allocate(capacity: FrameTile.capacity)
    columns.initialize(repeating: .zero, count: FrameTile.capacity)
    inputSigns = .allocate(capacity: 16)
    outputSigns = .allocate(capacity: 16)
    longest = .allocate(capacity: 16)
    lengths = .allocate(capacity: 16)
    formerLengths = .allocate(capacity: 16)
    let range = FeedbackNetwork.range
    for line in 0..<16 {
      let seconds = range.shortest * pow(range.longest / range.shortest, Double(line) / 15)
      (longest + line).initialize(to: Float(seconds * Double(rate.hertz)))
      (lines + line).initialize(to: SampleRing(memory + line * stride, mask: mask))
      (inputSigns + line).initialize(to: Row(repeating: FeedbackNetwork.inputSigns[line]))
      (outputSigns + line).initialize(to: Row(repeating: FeedbackNetwork.outputSigns[line]))
      (lengths + line).initialize(to: 1)
      (formerLengths + line).initialize(to: 1)
    }
    setLengths()
  }

  /// The frequency in hertz to which `highDecay` refers, if the rate has it.
  static let highFrequency = 8000.0

  /// Returns the frames of the longest line.
  static func longestLine(_ rate: SampleRate) -> Int { Int(range.longest * Double(rate.hertz)) }

  func deallocate() {
    memory.deallocate()
    lines.deallocate()
    rows.deallocate()
    columns.deallocate()
    inputSigns.deallocate()
    outputSigns.deallocate()
    longest.deallocate()
    lengths.deallocate()
    formerLengths.deallocate()
  }

  // MARK: Settings

  /// Sets the seconds in which low and high frequencies decay by 60 dB.
  mutating func setDecay(low: Float, high: Float) {
    lowDecay = low
    highDecay = high
    design()
  }

  /// Begins a crossfade to other lengths, unless one is under way.
  ///
  /// - Parameter size: the lengths as parts of the longest ones, from 0.1 to 1.
  /// - Returns: whether the size is or will be this.
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
  mutating func begin(count: Int) {
    let frames = max(Float(count), (1 - fade) / fadeStep)
    gainSteps = (gainGoals - gains) / frames
    poleSteps = (poleGoals - poles) / frames
    levelStep = (levelGoal - level) / frames
  }

  /// Processes the first `count` frames of a tile.
  mutating func next(_ input: FrameTile, count: Int) -> FrameTile {
    read(count)
    filter(count)
    let output = sum()
    mix()
    write(input, count)
    return output
  }

  /// Reads the delayed rows of all lines.
  private mutating func read(_ count: Int) {
    for line in 0..<16 { rows[line] = row(line, lengths[line]) }
    if fade >= 1 { return }
    let shares = (Row(0, 1, 2, 3) * fadeStep + fade).clamped(lowerBound: .zero, upperBound: .one)
    // A cubic has no corners at its ends.
    let smooth = shares * shares * (3 - 2 * shares)
    for line in 0..<16 {
      let former = row(line, formerLengths[line])
      rows[line] = former + (rows[line] - former) * smooth
    }
    fade += fadeStep * Float(count)
  }

  /// Returns what a line has received `back` frames before the tile that is written next.
  private func row(_ line: Int, _ back: Int) -> Row {
    let row = lines[line].read(at: position &- back)
    if back <= written { return row }
    let isWritten = Row(0, 1, 2, 3) .>= Float(back &- written)
    return Row.zero.replacing(with: row, where: isWritten)
  }

  /// Passes the rows through the low-passes of their lines.
  private mutating func filter(_ count: Int) {
    let quarters = UnsafeMutableRawPointer(columns).assumingMemoryBound(to: Row.self)
    for group in 0..<4 {
      let place = rows + 4 &* group
      let turned = FeedbackNetwork.transposed((place[0], place[1], place[2], place[3]))
      quarters[group] = turned.0
      quarters[4 &+ group] = turned.1
      quarters[8 &+ group] = turned.2
      quarters[12 &+ group] = turned.3
    }
    for frame in 0..<count {
      gains += gainSteps
      poles += poleSteps
      states = columns[frame] * gains + states * poles
      columns[frame] = states
    }
    for group in 0..<4 {
      let place = rows + 4 &* group
      let turned = FeedbackNetwork.transposed(
        (quarters[group], quarters[4 &+ group], quarters[8 &+ group], quarters[12 &+ group]))
      place[0] = turned.0
      place[1] = turned.1
      place[2] = turned.2
      place[3] = turned.3
    }
  }

  /// Exchanges the rows and the columns of a matrix.
  private static func transposed(_ rows: (Row, Row, Row, Row)) -> (Row, Row, Row, Row) {
    let (upper, lower) = (SIMD8(lowHalf: rows.0, highHalf: rows.1), SIMD8(lowHalf: rows.2, highHalf: rows.3))
    let even = SIMD8(lowHalf: upper.evenHalf, highHalf: lower.evenHalf)
    let odd = SIMD8(lowHalf: upper.oddHalf, highHalf: lower.oddHalf)
    return (even.evenHalf, odd.evenHalf, even.oddHalf, odd.oddHalf)
  }

  /// Returns the sums of the even lines and of the odd ones, at the level of the output.
  private mutating func sum() -> FrameTile {
    var tile = FrameTile()
    for pair in 0..<8 {
      tile.left += rows[2 &* pair] * outputSigns[2 &* pair]
      tile.right += rows[2 &* pair &+ 1] * outputSigns[2 &* pair &+ 1]
    }
    let levels = Row(1, 2, 3, 4) * levelStep + level
    return FrameTile(left: tile.left * levels, right: tile.right * levels)
  }

  /// Multiplies the rows by the Hadamard matrix of order 16, by four steps of sums and differences.
  private func mix() {
    var distance = 1
    while distance < 16 {
      for line in 0..<16 where line & distance == 0 {
        let (first, second) = (rows[line], rows[line &+ distance])
        rows[line] = first + second
        rows[line &+ distance] = first - second
      }
      distance &*= 2
    }
  }

  /// Writes the rows and the input to the lines.
  private mutating func write(_ input: FrameTile, _ count: Int) {
    let (left, right) = (input.left * 0.353_553_4, input.right * 0.353_553_4)
    for line in 0..<16 {
      let added = (line & 2 == 0 ? left : right) * inputSigns[line]
      lines[line].write(rows[line] * 0.25 + added, count: count, at: position)
    }
    level += levelStep * Float(count)
    position &+= count
    written = min(written &+ count, mask)
  }

  /// Returns to silence, with another size.
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
