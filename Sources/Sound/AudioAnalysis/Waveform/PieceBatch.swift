/// Computes the levels of eight consecutive pieces of 64 frames at once. Each piece has a vector lane.
///
/// The filters run at reduced rates: the band below 2 kHz is computed for every second frame, the band below 200 Hz for
/// every eighth. The vectors between the steps are in memory, and each step is a function that is not inlined:
/// LLVM splits the vectors of a loop into scalars when lanes of the result are read afterwards.
struct PieceBatch {
  private typealias Lanes = SIMD8<Float>
  private typealias Half = SIMD4<Float>

  /// The minimum sample rate in hertz at which the filters may run at reduced rates.
  static let lowestRate = 32_000
  static let count = 8
  static let frames = count * PeakPyramid.finest
  private static let pairs = PeakPyramid.finest / 2
  private static let octets = PeakPyramid.finest / 8

  /// The places of vectors in the memory.
  private enum Row {
    /// The means of two frames, in mono.
    static let pairs = 0
    /// The means of eight frames; then what is below 200 Hz of them.
    static let octets = pairs + PieceBatch.pairs
    static let low = octets + PieceBatch.octets
    static let high = low + 1
    /// The sums of the squares of all frames, and of the three bands.
    static let squares = high + 1
    static let bands = squares + 1
    /// The states of the filters before the pieces.
    static let slow = bands + 3
    static let fast = slow + 1
    /// The levels of the bands and the RMS levels, full scale 255.
    static let levels = fast + 1
    static let end = levels + 4
  }

  private let rows: UnsafeMutablePointer<SIMD8<Float>>

  /// Computes the sums and the parts of eight pieces.
  ///
  /// - Parameters:
  ///   - samples: 512 frames, interleaved.
  ///   - body: called with the sum and the part of each piece, in order.
  static func forEach(
    of samples: UnsafePointer<Float>, channels: Int, _ filter: inout BandFilter,
    _ body: (PartSum, Waveform.Part) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: Row.end) { memory in
      guard let rows = memory.baseAddress else { return }
      let batch = PieceBatch(rows: rows)
      batch.mix(samples, channels)
      batch.joinPairs()
      batch.findStates(&filter)
      batch.addBass(filter.slow.octet)
      batch.addRest(filter.fast.pair)
      batch.findLevels()
      for lane in 0..<count { body(batch.sum(lane), batch.part(lane)) }
    }
  }

  // MARK: Frames

  /// The extremes and the sums of the squares of four pieces.
  private struct Extremes {
    var low = Half.zero
    var high = Half.zero
    var squares = Half.zero

    /// Adds the samples of two channels. Returns their sum.
    @inline(__always)
    mutating func add(_ first: Half, _ second: Half) -> Half {
      var (lower, higher) = (first, first)
      lower.replace(with: second, where: second .< lower)
      higher.replace(with: second, where: second .> higher)
      low.replace(with: lower, where: lower .< low)
      high.replace(with: higher, where: higher .> high)
      let sum = first + second
      squares += sum * sum
      return sum
    }

    /// Adds a frame of any number of channels. Returns the sum of its samples.
    @inline(__always)
    mutating func add(_ samples: UnsafePointer<Float>, _ length: Int, channels: Int) -> Half {
      var sum = Half.zero
      for place in 0..<channels {
        let four = Half(
          samples[place], samples[place + length], samples[place + 2 * length], samples[place + 3 * length])
        low.replace(with: four, where: four .< low)
        high.replace(with: four, where: four .> high)
        sum += four
      }
      squares += sum * sum
      return sum
    }
  }

  /// Reads the samples: the extremes, the sums of the squares, and the means of two frames.
  @inline(never)
  private func mix(_ samples: UnsafePointer<Float>, _ channels: Int) {
    let (length, share) = (channels * PeakPyramid.finest, 1 / Float(channels))
    for half in 0..<2 {
      var extremes = Extremes()
      for pair in 0..<PieceBatch.pairs {
        let start = samples + (4 * half * length + 2 * pair * channels)
        let sum: Half
        if channels == 2 {
          let (left, right, nextLeft, nextRight) = PieceBatch.stereo(start, length)
          sum = extremes.add(left, right) + extremes.add(nextLeft, nextRight)
        } else {
          sum =
            extremes.add(start, length, channels: channels)
            + extremes.add(start + channels, length, channels: channels)
        }
        store(sum * (share / 2), Row.pairs + pair, half)
      }
      store(extremes.low, Row.low, half)
      store(extremes.high, Row.high, half)
      store(extremes.squares * (share * share), Row.squares, half)
    }
  }

  /// Returns the samples of two frames of four pieces, by channel.
  @inline(__always)
  private static func stereo(_ samples: UnsafePointer<Float>, _ length: Int) -> (Half, Half, Half, Half) {
    func frames(_ piece: Int) -> Half {
      UnsafeRawPointer(samples + piece * length).loadUnaligned(as: Half.self)
    }
    let (a, b, c, d) = (frames(0), frames(1), frames(2), frames(3))
    return (
      Half(a.x, b.x, c.x, d.x), Half(a.y, b.y, c.y, d.y), Half(a.z, b.z, c.z, d.z), Half(a.w, b.w, c.w, d.w)
    )
  }

  @inline(__always)
  private func store(_ four: Half, _ row: Int, _ half: Int) {
    UnsafeMutableRawPointer(rows + row).storeBytes(of: four, toByteOffset: half * 16, as: Half.self)
  }

  @inline(never)
  private func joinPairs() {
    for octet in 0..<PieceBatch.octets {
      let pairs = rows + (Row.pairs + 4 * octet)
      rows[Row.octets + octet] = (pairs[0] + pairs[1] + pairs[2] + pairs[3]) * 0.25
    }
  }

  // MARK: Filters

  /// Finds the states of the filters before each piece. The state after a piece is that of a filter which begins with the
  /// piece, and what is left of the state before.
  private func findStates(_ filter: inout BandFilter) {
    end(Row.octets, PieceBatch.octets, filter.slow.octet, Row.slow)
    end(Row.pairs, PieceBatch.pairs, filter.fast.pair, Row.fast)
    func floats(_ row: Int) -> UnsafeMutablePointer<Float> {
      UnsafeMutableRawPointer(rows + row).assumingMemoryBound(to: Float.self)
    }
    filter.slow.pass(floats(Row.slow), count: PieceBatch.count, filter.slow.octet)
    filter.fast.pass(floats(Row.fast), count: PieceBatch.count, filter.fast.pair)
  }

  /// Computes the last outputs of filters that begin with the pieces.
  @inline(never)
  private func end(_ first: Int, _ count: Int, _ step: LowPass.Step, _ result: Int) {
    let rest = Lanes(repeating: step.rest)
    var end = Lanes.zero
    for row in first..<first + count { end = end * rest + rows[row] }
    rows[result] = end * step.factor
  }

  @inline(never)
  private func addBass(_ step: LowPass.Step) {
    let (factor, rest) = (Lanes(repeating: step.factor), Lanes(repeating: step.rest))
    var (slow, squares) = (rows[Row.slow], Lanes.zero)
    for row in Row.octets..<Row.octets + PieceBatch.octets {
      slow = slow * rest + rows[row] * factor
      rows[row] = slow
      squares += slow * slow
    }
    rows[Row.bands] = squares * 8
  }

  /// Adds the two other bands. The squares of the distances of the frames from what is below 2 kHz are summed as the squares
  /// of both and their products.
  @inline(never)
  private func addRest(_ step: LowPass.Step) {
    let (factor, rest) = (Lanes(repeating: step.factor), Lanes(repeating: step.rest))
    var (fast, middle, products, squares) = (rows[Row.fast], Lanes.zero, Lanes.zero, Lanes.zero)
    for pair in 0..<PieceBatch.pairs {
      let sound = rows[Row.pairs + pair]
      fast = fast * rest + sound * factor
      let between = fast - rows[Row.octets + pair / 4]
      middle += between * between
      products += fast * sound
      squares += fast * fast
    }
    var treble = rows[Row.squares] - products * 4 + squares * 2
    treble.replace(with: 0, where: treble .< 0)
    (rows[Row.bands + 1], rows[Row.bands + 2]) = (middle * 2, treble)
  }

  // MARK: Results

  @inline(never)
  private func findLevels() {
    let bands = rows + Row.bands
    var strongest = bands[0]
    for band in 1..<3 { strongest.replace(with: bands[band], where: bands[band] .> strongest) }
    strongest.replace(with: 1, where: strongest .== 0)
    for band in 0..<3 { rows[Row.levels + band] = bands[band] / strongest }
    rows[Row.levels + 3] = rows[Row.squares] * (1 / Float(PeakPyramid.finest))
    for row in Row.levels..<Row.end { rows[row] = PieceBatch.level(rows[row]) }
  }

  /// Returns the square roots of numbers, of 1 at most, full scale 255. They are a little greater than exact ones, so that
  /// whole levels are not below their number.
  ///
  /// The inverse is found by three steps of Newton's method from the bits of the number: C. Lomont, "Fast Inverse Square
  /// Root", 2003. Exact square roots are computed one after the other, and take a fifth of the time of all.
  @inline(__always)
  private static func level(_ squares: Lanes) -> Lanes {
    let bits = unsafeBitCast(squares, to: SIMD8<UInt32>.self)
    var inverse = unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: Lanes.self)
    for _ in 0..<3 { inverse *= 1.5 - squares * 0.5 * inverse * inverse }
    var level = squares * inverse * 255 + 0.001
    level.replace(with: 255, where: level .> 255)
    return level
  }

  @inline(__always)
  private func float(_ row: Int, _ lane: Int) -> Float {
    UnsafeRawPointer(rows + row).load(fromByteOffset: 4 * lane, as: Float.self)
  }

  private func sum(_ lane: Int) -> PartSum {
    PartSum(
      low: float(Row.low, lane), high: float(Row.high, lane), count: PeakPyramid.finest,
      squares: SIMD4(
        float(Row.bands, lane), float(Row.bands + 1, lane), float(Row.bands + 2, lane),
        float(Row.squares, lane)))
  }

  private func part(_ lane: Int) -> Waveform.Part {
    func level(_ index: Int) -> UInt8 { UInt8(float(Row.levels + index, lane)) }
    return Waveform.Part(
      low: Int8(max(float(Row.low, lane), -1) * 127), high: Int8(min(float(Row.high, lane), 1) * 127),
      rms: level(3), bands: SIMD3(level(0), level(1), level(2)))
  }
}
