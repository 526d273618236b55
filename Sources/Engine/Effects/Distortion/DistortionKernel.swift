import AudioBase

/// A soft clipper with a low-pass. Its rate is four times that of the frames; filters of minimum delay change the rate.
///
/// At 36 dB a sine is almost a square, whose harmonics fall as slowly as 1/n: `SmoothClipper` removes those that four
/// times the rate would fold back. Each stage processes a slice before the next one does: within a stage, the
/// processor works on several frames at once.
struct DistortionKernel: EffectKernel {
  static let parameters = [
    EffectParameter("drive", .decibels, 0...36, initial: 12),
    EffectParameter("tone", .hertz, 200...20_000, initial: 20_000, scale: .logarithmic),
    EffectParameter("mix", .percent, 0...100, initial: 100),
    EffectParameter("output", .decibels, -24...12, initial: 0),
  ]

  /// Frames of the clipper for each frame.
  private static let factor = 4

  /// Frames per second of the clipper.
  private let clippedRate: Float
  private let firstUp: HalfBandFilter
  private let secondUp: HalfBandFilter
  private let secondDown: HalfBandFilter
  private let firstDown: HalfBandFilter
  private let clipper: SmoothClipper
  private let memory: DistortionMemory
  private var places = PlacesFade()
  /// The part of the distance that the low-pass moves in a frame.
  private var tone = SliceRamp(1)
  private var lowPass = Frame.zero
  private var drive = SliceRamp(1)
  private var mix = SliceRamp(1)
  private var output = SliceRamp(1)

  init(rate: SampleRate) {
    clippedRate = Float(DistortionKernel.factor) * Float(rate.hertz)
    // The first filter ends at 0.96 of half the rate. The second one keeps out what the first one would fold back.
    firstUp = HalfBandFilter(runs: 2, transition: 0.01)
    firstDown = HalfBandFilter(runs: 2, transition: 0.01)
    secondUp = HalfBandFilter(runs: 1, transition: 0.12)
    secondDown = HalfBandFilter(runs: 1, transition: 0.12)
    let capacity = DistortionKernel.factor * DistortionKernel.slice
    clipper = SmoothClipper(capacity: capacity)
    memory = DistortionMemory(capacity: capacity)
  }

  func deallocate() {
    firstUp.deallocate()
    secondUp.deallocate()
    secondDown.deallocate()
    firstDown.deallocate()
    clipper.deallocate()
    memory.deallocate()
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
      places.begin(.needed(drive: max(drive.value, drive.goal)))
      drive.begin(count: left)
      mix.begin(count: left)
      tone.begin(count: left)
      output.begin(count: left)
    }
    let clippedCount = DistortionKernel.factor * count
    firstUp.upsample(frames, to: memory.pairs, count: count)
    secondUp.upsample(memory.doubled, to: memory.newPairs, count: 2 * count)
    applyDrive(count: count)
    clip(count: count)
    mixLowPass(count: count)
    memory.keepHistory(count: clippedCount)
    secondDown.downsample(memory.clippedPairs, to: memory.doubled, count: 2 * count)
    firstDown.downsample(memory.pairs, to: frames, count: count)
    for index in 0..<count {
      frames[index] = (frames[index] * output.next() + 0x1p-60) - 0x1p-60
    }
    lowPass = (lowPass + 0x1p-60) - 0x1p-60
  }

  private mutating func applyDrive(count: Int) {
    for index in 0..<count {
      let gain = drive.next()
      for place in 4 * index..<4 * index + 4 { memory.driven[place] = memory.input[place] * gain }
    }
  }

  /// Clips the frames. While the number of places changes, fades between both.
  private mutating func clip(count: Int) {
    let clippedCount = DistortionKernel.factor * count
    clipper.clip(memory.driven, to: memory.clipped, count: clippedCount, places.current)
    guard places.isFading else { return }
    clipper.clip(memory.driven, to: memory.other, count: clippedCount, places.next)
    for index in 0..<count {
      let share = places.step()
      for place in 4 * index..<4 * index + 4 {
        memory.clipped[place] += (memory.other[place] - memory.clipped[place]) * share
      }
    }
  }

  private mutating func mixLowPass(count: Int) {
    for index in 0..<count {
      let (tone, mix) = (tone.next(), mix.next())
      for place in 4 * index..<4 * index + 4 {
        let input = memory.input[place - SmoothClipper.delay]
        lowPass += (memory.clipped[place] - lowPass) * tone
        memory.clipped[place] = input + (lowPass - input) * mix
      }
    }
  }

  mutating func clear() {
    firstUp.clear()
    secondUp.clear()
    secondDown.clear()
    firstDown.clear()
    memory.clear()
    lowPass = .zero
    drive.jump()
    mix.jump()
    tone.jump()
    output.jump()
    places.jump(.needed(drive: drive.goal))
  }
}

/// The number of places at which the clipper evaluates its curve, and the fade to another number.
private struct PlacesFade: BitwiseCopyable {
  private(set) var current = SmoothClipper.Places.one
  private(set) var next = SmoothClipper.Places.one
  private var share: Float = 0
  private(set) var isFading = false

  /// Begins a fade where it is needed and no other one is going on.
  mutating func begin(_ places: SmoothClipper.Places) {
    if share >= 1 { jump(next) }
    if isFading || places.rawValue == current.rawValue { return }
    next = places
    isFading = true
  }

  /// Returns the share of the next number for the next frame.
  mutating func step() -> Float {
    share = min(share + 1 / Float(DistortionKernel.slice), 1)
    return share
  }

  mutating func jump(_ places: SmoothClipper.Places) {
    (current, next) = (places, places)
    (share, isFading) = (0, false)
  }
}

/// The memory of the stages of a distortion: frames of the clipper's rate.
private struct DistortionMemory: BitwiseCopyable {
  /// The frames of twice the rate.
  let doubled: UnsafeMutablePointer<Frame>
  /// The input and the input after the drive, before which lie former frames.
  let input: UnsafeMutablePointer<Frame>
  let driven: UnsafeMutablePointer<Frame>
  let clipped: UnsafeMutablePointer<Frame>
  /// What is clipped at another number of places.
  let other: UnsafeMutablePointer<Frame>
  private let start: UnsafeMutableRawPointer
  private let size: Int

  init(capacity: Int) {
    // What precedes the input and the driven input keeps both aligned.
    let (history, stride) = (8, MemoryLayout<Frame>.stride)
    precondition(history >= SmoothClipper.history)
    size = stride * (capacity * 9 / 2 + 2 * history)
    start = .allocate(byteCount: size, alignment: 16)
    let frames = start.bindMemory(to: Frame.self, capacity: size / stride)
    doubled = frames
    input = doubled + capacity / 2 + history
    driven = input + capacity + history
    clipped = driven + capacity
    other = clipped + capacity
    clear()
  }

  func deallocate() { start.deallocate() }

  func clear() { doubled.update(repeating: .zero, count: size / MemoryLayout<Frame>.stride) }

  /// The same memory in pairs of frames.
  var pairs: UnsafeMutablePointer<SIMD4<Float>> { DistortionMemory.pairs(doubled) }
  var newPairs: UnsafeMutablePointer<SIMD4<Float>> { DistortionMemory.pairs(input) }
  var clippedPairs: UnsafeMutablePointer<SIMD4<Float>> { DistortionMemory.pairs(clipped) }

  private static func pairs(_ frames: UnsafeMutablePointer<Frame>) -> UnsafeMutablePointer<SIMD4<Float>> {
    UnsafeMutableRawPointer(frames).assumingMemoryBound(to: SIMD4<Float>.self)
  }

  /// Moves the last frames before those that come next.
  func keepHistory(count: Int) {
    for place in -SmoothClipper.history..<0 {
      input[place] = input[place + count]
      driven[place] = driven[place + count]
    }
  }
}

@_noLocks @_noAllocation
func unitProcessDistortion(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<DistortionKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
