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
    // A local copy keeps the sums in registers inside the loop.
    var (sum, split) = (self, filter)
    let share = 1 / Float(channels)
    for start in stride(from: 0, to: samples.count, by: channels) {
      var mono: Float = 0
      for sample in start..<start + channels {
        sum.low = min(sum.low, samples[sample])
        sum.high = max(sum.high, samples[sample])
        mono += samples[sample]
      }
      mono *= share
      let bands = split.split(mono)
      sum.squares += mono * mono
      sum.bands += bands * bands
    }
    sum.count += samples.count / channels
    (self, filter) = (sum, split)
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

/// Splits sound at 200 Hz and 2 kHz, by filters of the first order.
struct BandFilter {
  private let slow: Float
  private let fast: Float
  private var low: Float = 0
  private var middle: Float = 0

  init(_ rate: SampleRate) {
    func factor(_ frequency: Float) -> Float {
      let angle = 2 * Float.pi * frequency / Float(rate.hertz)
      return angle / (angle + 1)
    }
    (slow, fast) = (factor(200), factor(2_000))
  }

  mutating func split(_ sample: Float) -> SIMD4<Float> {
    low += slow * (sample - low)
    middle += fast * (sample - middle)
    return SIMD4(low, middle - low, sample - middle, 0)
  }
}
