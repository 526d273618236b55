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

  /// Creates a program of pads.
  ///
  /// - Parameter pads: pad 1 first; their samples at the engine's rate.
  package init(pads: [Pad]) {
    let memory = PadMemory()
    self.memory = memory
    padCount = pads.count
    var slots = pads.map(memory.slot)
    for (index, pad) in pads.enumerated() where !pad.silencingPads.isEmpty {
      for other in slots.indices where pad.silencingPads.contains(other + 1) {
        slots[other].silencedPads.insert(index + 1)
      }
    }
    self.slots = memory.tables.list(slots)
    streams = memory.streamed.isEmpty ? nil : PadStreams(memory.streamed)
    worker = streams.flatMap { streams in streams.samples.first?.startWorker(for: streams) }
  }

  var table: PadTable { PadTable(slots: UnsafePointer(slots), count: padCount, streams: streams?.table) }

  deinit { worker?.stop() }
}

extension PadProgram {
  /// The repetition of a sample, or of the part of it that loops.
  package enum Loop: Sendable, BitwiseCopyable {
    case none
    /// Repeats until the voice ends.
    case continuous
    /// Repeats until the key is released; then the rest of the sample follows.
    case sustain
  }

  /// The samples of a range of velocities; they take turns.
  package struct Layer: Sendable {
    package var velocities: ClosedRange<Int>
    package var samples: [PadSample]
    /// The gain that is added to that of the pad.
    package var gain = Decibels.unity
    /// The pan that is added to that of the pad.
    package var pan = 0.0
    /// The part that the layer belongs to. A strike plays one sample of each part.
    package var part = 0
    /// Whether it holds the sound of the room, whose gain `EngineControl.setRoom` moves.
    package var isRoom = false
    /// The range of the random number of a strike, 0…1, for which its samples are chosen: from the lower bound, below
    /// the upper one.
    package var chance = 0.0...1.0
    /// The strikes of the pad for which its samples are chosen: of each `count` strikes that of `index`, from 0.
    package var turn: (index: Int, count: Int) = (0, 1)
    /// The gains of the velocities 1–127, linear; empty for the usual curve, the square of the velocity.
    package var velocityGains: [Float] = []
    package var loop = Loop.none

    package init(velocities: ClosedRange<Int> = 1...127, samples: [PadSample]) {
      (self.velocities, self.samples) = (velocities, samples)
    }

    package init(velocities: ClosedRange<Int> = 1...127, samples: [PCMBuffer]) {
      self.init(velocities: velocities, samples: samples.map { PadSample($0) })
    }
  }

  /// The effect of a strike on earlier strikes of the same pad.
  package enum Retrigger: Hashable, Sendable {
    /// Earlier hits of the pad fade out within 3 ms.
    case restart
    /// Earlier hits of the pad keep sounding; beyond a limit, at least 1, the oldest ones fade out.
    case overlap(limit: Int? = nil)
  }

  /// One pad: its samples and how it sounds.
  package struct Pad: Sendable {
    package var layers: [Layer]
    package var gain: Decibels
    /// The position: −1 left, 0 middle, 1 right.
    package var pan: Double
    /// The choke group that the pad belongs to, from 1.
    package var chokeGroup: Int?
    /// The group whose strikes silence the pad. Strikes of the own pad silence it only if they overlap.
    package var silencedBy: Int?
    /// Other pads whose strikes silence the pad.
    package var silencingPads = PadSet()
    /// The fade-out of the silenced pad; 0 if a hand cannot choke it.
    package var chokeFade: FrameCount
    package var retrigger = Retrigger.restart
    /// Whether the pad sounds only while it is held.
    package var isGate: Bool
    /// Whether it sounds until it is struck again.
    package var isToggle = false
    package var envelope = VoiceEnvelope()

    /// Creates a pad.
    ///
    /// - Parameter chokeGroup: the group that it belongs to and that silences it.
    package init(
      layers: [Layer], gain: Decibels = .unity, pan: Double = 0, chokeGroup: Int? = nil,
      chokeFade: FrameCount = .zero, isGate: Bool = false, releaseFade: FrameCount = .zero
    ) {
      (self.layers, self.gain, self.pan, self.chokeGroup) = (layers, gain, pan, chokeGroup)
      silencedBy = chokeGroup
      (self.chokeFade, self.isGate) = (chokeFade, isGate)
      envelope.release = releaseFade
    }
  }
}

/// The memory of a program's pads, which is freed with it; the samples are shared.
private final class PadMemory {
  /// The largest index of a strike's samples: takes store it as a number that JSON keeps exact.
  private static let largestIndex = 1 << 53

  let tables = TableMemory()
  private var samples: [ObjectIdentifier: PadSample] = [:]
  /// The samples that are not in memory as a whole, each once.
  private(set) var streamed: [any PadSampleSource] = []
  private var streamIndices: [ObjectIdentifier: Int] = [:]

  func slot(_ pad: PadProgram.Pad) -> PadSlot {
    var size = 1
    let parts = Set(pad.layers.map(\.part)).sorted().map { number in
      part(pad.layers.filter { $0.part == number }, of: pad, &size)
    }
    var slot = PadSlot()
    slot.parts = tables.list(parts)
    slot.partCount = parts.count
    // With one part, the digit for no sample is not needed.
    slot.indexCount = parts.count == 1 ? parts[0].regionCount : size
    (slot.group, slot.silencedBy) = (pad.chokeGroup ?? 0, pad.silencedBy ?? 0)
    slot.chokeFade = pad.chokeFade.value
    switch pad.retrigger {
    case .restart: slot.overlap = -1
    case .overlap(let limit): slot.overlap = limit.map { max($0, 1) } ?? 0
    }
    (slot.isGate, slot.isToggle) = (pad.isGate, pad.isToggle)
    slot.hasSustainLoop = pad.layers.contains { $0.loop == .sustain && !$0.samples.isEmpty }
    slot.envelope = pad.envelope
    return slot
  }

  /// Creates a part of a pad.
  ///
  /// - Parameter size: the product of the digits of the parts before; this part's are multiplied into it.
  private func part(_ layers: [PadProgram.Layer], of pad: PadProgram.Pad, _ size: inout Int) -> PadPart {
    let regions = layers.flatMap { layer in
      let pan = PanUnit.gains(min(max(pad.pan + layer.pan, -1), 1))
      let gain = pan * (pad.gain + layer.gain).factor
      precondition(layer.velocityGains.isEmpty || layer.velocityGains.count == 127)
      let velocities: UnsafePointer<Float>? =
        layer.velocityGains.isEmpty ? nil : UnsafePointer(tables.list(layer.velocityGains))
      return layer.samples.map { sample in
        var made = region(sample, of: layer, gain: gain)
        made.velocityGains = velocities
        (made.turn, made.turns) = (layer.turn.index, max(layer.turn.count, 1))
        made.isRoom = layer.isRoom
        return made
      }
    }
    let (product, isTooLarge) = size.multipliedReportingOverflow(by: regions.count + 1)
    let hasRoom = !isTooLarge && product <= PadMemory.largestIndex
    defer { if hasRoom { size = product } }
    return PadPart(
      regions: tables.list(regions), lastStrikes: tables.list([Int](repeating: 0, count: regions.count)),
      regionCount: regions.count, weight: hasRoom ? size : 0)
  }

  private func region(_ sample: PadSample, of layer: PadProgram.Layer, gain: Frame) -> PadRegion {
    samples[ObjectIdentifier(sample)] = sample
    return PadRegion(
      frames: sample.resident, stream: streamIndex(sample),
      completion: sample.completion.map { UnsafePointer($0) }, isLooping: layer.loop != .none,
      loopStart: sample.loop?.lowerBound ?? 0, loopEnd: sample.loop?.upperBound ?? .max,
      isSustainLoop: layer.loop == .sustain, gain: gain, lowestVelocity: layer.velocities.lowerBound,
      highestVelocity: layer.velocities.upperBound, lowestChance: Float(layer.chance.lowerBound),
      highestChance: Float(layer.chance.upperBound))
  }

  private func streamIndex(_ sample: PadSample) -> Int {
    guard let source = sample.source else { return -1 }
    if let index = streamIndices[ObjectIdentifier(sample)] { return index }
    streamIndices[ObjectIdentifier(sample)] = streamed.count
    streamed.append(source)
    return streamed.count - 1
  }
}
