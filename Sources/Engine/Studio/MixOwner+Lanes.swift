import AudioBase
import MixEngine

/// The numbers of addresses, by which changes of their values are reported.
struct AddressNumbers {
  private var addresses: [String] = []
  private var numbers: [String: Int] = [:]
  /// Called after an address has got its number, before a change is sent with it.
  var onNumber: () -> Void = {}

  func known(_ address: String) -> Int? { numbers[address] }

  mutating func add(_ address: String) -> Int {
    numbers[address] = addresses.count
    addresses.append(address)
    return addresses.count - 1
  }

  func address(_ number: Int) -> String? { addresses.indices.contains(number) ? addresses[number] : nil }
}

/// The values of the mixer that change at frames: by hand, and by lanes.
extension MixOwner {
  /// Returns the number by which the engine reports changes of a value.
  package func number(of address: String) -> Int {
    if let number = numbers.known(address) { return number }
    let number = numbers.add(address)
    let onNumber = numbers.onNumber
    onNumber()
    return number
  }

  /// Called after a value has got its number, before a change is sent with it.
  package var onNumber: () -> Void {
    get { numbers.onNumber }
    set { numbers.onNumber = newValue }
  }

  /// Returns the address that has a number; nil if none has.
  package func address(number: Int) -> String? { numbers.address(number) }

  /// Counts the units that were made. Courses that were compiled before the last one do not act on it.
  package var unitsMade: Int { rack.unitsMade }

  /// Compiles lanes for the engine. The chains get what the lanes move.
  ///
  /// - Parameter compiled: what was compiled before, which is used again where nothing has changed.
  /// - Returns: the courses, and the addresses that the mixer does not have.
  package func courses(
    of lanes: [MixLane], reusing compiled: CompiledLanes = CompiledLanes(), _ levelGain: @escaping LevelGain
  ) -> (courses: [AutomationCourse], unknown: [MixGraph.Address]) {
    rack.courses(of: lanes, graph: graph, levelGain: levelGain, reusing: compiled) { if $0 { build() } }
  }

  /// Has the engine sound as the mixer and the moves, and reports changes of values by hand.
  ///
  /// - Parameter old: the graph of the chains.
  func update(_ values: [(address: MixGraph.Address, value: Double)], after old: MixGraph) {
    // A solo moves the faders of the other strips; its own has none yet if it is at its initial position.
    for case .fader(let bus)? in values.map({ MixTarget($0.address, in: graph) }) {
      rack.neededFaders.insert(bus)
    }
    if rack.needsChains(for: graph, after: old) {
      build(reporting: values)
    } else {
      send(rack.changes(to: graph), values)
    }
  }

  /// Sends the value of a parameter, and reports it as a change by hand.
  func send(parameter: Int, ofInsert id: Int) {
    guard let value = graph.insert(id)?.values[parameter] else { return }
    let change = TargetChange(target: .parameter(parameter, ofInsert: id), bits: value.bitPattern)
    rack.targets[change.target] = change.bits
    send([change], graph.address(ofInsert: id, parameter: parameter).map { [($0, value)] } ?? [])
  }

  /// Sends changes of targets. Those of the values are reported by their numbers; the others follow from them.
  func send(_ changes: [TargetChange], _ values: [(address: MixGraph.Address, value: Double)]) {
    var reported: Set<MixTarget> = []
    for (address, value) in values {
      guard let target = MixTarget(address, in: graph), let bits = rack.targets[target] else { continue }
      reported.insert(target)
      send(TargetChange(target: target, bits: bits), number(of: address.text), value)
    }
    for change in changes where !reported.contains(change.target) { send(change, nil, 0) }
  }

  /// Sends a change of a target. One that cannot be set at a frame, or for which the engine has no room, is made at once.
  private func send(_ change: TargetChange, _ address: Int?, _ value: Double) {
    if let target = rack.automationTarget(change.target)?.target,
      engine.set(target, to: change.bits, address: address, value: value)
    {
      return
    }
    rack.apply(change)
  }
}

extension MixGraph {
  /// The same mixer without the values of its units and sends on which no course of another value depends.
  package var withoutValuesOfUnits: MixGraph {
    var copy = self
    copy.scenes = [:]
    for (bus, strip) in strips {
      var bare = strip
      for index in bare.sends.indices { bare.sends[index].gain = .unity }
      // Throws go to the first return with an echo that is not bypassed.
      let isReturn = if case .returns = bus { true } else { false }
      for index in bare.inserts.indices {
        (bare.inserts[index].values, bare.inserts[index].state) = ([], nil)
        if !isReturn { bare.inserts[index].isBypassed = false }
      }
      bare.source?.values = []
      copy[bus] = bare
    }
    return copy
  }
}
