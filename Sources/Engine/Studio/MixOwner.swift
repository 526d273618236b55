import AudioBase
import Effects
import MixEngine
import SystemBase

/// A request for a mixer that is refused.
package enum MixError: Error, Hashable, Sendable {
  /// No mixer has this name; with the names of those that exist.
  case unknown(String, names: [String])
  /// The file of the mixer cannot be read.
  case unreadable(FileError)
  /// The name cannot be that of a file.
  case badName(String)
}

/// A change of the mixer that is undone or redone.
package enum MixChange: Hashable, Sendable {
  case strip(MixGraph.Bus)
  /// A parameter of a unit, by their names.
  case parameter(String, of: String)
  /// Scenes were stored.
  case scenes
  /// Several strips were changed, as by loading a mixer.
  case several
}

/// The one owner of the mixer: its graph, its units in the engine, its history. Main thread.
@MainActor
package final class MixOwner {
  private enum Change: Sendable {
    /// The graph before a change. Consecutive changes of the same value are one.
    case graph(MixGraph, name: String?, value: String?)
    /// The graph and the levels of the player before a change of both.
    case whole(MixGraph, name: String?, MixGains, MixGainsPort)
    /// The value of a parameter before it was changed.
    case value(Double, parameter: Int, insert: Int)
  }

  /// The most changes that can be undone.
  private static let longestHistory = 200

  package private(set) var graph = MixGraph()
  /// The name of the mixer that was loaded or saved last; nil after changes.
  package private(set) var name: String?
  /// All mixers.
  package var presets: [MixPreset] = [] { didSet { if isRestored { findName() } } }
  /// Finds plug-ins and tries them, on another thread; `receive` is called with what was found.
  package var findPlugins: (Set<PluginRequest>) -> Void = { _ in }
  /// Makes a plug-in on another thread; `receive(_:for:)` is called with it. Nil if it is made at once.
  package var orderPlugin: ((PluginOrder) -> Void)? {
    get { rack.orderPlugin }
    set { rack.orderPlugin = newValue }
  }
  /// Has the device serve the loops through other programs.
  package var serveLoops: ([(name: String, loop: ExternalLoop)]) -> Void = { _ in } {
    didSet { serveLoops(rack.loops) }
  }
  /// Called with whether there is an instrument, when that changes.
  package var instrumentChanged: (Bool) -> Void = { _ in }
  private var hasInstrument = false
  /// Called after each change.
  package var onChange: () -> Void = {}
  /// Whether the mixer is that of an earlier start, unchanged.
  private var isRestored = false
  /// The number of changes so far.
  package private(set) var changes = 0

  let engine: EngineControl
  let rack: UnitRack
  let moves: MoveUnits
  private let catalog: MixCatalog
  private let save: (FilePath, [UInt8]) -> Void
  private var history = UndoStack<Change>(limit: MixOwner.longestHistory)
  var plugins: [PluginRequest: Result<UnitDescription, UnitRefusal>] = [:]
  var requested: Set<PluginRequest> = []
  /// The numbers by which the engine reports changes of values.
  var numbers = AddressNumbers()
  /// The other graph of a comparison: that of the last load.
  private var other = MixGraph()

  /// Creates the owner of an engine's mixer, which is dry. `save` writes a file, on another thread.
  package init(_ engine: EngineControl, _ catalog: MixCatalog, save: @escaping (FilePath, [UInt8]) -> Void) {
    (self.engine, self.catalog, self.save) = (engine, catalog, save)
    moves = MoveUnits(rate: engine.sampleRate)
    rack = UnitRack(rate: engine.sampleRate, moves: moves)
    build()
  }

  /// The port for notes that the main thread sends to the instrument.
  package var notePort: NotePort { engine.notePort(for: .control) }

  // MARK: Changes

  /// Changes the graph; heard within 10 ms. `value` is the name of the value that is moved; consecutive changes of one
  /// value are undone together.
  package func change(value: String? = nil, _ edit: (inout MixGraph) -> Void) {
    var changed = graph
    edit(&changed)
    if changed == graph { return }
    if case .graph(_, _, let last?)? = history.next(.undo), last == value, history.next(.redo) == nil {
      // The graph before the first change is kept.
      history.renew()
    } else {
      history.record(.graph(graph, name: name, value: value))
    }
    show(changed, name: nil)
  }

  /// Sets a value in the unit of its parameter, which limits it. Consecutive changes of one value are undone together.
  /// Does nothing if the mixer does not have it.
  package func set(_ value: Double, at address: MixGraph.Address) {
    guard let parameter = graph.parameter(at: address), value.isFinite else { return }
    switch address.part {
    case .move(.throw): return hold(Throw.pads, value >= 0.5)
    case .throw(let target): return hold(Throw(address.bus, to: target), value >= 0.5)
    case .move(let move): return hold(move, value >= 0.5)
    case .sweep(let swept): return sweep(swept, to: value)
    case .song: return
    case .gain, .pan, .mute, .solo, .send, .parameter: break
    }
    if let (insert, index) = graph.insert(at: address), let index {
      set(value, parameter: index, ofInsert: insert.id)
    } else {
      change(value: address.text) { $0.set(parameter.clamped(value), at: address) }
    }
  }

  /// Sets the value of a parameter. Consecutive changes of one parameter are undone together.
  package func set(_ value: Double, parameter: Int, ofInsert id: Int) {
    guard let before = graph.insert(id), before.values.indices.contains(parameter) else { return }
    graph.set(value, parameter: parameter, ofInsert: id)
    guard let after = graph.insert(id), after != before else { return }
    if case .value(_, parameter, id)? = history.next(.undo), history.next(.redo) == nil {
      // The first value of this series is kept.
      history.renew()
    } else {
      history.record(.value(before.values[parameter], parameter: parameter, insert: id))
    }
    send(parameter: parameter, ofInsert: id)
    name = nil
    changed()
  }

  /// Returns the change that is undone or redone next; nil if there is none.
  package func next(_ direction: UndoDirection) -> MixChange? {
    switch history.next(direction) {
    case .graph(let other, _, _)?:
      let buses = Set(graph.strips.keys).union(other.strips.keys).filter { graph[$0] != other[$0] }
      if buses.isEmpty, graph.scenes != other.scenes { return .scenes }
      return buses.count == 1 ? buses.first.map { .strip($0) } : .several
    case .whole: return .several
    case .value(_, let parameter, let id)?:
      guard let unit = graph.insert(id)?.description, unit.parameters.indices.contains(parameter) else {
        return .several
      }
      return .parameter(unit.parameters[parameter].name, of: unit.title)
    case nil: return nil
    }
  }

  /// Returns the time of the change that is undone or redone next; nil if there is none.
  package func time(of direction: UndoDirection) -> ChangeTime? { history.time(of: direction) }

  /// Undoes or redoes a change. Returns false if there is none.
  package func turn(_ direction: UndoDirection) -> Bool {
    guard let change = history.next(direction) else { return false }
    switch change {
    case .graph(let former, let formerName, _):
      history.turn(direction, into: .graph(graph, name: name, value: nil))
      show(former, name: formerName)
    case .whole(let former, let formerName, let gains, let player):
      history.turn(direction, into: .whole(graph, name: name, player.present(), player))
      show(former, name: formerName)
      player.turn(direction, to: gains)
    case .value(let value, let parameter, let id):
      let current = graph.insert(id)?.values[parameter]
      history.turn(direction, into: current.map { .value($0, parameter: parameter, insert: id) })
      graph.set(value, parameter: parameter, ofInsert: id)
      send(parameter: parameter, ofInsert: id)
      changed()
    }
    return true
  }

  /// Replaces the mixer and the levels of the player as one change. Without `gains`, the levels stay as they are.
  package func replace(by new: MixGraph, _ gains: MixGains?, of player: MixGainsPort) {
    beginChange(of: player)
    other = new.renumbered(after: graph)
    show(other, name: nil)
    if let gains { player.set(gains) }
  }

  /// Begins a change of many values and of the levels of the player, which is undone at once.
  package func beginChange(of player: MixGainsPort) {
    history.record(.whole(graph, name: name, player.present(), player))
  }

  /// Makes more changes of the mixer as a part of the change that `beginChange` has begun: one undo takes back all of them.
  package func continueChange(_ body: () -> Void) {
    let begun = history
    body()
    history = begun
  }

  /// Returns whether another mixer has the same units with the same values, except those at the addresses `ignored`.
  package func matches(_ other: MixGraph, ignoring ignored: Set<String>) -> Bool {
    graph.matches(described(other), ignoring: ignored)
  }

  /// Loads the mixer that was in use before, or the dry one. Repeated, it returns to the first one.
  package func compare() {
    let current = graph
    change { $0 = other }
    other = current
  }

  /// Begins with the mixer of an earlier start. It has the name of a mixer that equals it.
  package func restore(_ saved: MixGraph) {
    other = saved
    show(saved, name: nil)
    isRestored = true
    findName()
  }

  private func findName() {
    let bytes = MixFile.encode(graph)
    name = presets.first { (try? $0.content.get()).map(MixFile.encode) == bytes }?.name
  }

  /// Returns the recent peaks of a bus, linear; nil if the engine measures it, or nothing does.
  package func peak(of bus: MixGraph.Bus) -> Frame? { rack.peak(of: bus) }

  /// Returns the largest sample of a bus since `clearPeaks`, linear; nil if nothing measures it.
  package func heldPeak(of bus: MixGraph.Bus) -> Float? {
    bus.level.map(engine.heldPeak) ?? rack.heldPeak(of: bus)
  }

  /// Forgets the largest samples of all buses, and the largest reduction of the output.
  package func clearPeaks() {
    engine.clearMaster()
    rack.clearPeaks()
  }

  /// Returns the dB by which a compressor lowers its level now; nil for another effect.
  package func reduction(ofInsert id: Int) -> Double? { rack.reduction(ofInsert: id) }

  /// Sets the tempo that echoes follow, in beats per minute.
  package func setTempo(_ bpm: Double) { send(rack.tempoChanges(bpm), []) }

  func show(_ new: MixGraph, name: String?) {
    let old = graph
    graph = new
    self.name = name
    describePlugins()
    update(graph.changes(from: old), after: old)
    changed()
  }

  private func changed() {
    changes += 1
    isRestored = false
    onChange()
  }

  /// Builds the chains, and reports changes of values by hand.
  func build(reporting values: [(address: MixGraph.Address, value: Double)] = []) {
    engine.setChains(rack.newChains(of: graph, around: engine.standardChains))
    send(rack.changes(to: graph), values)
    serveLoops(rack.loops)
    if hasInstrument != (graph.source != nil) {
      hasInstrument.toggle()
      instrumentChanged(hasInstrument)
    }
  }

  /// Returns whether an effect changes the sound: it is not bypassed, its unit runs, and its program answers.
  package func isHeard(_ insert: MixGraph.Insert) -> Bool { insert.isHeard && rack.runs(insert: insert.id) }

  /// Counts the latencies of loops through other programs, which have changed.
  package func loopLatencyChanged() { build() }

  /// Gives the plug-ins of the graph what is known of them, and has the others found.
  private func describePlugins() {
    graph.describe(plugins.compactMapValues { try? $0.get() })
    let missing = graph.unknownPlugins.filter { plugins[$0] == nil }.subtracting(requested)
    if missing.isEmpty { return }
    requested.formUnion(missing)
    findPlugins(missing)
  }

  // MARK: Files

  /// Replaces the mixer by one of the catalog.
  package func load(_ name: String) throws(MixError) {
    guard let preset = presets.first(where: { $0.name == name }) else {
      throw .unknown(name, names: presets.map(\.name))
    }
    switch preset.content {
    case .failure(let error): throw .unreadable(error)
    case .success(let loaded):
      // What was not installed may be by now.
      plugins = plugins.filter { if case .success = $0.value { true } else { false } }
      let new = loaded.renumbered(after: graph)
      history.record(.graph(graph, name: self.name, value: nil))
      other = new
      show(new, name: name)
    }
  }

  /// Saves the mixer in the user's folder. What is written later is reported by the writer of files. Returns the file.
  @discardableResult
  package func save(as name: String) throws(MixError) -> FilePath {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), name.utf8.count <= 100,
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
    else { throw .badName(name) }
    let path = catalog.file(named: name)
    let stored = snapshot
    presets.removeAll { $0.name == name }
    presets.append(MixPreset(name: name, path: path, isShipped: false, content: .success(stored)))
    save(path, MixFile.encode(stored))
    self.name = name
    onChange()
    return path
  }
}
