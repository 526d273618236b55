import SystemBase

/// The form for a pad of the kit.
package final class PadFormLayer: ScreenLayer {
  private static let page = 4

  package unowned let application: Application
  package let kits: KitController

  init(_ application: Application, _ kits: KitController) {
    (self.application, self.kits) = (application, kits)
  }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard let editor = kits.editor else { return nil }
    switch command {
    case .seek(let seconds): change { $0.step(seconds < 0 ? -1 : 1, isLarge: abs(seconds) > 5) }
    case .list(.activate): typeValue(editor)
    case .list(.remove): change { $0.reset() }
    // In a form without changes, the last change of all is undone.
    case .program(.undo) where editor.canUndo: change { $0.undo() }
    case .queue(.save): save(editor)
    case .playback(let command): application.perform(command)
    case .program(.cancel), .pads(.editPad): dismiss()
    default:
      if command.keepsLayers || !editor.isChanged { return nil }
      dismiss()
    }
    return .done
  }

  package func move(_ movement: Movement) {
    guard let editor = kits.editor else { return }
    let last = PadEditor.Field.allCases.count - 1
    kits.editor?.move(to: movement.row(from: editor.selection, last: last, page: PadFormLayer.page))
  }

  private func change(_ edit: (inout PadEditor) -> Bool) {
    guard var editor = kits.editor else { return }
    let hasChanged = edit(&editor)
    kits.editor = editor
    if hasChanged { kits.applyEdits() }
  }

  /// Opens a prompt for the selected value, or changes it if it has only a few.
  private func typeValue(_ editor: PadEditor) {
    switch editor.field {
    case .mode, .retrigger: change { $0.step(1) }
    case .name: application.open(PadValuePrompt(application, text: editor.pad.name))
    case .sample:
      let folder = editor.pad.layers.first?.samples.first?.directory.text
      application.open(PadSamplePrompt(application, text: folder.map { "\($0)/" } ?? ""))
    case .pad, .gain, .pan, .tune, .choke: application.open(PadValuePrompt(application))
    }
  }

  fileprivate func apply(_ text: String) {
    guard let editor = kits.editor else { return }
    let path = application.program.folder(typed: text)
    if kits.editor?.type(text, path: path) != true {
      return application.report(.kit(.invalidValue(editor.field)))
    }
    if kits.editor?.kit != editor.kit { kits.applyEdits() }
  }

  private func save(_ editor: PadEditor) {
    if editor.isOwn {
      kits.service.save(editor.kit, as: nil)
    } else {
      application.open(KitNamePrompt(application, text: "\(editor.kit.name) copy"))
    }
  }

  fileprivate func save(as name: String) {
    if let editor = kits.editor { kits.service.save(editor.kit, as: name) }
  }

  /// Closes the form; asks first if pads were changed.
  package func dismiss() {
    if kits.editor?.isChanged == true { application.ask(.discardPads) } else { close() }
  }

  /// Closes the form and restores the pads.
  func discard() {
    if let original = kits.editor?.original { kits.service.apply(original, [:]) }
    close()
  }

  package func wasClosed() { kits.editor = nil }
}

/// Asks for the selected value of the form for a pad.
package final class PadValuePrompt: PromptLayer {
  override func apply(_ text: String) { application.layer(PadFormLayer.self)?.apply(text) }
}

/// Asks for the file of a sample.
package final class PadSamplePrompt: FolderPrompt {
  package override func type(_ text: String) { super.type(PadSamplePrompt.restarted(text)) }

  /// Returns a path from its last `//` or `/~` on: who types them behind a folder begins a new path.
  private static func restarted(_ path: String) -> String {
    let starts = path.ranges(of: "//").map { path.index(before: $0.upperBound) }
    let homes = path.ranges(of: "/~").map { path.index(before: $0.upperBound) }
    return (starts + homes).max().map { String(path[$0...]) } ?? path
  }

  package override func complete() { application.complete(text.text, findsFiles: true) }

  override func apply(_ text: String) { application.layer(PadFormLayer.self)?.apply(text) }
}

/// Asks for the name under which a copy of the kit is saved.
package final class KitNamePrompt: PromptLayer {
  override func apply(_ text: String) {
    if !text.isEmpty { application.layer(PadFormLayer.self)?.save(as: text) }
  }
}
