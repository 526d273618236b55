import AudioBase

/// Repeats the last beat while it is held.
///
/// What is heard passes through a delay line of that length. While the effect is held, the line is heard instead of the
/// input, and so it repeats itself. The crossfade at the beginning is a part of what is repeated: the repetition has no
/// seam.
struct StutterKernel: EffectKernel {
  static let parameters = [
    EffectParameter("hold", choices: ["off", "on"]),
    EffectParameter("length", .beats, 0.25...1, initial: 1, scale: .logarithmic),
    // In beats a minute; set by what knows the music.
    EffectParameter("tempo", .ratio, 20...300, initial: 120),
  ]

  private let rate: Float
  private let longest: Int
  private var line: EchoLine
  private var share: SwitchFade
  /// The length that is repeated, in frames, and whether it was the same at the last slice.
  private var distance = 1
  private var isSettled = true

  init(rate: SampleRate) {
    self.rate = Float(rate.hertz)
    longest = rate.hertz * 2
    line = EchoLine(longest: longest, rate: rate)
    share = SwitchFade(rate: rate, isOn: false)
  }

  func deallocate() { line.deallocate() }

  var longestSilence: Int { max(line.longestDistance, distance) }

  var isNeutral: Bool { share.isOff }

  mutating func update(_ values: UnsafePointer<Float>) {
    let frames = min(Int(values[1] * 60 / values[2] * rate + 0.5), longest)
    isSettled = frames == distance
    distance = frames
    let isHeld = values[0] == 1
    if isHeld && share.isOff { line.jump(to: distance) }
    share.turn(on: isHeld)
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if share.isOff { return pass(frames, count: count) }
    // A length that still moves would give a chain of crossfades.
    if left == StutterKernel.slice {
      if isSettled { _ = line.move(to: distance) }
      isSettled = true
    }
    for index in 0..<count {
      let (past, share) = (line.read(), share.next())
      // A sum of differences would round what is repeated.
      frames[index] = share == 1 ? past : frames[index] + (past - frames[index]) * share
      line.write(frames[index])
    }
  }

  mutating func pass(_ frames: UnsafePointer<Frame>, count: Int) { line.write(frames, count: count) }

  mutating func clear() {
    line.clear(distance: distance)
    isSettled = true
    share.jump()
  }
}

@_noLocks @_noAllocation
func unitProcessStutter(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<StutterKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
