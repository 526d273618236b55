import AudioBase
import MixEngine
import SystemBase
import TrackFeed

/// Decodes the samples of kits.
package struct KitLoader: Sendable {
  /// A sample that a kit names and that cannot be decoded; its pad keeps its other samples.
  package struct Warning: Hashable, Sendable {
    package var pad: Int
    package var error: FileError
  }

  /// The limit of a sample in seconds; longer samples are cut.
  private static let longestSample = 60.0

  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking

  package init(decoders: any DecoderOpening, converters: any RateConverterMaking) {
    self.decoders = decoders
    self.converters = converters
  }

  /// Decodes all samples of a kit at the engine's rate.
  ///
  /// If a sample cannot be read, its pad keeps the others.
  package func load(_ kit: Kit, rate: SampleRate) -> (program: [PadProgram.Pad], warnings: [Warning]) {
    let paths = kit.pads.flatMap { $0.layers.flatMap(\.samples) }
    let batch = SampleBatch(paths: paths) { path throws(FileError) in try sample(path, rate: rate) }
    var outcomes = batch.run()[...]
    var warnings: [Warning] = []
    let silent = PadProgram.Pad(layers: [])
    var pads = [PadProgram.Pad](repeating: silent, count: kit.pads.map(\.number).max() ?? 0)
    for pad in kit.pads {
      var layers = pad.layers.map { layer in
        let own = outcomes.prefix(layer.samples.count)
        outcomes = outcomes.dropFirst(layer.samples.count)
        return PadProgram.Layer(
          velocities: layer.velocities, samples: KitLoader.samples(own, of: pad.number, &warnings))
      }
      KitLoader.coverLostLayers(&layers, of: pad)
      pads[pad.number - 1] = PadProgram.Pad(
        layers: layers, gain: pad.gain, pan: pad.pan, chokeGroup: pad.choke?.group,
        chokeFade: FrameCount(seconds: pad.choke?.fade ?? 0, at: rate), isGate: pad.mode == .gate,
        releaseFade: FrameCount(seconds: pad.envelope.release, at: rate))
      pads[pad.number - 1].isToggle = pad.mode == .toggle
    }
    return (pads, warnings)
  }

  private static func samples(
    _ outcomes: ArraySlice<SampleBatch.Outcome>, of pad: Int, _ warnings: inout [Warning]
  ) -> [PCMBuffer] {
    outcomes.compactMap { outcome in
      switch outcome {
      case .success(let sample): return sample
      case .failure(let error):
        warnings.append(Warning(pad: pad, error: error))
        return nil
      }
    }
  }

  /// Gives a layer without readable samples those of the layer with the nearest velocities.
  private static func coverLostLayers(_ layers: inout [PadProgram.Layer], of pad: Pad) {
    let sounding = layers.filter { !$0.samples.isEmpty }
    for (index, layer) in pad.layers.enumerated() where !layer.samples.isEmpty {
      guard layers[index].samples.isEmpty else { continue }
      let nearest = sounding.min {
        distance($0.velocities, layer.velocities) < distance($1.velocities, layer.velocities)
      }
      layers[index].samples = nearest?.samples ?? []
    }
  }

  private static func distance(_ range: ClosedRange<Int>, _ other: ClosedRange<Int>) -> Int {
    max(0, range.lowerBound - other.upperBound, other.lowerBound - range.upperBound)
  }

  private func sample(_ path: FilePath, rate: SampleRate) throws(FileError) -> PCMBuffer {
    let stream = try TrackStream(
      TrackLocation(path: path), rate: rate, decoders: decoders, converters: converters)
    let limit = FrameCount(seconds: KitLoader.longestSample, at: rate)
    return PCMBuffer(frames: try stream.readAll(limit: limit), sampleRate: rate)
  }
}
