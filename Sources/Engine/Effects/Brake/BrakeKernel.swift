import AudioBase

/// Slows the sound to a stop while it is held, as a turntable does whose motor is switched off.
///
/// The input is read from a delay line at a speed that falls evenly from 1 to 0. The level falls with the speed at its
/// end, as that of a cartridge does. Samples between frames come from a cubic through four frames: O. Niemitalo,
/// "Polynomial Interpolators for High-Quality Resampling of Oversampled Audio", 2001, section "Hermite".
struct BrakeKernel: EffectKernel {
  static let parameters = [
    EffectParameter("hold", choices: ["off", "on"]),
    EffectParameter("time", .seconds, 0.1...3, initial: 0.8, scale: .logarithmic),
  ]

  private let rate: Float
  private var line: SpeedLine
  private var share: SwitchFade
  private var speed: Float = 1
  /// What the speed loses in a frame.
  private var step: Float = 0

  init(rate: SampleRate) {
    self.rate = Float(rate.hertz)
    // While the speed falls from 1 to 0, half of the time's frames are read.
    line = SpeedLine(longest: rate.hertz * 3 / 2)
    share = SwitchFade(rate: rate, isOn: false)
  }

  func deallocate() { line.deallocate() }

  var longestSilence: Int { line.distance }

  var isNeutral: Bool { share.isOff }

  mutating func update(_ values: UnsafePointer<Float>) {
    step = 1 / (values[1] * rate)
    let isHeld = values[0] == 1
    if isHeld && share.isOff { start() }
    share.turn(on: isHeld)
  }

  private mutating func start() {
    line.clear()
    speed = 1
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if share.isOff { return }
    for index in 0..<count {
      let input = frames[index]
      var slowed = Frame.zero
      if speed > 0 {
        line.write(input)
        slowed = line.read(speed: speed) * level
        speed = max(speed - step, 0)
      }
      frames[index] = input + (slowed - input) * share.next()
    }
  }

  /// Near 1, but for low speeds.
  private var level: Float {
    let lost = (1 - speed) * (1 - speed)
    return 1 - lost * lost
  }

  /// Stands still if it is held, since the sound before was silence.
  mutating func clear() {
    share.jump()
    line.clear()
    speed = share.isOn ? 0 : 1
  }
}

/// The memory of a sound that is read more slowly than it comes. Audio thread.
private struct SpeedLine: BitwiseCopyable {
  /// The least frames behind the newest one, of which a cubic needs two.
  private static let nearest: Double = 2

  private var history: FrameHistory
  /// The delay in frames.
  private var behind = SpeedLine.nearest

  init(longest: Int) { history = FrameHistory(length: longest + 4) }

  func deallocate() { history.deallocate() }

  var distance: Int { Int(behind) + 1 }

  mutating func clear() {
    history.clear()
    behind = SpeedLine.nearest
  }

  mutating func write(_ frame: Frame) { history.write(frame) }

  /// Returns the sound at the place of reading, which then moves on by `speed` frames.
  mutating func read(speed: Float) -> Frame {
    let whole = Int(behind)
    // The place between a frame and the one after it.
    let x = 1 - Float(behind - Double(whole))
    let (a, b, c, d) = (
      history.frame(whole + 2), history.frame(whole + 1), history.frame(whole), history.frame(whole - 1)
    )
    behind = min(behind + Double(1 - speed), Double(history.length - 3))
    let slope = (c - a) * 0.5
    let curve = a - b * 2.5 + c * 2 - d * 0.5
    let bend = (d - a) * 0.5 + (b - c) * 1.5
    return b + (slope + (curve + bend * x) * x) * x
  }
}

@_noLocks @_noAllocation
func unitProcessBrake(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<BrakeKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
