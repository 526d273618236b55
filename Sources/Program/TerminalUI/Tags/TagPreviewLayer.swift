import Application
import Controls
import SystemBase

/// The list of what a pattern changes. Accepting it changes the files.
package final class TagPreviewLayer: ListLayer {
  package let tags: TagController

  init(_ session: ScreenSession, _ tags: TagController) {
    self.tags = tags
    super.init(session)
  }

  package override var isOver: Bool { tags.preview == nil }

  package override func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard command == .list(.activate) else { return nil }
    tags.applyPreview()
    return .done
  }

  package override func wasClosed() { tags.preview = nil }

  package override var rows: [ListRow] {
    (tags.preview?.rows ?? []).map { row in
      let name = row.path.lastComponent.shown
      return ListRow(name, spoken: "\(name): \(TagPreviewText.outcomes(row).joined(separator: "; "))")
    }
  }

  package override var selection: Int? { tags.preview?.selection }
  override func select(_ row: Int) { tags.preview?.move(to: row) }

  package override var name: String { "preview" }
  override var title: String { tags.preview.map(TagPreviewText.heading) ?? "" }

  override func empty(_ keys: KeyMap) -> String {
    tags.preview?.rows == nil ? "reading the tags…" : "no files"
  }

  override var keyHints: [([Command], String)] {
    let isRenaming = if case .names? = tags.preview?.operation { true } else { false }
    return [
      ([.list(.activate)], isRenaming ? "rename" : "write"), ([.program(.cancel)], "leave"),
      ([.move(.up), .move(.down)], "scroll"),
    ]
  }

  /// The lines of each file: its name, and what becomes of it, each tag in a line of its own. The last one is selected.
  override func box(_ keys: KeyMap) -> ListBox {
    var box = super.box(keys)
    let files = (tags.preview?.rows ?? []).map { row in
      [ListRow(row.path.lastComponent.shown)] + TagPreviewText.outcomes(row).map { ListRow("  " + $0) }
    }
    box.rows = files.flatMap(\.self)
    box.selection = selection.map { files.prefix($0 + 1).map(\.count).reduce(0, +) - 1 }
    return box
  }
}
