import AudioBase
import Effects
import Instruments
import MixEngine
import Studio
import SystemBase

/// An engine with all pads, all effects and the guitar sounding: 64 voices on the bus of all pads with six effects, sends to a
/// delay and a reverb, and six notes.
final class MixerLoad {
  /// Frames of a block: a short period of a device.
  static let block = FrameCount(64)
  private static let voices = 64

  private let engine: AudioEngine
  private let device: OfflineDevice
  private let rack = UnitRack(rate: .standard)

  init() {
    var random = SeededGenerator(seed: 3)
    let pads = (0..<MixerLoad.voices).map { _ in
      let frames = (0..<72_000).map { _ in Frame(repeating: .random(in: -0.01...0.01, using: &random)) }
      return PadProgram.Pad(
        layers: [PadProgram.Layer(samples: [PCMBuffer(frames: frames, sampleRate: .standard)])])
    }
    engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: pads))
    device = OfflineDevice(engine)
    var graph = MixGraph()
    for kind in [EffectKind.filter, .equalizer, .compressor, .distortion, .transient, .sweep] {
      graph.add(kind, to: .pads)
    }
    graph.add(.delay, to: .returns(1))
    graph.add(.reverb, to: .returns(2))
    graph[.pads].sends = [MixGraph.Send(to: 1, Decibels(-6)), MixGraph.Send(to: 2, Decibels(-6))]
    graph.setInstrument(.guitar)
    engine.control.setChains(rack.chains(of: graph, around: engine.control.standardChains))
  }

  /// Strikes all pads and six notes, and renders a second. Returns the seconds that it takes.
  func renderSecond() -> Double {
    let now = device.now
    for pad in 1...MixerLoad.voices {
      engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 100, time: now))
    }
    for key in [40, 47, 52, 56, 59, 64] {
      engine.control.notePort(for: .keys).send(NoteEvent(.on, key: key, value: 100, time: now))
    }
    let start = HostTime.now
    _ = device.render(FrameCount(SampleRate.standard.hertz), block: MixerLoad.block)
    return HostTime.now.seconds(since: start)
  }
}
