import AudioBase
import Effects

/// The loop of a string: its length in frames, its gain, and the coefficient of its low-pass.
struct LoopCoefficients: BitwiseCopyable {
  var values: SIMD4<Float>

  /// Designs a loop.
  ///
  /// The low-pass is of first order, with a gain of 1 at 0 Hz (Välimäki 1996). Its phase delay at the fundamental is
  /// subtracted from the delay line, and its loss there from that of the gain.
  ///
  /// - Parameters:
  ///   - frequency: that of the fundamental, in hertz.
  ///   - decay: seconds in which the fundamental falls by 60 dB; shorter if the low-pass damps it more than this.
  ///   - corner: hertz; the frequency at which the low-pass takes 3 dB.
  init(frequency: Float, decay: Float, corner: Float, rate: Float) {
    let ratio = rate / (2 * Float.pi * corner)
    let q = ratio * ratio
    let p = 2 * q / (2 * q + 1 + RealtimeMath.squareRoot(4 * q + 1))
    let tangent = RealtimeMath.tangent(Float.pi * frequency / rate)
    let sine = 2 * tangent / (1 + tangent * tangent)
    let cosine = (1 - tangent * tangent) / (1 + tangent * tangent)
    let x = p * sine / (1 - p * cosine)
    // A Padé approximant of the arc tangent. x is small, since the corner is above the fundamental.
    let phase = x * (15 + 4 * x * x) / (15 + 9 * x * x)
    let phaseDelay = phase * rate / (2 * Float.pi * frequency)
    let loss = (1 - p) / RealtimeMath.squareRoot(1 - 2 * p * cosine + p * p)
    // 60 dB are 9.966 octaves of amplitude.
    let gain = RealtimeMath.exp2(-9.965_784 / (frequency * decay)) / loss
    values = SIMD4(max(rate / frequency - phaseDelay, 3), min(gain, 0.999_9), p, 0)
  }
}

/// A vibrating string: a delay line with a low-pass in a loop, read at a fraction of a frame by a cubic (Lagrange's
/// interpolation), which makes no transient while the length moves. Audio thread.
struct StringLoop: BitwiseCopyable {
  enum State: BitwiseCopyable { case idle, sounding, released, fading }

  /// −120 dBFS.
  private static let silence: Float = 0.000_001

  private let line: UnsafeMutablePointer<Float>
  private let mask: Int
  /// The share of the way to other coefficients in a frame.
  private let glide: Float
  private let fadeLength: Int
  private var position = 0
  private var current = SIMD4<Float>.zero
  private var goal = SIMD4<Float>.zero
  /// The state of the low-pass.
  private var filtered: Float = 0
  private var pluck = Pluck()
  /// The frames of the fade that are left.
  private var fade = 0
  private var quietFrames = 0
  private(set) var state = State.idle
  private(set) var frequency: Float = 0

  /// Creates a silent string. `longest` is the longest loop in frames.
  init(longest: Int, rate: SampleRate) {
    var size = 8
    while size < longest + 4 { size *= 2 }
    line = .allocate(capacity: size)
    line.initialize(repeating: 0, count: size)
    mask = size - 1
    glide = RealtimeMath.onePoleStep(frames: 0.003 * Float(rate.hertz))
    fadeLength = max(rate.hertz / 200, 1)
  }

  func deallocate() { line.deallocate() }

  var isSounding: Bool { state == .sounding }

  var isIdle: Bool { state == .idle }

  /// Begins a note. `frequency` is that of the key, without bends.
  mutating func start(frequency: Float, _ coefficients: LoopCoefficients, _ pluck: Pluck) {
    line.update(repeating: 0, count: mask + 1)
    filtered = 0
    quietFrames = 0
    (current, goal) = (coefficients.values, coefficients.values)
    (self.frequency, self.pluck) = (frequency, pluck)
    state = .sounding
  }

  /// Moves to other coefficients within some milliseconds.
  mutating func move(to coefficients: LoopCoefficients) { goal = coefficients.values }

  /// Notes that the string is damped; its coefficients follow.
  mutating func release() { if state == .sounding { state = .released } }

  /// Fades out within 5 ms.
  mutating func fadeOut() {
    if state == .idle || state == .fading { return }
    state = .fading
    fade = fadeLength
  }

  mutating func stop() { state = .idle }

  /// Adds the next frames, times gains for both sides.
  mutating func add(to frames: UnsafeMutablePointer<Frame>, count: Int, gains: Frame) {
    let step = beginSlice(count)
    let peak =
      step == .zero
      ? addSteady(frames, count, gains) : addMoving(frames, count, gains, step)
    quietFrames = peak < StringLoop.silence && pluck.isOver ? quietFrames + count : 0
    if Float(quietFrames) > current.x || (state == .fading && fade == 0) { state = .idle }
  }

  /// Begins a slice, and returns what is added to the coefficients with each frame.
  private mutating func beginSlice(_ count: Int) -> SIMD4<Float> {
    let distance = goal - current
    if distance == .zero { return .zero }
    // A ten-thousandth of a frame is a hundredth of a cent and less.
    if distance.x.magnitude < 0.000_1 && distance.y.magnitude < 0.000_01 && distance.z.magnitude < 0.000_1 {
      current = goal
      return .zero
    }
    return distance * min(glide, 1 / Float(count))
  }

  private mutating func addSteady(
    _ frames: UnsafeMutablePointer<Frame>, _ count: Int, _ gains: Frame
  ) -> Float {
    let whole = Int(current.x)
    let taps = StringLoop.weights(current.x - Float(whole))
    var peak: Float = 0
    for index in 0..<count {
      let sample = next(whole, taps, gain: current.y, pole: current.z)
      peak = max(peak, sample.magnitude)
      frames[index] += gains * (sample * nextFade())
    }
    return peak
  }

  private mutating func addMoving(
    _ frames: UnsafeMutablePointer<Frame>, _ count: Int, _ gains: Frame, _ step: SIMD4<Float>
  ) -> Float {
    var peak: Float = 0
    for index in 0..<count {
      current += step
      let whole = Int(current.x)
      let taps = StringLoop.weights(current.x - Float(whole))
      let sample = next(whole, taps, gain: current.y, pole: current.z)
      peak = max(peak, sample.magnitude)
      frames[index] += gains * (sample * nextFade())
    }
    return peak
  }

  /// Returns the weights of four frames for a place between the two middle ones, from 0 to 1.
  @inline(__always)
  private static func weights(_ f: Float) -> SIMD4<Float> {
    let (before, after, last) = (f + 1, f - 1, f - 2)
    return SIMD4(
      -f * after * last / 6, before * after * last / 2, -before * f * last / 2, before * f * after / 6)
  }

  @inline(__always)
  private mutating func next(_ whole: Int, _ taps: SIMD4<Float>, gain: Float, pole: Float) -> Float {
    let start = position &- whole
    let read = SIMD4(
      line[(start &+ 1) & mask], line[start & mask], line[(start &- 1) & mask], line[(start &- 2) & mask])
    filtered = (read * taps).sum() * gain * (1 - pole) + filtered * pole
    let sample = pluck.isOver ? filtered : filtered + pluck.next()
    line[position & mask] = sample
    position &+= 1
    return sample
  }

  @inline(__always)
  private mutating func nextFade() -> Float {
    if state != .fading { return 1 }
    fade = max(fade - 1, 0)
    return Float(fade) / Float(fadeLength)
  }
}

/// The excitation of a string: one period of the velocity that an ideal string has at the bridge when it is released from
/// the shape of a triangle, with corners that the pick rounds. It has no mean, and its partials are
/// sin(nπβ)/n for a pick at β of the length: those that have a node there are missing. Audio thread.
struct Pluck: BitwiseCopyable {
  private let period: Float
  private let place: Float
  private let width: Float
  private let amplitude: Float
  private var time: Float = 0
  private(set) var isOver: Bool

  /// Creates a pluck that is over.
  init() { (period, place, width, amplitude, isOver) = (0, 0, 1, 0, true) }

  /// Creates the excitation of a pluck.
  ///
  /// - Parameters:
  ///   - period: frames.
  ///   - place: the fraction of the string's length.
  ///   - width: frames over which a corner is rounded.
  init(period: Float, place: Float, width: Float, amplitude: Float) {
    (self.period, self.place) = (period, place)
    self.width = min(max(width, 1), period / 2)
    self.amplitude = amplitude
    isOver = false
  }

  mutating func next() -> Float {
    let begin = step(time)
    let sample = begin - step(time - place * period) - place * (begin - step(time - period))
    time += 1
    if time > period + width { isOver = true }
    return sample * amplitude
  }

  /// Rises from 0 to 1 over the width.
  private func step(_ time: Float) -> Float {
    let x = min(max(time / width, 0), 1)
    return x * x * (3 - 2 * x)
  }
}
