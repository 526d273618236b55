import AudioBase
import MixEngine
import SystemBase

package struct KitLoader: Sendable {
  /// A sample that a kit names and that cannot be decoded; its pad keeps its other samples.
  package struct Warning: Hashable, Sendable {
    package var pad: Int
    package var path: FilePath
    package var error: FileError
  }

  /// The default limit of the memory for samples, in bytes.
  package static let usualMemory = 512 << 20

  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking
  let memory: Int?

  /// Creates a loader. `memory` is the most bytes for the samples of a kit. Of the longest samples beyond it, and of
  /// samples over 10 s, the first half second is kept, and the rest is read from disk while they sound. Nil keeps all
  /// samples whole, since an engine that renders faster than real time does not wait for the disk.
  package init(
    decoders: any DecoderOpening, converters: any RateConverterMaking, memory: Int? = KitLoader.usualMemory
  ) {
    self.decoders = decoders
    self.converters = converters
    self.memory = memory
  }

  /// Decodes all samples of a kit at the engine's rate, each file once for each tune, until it is cancelled, on any thread. A
  /// pad keeps the samples that can be read. Files that only pads outside `whole` need are not opened yet.
  package func load(
    _ kit: Kit, rate: SampleRate, whole: PadSet? = nil, progress: SampleProgress? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> (program: [PadProgram.Pad], warnings: [Warning]) {
    program(
      of: kit, with: samples(of: kit, rate, whole: whole, progress, isCancelled: isCancelled), rate: rate)
  }

  /// Decodes the samples of a kit, as `load` does.
  func samples(
    of kit: Kit, _ rate: SampleRate, whole: PadSet?, _ progress: SampleProgress?,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> [SampleFile: SampleBatch.Outcome] {
    let decoder = SampleDecoder(
      decoders: decoders, converters: converters, rate: rate, streamsLongSamples: memory != nil)
    let now = KitLoader.files(kit.pads.filter { whole?.contains($0.number) ?? true })
    let others = Set(KitLoader.files(kit.pads)).subtracting(now)
    let batch = SampleBatch(
      files: now + others.filter { $0.loop != nil }, decoder: decoder, memory: memory ?? .max,
      progress: progress, isCancelled: isCancelled)
    var samples = batch.run()
    for file in others where file.loop == nil { samples[file] = .success(decoder.unread(file)) }
    return samples
  }

  /// Returns the pads of a kit with the samples that could be decoded, and warnings for the others.
  func program(
    of kit: Kit, with outcomes: [SampleFile: SampleBatch.Outcome], rate: SampleRate
  ) -> (program: [PadProgram.Pad], warnings: [Warning]) {
    var warnings: [Warning] = []
    var pads = [PadProgram.Pad](
      repeating: PadProgram.Pad(layers: []), count: kit.pads.map(\.number).max() ?? 0)
    let silence = PadSample(PCMBuffer(frames: [.zero], sampleRate: rate))
    let silencers = Set(kit.pads.flatMap { $0.choke?.pads ?? [] })
    for pad in kit.pads {
      let isSilencer = pad.choke?.group != nil || silencers.contains(pad.number)
      var layers = pad.layers.map { layer in
        // Its strikes silence other pads.
        if layer.samples.isEmpty, isSilencer { return layer.layer(with: [silence], room: kit.room) }
        let samples = layer.files(of: pad).compactMap { file -> PadSample? in
          switch outcomes[file] {
          case .success(let sample): return sample
          case .failure(let error):
            warnings.append(Warning(pad: pad.number, path: file.path, error: kit.named(error)))
          case nil: break
          }
          return nil
        }
        return layer.layer(with: samples, room: kit.room)
      }
      KitLoader.coverLostLayers(&layers, of: pad)
      pads[pad.number - 1] = pad.programPad(with: layers, rate: rate)
    }
    return (pads, warnings)
  }

  private static func files(_ pads: [Pad]) -> [SampleFile] {
    pads.flatMap { pad in pad.layers.flatMap { $0.files(of: pad) } }
  }

  /// Gives a layer without readable samples those of the layer of its part with the nearest velocities.
  private static func coverLostLayers(_ layers: inout [PadProgram.Layer], of pad: Pad) {
    let sounding = zip(pad.layers, layers).filter { !$0.samples.isEmpty && !$1.samples.isEmpty }.map(\.1)
    for (index, layer) in pad.layers.enumerated()
    where !layer.samples.isEmpty && layers[index].samples.isEmpty {
      let nearest = sounding.filter { $0.part == layer.part }.min {
        distance($0.velocities, layer.velocities) < distance($1.velocities, layer.velocities)
      }
      layers[index].samples = nearest?.samples ?? []
    }
  }

  private static func distance(_ range: ClosedRange<Int>, _ other: ClosedRange<Int>) -> Int {
    max(0, range.lowerBound - other.upperBound, other.lowerBound - range.upperBound)
  }
}

// MARK: From the model to the engine

extension SampleLayer {
  fileprivate func files(of pad: Pad) -> [SampleFile] {
    samples.map {
      SampleFile(
        path: $0, tune: pad.tune + tune, start: start, end: end, loop: isReversed ? nil : loopFrames,
        isReversed: isReversed)
    }
  }

  fileprivate func layer(with samples: [PadSample], room: Decibels) -> PadProgram.Layer {
    var result = PadProgram.Layer(velocities: velocities, samples: samples)
    (result.gain, result.pan, result.part) = (part == Kit.roomPart ? gain + room : gain, pan, part)
    result.isRoom = part == Kit.roomPart
    result.chance = chance ?? 0...1
    if let turn { result.turn = (turn.position - 1, turn.count) }
    result.velocityGains = response.levels
    result.loop = loop.map { $0 == .sustain ? .sustain : .continuous } ?? .none
    return result
  }
}

extension Pad {
  fileprivate func programPad(with layers: [PadProgram.Layer], rate: SampleRate) -> PadProgram.Pad {
    var result = PadProgram.Pad(
      layers: choice == .random ? Pad.withEqualChances(layers) : layers, gain: gain, pan: pan,
      chokeGroup: choke?.group, chokeFade: FrameCount(seconds: chokeFade, at: rate),
      isGate: mode == .gate)
    result.silencedBy = choke?.silencedBy
    result.silencingPads = PadSet(choke?.pads ?? [])
    result.isToggle = mode == .toggle
    result.retrigger = retrigger
    result.envelope.attack = FrameCount(seconds: envelope.attack, at: rate)
    result.envelope.decay = FrameCount(seconds: envelope.decay, at: rate)
    result.envelope.sustain = Float(min(max(envelope.sustain, 0), 1))
    result.envelope.release = FrameCount(seconds: envelope.release, at: rate)
    return result
  }

  /// The choke fade in seconds. Pads with overlapping strikes are cymbals, which can be grabbed. 0 for other pads.
  package var chokeFade: Double {
    if let choke { return choke.fade }
    if case .overlap = retrigger { return Choke.grabbedFade }
    return 0
  }

  /// The properties that layers must have in common for their samples to be alternatives in every strike.
  private struct Alternatives: Hashable {
    var part: Int
    var velocities: ClosedRange<Int>
    var chance: ClosedRange<Double>

    init(_ layer: PadProgram.Layer) {
      (part, velocities, chance) = (layer.part, layer.velocities, layer.chance)
    }

    /// Returns one of `count` equal parts of the chance.
    func share(_ index: Int, of count: Int) -> ClosedRange<Double> {
      let width = (chance.upperBound - chance.lowerBound) / Double(count)
      let end = index + 1 == count ? chance.upperBound : chance.lowerBound + width * Double(index + 1)
      return chance.lowerBound + width * Double(index)...end
    }
  }

  /// Splits layers into one for each sample, with equal ranges of the random number for all alternatives.
  private static func withEqualChances(_ layers: [PadProgram.Layer]) -> [PadProgram.Layer] {
    var counts: [Alternatives: Int] = [:]
    for layer in layers { counts[Alternatives(layer), default: 0] += layer.samples.count }
    var used: [Alternatives: Int] = [:]
    return layers.flatMap { layer in
      let alternatives = Alternatives(layer)
      return layer.samples.map { sample in
        let index = used[alternatives, default: 0]
        used[alternatives] = index + 1
        var single = layer
        single.samples = [sample]
        single.chance = alternatives.share(index, of: counts[alternatives] ?? 1)
        return single
      }
    }
  }
}
