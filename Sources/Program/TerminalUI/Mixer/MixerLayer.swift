import Application
import Effects
import Studio
import SystemBase
import TerminalKit

/// The mixer: its strips side by side, the parameters of an effect, or a list of what can be added.
package final class MixerLayer: ScreenLayer {
  package enum Mode: Hashable, Sendable {
    case strips
    /// The parameters of the effect of this number.
    case parameters(insert: Int)
    /// What can be added to the chosen strip, or what matches the filter of it; with a category, its plug-ins.
    case adding(category: String? = nil)
  }

  private static let page = 5
  /// Steps of a parameter for the keys that change it much.
  private static let largeStep = 4

  package let mixer: MixerController
  private var ownMode: Mode
  /// The selected row of the list of a mode without strips.
  package private(set) var row = 0
  /// The text that the units contain which can be added; empty if all are listed.
  package private(set) var filter = ""
  /// The move whose button is pressed.
  private var pressedMove: Move?

  package init(_ session: ScreenSession, _ mixer: MixerController, mode: Mode = .strips) {
    (self.mixer, ownMode) = (mixer, mode)
    super.init(session)
    mixer.keepOrder(true)
    if case .adding = mode { mixer.requestPlugins() }
  }

  /// What is shown; the strips if the effect was removed by an undo.
  package var mode: Mode {
    if case .parameters(let id) = ownMode, mixer.graph.insert(id) == nil { .strips } else { ownMode }
  }

  /// The effect whose parameters are shown; nil in the other modes.
  package var opened: MixGraph.Insert? {
    if case .parameters(let id) = mode { mixer.graph.insert(id) } else { nil }
  }

  package override var screen: ScreenName? { .mixer }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .mixerScreen(let command): return perform(command)
    // No list has the focus.
    case .list(.activate), .list(.remove), .list(.mark), .queue(.trackUp), .queue(.trackDown): break
    case .mixer(.add):
      mixer.requestPlugins()
      filter = ""
      show(.adding())
    case .search(.find) where isAdding: session.open(MixerFilterPrompt(session, text: filter))
    case .program(.cancel): leave()
    case .mixer(.open): close()
    case .pads(.learnMIDI): return application.learnMIDI()
    case .mixer(.bypass):
      return opened.map(application.bypass) ?? application.perform(Command.Mixer.bypass)
    case .mixer(let command): return application.perform(command)
    default: return nil
    }
    return .done
  }

  private func perform(_ command: Command.MixerScreen) -> Outcome {
    switch command {
    case .left: return moveSideways(-1, values: -1)
    case .right: return moveSideways(1, values: 1)
    case .farLeft: return moveSideways(-1, values: -MixerLayer.largeStep)
    case .farRight: return moveSideways(1, values: MixerLayer.largeStep)
    case .valueUp: change(by: 1)
    case .valueDown: change(by: -1)
    case .open: activate()
    case .remove: return removeSelected()
    case .effectEarlier: mixer.moveInsert(by: -1)
    case .effectLater: mixer.moveInsert(by: 1)
    case .save: session.open(MixerNamePrompt(session, text: mixer.owner.name ?? ""))
    case .laneMode: return application.turnLaneMode(of: mixer.bus)
    }
    return .row
  }

  package override func move(_ movement: Movement) {
    if mode == .strips { return mixer.chooseRow(movement) }
    select(movement.row(from: row, last: rowCount - 1, page: MixerLayer.page))
  }

  private var rowCount: Int {
    switch mode {
    case .strips: mixer.rows(of: mixer.bus).count
    case .parameters: opened.map { values(of: $0).count } ?? 0
    case .adding: additions.count
    }
  }

  private var isAdding: Bool { if case .adding = mode { true } else { false } }

  package var additions: [MixerController.Addition] {
    if case .adding(let category?) = mode { return mixer.additions(in: category) }
    return filter.isEmpty ? mixer.additions() : mixer.additions(matching: filter)
  }

  /// Lists the units that contain a text; all that can be added if it is empty.
  func setFilter(_ text: String) {
    filter = text
    show(.adding())
  }

  /// Selects a row of the list of parameters or additions, or of the chosen strip.
  package func select(_ row: Int) {
    let row = min(max(row, 0), max(rowCount - 1, 0))
    if mode == .strips { mixer.choose(mixer.bus, row: row) } else { self.row = row }
    application.changes.send(.state)
  }

  /// Chooses a strip, or changes the parameter by steps.
  private func moveSideways(_ strips: Int, values steps: Int) -> Outcome {
    switch mode {
    case .strips:
      let before = mixer.bus
      mixer.chooseBus(by: strips)
      return mixer.bus == before ? .rowWith(.nothingBeside) : .row
    case .parameters:
      change(by: steps)
      return .row
    case .adding: return .rowWith(.nothingBeside)
    }
  }

  /// Sets the selected parameter to its initial value, or removes the chosen effect or send.
  private func removeSelected() -> Outcome {
    switch mode {
    case .strips:
      switch mixer.row {
      case .fader, .pan, .songPart: return .shown(.mixer(.noEffectChosen))
      case .insert, .send: mixer.remove()
      }
    case .parameters:
      if let value, value.kind == .parameter { set(MixerValue(value.parameter, value.parameter.initial)) }
    case .adding: break
    }
    return .row
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

  package override func wasClosed() {
    application.lanes?.dragged = nil
    mixer.keepOrder(false)
    releaseMove()
  }

  // MARK: Modes

  func show(_ mode: Mode, row: Int = 0) { (ownMode, self.row) = (mode, row) }

  /// Opens the chosen effect, or adds the selected row.
  package func activate() {
    switch mode {
    case .strips: if let insert = mixer.insert { show(.parameters(insert: insert.id)) }
    case .parameters: break
    case .adding: addSelected()
    }
    application.changes.send(.state)
  }

  /// Adds what is in the selected row, or opens the category of plug-ins.
  private func addSelected() {
    let additions = additions
    guard additions.indices.contains(row) else { return show(.strips) }
    let addition = additions[row]
    if case .category(let category) = addition {
      show(.adding(category: category))
    } else {
      show(.strips)
      mixer.add(addition)
    }
  }

  private func leave() {
    switch mode {
    case .strips: close()
    case .parameters, .adding(nil): show(.strips)
    case .adding(let category?):
      show(.adding(), row: mixer.additions().firstIndex(of: .category(category)) ?? 0)
    }
  }

  // MARK: What is shown

  package override var name: String { "mixer" }

  override var keyHints: [KeyHint.Group] {
    let ofTake: [KeyHint.Group] =
      application.takeOfOtherMixer == nil
      ? []
      : [([.request(.takeMixer(.keep))], "keep in take"), ([.request(.takeMixer(.load))], "that of take")]
    func own(_ commands: Command.MixerScreen...) -> KeyHint.Group {
      KeyHint.group(commands.map(Command.mixerScreen))
    }
    let rows: KeyHint.Group = ([.move(.up), .move(.down)], "row")
    let bypass: KeyHint.Group = ([.mixer(.bypass)], "bypass")
    return switch mode {
    case .strips:
      [
        own(.left, .right), rows, own(.valueDown, .valueUp), ([.mixer(.add)], "add"), own(.open),
        ([.program(.cancel)], "close"), ([.program(.help)], "keys"), ([.mixer(.mute)], "mute"),
        ([.mixer(.solo)], "solo"), bypass, own(.remove), ([.program(.undo)], "undo"),
        own(.laneMode), ([.mixer(.compare)], "compare"), own(.save), ([.mixer(.throw)], "throw"),
        ([.mixer(.stutter)], "stutter"), ([.mixer(.brake)], "brake"), ([.mixer(.feedback)], "feedback"),
        ([.request(.sweep(.step(-1))), .request(.sweep(.step(1)))], "sweep"),
        ([.request(.sweepEcho(.step(-1))), .request(.sweepEcho(.step(1)))], "echo"),
        ([.request(.scene(1)), .request(.scene(8))], "scenes"),
      ] + ofTake
    case .parameters:
      [
        rows, own(.valueDown, .valueUp), ([.program(.cancel)], "back"), bypass,
        ([.mixerScreen(.remove)], "initial value"), ([.program(.undo)], "undo"),
      ]
    case .adding:
      [
        rows, ([.mixerScreen(.open)], "add"), ([.search(.find)], "filter"), ([.program(.cancel)], "back"),
      ]
    }
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    var content = MixerContent(self) { [owner = mixer.owner] bus in
      screen.sound.meter(bus) ?? owner.peak(of: bus).map { MeterContent(peak: $0) }
    }
    if content.list == nil, let reading = mixer.meters?.reading(isDrawn: true) {
      (content.master, content.isClipped) = (MasterText.lines(reading), reading.levels.isClipped)
    }
    if screen.layout[.hints].isEmpty { content.hints = hintTexts(screen.keys) }
    return content
  }

  /// The selected row, such as `1 of 3: fader: −6 dB`.
  package override var selectedRow: (list: String, row: String)? {
    let content = MixerContent(self) { _ in nil }
    let list = content.list ?? content.chosenList
    guard list.rows.indices.contains(list.selection) else { return (list.heading, "none") }
    let row = list.rows[list.selection]
    let name = row.spoken ?? row.name
    let text = row.text.isEmpty ? name : "\(name): \(row.text)"
    return (list.heading, "\(list.selection + 1) of \(list.rows.count): \(text)")
  }

  package override func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response? {
    guard let content = screen.shown.overlay as? MixerContent else { return nil }
    let layout = MixerLayout(content, in: screen.layout.area(of: .mixer))
    let point = screen.onSurface(Rect(event.point.x, event.point.y, 1, 1)).origin
    let target = layout.target(at: point)
    switch event.kind {
    case .press where event.button == .left:
      guard let target else { return press(event.point, on: screen) }
      press(target, share: layout.share(at: point, of: target))
    case .drag where event.button == .left:
      guard let target, let share = layout.share(at: point, of: target) else { return .done }
      if target == .sweep(.music) {
        application.lanes?.dragged = "move/sweep"
        sweep(toShare: share)
      } else {
        change(target, toShare: share)
      }
    case .wheelUp, .wheelDown:
      return target.flatMap { turnWheel(at: $0, by: event.kind == .wheelUp ? 1 : -1) }
    case .release:
      application.lanes?.dragged = nil
      return releaseMove() ? .done : nil
    case .press, .drag: return nil
    }
    return .done
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
