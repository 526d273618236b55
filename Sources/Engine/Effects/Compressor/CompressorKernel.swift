import AudioBase
import Synchronization

/// A feed-forward compressor with a soft knee and smoothing in dB, whose level is its own or that of another bus.
///
/// Source: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design: A Tutorial and
/// Analysis", J. Audio Eng. Soc. 60 (2012), the smooth decoupled peak detector after the gain computer. Attack and
/// release are time constants of the gain reduction in dB.
struct CompressorKernel: EffectKernel {
  static let parameters = [
    EffectParameter("threshold", .decibels, -60...0, initial: -20),
    EffectParameter("ratio", .ratio, 1...20, initial: 4, scale: .logarithmic),
    EffectParameter("attack", .milliseconds, 0.1...200, initial: 10, scale: .logarithmic),
    EffectParameter("release", .milliseconds, 10...2000, initial: 150, scale: .logarithmic),
    EffectParameter("make-up", .decibels, 0...18, initial: 0),
    EffectParameter("sidechain", choices: ["off", "on"]),
  ]

  /// The width of the knee in dB.
  private static let knee: Float = 6

  private let rate: Float
  private var sidechain: UnsafePointer<Atomic<Float>>?
  private var threshold: Float = 0
  /// The dB of reduction for each dB above the threshold.
  private var slope: Float = 0
  /// The parts of the distance that the reduction moves in a frame.
  private var attack: Float = 1
  private var release: Float = 1
  private var releaseFrames = 0
  private var makeUp = SliceRamp(0)
  /// 0 if the level is that of the input, 1 if it is that of the side chain.
  private var source = SliceRamp(0)
  /// The reduction in dB: the largest one, which is released, and what follows it with the attack.
  private var held: Float = 0
  private var reduction: Float = 0
  /// The reduction in dB as other threads read it.
  private let shown: UnsafeMutablePointer<Atomic<Float>>

  init(rate: SampleRate) {
    self.rate = Float(rate.hertz)
    shown = .allocate(capacity: 1)
    shown.initialize(to: Atomic(0))
  }

  func deallocate() {
    shown.deinitialize(count: 1)
    shown.deallocate()
  }

  var shownReduction: UnsafePointer<Atomic<Float>>? { UnsafePointer(shown) }

  mutating func setSidechain(_ level: UnsafePointer<Atomic<Float>>?) { sidechain = level }

  /// The release goes on while nothing is heard, until 0.01 % of a reduction is left.
  var longestSilence: Int { releaseFrames * 9 }

  mutating func update(_ values: UnsafePointer<Float>) {
    threshold = values[0]
    slope = 1 - 1 / values[1]
    attack = RealtimeMath.onePoleStep(frames: 0.001 * values[2] * rate)
    release = RealtimeMath.onePoleStep(frames: 0.001 * values[3] * rate)
    releaseFrames = Int(0.001 * values[3] * rate)
    makeUp.goal = values[4]
    source.goal = sidechain == nil ? 0 : values[5]
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    let other = sidechain?.pointee.load(ordering: .relaxed) ?? 0
    if left == CompressorKernel.slice {
      makeUp.begin(count: left)
      source.begin(count: left)
    }
    for index in 0..<count {
      let own = max(frames[index].x.magnitude, frames[index].y.magnitude)
      let needed = neededReduction(own + (other - own) * source.next())
      held = RealtimeMath.withoutDenormals(max(needed, held + (needed - held) * release))
      reduction = RealtimeMath.withoutDenormals(reduction + (held - reduction) * attack)
      frames[index] *= RealtimeMath.gain(decibels: makeUp.next() - reduction)
    }
    shown.pointee.store(reduction, ordering: .relaxed)
  }

  /// Returns the static curve: the reduction in dB of a steady level.
  private func neededReduction(_ level: Float) -> Float {
    let over = RealtimeMath.decibels(level) - threshold
    let half = CompressorKernel.knee / 2
    if over <= -half { return 0 }
    return slope * (over >= half ? over : (over + half) * (over + half) / (4 * half))
  }

  mutating func clear() {
    held = 0
    reduction = 0
    shown.pointee.store(0, ordering: .relaxed)
    makeUp.jump()
    source.jump()
  }
}

@_noLocks @_noAllocation
func unitProcessCompressor(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<CompressorKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
