import AudioBase

/// One sample of a pad as the audio thread plays it.
struct PadRegion: BitwiseCopyable {
  var frames: UnsafePointer<Frame>
  var count: Int
  /// The pad's gain and pan, left and right.
  var gain: Frame
  var lowestVelocity: Int
  var highestVelocity: Int
}

/// What the audio thread knows of a pad.
struct PadSlot: BitwiseCopyable {
  var regions: UnsafePointer<PadRegion>?
  /// For each region the number of the strike that it was chosen for last, 0 where it never was. Written by the audio
  /// thread of the engine that plays the pads.
  var lastStrikes: UnsafeMutablePointer<Int>?
  var regionCount = 0
  /// 0: none.
  var chokeGroup = 0
  /// Frames in which this pad's voices die when their group is choked.
  var chokeFade = 0
  /// Whether it sounds only while it is held.
  var isGate = false
  /// Whether a second strike ends it; then its key may come up.
  var isToggle = false
  /// Frames in which it dies when it is let go.
  var releaseFade = 0
}

/// The pads as the audio thread finds them.
public struct PadTable: @unchecked Sendable, BitwiseCopyable {
  let slots: UnsafePointer<PadSlot>
  let count: Int
}

/// A kit made ready for the audio thread: samples at the device's rate in memory that does not move.
///
/// Belongs to one engine; whoever hands it over keeps it alive as long as the engine renders.
package final class PadProgram: @unchecked Sendable {
  package struct Layer: Sendable {
    package var velocities: ClosedRange<Int>
    package var samples: [PCMBuffer]

    package init(velocities: ClosedRange<Int> = 1...127, samples: [PCMBuffer]) {
      self.velocities = velocities
      self.samples = samples
    }
  }

  package struct Pad: Sendable {
    package var layers: [Layer]
    package var gain: Decibels
    /// −1 left, 0 middle, 1 right.
    package var pan: Double
    package var chokeGroup: Int?
    package var chokeFade: FrameCount
    /// Whether the pad sounds only while it is held.
    package var isGate: Bool
    /// Whether it sounds until it is struck again.
    package var isToggle = false
    /// In which a gate pad dies when it is let go, and one that is struck again.
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

  package var table: PadTable { PadTable(slots: UnsafePointer(slots), count: padCount) }

  deinit {
    slots.deallocate()
    for buffer in regions { buffer.deallocate() }
    for buffer in lastStrikes { buffer.deallocate() }
    for buffer in samples { buffer.deallocate() }
  }

  private func makeSlot(_ pad: Pad) -> PadSlot {
    let side = Float(abs(pad.pan))
    let gain = (pad.pan > 0 ? Frame(1 - side, 1) : Frame(1, 1 - side)) * pad.gain.factor
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
