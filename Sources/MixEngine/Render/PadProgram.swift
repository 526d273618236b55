import AudioBase

/// A kit prepared for the audio thread: samples at the engine's rate in memory that does not move.
///
/// It belongs to one engine, since the audio thread counts strikes in it. The engine keeps it while it is played.
package final class PadProgram: @unchecked Sendable {
  private let memory: PadMemory
  private let slots: UnsafeMutablePointer<PadSlot>
  private let padCount: Int
  /// The rings of the streamed samples; nil if there are none.
  package let streams: PadStreams?
  private let worker: (any PadStreamWorker)?

  /// - Parameter pads: pad 1 first; their samples at the engine's rate.
  package init(pads: [Pad]) {
    let memory = PadMemory()
    self.memory = memory
    padCount = pads.count
    slots = memory.list(pads.map(memory.slot))
    streams = memory.streamed.isEmpty ? nil : PadStreams(memory.streamed)
    worker = streams.flatMap { streams in streams.samples.first?.source?.startWorker(for: streams) }
  }

  var table: PadTable { PadTable(slots: UnsafePointer(slots), count: padCount, streams: streams?.table) }

  deinit { worker?.stop() }
}

extension PadProgram {
  /// How a sample repeats as a whole.
  package enum Loop: Sendable, BitwiseCopyable {
    case none
    /// Until the voice ends.
    case continuous
    /// Until the key is released; the rest of the sample follows.
    case sustain
  }

  /// The samples of a range of velocities; they take turns.
  package struct Layer: Sendable {
    package var velocities: ClosedRange<Int>
    package var samples: [PadSample]
    /// Added to the gain of the pad.
    package var gain = Decibels.unity
    /// Added to the pan of the pad.
    package var pan = 0.0
    /// The part that the layer belongs to. A strike plays one sample of each part.
    package var part = 0
    /// The range of the random number of a strike, 0…1, for which its samples are chosen: from the lower bound, below
    /// the upper one.
    package var chance = 0.0...1.0
    package var loop = Loop.none

    package init(velocities: ClosedRange<Int> = 1...127, samples: [PadSample]) {
      self.velocities = velocities
      self.samples = samples
    }

    package init(velocities: ClosedRange<Int> = 1...127, samples: [PCMBuffer]) {
      self.init(velocities: velocities, samples: samples.map { PadSample($0) })
    }
  }

  /// The envelope of a pad's voices: linear from stage to stage.
  package struct Envelope: Hashable, Sendable, BitwiseCopyable {
    /// From silence to the full level.
    package var attack = FrameCount(0)
    /// From the full level to the sustained one.
    package var decay = FrameCount(0)
    /// The sustained level, linear, 0…1. A voice ends where it reaches 0.
    package var sustain: Float = 1
    /// The fade-out of a gate pad that is released, and of a toggle pad that is struck again.
    package var release = FrameCount(0)

    @_noLocks @_noAllocation
    package init() {}
  }

  /// What a strike does to the sound of the strikes before it on the same pad.
  package enum Retrigger: Hashable, Sendable {
    /// It fades them out within 3 ms.
    case restart
    /// It leaves them; with a limit, at least 1, the oldest ones beyond it fade out.
    case overlap(limit: Int? = nil)
  }

  /// One pad: its samples and how it sounds.
  package struct Pad: Sendable {
    package var layers: [Layer]
    package var gain: Decibels
    /// −1 left, 0 middle, 1 right.
    package var pan: Double
    /// The choke group that the pad belongs to, from 1.
    package var chokeGroup: Int?
    /// The group whose strikes silence the pad. Strikes of the own pad silence it only if they overlap.
    package var silencedBy: Int?
    /// The fade-out of the silenced pad.
    package var chokeFade: FrameCount
    package var retrigger = Retrigger.restart
    /// Whether the pad sounds only while it is held.
    package var isGate: Bool
    /// Whether it sounds until it is struck again.
    package var isToggle = false
    package var envelope = Envelope()

    /// - Parameter chokeGroup: the group that it belongs to and that silences it.
    package init(
      layers: [Layer], gain: Decibels = .unity, pan: Double = 0, chokeGroup: Int? = nil,
      chokeFade: FrameCount = .zero, isGate: Bool = false, releaseFade: FrameCount = .zero
    ) {
      self.layers = layers
      self.gain = gain
      self.pan = pan
      self.chokeGroup = chokeGroup
      silencedBy = chokeGroup
      self.chokeFade = chokeFade
      self.isGate = isGate
      envelope.release = releaseFade
    }
  }
}
