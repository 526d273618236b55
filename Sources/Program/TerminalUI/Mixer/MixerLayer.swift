import Application
import Effects
import Studio
import SystemBase

/// The mixer: its strips side by side, the parameters of an effect, or a list of what can be added.
package final class MixerLayer: ScreenLayer {
  package enum Mode: Hashable, Sendable {
    case strips
    /// The parameters of the effect of this number.
    case parameters(insert: Int, row: Int)
    /// What can be added to the chosen strip, or what matches the filter of it; the value is the selected row.
    case adding(Int)
    /// The plug-ins of a category that can be added.
    case addingPlugin(category: String, row: Int)
  }

  private static let page = 5
  /// Steps of a parameter for the keys that change it much.
  private static let largeStep = 4

  package unowned let session: ScreenSession
  package let mixer: MixerController
  private var ownMode: Mode
  /// The text that the units contain which can be added; empty if all are listed.
  package private(set) var filter = ""
  /// The move whose button is pressed.
  private var pressedMove: Move?

  package init(_ session: ScreenSession, _ mixer: MixerController, mode: Mode = .strips) {
    (self.session, self.mixer, ownMode) = (session, mixer, mode)
    if case .adding = mode { mixer.requestPlugins() }
  }

  /// What is shown; the strips if the effect was removed by an undo.
  package var mode: Mode {
    if case .parameters(let id, _) = ownMode, mixer.graph.insert(id) == nil { .strips } else { ownMode }
  }

  /// The effect whose parameters are shown; nil in the other modes.
  package var opened: MixGraph.Insert? {
    if case .parameters(let id, _) = mode { mixer.graph.insert(id) } else { nil }
  }

  package var screen: ScreenName? { .mixer }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .mixerScreen(let command): return perform(command)
    // No list has the focus.
    case .list(.activate), .list(.remove), .list(.mark), .queue(.trackUp), .queue(.trackDown): break
    case .mixer(.add):
      mixer.requestPlugins()
      (ownMode, filter) = (.adding(0), "")
    case .search(.find) where isAdding: session.open(MixerFilterPrompt(session, text: filter))
    case .program(.cancel): leave()
    case .mixer(.open): close()
    case .pads(.learnMIDI): return application.learnMIDI()
    case .mixer(.bypass):
      return opened.map(application.bypass) ?? application.perform(Command.Mixer.bypass)
    case .mixer(let command): return application.perform(command)
    case .playback, .seek, .move, .list, .queue, .search, .program, .take, .takeList, .practiceScreen,
      .library, .pads, .timeline, .pad, .request:
      return nil
    }
    return .done
  }

  private func perform(_ command: Command.MixerScreen) -> Outcome {
    switch command {
    case .left: moveSideways(-1, values: -1)
    case .right: moveSideways(1, values: 1)
    case .farLeft: moveSideways(-1, values: -MixerLayer.largeStep)
    case .farRight: moveSideways(1, values: MixerLayer.largeStep)
    case .valueUp: change(by: 1)
    case .valueDown: change(by: -1)
    case .open: activate()
    case .remove: remove()
    case .effectEarlier: mixer.moveInsert(by: -1)
    case .effectLater: mixer.moveInsert(by: 1)
    case .save: session.open(MixerNamePrompt(session, text: mixer.owner.name ?? ""))
    }
    return .row
  }

  package func move(_ movement: Movement) {
    switch mode {
    case .strips: mixer.chooseRow(movement)
    case .parameters(_, let row): select(movement.row(from: row, last: rowCount - 1, page: MixerLayer.page))
    case .adding(let row), .addingPlugin(_, let row):
      select(movement.row(from: row, last: rowCount - 1, page: MixerLayer.page))
    }
  }

  /// The number of rows of a mode with one list.
  private var rowCount: Int {
    switch mode {
    case .strips: mixer.rows(of: mixer.bus).count
    case .parameters: opened.map { values(of: $0).count } ?? 0
    case .adding, .addingPlugin: additions.count
    }
  }

  private var isAdding: Bool {
    switch mode {
    case .adding, .addingPlugin: true
    case .strips, .parameters: false
    }
  }

  /// What is listed to be added.
  package var additions: [MixerController.Addition] {
    if case .addingPlugin(let category, _) = mode { return mixer.additions(in: category) }
    return filter.isEmpty ? mixer.additions() : mixer.additions(matching: filter)
  }

  /// Lists the units that contain a text; all that can be added if it is empty.
  func setFilter(_ text: String) {
    filter = text
    ownMode = .adding(0)
  }

  /// Selects a row of the list of parameters or additions, or of the chosen strip.
  package func select(_ row: Int) {
    let row = min(max(row, 0), max(rowCount - 1, 0))
    switch mode {
    case .strips: mixer.choose(mixer.bus, row: row)
    case .parameters(let id, _): ownMode = .parameters(insert: id, row: row)
    case .adding: ownMode = .adding(row)
    case .addingPlugin(let category, _): ownMode = .addingPlugin(category: category, row: row)
    }
    application.changes.send(.state)
  }

  /// Chooses a strip, or changes the parameter by steps.
  private func moveSideways(_ strips: Int, values steps: Int) {
    switch mode {
    case .strips: mixer.chooseBus(by: strips)
    case .parameters: change(by: steps)
    case .adding, .addingPlugin: break
    }
  }

  // MARK: Values

  /// The value of the selected row; nil if it has none.
  package var value: MixerValue? {
    switch mode {
    case .strips: return application.value(of: mixer.row, in: mixer.bus)
    case .parameters(_, let row):
      let values = opened.map { self.values(of: $0) } ?? []
      return values.indices.contains(row) ? values[row] : nil
    case .adding, .addingPlugin: return nil
    }
  }

  /// The address of the value of the selected row; nil if it has none.
  var address: MixGraph.Address? {
    switch mode {
    case .strips: return mixer.row.part.map { MixGraph.Address(mixer.bus, $0) }
    case .parameters(let id, let row):
      let first = opened.map(MixerLayer.firstParameter) ?? 0
      return row < first ? nil : mixer.graph.address(ofInsert: id, parameter: row - first)
    case .adding, .addingPlugin: return nil
    }
  }

  /// Returns the values of an effect, one for each row: its preset, its parameters, and the bus that it follows.
  package func values(of insert: MixGraph.Insert) -> [MixerValue] {
    guard let description = insert.description else { return [] }
    let parameters: [MixerValue] = zip(description.parameters, mixer.owner.heardValues(of: insert))
      .map { MixerValue($0, $1) }
    let presets = description.presets.isEmpty ? [] : [MixerLayer.preset(insert)]
    guard description.hasSidechain else { return presets + parameters }
    let own = mixer.graph.place(ofInsert: insert.id)?.bus
    var buses = mixer.buses.filter { $0 != own && $0.canSend }
    if !buses.contains(insert.sidechain) { buses.append(insert.sidechain) }
    let source = EffectParameter("source", choices: buses.map(\.name))
    let place = Double(buses.firstIndex(of: insert.sidechain) ?? 0)
    return parameters + [MixerValue(source, place, .source(buses))]
  }

  /// Returns the row of the first parameter of an effect: behind its presets, if it has some.
  package static func firstParameter(_ insert: MixGraph.Insert) -> Int {
    insert.description?.presets.isEmpty == false ? 1 : 0
  }

  /// Returns the preset of an effect as a value: `–`, the first choice, if it has other values than any of them.
  private static func preset(_ insert: MixGraph.Insert) -> MixerValue {
    let presets = insert.description?.presets ?? []
    let chosen = presets.firstIndex {
      $0.values == insert.values && ($0.state == nil || $0.state == insert.state)
    }
    let parameter = EffectParameter("preset", choices: ["–"] + presets.map(\.name))
    return MixerValue(parameter, Double(chosen.map { $0 + 1 } ?? 0))
  }

  /// Changes the selected value by steps.
  package func change(by steps: Int) { value.map { set($0.moved(by: steps)) } }

  /// Sets the selected value to a place in its range, 0…1.
  package func change(toShare share: Double) { value.map { set($0.at(share)) } }

  private func set(_ value: MixerValue) {
    switch (mode, value.kind) {
    case (.strips, _): address.map { application.set(value.value, at: $0) }
    case (.parameters(let id, _), .source(let buses)):
      let bus = buses[Int(value.value)]
      mixer.owner.change(value: "\(id) source") { $0.changeInsert(id) { $0.sidechain = bus } }
    case (.parameters(let id, let row), _):
      guard let opened else { break }
      let first = MixerLayer.firstParameter(opened)
      if row >= first {
        mixer.owner.set(value.value, parameter: row - first, ofInsert: id)
      } else {
        setPreset(Int(value.value) - 1, of: opened)
      }
    case (.adding, _), (.addingPlugin, _): break
    }
    application.changes.send(.state)
  }

  private func setPreset(_ index: Int, of insert: MixGraph.Insert) {
    guard let presets = insert.description?.presets, presets.indices.contains(index) else { return }
    let preset = presets[index]
    guard let state = preset.state else {
      return mixer.owner.change(value: "preset \(insert.id)") {
        $0.changeInsert(insert.id) { $0.values = preset.values }
      }
    }
    // Only a new plug-in begins with a state.
    var id: Int?
    mixer.owner.change { id = $0.restart(insert.id, with: preset.values, state) }
    id.map { ownMode = .parameters(insert: $0, row: 0) }
  }

  /// Sets the selected parameter to its initial value, or removes the chosen effect or send.
  private func remove() {
    switch mode {
    case .strips: mixer.remove()
    case .parameters:
      if let value, value.kind == .parameter { set(MixerValue(value.parameter, value.parameter.initial)) }
    case .adding, .addingPlugin: break
    }
  }

  // MARK: Moves

  /// Holds a move until the button of the mouse is released.
  package func hold(_ move: Move) {
    releaseMove()
    pressedMove = move
    session.perform(.request(.hold(move, true)), from: .mouse)
  }

  /// Releases the move that the mouse holds. Returns whether there was one.
  @discardableResult
  package func releaseMove() -> Bool {
    guard let move = pressedMove else { return false }
    pressedMove = nil
    session.perform(.request(.hold(move, false)), from: .mouse)
    return true
  }

  package func wasClosed() { releaseMove() }

  // MARK: Modes

  /// Opens the chosen effect, or adds the selected row.
  package func activate() {
    switch mode {
    case .strips: if let insert = mixer.insert { ownMode = .parameters(insert: insert.id, row: 0) }
    case .parameters: break
    case .adding(let row), .addingPlugin(_, let row): add(additions, row)
    }
    application.changes.send(.state)
  }

  /// Adds what is in a row, or opens the category of plug-ins.
  private func add(_ additions: [MixerController.Addition], _ row: Int) {
    guard additions.indices.contains(row) else { return ownMode = .strips }
    if case .category(let category) = additions[row] {
      ownMode = .addingPlugin(category: category, row: 0)
    } else {
      ownMode = .strips
      mixer.add(additions[row])
    }
  }

  private func leave() {
    switch mode {
    case .strips: close()
    case .parameters, .adding: ownMode = .strips
    case .addingPlugin(let category, _):
      ownMode = .adding(mixer.additions().firstIndex(of: .category(category)) ?? 0)
    }
  }
}

/// Filters the list of what can be added to a strip.
package final class MixerFilterPrompt: FilterPrompt {
  private var mixer: MixerLayer? { session.layer(MixerLayer.self) }

  package override var matchesNothing: Bool { mixer?.additions.isEmpty ?? false }
  override func textChanged() { mixer?.setFilter(text.text) }
  override func discard() { mixer?.setFilter("") }
  package override func move(_ movement: Movement) { mixer?.move(movement) }
}

/// Asks for the name under which the mixer is saved.
package final class MixerNamePrompt: PromptLayer {
  package override var name: String { "save the mixer as" }
  override var enterText: String { "save" }
  override func apply(_ text: String) {
    if !text.isEmpty { application.report(application.saveMixer(as: text)) }
  }
}
