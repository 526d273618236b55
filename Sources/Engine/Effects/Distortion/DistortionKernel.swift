import AudioBase

/// A soft clipper with a low-pass. Its rate is four times that of the frames; filters of minimum delay change the rate.
///
/// At 36 dB a sine is almost a square, whose harmonics fall as slowly as 1/n: `SmoothClipper` removes those that four
/// times the rate would fold back.
struct DistortionKernel: EffectKernel {
  static let parameters = [
    EffectParameter("drive", .decibels, 0...36, initial: 12),
    EffectParameter("tone", .hertz, 200...20_000, initial: 20_000, scale: .logarithmic),
    EffectParameter("mix", .percent, 0...100, initial: 100),
    EffectParameter("output", .decibels, -24...12, initial: 0),
  ]

  /// What holds for a frame.
  private struct Setting {
    let drive: Float
    let mix: Float
    let tone: Float
  }

  /// Frames per second of the clipper.
  private let clippedRate: Float
  private let firstUp: HalfBandFilter
  private let secondUp: HalfBandFilter
  private let secondDown: HalfBandFilter
  private let firstDown: HalfBandFilter
  private var clipper = SmoothClipper()
  /// The part of the distance that the low-pass moves in a frame.
  private var tone = SliceRamp(1)
  private var lowPass = Frame.zero
  private var drive = SliceRamp(1)
  private var mix = SliceRamp(1)
  private var output = SliceRamp(1)

  init(rate: SampleRate) {
    clippedRate = 4 * Float(rate.hertz)
    // The first filter ends at 0.96 of half the rate. The second one keeps out what the first one would fold back.
    firstUp = HalfBandFilter(sections: 6, transition: 0.01)
    firstDown = HalfBandFilter(sections: 6, transition: 0.01)
    secondUp = HalfBandFilter(sections: 3, transition: 0.12)
    secondDown = HalfBandFilter(sections: 3, transition: 0.12)
  }

  func deallocate() {
    firstUp.deallocate()
    secondUp.deallocate()
    secondDown.deallocate()
    firstDown.deallocate()
  }

  /// The filters' delay is some six frames.
  var longestSilence: Int { 64 }

  mutating func update(_ values: UnsafePointer<Float>) {
    drive.goal = RealtimeMath.gain(decibels: values[0])
    tone.goal = RealtimeMath.onePoleStep(frames: clippedRate / (6.283_185_3 * values[1]))
    mix.goal = values[2] * 0.01
    output.goal = RealtimeMath.gain(decibels: values[3])
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if left == DistortionKernel.slice {
      drive.begin(count: left)
      mix.begin(count: left)
      tone.begin(count: left)
      output.begin(count: left)
    }
    for index in 0..<count {
      let setting = Setting(drive: drive.next(), mix: mix.next(), tone: tone.next())
      let (earlier, later) = firstUp.upsample(frames[index])
      let first = processPair(earlier, setting)
      let second = processPair(later, setting)
      frames[index] = firstDown.downsample(first, second) * output.next()
    }
    removeDenormals(frames, count)
  }

  /// Processes a frame at twice the rate.
  private mutating func processPair(_ frame: Frame, _ setting: Setting) -> Frame {
    let (earlier, later) = secondUp.upsample(frame)
    let first = shape(earlier, setting)
    let second = shape(later, setting)
    return secondDown.downsample(first, second)
  }

  /// Processes a frame at four times the rate.
  private mutating func shape(_ frame: Frame, _ setting: Setting) -> Frame {
    let (clipped, input) = clipper.clip(frame, drive: setting.drive)
    lowPass += (clipped - lowPass) * setting.tone
    return input + (lowPass - input) * setting.mix
  }

  private mutating func removeDenormals(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    for index in 0..<count { frames[index] = (frames[index] + 0x1p-60) - 0x1p-60 }
    lowPass = (lowPass + 0x1p-60) - 0x1p-60
    firstUp.removeDenormals()
    secondUp.removeDenormals()
    secondDown.removeDenormals()
    firstDown.removeDenormals()
  }

  mutating func clear() {
    firstUp.clear()
    secondUp.clear()
    secondDown.clear()
    firstDown.clear()
    clipper.clear()
    lowPass = .zero
    drive.jump()
    mix.jump()
    tone.jump()
    output.jump()
  }
}

@_noLocks @_noAllocation
func unitProcessDistortion(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<DistortionKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
