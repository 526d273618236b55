import AudioBase

/// A stereo reverb: pre-delay, diffusion, and a feedback delay network.
struct ReverbKernel: EffectKernel {
  static let parameters = [
    EffectParameter("size", .percent, 10...100, initial: 50, scale: .logarithmic),
    EffectParameter("decay", .seconds, 0.2...10, initial: 1.8, scale: .logarithmic),
    // How much sooner 8 kHz decays.
    EffectParameter("damping", .percent, 0...80, initial: 50),
    EffectParameter("pre-delay", .milliseconds, 0...200, initial: 10),
    EffectParameter("mix", .percent, 0...100, initial: 30),
  ]

  private let rate: Float
  private let primes: PrimeTable
  private var line: EchoLine
  private var diffuser: Diffuser
  private var network: FeedbackNetwork
  private var size: Float = 0.5
  /// The distance of the pre-delay; at least 1.
  private var distance = 1
  /// Whether parameters have moved since the last slice.
  private var isMoving = false
  private var isSettled = false
  private var mix = SliceRamp(0)
  let longestSilence: Int

  init(rate: SampleRate) {
    self.rate = Float(rate.hertz)
    let longestLine = FeedbackNetwork.longestLine(rate)
    primes = PrimeTable(limit: longestLine)
    line = EchoLine(longest: rate.hertz / 5 + 1, rate: rate)
    diffuser = Diffuser(rate: rate, primes: primes)
    network = FeedbackNetwork(rate: rate, primes: primes)
    longestSilence = rate.hertz / 5 + 2 * longestLine
  }

  func deallocate() {
    line.deallocate()
    diffuser.deallocate()
    network.deallocate()
    primes.deallocate()
  }

  mutating func update(_ values: UnsafePointer<Float>) {
    size = values[0] * 0.01
    network.setDecay(low: values[1], high: values[1] * (1 - values[2] * 0.01))
    distance = Int(values[3] * 0.001 * rate + 0.5) &+ 1
    mix.goal = values[4] * 0.01
    isMoving = true
    isSettled = false
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if left == ReverbKernel.slice {
      follow()
      network.begin(count: left)
      mix.begin(count: left)
    }
    var start = 0
    while start < count {
      let length = min(count &- start, FrameTile.capacity)
      process(tile: frames + start, count: length)
      start &+= length
    }
  }

  private mutating func process(tile frames: UnsafeMutablePointer<Frame>, count: Int) {
    var tile = FrameTile()
    for index in 0..<count {
      line.write(frames[index])
      tile[index] = line.read()
    }
    tile = network.next(diffuser.next(tile, count: count), count: count)
    for index in 0..<count {
      let dry = frames[index]
      frames[index] = dry + (tile[index] - dry) * mix.next()
    }
  }

  /// Moves what follows the parameters: lengths only when they rest, since they change by crossfades.
  private mutating func follow() {
    if isMoving {
      isMoving = false
      return
    }
    if isSettled { return }
    let hasDistance = line.move(to: distance)
    let hasSize = network.resize(to: size)
    isSettled = hasDistance && hasSize
  }

  mutating func clear() {
    line.clear(distance: distance)
    diffuser.clear()
    network.clear(size: size)
    isMoving = false
    isSettled = true
    mix.jump()
  }
}

@_noLocks @_noAllocation
func unitProcessReverb(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<ReverbKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
