import Application
import Controls
import KitEditing
import Percussion
import SystemBase
import TerminalKit

/// The form for a pad of the kit.
package final class PadFormLayer: ScreenLayer {
  private static let page = 4

  private var kits: KitController { application.kits }

  package override var isOver: Bool { kits.editor == nil }
  package override var screen: ScreenName? { .padForm }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard let editor = kits.editor else { return nil }
    switch command {
    case .padForm(let command): return perform(command, editor)
    case .request(let request) where Command.Request.addSample ~= request:
      return add(request.argument)
    case .list(.activate): typeValue(editor)
    // No list has the focus.
    case .list(.remove): break
    // In a form without changes, or after a change of the room or of keys, the last change of all is undone.
    case .program(.undo) where kits.undoesEdit: change { $0.undo() }
    case .playback, .seek: return nil
    case .program(.cancel), .pads(.editPad): dismiss()
    default:
      if command.keepsLayers || !editor.isChanged { return nil }
      dismiss()
    }
    return .done
  }

  private func perform(_ command: Command.PadForm, _ editor: PadEditor) -> Outcome {
    switch command {
    case .valueDown: step(-1, editor)
    case .valueUp: step(1, editor)
    case .farDown: step(-1, isLarge: true, editor)
    case .farUp: step(1, isLarge: true, editor)
    case .hear: return application.hearLayer()
    case .reset where editor.field == .room: return application.setRoom(.reset)
    case .reset: change { $0.reset() }
    case .save: save(editor)
    case .earlier: return application.movePad(editor.number, by: -1)
    case .later: return application.movePad(editor.number, by: 1)
    case .swap: session.open(PadSwapPrompt(session))
    }
    return .done
  }

  private func step(_ direction: Int, isLarge: Bool = false, _ editor: PadEditor) {
    if [.start, .end].contains(editor.field) {
      application.moveBound(direction, isLarge: isLarge)
    } else if editor.field == .room {
      application.moveRoom(by: Double(direction * (isLarge ? 6 : 1)))
    } else {
      change { $0.step(direction, isLarge: isLarge) }
    }
  }

  package override func move(_ movement: Movement) {
    guard let editor = kits.editor else { return }
    let last = editor.fields.count - 1
    kits.editor?.move(to: movement.row(from: editor.selection, last: last, page: PadFormLayer.page))
  }

  /// Selects a clicked row; chooses and plays a clicked layer.
  package override func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    guard let content = screen.shown.overlay as? FormContent else { return super.press(point, on: screen) }
    let place = screen.onSurface(Rect(point.x, point.y, 1, 1)).origin
    switch content.target(at: place, in: screen.layout.area(of: content)) {
    case .row(let row): kits.editor?.move(to: row)
    case .listed(let layer):
      kits.editor?.choose(layer: layer)
      application.report(application.hearLayer())
    case nil: return super.press(point, on: screen)
    }
    return .done
  }

  private func change(_ edit: (inout PadEditor) -> Bool) {
    guard var editor = kits.editor else { return }
    let hasChanged = edit(&editor)
    kits.editor = editor
    if hasChanged { kits.applyEdits() }
  }

  /// Adds the files of a text as samples.
  func add(_ text: String) -> Outcome {
    guard let paths = DroppedFiles.paths(in: text) else { return .notice(.kit(.noPath)) }
    let former = kits.editor?.pad
    change { $0.add(paths) }
    guard let count = kits.editor?.pad.layers.count, let former, former.freeVelocities == nil,
      count > former.layers.count
    else { return .row }
    return .notice(.kit(.velocitiesShared(layer: count)))
  }

  /// Opens a prompt for the selected value, or changes it if it has only a few.
  private func typeValue(_ editor: PadEditor) {
    switch editor.field {
    case .mode, .retrigger, .choice, .direction: change { $0.step(1) }
    case .name: session.open(PadValuePrompt(session, text: editor.pad.name))
    case .sample:
      let folder = editor.pad.layers.first?.samples.first?.directory.text
      session.open(PadSamplePrompt(session, text: folder.map { "\($0)/" } ?? ""))
    case .pad, .gain, .pan, .tune, .choke, .pedal, .layer, .lowest, .highest, .part, .start, .end,
      .room:
      session.open(PadValuePrompt(session))
    }
  }

  fileprivate func apply(_ text: String) {
    guard let editor = kits.editor else { return }
    if editor.field == .room, let room = RoomLevel(text) {
      application.report(application.setRoom(room))
      return
    }
    let path = DroppedFiles.quotedPath(text) ?? application.program.folder(typed: text)
    if kits.editor?.type(text, path: path) != true {
      return application.report(.kit(.invalidValue(editor.field)))
    }
    if kits.editor?.kit != editor.kit { kits.applyEdits() }
  }

  private func save(_ editor: PadEditor) {
    if editor.isOwn {
      kits.service.save(editor.kit, as: nil)
    } else {
      session.open(KitNamePrompt(session, text: "\(editor.kit.name) copy"))
    }
  }

  fileprivate func save(as name: String) {
    if let editor = kits.editor { kits.service.save(editor.kit, as: name) }
  }

  /// Closes the form; asks first if pads were changed.
  package override func dismiss() {
    if kits.editor?.isChanged == true { application.ask(.discardPads) } else { close() }
  }

  package override func wasClosed() {
    kits.editor = nil
    kits.sampling.forgetSound()
  }

  package override var name: String { "pad form" }

  override var keyHints: [KeyHint.Group] {
    [
      KeyHint.group([.padForm(.valueDown), .padForm(.valueUp)]), ([.list(.activate)], "type"),
      KeyHint.group([.padForm(.save)]), ([.program(.undo)], "undo"), ([.program(.cancel)], "leave"),
      KeyHint.group([.padForm(.swap)]), KeyHint.group([.padForm(.hear)]),
      KeyHint.group([.padForm(.earlier), .padForm(.later)]), KeyHint.group([.padForm(.reset)]),
      ([.move(.up), .move(.down)], "choose"), (KeyHint.pads, "strike"),
    ]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    guard let editor = kits.editor else { return nil }
    var content = FormContent(editor, key: key(editor.number, on: screen))
    content.hints = hintTexts(screen.keys)
    return content
  }

  /// Returns the key that strikes a pad, with its bank unless that is chosen; empty without one.
  private func key(_ number: Int, on screen: PlayerScreen) -> String {
    let (key, bank) = (screen.padKey(number), application.state.bank)
    return key.isEmpty || bank.pads.contains(number) ? key : "\(key) of bank \(bank.bank(ofPad: number))"
  }

  /// The selected row, such as `3 of 9: Gain: 0 dB`.
  package override var selectedRow: (list: String, row: String)? {
    guard let editor = kits.editor else { return nil }
    let row = FormContent(editor, key: "").rows[editor.selection]
    let place = "\(editor.selection + 1) of \(editor.fields.count)"
    return ("Pad \(editor.number) of \(editor.kit.name)", "\(place): \(row.name): \(row.text)")
  }
}

/// Asks for the selected value of the form for a pad.
package final class PadValuePrompt: PromptLayer {
  package override var name: String { "value" }
  package override var fieldName: String { session.presentPadValue?.name ?? name }
  /// The name of a pad is the initial text.
  package override var fieldValue: String? {
    application.kits.editor?.field == .name ? nil : session.presentPadValue?.value
  }
  override func apply(_ text: String) { session.layer(PadFormLayer.self)?.apply(text) }
}

/// Asks for the file of a sample.
package final class PadSamplePrompt: FolderPrompt {
  package override var name: String { "sound file" }
  override var enterText: String { "use" }
  package override var fieldValue: String? { session.presentPadValue?.value }
  /// The folder of the sample that is replaced, and a slash; empty if there is none.
  private let folder: String

  override init(_ session: ScreenSession, text: String = "") {
    folder = text
    super.init(session, text: text)
  }

  package override func type(_ text: String) { super.type(PadSamplePrompt.restarted(text)) }

  /// Returns the path that a text names: a name without a path is in the folder, which it has replaced.
  private func path(_ text: String) -> String {
    let isPath = text.isEmpty || ["/", "~", "'", "\"", "file:"].contains(where: text.hasPrefix)
    return isPath ? text : folder + text
  }

  /// Returns a path from its last `//` or `/~` on, or from a quoted path or an address: these begin a new path behind a folder
  /// that was typed before.
  private static func restarted(_ path: String) -> String {
    let quoted = ["file://", "'/", "\"/", "'~", "\"~", "'file://", "\"file://"].compactMap { start in
      path.firstRange(of: "/" + start).map { path.index(after: $0.lowerBound) }
    }
    if let start = quoted.min() { return String(path[start...]) }
    if ["'", "\"", "file:"].contains(where: path.hasPrefix) { return path }
    let starts = path.ranges(of: "//").map { path.index(before: $0.upperBound) }
    let homes = path.ranges(of: "/~").map { path.index(before: $0.upperBound) }
    return (starts + homes).max().map { String(path[$0...]) } ?? path
  }

  package override func complete() {
    text = TextField(path(text.text))
    session.complete(text.text, files: .all)
  }

  override func apply(_ text: String) { session.layer(PadFormLayer.self)?.apply(path(text)) }
}

/// Asks for the name under which a copy of the kit is saved.
package final class KitNamePrompt: PromptLayer {
  package override var name: String { "save the kit as" }
  override var enterText: String { "save" }

  override func apply(_ text: String) {
    if !text.isEmpty { session.layer(PadFormLayer.self)?.save(as: text) }
  }
}
