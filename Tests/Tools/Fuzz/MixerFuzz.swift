import AudioBase
import Effects
import Instruments
import MixEngine
import Studio

/// A mixer with plug-ins and their states, up to a zero byte, and changes of it: it is written as it was read, and what it
/// renders is within full scale.
enum MixerFuzz {
  private static let buses: [MixGraph.Bus] = [
    .music, .pad(1), .pads, .instrument, .click, .input, .returns(1), .returns(4), .master,
  ]

  static func take(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard var graph = try? MixFile.decode(Array(parts[0]), subject: "mixer") else { return }
    check(graph) { _ in }
    describe(&graph)
    check(graph, describe)
    play(graph, Array(parts.dropFirst().first ?? []))
  }

  /// Gives each plug-in the sound of a filter or of a guitar.
  private static func describe(_ graph: inout MixGraph) {
    var found: [PluginRequest: UnitDescription] = [:]
    for request in graph.unknownPlugins {
      let isInstrument = request.unit.utf8.count.isMultiple(of: 2)
      found[request] = UnitDescription(
        name: request.unit, title: "a plug-in", kind: .lv2,
        parameters: isInstrument ? InstrumentKind.guitar.parameters : EffectKind.filter.parameters,
        isInstrument: isInstrument
      ) { setup throws(UnitRefusal) in
        if setup.state?.properties.count == 3 { throw UnitRefusal("it refuses to be created") }
        return isInstrument
          ? InstrumentKind.guitar.makeUnit(setup) as any EffectUnit : EffectKind.filter.makeUnit(setup)
      }
    }
    graph.describe(found)
  }

  private static func check(_ graph: MixGraph, _ describe: (inout MixGraph) -> Void) {
    let written = MixFile.encode(graph)
    guard var again = try? MixFile.decode(written, subject: "mixer") else {
      preconditionFailure("a written mixer cannot be read")
    }
    describe(&again)
    precondition(
      MixFile.encode(again) == written, "\(String(decoding: written, as: UTF8.self)) is written otherwise")
    for bus in graph.strips.keys {
      for address in graph.addresses(of: bus) {
        guard let parameter = graph.parameter(at: address), let value = graph.value(at: address) else {
          preconditionFailure("\(address.text) has no value")
        }
        precondition(parameter.range.contains(value), "\(address.text) is \(value)")
      }
    }
  }

  /// Plays notes while bytes change the mixer: three bytes a change.
  private static func play(_ first: MixGraph, _ changes: [UInt8]) {
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    let (rack, device) = (UnitRack(rate: .standard), OfflineDevice(engine))
    var graph = first
    func show() {
      engine.control.setChains(rack.chains(of: graph, around: engine.control.standardChains, at: device.now))
    }
    show()
    for index in stride(from: 0, to: min(changes.count, 48), by: 3) {
      change(&graph, changes[index...].prefix(3).map(Int.init))
      describe(&graph)
      show()
      engine.control.notePort(for: .keys).send(
        NoteEvent(.on, key: Int(changes[index]) % 128, value: Float(changes[index]), time: device.now))
      for frame in device.render(FrameCount(Int(changes[index]) * 4 + 1)) {
        precondition(frame.x.magnitude <= 1 && frame.y.magnitude <= 1, "\(frame)")
      }
    }
  }

  private static func change(_ graph: inout MixGraph, _ bytes: [Int]) {
    let (kind, place, value) = (bytes[0] % 8, bytes.dropFirst().first ?? 0, bytes.dropFirst(2).first ?? 0)
    let bus = buses[place % buses.count]
    let inserts = graph[bus].inserts
    let id = inserts.isEmpty ? graph.source?.id ?? 0 : inserts[value % inserts.count].id
    switch kind {
    case 0: graph.add(EffectKind.allCases[value % EffectKind.allCases.count], to: bus, at: value % 3)
    case 1: graph.removeInsert(id)
    case 2: _ = graph.moveInsert(id, by: value - 128)
    case 3: graph.changeInsert(id) { $0.isBypassed.toggle() }
    case 4:
      let parameters = graph.insert(id)?.description?.parameters ?? []
      if parameters.isEmpty { return }
      let index = place % parameters.count
      graph.set(parameters[index].value(at: Double(value) / 255), parameter: index, ofInsert: id)
    case 5: graph[bus].gain = Decibels(Double(value) / 4 - 60)
    case 6 where bus.canSend: graph[bus].sends = [MixGraph.Send(to: value % 4 + 1, Decibels(-6))]
    case 7: graph.setInstrument(.guitar)
    default: graph[bus].isMuted.toggle()
    }
  }
}
