import AudioBase
import Effects
import HostTools
import Instruments
import MixEngine
import Plugins
import Studio
import SystemBase

/// Measures each effect on noise, beside an LV2 plug-in for the same job, and each instrument with six notes that are struck
/// each half second: stereo, in blocks of 256 frames, on one core. Then all of them at once, in short blocks.
enum MixerPart {
  private static let rounds = 9
  private static let duration = 2
  private static let size = 256
  private static let blocks = duration * SampleRate.standard.hertz / size
  private static let chord = [40, 47, 52, 56, 59, 64]
  private static let realTime = Unit.speed(of: Double(duration))

  static func measure(_ report: Report) throws {
    let peers = installedPeers()
    for kind in EffectKind.allCases {
      let unit = kind.makeUnit(UnitSetup(rate: .standard, values: []))
      let peer = peers[kind].flatMap { plugin in
        var setup = UnitSetup(rate: .standard, values: [])
        setup.isRealtime = false
        return (try? plugin.makeUnit(setup)).map { unit in
          Peer(name: plugin.title) { time(unit, moves: false) }
        }
      }
      try report.race(
        "\(kind.rawValue), steady", realTime, rounds: rounds, beside: peer, peer.map { _ in .ratioAtLeast(1) }
      ) { time(unit, moves: false) }
      let moved = kind.makeUnit(UnitSetup(rate: .standard, values: []))
      try report.race("\(kind.rawValue), all parameters moving", realTime, rounds: rounds) {
        time(moved, moves: true)
      }
    }
    for kind in InstrumentKind.allCases {
      try report.race("\(kind.rawValue), six notes", realTime, rounds: rounds) {
        time(kind.makeUnit(UnitSetup(rate: .standard, values: [])))
      }
    }
    let load = Load()
    try report.race(
      "64 voices, 8 effects and guitar, blocks of 64, of a period", .percent, rounds: rounds, unmeasured: 1,
      .atMost(10)
    ) { load.renderSecond() }
  }

  private static func time(_ unit: any EffectUnit, moves: Bool) -> Double {
    var random = SeededGenerator(seed: 1)
    let noise = (0..<size).map { _ in
      Frame(.random(in: -0.5...0.5, using: &random), .random(in: -0.5...0.5, using: &random))
    }
    let (frames, render) = (UnsafeMutablePointer<Frame>.allocate(capacity: size), unit.unit)
    defer { frames.deallocate() }
    return seconds {
      for block in 0..<blocks {
        if moves {
          for (index, parameter) in unit.parameters.enumerated() {
            unit.set(index, to: parameter.value(at: block % 2 == 0 ? 0.25 : 0.75))
          }
        }
        frames.initialize(from: noise, count: size)
        _ = render.run(frames, size, isSilent: false)
      }
    }
  }

  private static func time(_ unit: any InstrumentUnit) -> Double {
    let (frames, render) = (UnsafeMutablePointer<Frame>.allocate(capacity: size), unit.unit)
    defer { frames.deallocate() }
    frames.initialize(repeating: .zero, count: size)
    let start = HostTime.now
    return seconds {
      for block in 0..<blocks {
        for key in block % 94 == 0 ? chord : [] {
          unit.inbox.pointee.add(DueNote(NoteEvent(.on, key: key, value: 100, time: start)))
        }
        _ = render.run(frames, size, isSilent: true)
      }
    }
  }

  private static let peers: [EffectKind: String] = [
    .filter: "http://calf.sourceforge.net/plugins/Filter",
    .equalizer: "http://calf.sourceforge.net/plugins/Equalizer5Band",
    .delay: "http://calf.sourceforge.net/plugins/VintageDelay",
    .reverb: "http://calf.sourceforge.net/plugins/Reverb",
    .compressor: "http://lsp-plug.in/plugins/lv2/compressor_stereo",
    .distortion: "http://calf.sourceforge.net/plugins/Saturator",
    .transient: "http://calf.sourceforge.net/plugins/TransientDesigner",
  ]

  /// Returns the plug-ins that are installed, for the kinds of effects.
  private static func installedPeers() -> [EffectKind: UnitDescription] {
    guard let program = try? ProgramFinder.drumdub(), let folder = try? Scratch.makeFolder(for: "lv2") else {
      return [:]
    }
    defer { FileBytes.removeFolder(folder) }
    let catalog = PluginCatalog(
      folders: [FilePath("/usr/lib/lv2")], cache: folder,
      command: WorkerCommand(program: FilePath(program), arguments: [PluginWorker.option]))
    return peers.compactMapValues { try? catalog.usable(PluginInfo.prefix + $0, nil) }
  }

  /// An engine with 64 voices on a bus with six effects, sends to a delay and a reverb, and six notes of the guitar.
  private final class Load {
    private let engine: AudioEngine
    private let device: OfflineDevice
    private let rack = UnitRack(rate: .standard)

    init() {
      var random = SeededGenerator(seed: 3)
      let pads = (0..<64).map { _ in
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

    /// Strikes all pads and six notes, and renders a second in blocks of a short period. Returns the seconds that it takes.
    func renderSecond() -> Double {
      for pad in 1...64 {
        engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 100, time: device.now))
      }
      for key in chord {
        engine.control.notePort(for: .keys).send(NoteEvent(.on, key: key, value: 100, time: device.now))
      }
      return seconds { _ = device.render(FrameCount(SampleRate.standard.hertz), block: FrameCount(64)) }
    }
  }
}
