import AudioBase
import Effects
import Instruments
import Plugins
import SystemBase

/// Files of mixers: JSON, of which unknown members and units are kept.
package enum MixFile {
  package static let format = "drumdub-mixer"
  private static let version = 1
  /// The largest file that is read, in bytes.
  package static let largest = 8 << 20

  // MARK: Reading

  /// Reads the content of a file. `subject` is the name of the file, for errors.
  ///
  /// - Throws: `damaged` with the place in the file; `unsupported` for a file of a newer program.
  package static func decode(_ bytes: [UInt8], subject: String) throws(FileError) -> MixGraph {
    var members = try JSONMembers(bytes, subject: subject)
    guard try members.text("format") == format else {
      throw members.error("format", "\(format) is expected")
    }
    let version = try members.integer("version", in: 1...Int.max)
    guard version <= MixFile.version else {
      throw FileError(.unsupported, subject, detail: "version \(version) needs a newer drumdub")
    }
    return try graph(&members)
  }

  /// Reads a file. Returns nil if there is none.
  package static func read(_ path: FilePath) -> Result<MixGraph, FileError>? {
    let result = Result { () throws(FileError) in
      try decode(try FileBytes.read(path, limit: largest), subject: path.shown)
    }
    if case .failure(let error) = result, error.code == .notFound { return nil }
    return result
  }

  package static func graph(_ members: inout JSONMembers) throws(FileError) -> MixGraph {
    var graph = MixGraph()
    for var strip in try members.objectsIfPresent("strips") ?? [] { try read(&strip, into: &graph) }
    graph.scenes = try MixScene.read(&members)
    graph.unknown = members.rest
    return graph
  }

  private static func read(_ members: inout JSONMembers, into graph: inout MixGraph) throws(FileError) {
    guard let bus = MixGraph.Bus(try members.text("bus")) else {
      throw members.error(
        "bus",
        "music, pads, pad 1 to pad 128, instrument, click, input, return 1 to return 4 or master is expected")
    }
    guard graph[bus] == MixGraph.Strip() else { throw members.error("bus", "\(bus.name) has two strips") }
    var strip = MixGraph.Strip()
    strip.gain = Decibels(try members.numberIfPresent("gain", in: MixGraph.gains) ?? 0)
    strip.pan = try members.numberIfPresent("pan", in: -1...1) ?? 0
    strip.isMuted = try members.bool("muted")
    strip.isSoloed = try members.bool("soloed")
    for var send in try members.objectsIfPresent("sends") ?? [] {
      let target = try send.integer("to", in: 1...MixGraph.mostReturns)
      strip.sends.append(MixGraph.Send(to: target, Decibels(try send.number("gain", in: MixGraph.gains))))
    }
    let inserts = try members.objectsIfPresent("inserts") ?? []
    guard inserts.count <= MixGraph.mostInserts else {
      throw members.error("inserts", "at most \(MixGraph.mostInserts) are possible")
    }
    if bus == .instrument { try readInstrument(&members, into: &graph) }
    strip.source = graph[bus].source
    strip.unknown = members.rest
    graph[bus] = strip
    for var insert in inserts { try read(&insert, into: &graph, bus) }
  }

  private static func read(
    _ members: inout JSONMembers, into graph: inout MixGraph, _ bus: MixGraph.Bus
  ) throws(FileError) {
    let unit = try members.text("unit")
    let isBypassed = try members.bool("bypassed")
    guard let description = EffectKind.description(of: unit) ?? ExternalPrograms.effects.description(of: unit)
    else {
      let state = try state(&members, of: unit)
      let id = graph.add(unit, nil, [], isBypassed: isBypassed, unknown: members.rest, to: bus)
      if let id { graph.changeInsert(id) { $0.state = state } }
      return
    }
    let values = try values(&members, of: description)
    let sidechain = try members.textIfPresent("sidechain")
    let id = graph.add(unit, description, values, isBypassed: isBypassed, unknown: members.rest, to: bus)
    guard let sidechain, let id else { return }
    guard let source = MixGraph.Bus(sidechain) else { throw members.error("sidechain", "a bus is expected") }
    graph.changeInsert(id) { $0.sidechain = source }
  }

  /// Reads the instrument of its strip. The parameters of a missing one are its unknown members.
  private static func readInstrument(
    _ members: inout JSONMembers, into graph: inout MixGraph
  ) throws(FileError) {
    guard let unit = try members.textIfPresent("instrument") else { return }
    let isBypassed = try members.bool("bypassed")
    let description =
      InstrumentKind.description(of: unit) ?? ExternalPrograms.instruments.description(of: unit)
    let values = try description.map { (unit) throws(FileError) in try self.values(&members, of: unit) }
    var unknown = JSONObject()
    if description == nil { unknown.append("parameters", members.remove("parameters")) }
    graph.setInstrument(
      unit, description, values ?? [], isBypassed: isBypassed, state: try state(&members, of: unit),
      unknown: unknown)
  }

  /// Reads what a plug-in has saved.
  private static func state(_ members: inout JSONMembers, of unit: String) throws(FileError) -> UnitState? {
    unit.hasPrefix(PluginInfo.prefix) ? try UnitStateFile.read(&members) : nil
  }

  /// Reads the values of a unit; those that are missing are initial ones.
  private static func values(
    _ members: inout JSONMembers, of unit: UnitDescription
  ) throws(FileError) -> [Double] {
    var values = unit.parameters.map(\.initial)
    if var given = try members.object("parameters") {
      for (index, parameter) in unit.parameters.enumerated() {
        values[index] = try given.numberIfPresent(parameter.name, in: parameter.range) ?? parameter.initial
      }
    }
    return values
  }

  // MARK: Writing

  package static func encode(_ graph: MixGraph) -> [UInt8] {
    var object: JSONObject = ["format": format, "version": version]
    object.append(contentsOf: members(of: graph))
    return JSONWriter.bytes(of: .object(object))
  }

  /// Returns the members of a graph.
  package static func members(of graph: MixGraph) -> JSONObject {
    let strips = graph.strips.sorted { $0.key.order < $1.key.order }
    let scenes = graph.scenes.isEmpty ? nil : MixScene.members(of: graph.scenes)
    return JSONObject(
      ["strips": strips.map { strip($0.value, of: $0.key) }, "scenes": scenes], unknown: graph.unknown)
  }

  private static func strip(_ strip: MixGraph.Strip, of bus: MixGraph.Bus) -> JSONObject {
    var object: JSONObject = ["bus": bus.name]
    if let source = strip.source {
      object.append(contentsOf: [
        "instrument": source.unit,
        "bypassed": source.isBypassed ? true : nil,
        "parameters": parameters(of: source),
        "state": source.state.map(UnitStateFile.value),
      ])
      object.append(contentsOf: source.unknown)
    }
    object.append(contentsOf: [
      "gain": strip.gain == .unity ? nil : strip.gain.value,
      "pan": strip.pan == 0 ? nil : strip.pan,
      "muted": strip.isMuted ? true : nil,
      "soloed": strip.isSoloed ? true : nil,
      "inserts": strip.inserts.isEmpty ? nil : strip.inserts.map(insert),
      "sends": strip.sends.isEmpty
        ? nil : strip.sends.map { ["to": $0.target, "gain": $0.gain.value] as JSONObject },
    ])
    object.append(contentsOf: strip.unknown)
    return object
  }

  private static func insert(_ insert: MixGraph.Insert) -> JSONObject {
    JSONObject(
      [
        "unit": insert.unit,
        "bypassed": insert.isBypassed ? true : nil,
        "sidechain": insert.sidechain == .pads ? nil : insert.sidechain.name,
        "parameters": parameters(of: insert),
        "state": insert.state.map(UnitStateFile.value),
      ], unknown: insert.unknown)
  }

  /// Returns the values of a unit by the names of its parameters; nil if it is missing.
  static func parameters(of insert: MixGraph.Insert) -> JSONValue? {
    guard let description = insert.description else { return nil }
    var values = JSONObject()
    for (parameter, value) in zip(description.parameters, insert.values) {
      values.append(parameter.name, .number(value))
    }
    return .object(values)
  }
}

extension MixGraph.Bus {
  /// The place of the strip on the screen and in files: single pads, pads, instrument, music,
  /// metronome, input, returns, output.
  package var order: Int {
    switch self {
    case .pad(let number): number
    case .pads: 200
    case .instrument: 201
    case .music: 202
    case .click: 203
    case .input: 204
    case .returns(let number): 210 + number
    case .master: 300
    }
  }
}
