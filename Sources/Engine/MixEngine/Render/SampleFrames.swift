import AudioBase

/// How the memory of a sample holds a frame: as one sample for both sides or as two, of 16 bits or as floats.
enum SampleForm: BitwiseCopyable {
  case mono16, stereo16, mono, stereo

  init(isStereo: Bool, isFloat: Bool) {
    self = isStereo ? (isFloat ? .stereo : .stereo16) : (isFloat ? .mono : .mono16)
  }

  var isStereo: Bool { self == .stereo || self == .stereo16 }
  var isFloat: Bool { self == .stereo || self == .mono }
  /// The bytes of a frame.
  var stride: Int {
    switch self {
    case .mono16: 2
    case .stereo16, .mono: 4
    case .stereo: 8
    }
  }
}

/// Frames of a sample in memory, or silence.
struct SampleFrames: BitwiseCopyable {
  var form: SampleForm
  /// Nil for silence.
  var start: UnsafeRawPointer?
  var count: Int

  init(_ start: UnsafeRawPointer?, _ form: SampleForm, count: Int) {
    (self.start, self.form, self.count) = (start, form, count)
  }

  init(silence count: Int) { self.init(nil, .stereo, count: count) }

  func part(from first: Int, count: Int) -> SampleFrames {
    SampleFrames(start.map { $0 + first * form.stride }, form, count: count)
  }

  /// Adds the frames, times `gain`, to `out`.
  func add(times gain: Frame, to out: UnsafeMutablePointer<Frame>) {
    guard let start else { return }
    switch form {
    case .stereo:
      StoredFrames(start.assumingMemoryBound(to: StereoFrame.self), count).add(times: gain, to: out)
    case .mono:
      StoredFrames(start.assumingMemoryBound(to: MonoFrame.self), count).add(times: gain, to: out)
    case .stereo16:
      StoredFrames(start.assumingMemoryBound(to: StereoFrame16.self), count).add(times: gain, to: out)
    case .mono16:
      StoredFrames(start.assumingMemoryBound(to: MonoFrame16.self), count).add(times: gain, to: out)
    }
  }

  /// Adds the frames and then others, each times a gain, to `out`: in one pass if they have the same form.
  func add(
    times gain: Frame, _ others: SampleFrames, times otherGain: Frame, to out: UnsafeMutablePointer<Frame>
  ) {
    guard let start, let other = others.start, form == others.form else {
      add(times: gain, to: out)
      return others.add(times: otherGain, to: out)
    }
    switch form {
    case .stereo:
      StoredFrames(start.assumingMemoryBound(to: StereoFrame.self), count)
        .add(times: gain, other.assumingMemoryBound(to: StereoFrame.self), times: otherGain, to: out)
    case .mono:
      StoredFrames(start.assumingMemoryBound(to: MonoFrame.self), count)
        .add(times: gain, other.assumingMemoryBound(to: MonoFrame.self), times: otherGain, to: out)
    case .stereo16:
      StoredFrames(start.assumingMemoryBound(to: StereoFrame16.self), count)
        .add(times: gain, other.assumingMemoryBound(to: StereoFrame16.self), times: otherGain, to: out)
    case .mono16:
      StoredFrames(start.assumingMemoryBound(to: MonoFrame16.self), count)
        .add(times: gain, other.assumingMemoryBound(to: MonoFrame16.self), times: otherGain, to: out)
    }
  }

  /// Adds the frames and then three others, each times a gain, to `out`: in one pass if they have the same form.
  func add(
    times gain: Frame, _ second: SampleFrames, times secondGain: Frame, _ third: SampleFrames,
    times thirdGain: Frame, _ fourth: SampleFrames, times fourthGain: Frame,
    to out: UnsafeMutablePointer<Frame>
  ) {
    guard let start, let two = second.start, let three = third.start, let four = fourth.start,
      second.form == form, third.form == form, fourth.form == form
    else {
      add(times: gain, second, times: secondGain, to: out)
      return third.add(times: thirdGain, fourth, times: fourthGain, to: out)
    }
    switch form {
    case .stereo:
      StoredFrames(start.assumingMemoryBound(to: StereoFrame.self), count).add(
        times: gain, two, times: secondGain, three, times: thirdGain, four, times: fourthGain, to: out)
    case .mono:
      StoredFrames(start.assumingMemoryBound(to: MonoFrame.self), count).add(
        times: gain, two, times: secondGain, three, times: thirdGain, four, times: fourthGain, to: out)
    case .stereo16:
      StoredFrames(start.assumingMemoryBound(to: StereoFrame16.self), count).add(
        times: gain, two, times: secondGain, three, times: thirdGain, four, times: fourthGain, to: out)
    case .mono16:
      StoredFrames(start.assumingMemoryBound(to: MonoFrame16.self), count).add(
        times: gain, two, times: secondGain, three, times: thirdGain, four, times: fourthGain, to: out)
    }
  }

  /// Adds the frames, times `gain` and a moving level, to `out`. The level moves on through silence too.
  func add(times gain: Frame, level: inout GainRamp, to out: UnsafeMutablePointer<Frame>) {
    var ramp = level
    for index in 0..<count {
      let factor = gain * ramp.next()
      if start != nil { out[index] += frame(at: index) * factor }
    }
    level = ramp
  }

  func frame(at index: Int) -> Frame {
    guard let place = start.map({ $0 + index * form.stride }) else { return .zero }
    switch form {
    case .stereo: return place.load(as: StereoFrame.self).frame
    case .mono: return place.load(as: MonoFrame.self).frame
    case .stereo16: return place.load(as: StereoFrame16.self).frame
    case .mono16: return place.load(as: MonoFrame16.self).frame
    }
  }
}

/// Frames in memory in a form that is known at compile time. Audio thread.
private struct StoredFrames<Stored: StoredFrame>: BitwiseCopyable {
  private let start: UnsafePointer<Stored>
  private let count: Int

  init(_ start: UnsafePointer<Stored>, _ count: Int) { (self.start, self.count) = (start, count) }

  /// Adds the frames, times `gain`, to `out`: the same sums in every form. The two do not overlap.
  ///
  /// It works on four frames at a time: the compiler vectorises loops over single numbers, but not those over pairs
  /// of numbers, and one frame at a time takes almost twice as long. The compiler checks it in its callers, for each of which
  /// it makes a copy.
  func add(times gain: Frame, to out: UnsafeMutablePointer<Frame>) {
    let gains = fourTimes(gain * Stored.scale)
    let wide = count & ~3
    var index = 0
    while index < wide {
      // Voices begin on any frame: neither side is aligned for wide loads.
      let frames = Stored.four(UnsafeRawPointer(start + index))
      let to = UnsafeMutableRawPointer(out + index)
      to.storeBytes(of: to.loadUnaligned(as: SIMD8<Float>.self) + frames * gains, as: SIMD8<Float>.self)
      index &+= 4
    }
    while index < count {
      out[index] += start[index].frame * gain
      index &+= 1
    }
  }

  /// Adds the frames and as many others, as two calls would.
  func add(
    times gain: Frame, _ others: UnsafePointer<Stored>, times otherGain: Frame,
    to out: UnsafeMutablePointer<Frame>
  ) {
    let gains = fourTimes(gain * Stored.scale)
    let otherGains = fourTimes(otherGain * Stored.scale)
    var index = 0
    // Two steps a round, since short blocks have few rounds.
    while index < count & ~7 {
      addFour(index, gains, others, otherGains, to: out)
      addFour(index &+ 4, gains, others, otherGains, to: out)
      index &+= 8
    }
    if index < count & ~3 {
      addFour(index, gains, others, otherGains, to: out)
      index &+= 4
    }
    while index < count {
      out[index] += start[index].frame * gain
      out[index] += others[index].frame * otherGain
      index &+= 1
    }
  }

  /// Adds the frames and as many of three others, as four calls would.
  func add(
    times gain: Frame, _ second: UnsafeRawPointer, times secondGain: Frame, _ third: UnsafeRawPointer,
    times thirdGain: Frame, _ fourth: UnsafeRawPointer, times fourthGain: Frame,
    to out: UnsafeMutablePointer<Frame>
  ) {
    let second = second.assumingMemoryBound(to: Stored.self)
    let third = third.assumingMemoryBound(to: Stored.self)
    let fourth = fourth.assumingMemoryBound(to: Stored.self)
    let gains = fourTimes(gain * Stored.scale)
    let secondGains = fourTimes(secondGain * Stored.scale)
    let thirdGains = fourTimes(thirdGain * Stored.scale)
    let fourthGains = fourTimes(fourthGain * Stored.scale)
    var index = 0
    while index < count & ~3 {
      let to = UnsafeMutableRawPointer(out + index)
      var sum = to.loadUnaligned(as: SIMD8<Float>.self) + Stored.four(UnsafeRawPointer(start + index)) * gains
      sum += Stored.four(UnsafeRawPointer(second + index)) * secondGains
      sum += Stored.four(UnsafeRawPointer(third + index)) * thirdGains
      sum += Stored.four(UnsafeRawPointer(fourth + index)) * fourthGains
      to.storeBytes(of: sum, as: SIMD8<Float>.self)
      index &+= 4
    }
    while index < count {
      out[index] += start[index].frame * gain
      out[index] += second[index].frame * secondGain
      out[index] += third[index].frame * thirdGain
      out[index] += fourth[index].frame * fourthGain
      index &+= 1
    }
  }

  /// Adds four frames from an index on, and as many others.
  @inline(__always)
  private func addFour(
    _ index: Int, _ gains: SIMD8<Float>, _ others: UnsafePointer<Stored>, _ otherGains: SIMD8<Float>,
    to out: UnsafeMutablePointer<Frame>
  ) {
    let frames = Stored.four(UnsafeRawPointer(start + index)) * gains
    let other = Stored.four(UnsafeRawPointer(others + index)) * otherGains
    let to = UnsafeMutableRawPointer(out + index)
    to.storeBytes(of: to.loadUnaligned(as: SIMD8<Float>.self) + frames + other, as: SIMD8<Float>.self)
  }
}

private func fourTimes(_ frame: Frame) -> SIMD8<Float> {
  let two = SIMD4(lowHalf: frame, highHalf: frame)
  return SIMD8(lowHalf: two, highHalf: two)
}

/// A frame in one of the forms in which memory holds samples. Audio thread.
protocol StoredFrame: BitwiseCopyable {
  /// The factor of `four(_:)`, a power of two: to multiply the gain by it first gives the same products.
  static var scale: Float { get }
  /// Reads four frames in memory of any alignment, without the factor.
  static func four(_ start: UnsafeRawPointer) -> SIMD8<Float>
  var frame: Frame { get }
}

struct StereoFrame: StoredFrame {
  let frame: Frame

  static var scale: Float { 1 }

  static func four(_ start: UnsafeRawPointer) -> SIMD8<Float> { start.loadUnaligned(as: SIMD8<Float>.self) }
}

struct MonoFrame: StoredFrame {
  let sample: Float

  static var scale: Float { 1 }

  static func four(_ start: UnsafeRawPointer) -> SIMD8<Float> {
    bothSides(start.loadUnaligned(as: SIMD4<Float>.self))
  }

  var frame: Frame { Frame(repeating: sample) }
}

struct StereoFrame16: StoredFrame {
  let left: Int16
  let right: Int16

  static var scale: Float { 1 / 32_768 }

  static func four(_ start: UnsafeRawPointer) -> SIMD8<Float> {
    SIMD8<Float>(start.loadUnaligned(as: SIMD8<Int16>.self))
  }

  var frame: Frame { Frame(Float(left), Float(right)) * StereoFrame16.scale }
}

struct MonoFrame16: StoredFrame {
  let sample: Int16

  static var scale: Float { 1 / 32_768 }

  static func four(_ start: UnsafeRawPointer) -> SIMD8<Float> {
    bothSides(SIMD4<Float>(start.loadUnaligned(as: SIMD4<Int16>.self)))
  }

  var frame: Frame { Frame(repeating: Float(sample) * MonoFrame16.scale) }
}

private func bothSides(_ four: SIMD4<Float>) -> SIMD8<Float> {
  SIMD8(lowHalf: SIMD4(four.x, four.x, four.y, four.y), highHalf: SIMD4(four.z, four.z, four.w, four.w))
}
