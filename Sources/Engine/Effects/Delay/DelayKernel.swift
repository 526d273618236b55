import AudioBase

/// A stereo echo in time with the music: each echo passes a high-pass, a low-pass and a soft saturation and comes again.
///
/// The first echo is the input as it was. In the mode "ping-pong", the input of both sides comes from the left, then
/// from the right, in turn. Sources: U. Zölzer (ed.), "DAFX", section 2.5 (delay-based effects); filters of first order
/// after V. Zavalishin, "The Art of VA Filter Design", chapter 3.
struct DelayKernel: EffectKernel {
  static let parameters = [
    EffectParameter("time", .beats, 0.125...4, initial: 0.75, scale: .logarithmic),
    // In beats a minute; set by what knows the music.
    EffectParameter("tempo", .ratio, 20...300, initial: 120),
    EffectParameter("feedback", .percent, 0...95, initial: 40),
    EffectParameter("mix", .percent, 0...100, initial: 30),
    EffectParameter("mode", choices: ["stereo", "ping-pong"]),
    EffectParameter("high-pass", .hertz, 20...2000, initial: 100, scale: .logarithmic),
    EffectParameter("low-pass", .hertz, 500...20_000, initial: 6000, scale: .logarithmic),
    EffectParameter("drive", .decibels, 0...24, initial: 0),
  ]
  /// While it is held, the echoes grow until the saturation limits them.
  static let moveParameters = [EffectParameter("held", .ratio, 0...1, initial: 0)]

  /// The gain of the held loop for quiet sound at the frequency that its filters attenuate least.
  private static let heldGain: Float = 1.2

  private let rate: Float
  private let scale: FrequencyScale
  private let step: Float
  private let longest: Int
  private var line: EchoLine
  /// The requested distance of the line, and whether it was the same at the last slice.
  private var distance = 0
  private var isSettled = true
  /// The share of the mode "ping-pong".
  private var crossing = Glide(0)
  private var settings = DelaySettings()
  private var goal = DelaySettings()
  /// What the settings move by in a frame of the slice.
  private var settingsStep = SIMD8<Float>.zero
  private var isMoving = false
  private var lowPass = Frame.zero
  private var highPass = Frame.zero

  init(rate: SampleRate) {
    self.rate = Float(rate.hertz)
    scale = FrequencyScale(rate: rate)
    step = Glide.step(rate: rate)
    longest = rate.hertz * 4
    line = EchoLine(longest: longest, rate: rate)
  }

  func deallocate() { line.deallocate() }

  var longestSilence: Int { max(line.longestDistance, distance) }

  mutating func update(_ values: UnsafePointer<Float>) {
    let frames = min(Int(values[0] * 60 / values[1] * rate + 0.5), longest)
    isSettled = frames == distance
    distance = frames
    crossing.goal = values[4]
    let lowPass = scale.tangent(values[6])
    let highPass = scale.tangent(values[5])
    let drive = RealtimeMath.gain(decibels: values[7])
    let feedback = values[2] / 100
    // Both filters attenuate the frequency between their cutoffs to this sum's inverse.
    let held = DelayKernel.heldGain * (1 + highPass / lowPass)
    goal = DelaySettings(
      feedback: feedback + (max(held, feedback) - feedback) * values[8], mix: values[3] / 100,
      crossing: crossing.value,
      lowPass: lowPass / (1 + lowPass), highPass: highPass / (1 + highPass), drive: drive,
      undrive: 1 / drive)
    isMoving = true
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if left == DelayKernel.slice { beginSlice() }
    if isMoving {
      for index in 0..<count {
        settings.add(settingsStep)
        frames[index] = next(frames[index])
      }
      if count == left {
        settings = goal
        isMoving = false
      }
    } else {
      for index in 0..<count { frames[index] = next(frames[index]) }
    }
  }

  private mutating func beginSlice() {
    // A distance that still moves would give a chain of crossfades.
    if isSettled { _ = line.move(to: distance) }
    isSettled = true
    if crossing.isMoving {
      crossing.advance(step * Float(DelayKernel.slice), tolerance: 0x1p-16)
      goal.crossing = crossing.value
      isMoving = true
    }
    settingsStep = settings.step(to: goal, count: DelayKernel.slice)
  }

  mutating func clear() {
    line.clear(distance: distance)
    isSettled = true
    crossing.jump()
    goal.crossing = crossing.value
    settings = goal
    isMoving = false
    lowPass = .zero
    highPass = .zero
  }

  @inline(__always)
  private mutating func next(_ input: Frame) -> Frame {
    let echo = line.read()
    let again = saturated(filtered(echo)) * settings.feedback
    let straight = input + again
    let crossed = Frame((input.x + input.y) * 0.5 + again.y, again.x)
    line.write(straight + (crossed - straight) * settings.crossing)
    return input + (echo - input) * settings.mix
  }

  @inline(__always)
  private mutating func filtered(_ frame: Frame) -> Frame {
    let low = (frame - lowPass) * settings.lowPass
    let smooth = lowPass + low
    lowPass = smooth + low
    let rumble = (smooth - highPass) * settings.highPass
    let base = highPass + rumble
    highPass = base + rumble
    return smooth - base
  }

  /// Saturates softly: a rational approximation of the hyperbolic tangent, with a gain of 1 for small samples.
  @inline(__always)
  private func saturated(_ frame: Frame) -> Frame {
    var x = frame * settings.drive
    x.clamp(lowerBound: Frame(repeating: -3), upperBound: Frame(repeating: 3))
    let square = x * x
    return x * (square + 27) / (square * 9 + 27) * settings.undrive
  }
}

/// What can be interpolated in an echo.
private struct DelaySettings: BitwiseCopyable {
  private var values = SIMD8<Float>.zero

  init() {}

  init(
    feedback: Float, mix: Float, crossing: Float, lowPass: Float, highPass: Float, drive: Float,
    undrive: Float
  ) {
    values = SIMD8(feedback, mix, crossing, lowPass, highPass, drive, undrive, 0)
  }

  var feedback: Float { values[0] }
  var mix: Float { values[1] }
  var crossing: Float {
    get { values[2] }
    set { values[2] = newValue }
  }
  var lowPass: Float { values[3] }
  var highPass: Float { values[4] }
  var drive: Float { values[5] }
  var undrive: Float { values[6] }

  /// Returns what has to be added in each of `count` steps to reach other settings.
  func step(to goal: DelaySettings, count: Int) -> SIMD8<Float> { (goal.values - values) / Float(count) }

  mutating func add(_ step: SIMD8<Float>) { values += step }
}

@_noLocks @_noAllocation
func unitProcessDelayEffect(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<DelayKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
