import AudioBase
import Effects
import HostTools
import Instruments
import MixEngine
import Plugins
import SystemBase

/// Measures each effect on noise, beside an LV2 plug-in for the same job, and each instrument with six notes that are struck
/// each half second: stereo, in blocks of 256 frames, on one core. Then all of them at once, in short blocks.
struct MixerPart {
  private static let rounds = 9
  private static let seconds = 2

  func measure() -> PartResult {
    var result = PartResult()
    let peers = peers()
    for kind in EffectKind.allCases {
      var steady = figure("steady", kind, moves: false)
      if let peer = peers[kind] {
        (steady.peer, steady.goal) = (peer.title, .ratioAtLeast(1))
        steady.peerValue = speed(peer, moves: false)
        steady.ratio = steady.peerValue.map { steady.value / $0 }
      }
      result.figures += [steady, figure("all parameters moving", kind, moves: true)]
    }
    for kind in InstrumentKind.allCases {
      result.figures.append(
        figure("\(kind.rawValue), six notes") { time(kind.makeUnit(UnitSetup(rate: .standard, values: []))) })
    }
    result.figures.append(load())
    return result
  }

  /// Returns the share of a period that the engine needs for all of it.
  private func load() -> Figure {
    let load = MixerLoad()
    _ = load.renderSecond()
    let seconds = (0..<MixerPart.rounds).map { _ in load.renderSecond() }.median
    return Figure(
      part: .mixer, what: "64 voices, 8 effects and guitar, blocks of 64", unit: "% of a period",
      value: 100 * seconds, goal: .atMost(10))
  }

  private func figure(_ what: String, _ time: () -> Double) -> Figure {
    let times = (0..<MixerPart.rounds).map { _ in time() }
    return Figure(
      part: .mixer, what: what, unit: "× real time", value: Double(MixerPart.seconds) / times.median)
  }

  /// Returns the seconds that an instrument needs.
  private func time(_ unit: any InstrumentUnit) -> Double {
    let (size, blocks) = (256, MixerPart.seconds * SampleRate.standard.hertz / 256)
    let (frames, render) = (UnsafeMutablePointer<Frame>.allocate(capacity: size), unit.unit)
    defer { frames.deallocate() }
    frames.initialize(repeating: .zero, count: size)
    let start = HostTime.now
    for block in 0..<blocks {
      if block % 94 == 0 {
        for key in [40, 47, 52, 56, 59, 64] {
          unit.inbox.pointee.add(DueNote(NoteEvent(.on, key: key, value: 100, time: start)))
        }
      }
      _ = render.run(frames, size, isSilent: true)
    }
    return HostTime.now.seconds(since: start)
  }

  private func figure(_ state: String, _ kind: EffectKind, moves: Bool) -> Figure {
    let unit = kind.makeUnit(UnitSetup(rate: .standard, values: []))
    return figure("\(kind.rawValue), \(state)") { time(unit, moves: moves) }
  }

  /// Returns the seconds of sound that a unit processes in a second.
  private func speed(_ unit: any EffectUnit, moves: Bool) -> Double {
    figure("") { time(unit, moves: moves) }.value
  }

  /// Returns the speed of a plug-in; nil if it cannot be made.
  private func speed(_ peer: UnitDescription, moves: Bool) -> Double? {
    var setup = UnitSetup(rate: .standard, values: [])
    setup.isRealtime = false
    return (try? peer.makeUnit(setup)).map { speed($0, moves: moves) }
  }

  // MARK: Plug-ins

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
  private func peers() -> [EffectKind: UnitDescription] {
    guard let program = try? ProgramFinder.drumdub(), let folder = try? Scratch.makeFolder(for: "lv2") else {
      return [:]
    }
    let catalog = PluginCatalog(
      folders: [FilePath("/usr/lib/lv2")], cache: folder,
      command: WorkerCommand(program: FilePath(program), arguments: [PluginWorker.option]))
    defer { FileBytes.removeFolder(folder) }
    return MixerPart.peers.compactMapValues { try? catalog.usable(PluginInfo.prefix + $0, nil) }
  }

  /// Returns the seconds that a unit needs.
  private func time(_ unit: any EffectUnit, moves: Bool) -> Double {
    var random = SeededGenerator(seed: 1)
    let (size, blocks) = (256, MixerPart.seconds * SampleRate.standard.hertz / 256)
    let noise = (0..<size).map { _ in
      Frame(.random(in: -0.5...0.5, using: &random), .random(in: -0.5...0.5, using: &random))
    }
    let (frames, render) = (UnsafeMutablePointer<Frame>.allocate(capacity: size), unit.unit)
    defer { frames.deallocate() }
    let start = HostTime.now
    for block in 0..<blocks {
      if moves { move(unit, to: block % 2 == 0 ? 0.25 : 0.75) }
      frames.initialize(from: noise, count: size)
      _ = render.run(frames, size, isSilent: false)
    }
    return HostTime.now.seconds(since: start)
  }

  private func move(_ unit: any EffectUnit, to position: Double) {
    for (index, parameter) in unit.parameters.enumerated() {
      unit.set(index, to: parameter.value(at: position))
    }
  }
}
