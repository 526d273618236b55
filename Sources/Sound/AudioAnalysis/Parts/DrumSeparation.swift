import AudioBase
import Glibc
import SystemBase

/// Separates the drums of a track, guided by the hits that were found in it. Used by one thread at a time.
///
/// `DrumFactors` processes parts of 30 s. Each line of the spectrum is divided between music and drums by the squares of
/// their magnitudes. The windows of two neighbours overlap; each part adds its own windows. So the drums are the same to the
/// bit in whichever order parts are separated.
struct DrumSeparation {
  /// The drums of a part and of the frames that it shares with its neighbours. What a neighbour adds there is missing until
  /// that is separated, so a part on its own fades in and out.
  struct Part {
    /// The frames of the track.
    let frames: Range<Int>
    /// Whole frames, interleaved, of the track and of its drums.
    let sound: ArraySlice<Float>, drums: ArraySlice<Float>
  }

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

  /// The frames of the part that is being separated, interleaved, and the frame of the track where they begin.
  private var sound: [Float] = [], start = 0
  /// What parts add to the frames that they share with the part before them, and with the one after them, as long as that is
  /// not separated.
  private var heads: [Int: [Float]] = [:], tails: [Int: [Float]] = [:]

  /// The frames that neighbours share.
  private var overlap: Int { bands.window - bands.hop }

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
  }

  // MARK: Parts

  /// Returns the part that has a frame of the track.
  func part(of frame: Int) -> Int { max(0, frame + bands.window / 2) / bands.hop / length }

  /// Returns the frames of a part, as if the track went on.
  func frames(of part: Int) -> Range<Int> { max(0, base(part))..<base(part + 1) }

  /// Returns the frames from which a part is separated: it, its margins and half a window; the first ones are before the track.
  func surroundings(of part: Int) -> Range<Int> {
    let first = max(0, part * length - margin), end = (part + 1) * length + margin
    return first * bands.hop - bands.window / 2..<end * bands.hop + bands.window
  }

  /// Returns the number of parts of a track. The last one has up to a margin more than others.
  func parts(in frames: Int) -> Int { max(0, steps(in: frames) - margin) / length + 1 }

  private func base(_ part: Int) -> Int { part * length * bands.hop - bands.window / 2 }

  private func steps(in frames: Int) -> Int { frames / bands.hop + 3 }

  // MARK: Separation

  /// Separates a part, which may be done once.
  ///
  /// - Parameters:
  ///   - sound: the frames of its surroundings, interleaved, all finite; fewer if the track ends there.
  ///   - end: the frames of the track if it ends there; nil if it goes on.
  ///   - isCancelled: called often.
  /// - Returns: nil if cancelled.
  mutating func separate(_ part: Int, from sound: [Float], end: Int?, isCancelled: () -> Bool) -> Part? {
    let (step, last) = (part * length, end.map(steps))
    let isLast = last.map { $0 - step < length + margin } ?? false
    let count = isLast ? max(last ?? 0, step) - step : length
    (self.sound, start) = (sound, surroundings(of: part).lowerBound)
    defer { self.sound = [] }
    let missing = (step + count + margin) * bands.hop + bands.window - start - sound.count / channels
    if missing > 0 { self.sound += repeatElement(0, count: missing * channels) }
    guard var drums = self.drums(step..<step + count, isCancelled) else { return nil }
    join(part, &drums, isLast: isLast)
    let (lower, shared) = (max(0, base(part)), base(part) + count * bands.hop + overlap)
    let frames = lower..<max(lower, min(shared, end ?? .max))
    func slice(_ values: [Float], from first: Int) -> ArraySlice<Float> {
      values[(frames.lowerBound - first) * channels..<(frames.upperBound - first) * channels]
    }
    return Part(
      frames: frames, sound: slice(self.sound, from: start), drums: slice(drums, from: base(part)))
  }

  /// Returns what the windows of steps add to the drums, from the beginning of the first window to the end of the last one; nil
  /// if cancelled.
  private mutating func drums(_ steps: Range<Int>, _ isCancelled: () -> Bool) -> [Float]? {
    let first = max(0, steps.lowerBound - margin), end = steps.upperBound + margin
    let magnitudes = magnitudes(of: first..<end)
    let known = hits.map { $0.filter { $0 >= first && $0 < end }.map { $0 - first } }
    var shares = [Float](repeating: 0, count: magnitudes.count)
    for seed in 1...DrumSeparation.fits {
      var factors = DrumFactors(magnitudes, width: bands.width, hits: known, seed: seed)
      guard let fit = factors.fit(factor: strength.factor, isCancelled: isCancelled) else { return nil }
      for index in shares.indices { shares[index] += fit[index] / Float(DrumSeparation.fits) }
    }
    var drums = [Float](repeating: 0, count: (steps.count * bands.hop + overlap) * channels)
    for step in steps {
      let row = (step - first) * bands.width
      setMask(shares[row..<row + bands.width])
      add(drumsOf: step, to: &drums, at: (step - steps.lowerBound) * bands.hop * channels)
    }
    return drums
  }

  /// Adds what the neighbours of a part add to the frames that they share, and keeps what it adds to those of others.
  private mutating func join(_ part: Int, _ drums: inout [Float], isLast: Bool) {
    let (head, tail) = (0..<overlap * channels, drums.count - overlap * channels..<drums.count)
    if part > 0 {
      if let other = tails.removeValue(forKey: part - 1) {
        for (index, value) in zip(head, other) { drums[index] += value }
      } else {
        heads[part] = Array(drums[head])
      }
    }
    if isLast { return }
    if let other = heads.removeValue(forKey: part + 1) {
      for (index, value) in zip(tail, other) { drums[index] += value }
    } else {
      tails[part] = Array(drums[tail])
    }
  }

  /// Transforms the window of a step: the left channel is the real part of the samples, the right one the imaginary part.
  private mutating func transform(_ step: Int) {
    let first = step * bands.hop - bands.window / 2 - start
    let (window, channels) = (window, channels)
    sound.withUnsafeBufferPointer { samples in
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
