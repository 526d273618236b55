import AudioBase
import Glibc
import SystemBase

/// Separates the drums of samples as they are decoded, guided by the hits that were found in them. Used by one thread
/// at a time.
///
/// `DrumFactors` processes parts of about 30 s one after the other. Each line of the spectrum is divided between music and
/// drums by the squares of their magnitudes. The result is deterministic.
struct DrumSeparation {
  /// The seconds of a part, and of its margins before and after it, which are analysed with it.
  private static let seconds = 30.0, margin = 0.5
  /// The number of fits whose shares are averaged. Each has other initial values, so their errors differ.
  private static let fits = 1

  private let channels: Int
  private let bands: PartBands
  private let strength: DrumStrength
  /// For each drum the steps of its hits in ascending order.
  private let hits: [[Int]]
  /// The steps of a part, and of each margin. A step is the middle of a window.
  private let length: Int, margin: Int
  private let window: [Float]
  private var transform: FourierTransform
  private var mask: [Float]

  /// The frames from half a window before the margin of the part that comes next, interleaved.
  private var pending: [Float]
  /// The frame of the track where `pending` begins.
  private var start: Int
  /// The first step of the part that comes next.
  private var step = 0
  /// The frames that were received.
  private var received = 0
  /// The overlapping ends of the windows of the drums after the last separated sample.
  private var sums: [Float]

  /// - Parameters:
  ///   - channels: 1 or 2.
  ///   - hits: the hits of the samples, at their rate.
  init(_ rate: SampleRate, channels: Int, hits: SongHits, strength: DrumStrength) {
    precondition(channels == 1 || channels == 2)
    (self.channels, self.strength) = (channels, strength)
    bands = PartBands(rate)
    let (hop, window) = (bands.hop, bands.window)
    length = Int(DrumSeparation.seconds * Double(rate.hertz)) / hop
    margin = Int(DrumSeparation.margin * Double(rate.hertz)) / hop
    self.hits = SongDrum.allCases.map { drum in
      // The window before that of a hit has its attack in it.
      let steps = hits.hits.filter { $0.drum == drum }.map { max(0, ($0.frame + hop / 2) / hop - 1) }
      return Array(Set(steps)).sorted()
    }
    self.window = HannWindow.values(window).map { $0.squareRoot() }
    transform = FourierTransform(count: window)
    mask = Array(repeating: 0, count: window)
    start = -window / 2
    // Silence before the track.
    pending = Array(repeating: 0, count: window / 2 * channels)
    sums = Array(repeating: 0, count: window * channels)
  }

  /// Separates more samples: whole frames, interleaved; all finite.
  ///
  /// - Parameters:
  ///   - isCancelled: called often. After it returns true, the results are not used.
  ///   - receive: receives the next samples and, of the same length, their drums.
  mutating func add(
    _ samples: UnsafeBufferPointer<Float>, isCancelled: () -> Bool,
    _ receive: (ArraySlice<Float>, ArraySlice<Float>) throws(FileError) -> Void
  ) throws(FileError) {
    if received == 0 {
      // A part is large at high rates, and a growing array may reserve twice its size.
      let frames = (length + 2 * margin) * bands.hop + 2 * bands.window
      pending.reserveCapacity(frames * channels + samples.count)
    }
    pending += samples
    received += samples.count / channels
    let needed = (step + length + margin) * bands.hop + bands.window
    if received >= needed { try separate(length, isCancelled, receive) }
  }

  /// Separates the remaining samples.
  mutating func finish(
    isCancelled: () -> Bool, _ receive: (ArraySlice<Float>, ArraySlice<Float>) throws(FileError) -> Void
  ) throws(FileError) {
    let last = received / bands.hop + 3
    while step < last, !isCancelled() {
      let count = last - step < length + margin ? last - step : length
      let end = (step + count + margin) * bands.hop + bands.window
      pending += [Float](repeating: 0, count: max(0, end - start - pending.count / channels) * channels)
      try separate(count, isCancelled, receive)
    }
  }

  /// Separates a number of steps.
  private mutating func separate(
    _ count: Int, _ isCancelled: () -> Bool,
    _ receive: (ArraySlice<Float>, ArraySlice<Float>) throws(FileError) -> Void
  ) throws(FileError) {
    let first = max(0, step - margin), end = step + count + margin
    let magnitudes = magnitudes(of: first..<end)
    let known = hits.map { $0.filter { $0 >= first && $0 < end }.map { $0 - first } }
    var shares = [Float](repeating: 0, count: magnitudes.count)
    for seed in 1...DrumSeparation.fits {
      var factors = DrumFactors(magnitudes, width: bands.width, hits: known, seed: seed)
      guard let fit = factors.fit(factor: strength.factor, isCancelled: isCancelled) else { return }
      for index in shares.indices { shares[index] += fit[index] / Float(DrumSeparation.fits) }
    }
    let base = step * bands.hop - bands.window / 2
    var drums = [Float](repeating: 0, count: count * bands.hop * channels + sums.count)
    drums.replaceSubrange(..<sums.count, with: sums)
    for index in 0..<count {
      let row = (step + index - first) * bands.width
      setMask(shares[row..<row + bands.width])
      add(drumsOf: step + index, to: &drums, at: index * bands.hop * channels)
    }
    let ready = max(base, 0)..<min(base + count * bands.hop, received)
    if !ready.isEmpty {
      let samples = (ready.lowerBound - start) * channels..<(ready.upperBound - start) * channels
      let parts = (ready.lowerBound - base) * channels..<(ready.upperBound - base) * channels
      try receive(pending[samples], drums[parts])
    }
    sums = Array(drums[(count * bands.hop * channels)...])
    step += count
    let next = max(0, step - margin) * bands.hop - bands.window / 2
    pending.removeFirst(min(pending.count, (next - start) * channels))
    start = next
  }

  /// Transforms the window of a step: the left channel is the real part of the samples, the right one the imaginary part.
  private mutating func transform(_ step: Int) {
    let first = step * bands.hop - bands.window / 2 - start
    let (window, channels) = (window, channels)
    pending.withUnsafeBufferPointer { samples in
      transform.run { index in
        let place = (first + index) * channels
        return window[index] * SIMD2(samples[place], channels == 2 ? samples[place + 1] : 0)
      }
    }
  }

  /// Returns the magnitudes of the bands of steps, both channels together.
  private mutating func magnitudes(of steps: Range<Int>) -> [Float] {
    var result: [Float] = []
    result.reserveCapacity(steps.count * bands.width)
    for step in steps {
      transform(step)
      for band in 0..<bands.count {
        var power: Float = 0
        for line in bands.edges[band]..<bands.edges[band + 1] {
          power += transform.power(of: line) + transform.power(of: (bands.window - line) & (bands.window - 1))
        }
        result.append((power / 2).squareRoot())
      }
      result += repeatElement(0, count: bands.width - bands.count)
    }
    return result
  }

  /// Gives each line the share of its band.
  private mutating func setMask(_ shares: ArraySlice<Float>) {
    for band in 0..<bands.count {
      for line in bands.edges[band]..<bands.edges[band + 1] {
        mask[line] = shares[shares.startIndex + band]
        mask[(bands.window - line) & (bands.window - 1)] = shares[shares.startIndex + band]
      }
    }
  }

  /// Adds the drums of a step to sums, from a sample on.
  private mutating func add(drumsOf step: Int, to sums: inout [Float], at place: Int) {
    transform(step)
    let (spectrum, channels) = (transform.values, channels)
    mask.withUnsafeBufferPointer { mask in
      // The inverse transform of a spectrum is the conjugate of the transform of its conjugate.
      transform.run { index in SIMD2(spectrum[index].x, -spectrum[index].y) * mask[index] }
    }
    // The squares of four windows that overlap sum to 2.
    let scale = 1 / Float(2 * bands.window)
    for index in 0..<bands.window {
      let value = transform.values[index] * (scale * window[index])
      sums[place + index * channels] += value.x
      if channels == 2 { sums[place + index * channels + 1] -= value.y }
    }
  }
}

extension DrumStrength {
  /// The factor of the magnitudes of the drums before both are compared.
  fileprivate var factor: Float {
    switch self {
    case .gentlest: 0.6
    case .gentle: 0.85
    case .usual: 1.2
    case .strong: 1.7
    case .strongest: 2.5
    }
  }
}
