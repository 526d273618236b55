import AudioBase

/// Builds a waveform from a stream of unknown length: if there are too many parts, merges them in pairs.
package struct WaveformBuilder {
  /// The maximum number of parts. All but very short sounds have at least half of it.
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

  /// Adds samples: whole frames, interleaved.
  package mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let count = samples.count / channels
    var frame = 0
    while frame < count {
      let rest = UnsafeBufferPointer(rebasing: samples[frame * channels..<count * channels])
      let isBatch =
        piece.count == 0 && count - frame >= PieceBatch.frames && rate.hertz >= PieceBatch.lowestRate
      frame += isBatch ? addBatch(rest) : addPiece(rest)
    }
  }

  /// Adds the first 512 frames. Returns their number.
  private mutating func addBatch(_ samples: UnsafeBufferPointer<Float>) -> Int {
    guard let start = samples.baseAddress else { return 0 }
    // A copy, since the pieces are added while the filter is in use.
    var filter = filter
    PieceBatch.forEach(of: start, channels: channels, &filter) { add($0, $1) }
    self.filter = filter
    frames += PieceBatch.frames
    return PieceBatch.frames
  }

  /// Adds the first frames up to the end of a piece. Returns their number.
  private mutating func addPiece(_ samples: UnsafeBufferPointer<Float>) -> Int {
    let count = min(WaveformBuilder.firstLength - piece.count, samples.count / channels)
    piece.add(UnsafeBufferPointer(rebasing: samples[..<(count * channels)]), channels: channels, &filter)
    frames += count
    if piece.count == WaveformBuilder.firstLength { finishPiece() }
    return count
  }

  private mutating func finishPiece() {
    add(piece, piece.part)
    piece = PartSum()
  }

  private mutating func add(_ piece: PartSum, _ part: Waveform.Part) {
    pyramid.add(piece, part)
    current = current.count == 0 ? piece : current.joined(piece)
    if current.count == length { finishPart() }
  }

  /// Ends the waveform and the pyramid. Returns also the content of the file of the pyramid; nil if there are no
  /// frames.
  mutating func finish() -> (waveform: Waveform, pyramid: [UInt8]?) {
    if piece.count > 0 { finishPiece() }
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

struct PartSum {
  var low: Float = 0
  var high: Float = 0
  var count = 0
  /// The sums of the squares: of the sound below 200 Hz, between, above 2 kHz, and of all of it.
  var squares = SIMD4<Float>.zero

  /// Adds frames one after the other.
  mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int, _ filter: inout BandFilter) {
    let share = 1 / Float(channels)
    for frame in 0..<samples.count / channels {
      var mono: Float = 0
      for sample in frame * channels..<(frame + 1) * channels {
        low = min(low, samples[sample])
        high = max(high, samples[sample])
        mono += samples[sample]
      }
      let bands = filter.split(mono * share)
      squares += bands * bands
      count += 1
    }
  }

  func joined(_ other: PartSum) -> PartSum {
    PartSum(
      low: min(low, other.low), high: max(high, other.high), count: count + other.count,
      squares: squares + other.squares)
  }

  var part: Waveform.Part {
    let loudest = max(squares.x, squares.y, squares.z)
    let bands = squares / (loudest > 0 ? loudest : 1)
    func level(_ square: Float) -> UInt8 { UInt8(min(square.squareRoot(), 1) * 255) }
    return Waveform.Part(
      low: Int8(max(low, -1) * 127), high: Int8(min(high, 1) * 127),
      rms: level(squares.w / Float(max(count, 1))),
      bands: SIMD3(level(bands.x), level(bands.y), level(bands.z)))
  }
}
