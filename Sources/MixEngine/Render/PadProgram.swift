import AudioBase

/// One sample of a pad as the audio thread reads it.
struct PadRegion: BitwiseCopyable {
  var frames: UnsafePointer<Frame>
  var count: Int
  /// The pad's gain and pan, left and right.
  var gain: Frame
  var lowestVelocity: Int
  var highestVelocity: Int
}

/// A pad as the audio thread reads it.
struct PadSlot: BitwiseCopyable {
  var regions: UnsafePointer<PadRegion>?
  /// For each region the number of the strike that it was chosen for last, 0 if it never was. The audio thread of the
  /// engine that plays the pads writes it.
  var lastStrikes: UnsafeMutablePointer<Int>?
  var regionCount = 0
  /// From 1; 0 for none.
  var chokeGroup = 0
  /// Frames in which the voices of this pad fade out when another pad of their group is struck.
  var chokeFade = 0
  /// Whether it sounds only while it is held.
  var isGate = false
  /// Whether a second strike ends it.
  var isToggle = false
  /// Frames in which a voice fades out when it is released or ended by a second strike.
  var releaseFade = 0

  /// Chooses the sample for a velocity that was not played for the longest time.
  ///
  /// - Returns: the index of the region; −1 if the pad has none for the velocity.
  @_noLocks @_noAllocation
  func chooseSample(velocity: Int) -> Int {
    guard let regions, let lastStrikes else { return -1 }
    var chosen = -1
    for index in 0..<regionCount {
      let region = regions[index]
      if velocity < region.lowestVelocity || velocity > region.highestVelocity { continue }
      if chosen < 0 || lastStrikes[index] < lastStrikes[chosen] { chosen = index }
    }
    return chosen
  }
}

/// The pads of a program as the audio thread reads them.
public struct PadTable: @unchecked Sendable, BitwiseCopyable {
  let slots: UnsafePointer<PadSlot>
  let count: Int
}

/// A kit prepared for the audio thread: samples at the engine's rate in memory that does not move.
///
/// It belongs to one engine, since the audio thread counts strikes in it. The engine keeps it while it is played.
package final class PadProgram: @unchecked Sendable {
  /// The samples of a range of velocities; they take turns.
  package struct Layer: Sendable {
    package var velocities: ClosedRange<Int>
    package var samples: [PCMBuffer]

    package init(velocities: ClosedRange<Int> = 1...127, samples: [PCMBuffer]) {
      self.velocities = velocities
      self.samples = samples
    }
  }

  /// One pad: its samples and how it sounds.
  package struct Pad: Sendable {
    package var layers: [Layer]
    package var gain: Decibels
    /// −1 left, 0 middle, 1 right.
    package var pan: Double
    /// Pads of one group end each other.
    package var chokeGroup: Int?
    /// The fade-out when another pad of the group is struck.
    package var chokeFade: FrameCount
    /// Whether the pad sounds only while it is held.
    package var isGate: Bool
    /// Whether it sounds until it is struck again.
    package var isToggle = false
    /// The fade-out of a gate pad that is released, and of a toggle pad that is struck again.
    package var releaseFade: FrameCount

    package init(
      layers: [Layer], gain: Decibels = .unity, pan: Double = 0, chokeGroup: Int? = nil,
      chokeFade: FrameCount = .zero, isGate: Bool = false, releaseFade: FrameCount = .zero
    ) {
      self.layers = layers
      self.gain = gain
      self.pan = pan
      self.chokeGroup = chokeGroup
      self.chokeFade = chokeFade
      self.isGate = isGate
      self.releaseFade = releaseFade
    }
  }

  private let slots: UnsafeMutablePointer<PadSlot>
  private let padCount: Int
  private var regions: [UnsafeMutableBufferPointer<PadRegion>] = []
  private var lastStrikes: [UnsafeMutableBufferPointer<Int>] = []
  private var samples: [UnsafeMutableBufferPointer<Frame>] = []

  /// - Parameter pads: pad 1 first; their samples at the engine's rate.
  package init(pads: [Pad]) {
    padCount = pads.count
    slots = .allocate(capacity: max(padCount, 1))
    slots.initialize(repeating: PadSlot(), count: max(padCount, 1))
    for (index, pad) in pads.enumerated() { slots[index] = makeSlot(pad) }
  }

  var table: PadTable { PadTable(slots: UnsafePointer(slots), count: padCount) }

  deinit {
    slots.deallocate()
    for buffer in regions { buffer.deallocate() }
    for buffer in lastStrikes { buffer.deallocate() }
    for buffer in samples { buffer.deallocate() }
  }

  private func makeSlot(_ pad: Pad) -> PadSlot {
    let gain = PanUnit.gains(pad.pan) * pad.gain.factor
    let list = pad.layers.flatMap { layer in
      layer.samples.map { makeRegion($0, gain: gain, velocities: layer.velocities) }
    }
    let buffer = UnsafeMutableBufferPointer<PadRegion>.allocate(capacity: list.count)
    _ = buffer.initialize(from: list)
    regions.append(buffer)
    let strikes = UnsafeMutableBufferPointer<Int>.allocate(capacity: list.count)
    strikes.initialize(repeating: 0)
    lastStrikes.append(strikes)
    return PadSlot(
      regions: UnsafePointer(buffer.baseAddress), lastStrikes: strikes.baseAddress,
      regionCount: list.count, chokeGroup: pad.chokeGroup ?? 0,
      chokeFade: pad.chokeFade.value, isGate: pad.isGate, isToggle: pad.isToggle,
      releaseFade: pad.releaseFade.value)
  }

  private func makeRegion(_ sample: PCMBuffer, gain: Frame, velocities: ClosedRange<Int>) -> PadRegion {
    let buffer = UnsafeMutableBufferPointer<Frame>.allocate(capacity: max(sample.frames.count, 1))
    _ = buffer.initialize(from: sample.frames)
    samples.append(buffer)
    guard let frames = buffer.baseAddress else { preconditionFailure("a buffer of one frame or more") }
    return PadRegion(
      frames: UnsafePointer(frames), count: sample.frames.count, gain: gain,
      lowestVelocity: velocities.lowerBound, highestVelocity: velocities.upperBound)
  }
}
