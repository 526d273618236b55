import AudioBase

/// Builds a waveform from a stream of unknown length: if there are too many parts, merges them in pairs.
package struct WaveformBuilder {
  /// The largest number of parts; all but very short sounds give at least half of it.
  package static let mostParts = 2_048
  private static let firstLength = PeakPyramid.finest

  private let channels: Int
  private let rate: SampleRate
  private var sums: [PartSum] = []
  private var current = PartSum()
  /// The sum of fewer frames than the finest level of the pyramid has in a part.
  private var piece = PartSum()
  private var pyramid = PeakPyramidBuilder()
  /// The number of frames in a complete part.
  private var length = firstLength
  private var frames = 0
  private var filter: BandFilter

  package init(sampleRate: SampleRate, channels: Int) {
    precondition(channels > 0, "sound without channels")
    rate = sampleRate
    self.channels = channels
    filter = BandFilter(sampleRate)
  }

  /// Adds samples.
  ///
  /// - Parameter samples: whole frames, interleaved.
  package mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let count = samples.count / channels
    var frame = 0
    while frame < count {
      let end = min(frame + WaveformBuilder.firstLength - piece.count, count)
      let block = UnsafeBufferPointer(rebasing: samples[frame * channels..<end * channels])
      piece.add(block, channels: channels, &filter)
      frames += end - frame
      frame = end
      if piece.count == WaveformBuilder.firstLength { finishPiece() }
    }
  }

  private mutating func finishPiece() {
    pyramid.add(piece)
    current = current.count == 0 ? piece : current.joined(piece)
    piece = PartSum()
    if current.count == length { finishPart() }
  }

  /// Ends the waveform and the pyramid.
  ///
  /// - Returns: also the content of the file of the pyramid; nil if there are no frames.
  mutating func finish() -> (waveform: Waveform, pyramid: [UInt8]?) {
    if piece.count > 0 {
      pyramid.add(piece)
      current = current.count == 0 ? piece : current.joined(piece)
      piece = PartSum()
    }
    return (waveform, frames > 0 ? pyramid.bytes(frames: frames, sampleRate: rate) : nil)
  }

  private mutating func finishPart() {
    sums.append(current)
    current = PartSum()
    guard sums.count == WaveformBuilder.mostParts else { return }
    sums = stride(from: 0, to: sums.count, by: 2).map { sums[$0].joined(sums[$0 + 1]) }
    length *= 2
  }

  /// The waveform of the samples so far.
  package var waveform: Waveform {
    let last = piece.count == 0 ? current : current.count == 0 ? piece : current.joined(piece)
    let all = last.count > 0 ? sums + [last] : sums
    return Waveform(parts: all.map(\.part), duration: FrameCount(frames).seconds(at: rate))
  }
}

/// The running sums of one part.
struct PartSum {
  var low: Float = 0
  var high: Float = 0
  var count = 0
  private var squares: Float = 0
  private var bands = SIMD4<Float>.zero

  mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int, _ filter: inout BandFilter) {
    // A local copy keeps the state in registers inside the loops.
    var (sum, split) = (self, filter)
    let count = samples.count / channels
    let share = 1 / Float(channels)
    var totals = FourFrames()
    var frame = 0
    while frame + 4 <= count {
      totals.add(samples, at: frame * channels, channels: channels, share: share, &split)
      frame += 4
    }
    sum.add(totals)
    while frame < count {
      var mono: Float = 0
      for sample in frame * channels..<(frame + 1) * channels {
        sum.low = min(sum.low, samples[sample])
        sum.high = max(sum.high, samples[sample])
        mono += samples[sample]
      }
      mono *= share
      let bands = split.split(mono)
      sum.squares += mono * mono
      sum.bands += bands * bands
      frame += 1
    }
    sum.count += count
    (self, filter) = (sum, split)
  }

  private mutating func add(_ totals: FourFrames) {
    low = min(low, totals.low.min())
    high = max(high, totals.high.max())
    squares += totals.squares.sum()
    bands += SIMD4(totals.bass.sum(), totals.middle.sum(), totals.treble.sum(), 0)
  }

  func joined(_ other: PartSum) -> PartSum {
    var sum = self
    sum.low = min(low, other.low)
    sum.high = max(high, other.high)
    sum.count += other.count
    sum.squares += other.squares
    sum.bands += other.bands
    return sum
  }

  var part: Waveform.Part {
    let strongest = bands.max()
    let shares = strongest > 0 ? (bands / strongest).squareRoot() * 255 : .zero
    let rms = (squares / Float(max(count, 1))).squareRoot()
    return Waveform.Part(
      low: Int8(max(low, -1) * 127), high: Int8(min(high, 1) * 127), rms: UInt8(min(rms, 1) * 255),
      bands: SIMD3(UInt8(shares.x), UInt8(shares.y), UInt8(shares.z)))
  }
}

/// The running sums of every fourth frame, in four lanes.
private struct FourFrames {
  var low = SIMD4<Float>.zero
  var high = SIMD4<Float>.zero
  var squares = SIMD4<Float>.zero
  var bass = SIMD4<Float>.zero
  var middle = SIMD4<Float>.zero
  var treble = SIMD4<Float>.zero

  /// Adds four frames, whose samples begin at an index.
  mutating func add(
    _ samples: UnsafeBufferPointer<Float>, at start: Int, channels: Int, share: Float,
    _ filter: inout BandFilter
  ) {
    var mono = SIMD4<Float>.zero
    for sample in start..<start + channels {
      let four = SIMD4(
        samples[sample], samples[sample + channels], samples[sample + 2 * channels],
        samples[sample + 3 * channels])
      low.replace(with: four, where: four .< low)
      high.replace(with: four, where: four .> high)
      mono += four
    }
    mono *= share
    let (slow, fast) = filter.passed(mono)
    let (between, above) = (fast - slow, mono - fast)
    squares += mono * mono
    bass += slow * slow
    middle += between * between
    treble += above * above
  }
}

/// Splits sound at 200 Hz and 2 kHz, by filters of the first order.
struct BandFilter {
  private var slow: LowPass
  private var fast: LowPass

  init(_ rate: SampleRate) {
    (slow, fast) = (LowPass(200, rate), LowPass(2_000, rate))
  }

  mutating func split(_ sample: Float) -> SIMD4<Float> {
    let (low, middle) = (slow.pass(sample), fast.pass(sample))
    return SIMD4(low, middle - low, sample - middle, 0)
  }

  /// Returns what is below 200 Hz and what is below 2 kHz of four consecutive samples.
  mutating func passed(_ samples: SIMD4<Float>) -> (slow: SIMD4<Float>, fast: SIMD4<Float>) {
    (slow.pass(samples), fast.pass(samples))
  }
}

/// A low-pass filter of the first order.
private struct LowPass {
  private let factor: Float
  /// The shares of the state in the next four outputs.
  private let decay: SIMD4<Float>
  /// The shares of each of four inputs in the outputs at its time and later.
  private let response: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  private var state: Float = 0

  init(_ frequency: Float, _ rate: SampleRate) {
    let angle = 2 * Float.pi * frequency / Float(rate.hertz)
    factor = angle / (angle + 1)
    let one = 1 - factor
    let (two, three) = (one * one, one * one * one)
    decay = SIMD4(one, two, three, two * two)
    response = (
      SIMD4(1, one, two, three) * factor, SIMD4(0, 1, one, two) * factor, SIMD4(0, 0, 1, one) * factor,
      SIMD4(0, 0, 0, 1) * factor
    )
  }

  mutating func pass(_ sample: Float) -> Float {
    state += factor * (sample - state)
    return state
  }

  /// Filters four consecutive samples at once: only the last output is awaited by the next four.
  @inline(__always)
  mutating func pass(_ samples: SIMD4<Float>) -> SIMD4<Float> {
    let first = response.0 * samples.x + response.1 * samples.y
    let second = response.2 * samples.z + response.3 * samples.w
    let output = first + second + decay * state
    state = output.w
    return output
  }
}
