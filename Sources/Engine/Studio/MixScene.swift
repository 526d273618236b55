import AudioBase
import Effects
import SystemBase

/// A snapshot of the values of a mixer: gain, pan, mute, solo, sends, parameters and bypass. The levels of music and pads, which
/// the player has, are among them; those of the metronome and of the output are not, since they belong to no mix.
package struct MixScene: Hashable, Sendable {
  package static let numbers = 1...8

  /// The values by the texts of their addresses, in the units of their parameters. A gain, pan, mute or solo that is missing has
  /// its initial value.
  package var values: [String: Double]
  /// Members of the file that this program does not know.
  package var unknown = JSONObject()

  package init(_ values: [String: Double]) { self.values = values }

  /// Takes a snapshot of a mixer.
  package init(of graph: MixGraph, _ gains: MixGains) {
    self.init(graph.sceneValues)
    values[MixScene.music.text] = gains.music.value
    values[MixScene.pads.text] = gains.pads.value
  }

  /// The addresses of the levels that the player has.
  package static let music = MixGraph.Address(.music, .gain)
  package static let pads = MixGraph.Address(.pads, .gain)

  // MARK: Files

  /// Reads the scenes of a mixer by their numbers.
  static func read(_ members: inout JSONMembers) throws(FileError) -> [Int: MixScene] {
    var scenes: [Int: MixScene] = [:]
    for var object in try members.objectsIfPresent("scenes") ?? [] {
      let number = try object.integer("number", in: numbers)
      guard scenes[number] == nil else { throw object.error("number", "scene \(number) stands there twice") }
      var values: [String: Double] = [:]
      if var stored = try object.object("values") {
        for name in stored.rest.members.map(\.name) { values[name] = try stored.number(name) }
      }
      var scene = MixScene(values)
      scene.unknown = object.rest
      scenes[number] = scene
    }
    return scenes
  }

  static func members(of scenes: [Int: MixScene]) -> [JSONObject] {
    scenes.sorted { $0.key < $1.key }.map { number, scene in
      var values = JSONObject()
      for (address, value) in scene.values.sorted(by: { $0.key < $1.key }) {
        values.append(address, .number(value))
      }
      return JSONObject(["number": number, "values": values], unknown: scene.unknown)
    }
  }
}

extension MixGraph {
  /// The values of all strips that differ from a new one, without the levels that the player has.
  fileprivate var sceneValues: [String: Double] {
    var values: [String: Double] = [:]
    for bus in strips.keys {
      for address in sceneAddresses(of: bus) { values[address.text] = value(at: address) }
    }
    return values
  }

  /// The addresses of the values that scenes have of the mixer itself.
  package var sceneAddresses: [Address] {
    let singles = pads.map { Bus.pad($0) }
    let returns = (0..<returnCount).map { Bus.returns($0 + 1) }
    let buses = [Bus.music, .pads, .instrument, .click, .input, .master] + singles + returns
    return buses.flatMap(sceneAddresses)
  }

  private func sceneAddresses(of bus: Bus) -> [Address] {
    let hasOwnGain = playerBuses.contains(bus) == false
    return addresses(of: bus).filter { address in
      switch address.part {
      case .gain: hasOwnGain
      case .mute: bus != .master
      case .pan, .solo, .send, .parameter: true
      case .throw, .move, .sweep, .song: false
      }
    }
  }

  private var playerBuses: [Bus] { [.music, .pads, .click, .master] }

  /// Returns whether another mixer has the same units with the same values.
  ///
  /// Scenes, the numbers of units, what plug-ins have saved and unknown members of files are not compared, nor the values
  /// at the addresses `ignored`.
  package func matches(_ other: MixGraph, ignoring ignored: Set<String> = []) -> Bool {
    let buses = Set(strips.keys).union(other.strips.keys)
    guard buses.allSatisfy({ hasStructure(of: other, at: $0) }) else { return false }
    let (own, others) = (sceneValues, other.sceneValues)
    return Set(own.keys).union(others.keys).subtracting(ignored).allSatisfy {
      (own[$0] ?? 0) == (others[$0] ?? 0)
    }
  }

  private func hasStructure(of other: MixGraph, at bus: Bus) -> Bool {
    let (strip, second) = (self[bus], other[bus])
    return strip.source?.unit == second.source?.unit
      && strip.inserts.map(\.unit) == second.inserts.map(\.unit)
      && strip.inserts.map(\.sidechain) == second.inserts.map(\.sidechain)
      && strip.sends.map(\.target) == second.sends.map(\.target)
  }
}

/// The way of a mixer to the values of a scene.
package struct SceneFade: Hashable, Sendable {
  package struct Move: Hashable, Sendable {
    package let address: MixGraph.Address
    let parameter: EffectParameter
    let start: Double
    let goal: Double

    /// Returns the value at a part of the way, 0…1: between the ends by the scale of the parameter. What has names changes at
    /// the beginning; a mute or bypass that is switched on does so at the end, so that what it silences fades.
    package func value(at part: Double) -> Double {
      if part >= 1 { return goal }
      if parameter.isChoice { return isSilencing && goal == 1 ? start : goal }
      let (from, to) = (parameter.position(of: start), parameter.position(of: goal))
      return parameter.value(at: from + (to - from) * max(part, 0))
    }

    private var isSilencing: Bool { ["mute", "bypass"].contains(parameter.name) }
  }

  /// The values that change.
  package private(set) var moves: [Move] = []
  /// The addresses of the scene that the mixer does not have, sorted.
  package private(set) var missing: [String] = []

  /// Finds the values that a scene changes in a mixer with these levels of the player.
  package init(from graph: MixGraph, _ gains: MixGains, to scene: MixScene) {
    let level = EffectParameter("gain", .decibels, MixGains.levels, initial: 0)
    var left = scene.values
    func add(_ address: MixGraph.Address, _ parameter: EffectParameter, _ start: Double, _ goal: Double?) {
      guard let goal = goal.map(parameter.clamped), goal != start else { return }
      moves.append(Move(address: address, parameter: parameter, start: start, goal: goal))
    }
    for (address, start) in [(MixScene.music, gains.music), (MixScene.pads, gains.pads)] {
      add(address, level, start.value, left.removeValue(forKey: address.text))
    }
    let own = graph.sceneAddresses
    for address in own + SceneFade.singlePads(in: left, besides: own) {
      guard let parameter = graph.parameter(at: address), let start = graph.value(at: address)
      else { continue }
      let stored = left.removeValue(forKey: address.text)
      switch address.part {
      case .gain, .pan, .mute, .solo: add(address, parameter, start, stored ?? parameter.initial)
      case .send, .parameter: add(address, parameter, start, stored)
      case .throw, .move, .sweep, .song: break
      }
    }
    // A strip that is as new has nothing that could be missing.
    missing = left.filter { address, value in
      guard let address = MixGraph.Address(address) else { return true }
      return switch address.part {
      case .gain, .pan, .mute, .solo: value != 0
      case .send, .throw, .parameter, .move, .sweep, .song: true
      }
    }.keys.sorted()
  }

  /// Returns the addresses of single pads in a scene that have no strip in a mixer: each pad can get one.
  private static func singlePads(
    in values: [String: Double], besides own: [MixGraph.Address]
  ) -> [MixGraph.Address] {
    let known = Set(own)
    return values.keys.sorted().compactMap { MixGraph.Address($0) }.filter { address in
      guard case .pad = address.bus, !known.contains(address) else { return false }
      return switch address.part {
      case .gain, .pan, .mute, .solo: true
      case .send, .throw, .parameter, .move, .sweep, .song: false
      }
    }
  }

  /// Leaves out a value that a hand has moved meanwhile.
  package mutating func release(_ address: MixGraph.Address) { moves.removeAll { $0.address == address } }
}
