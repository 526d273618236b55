import Application
import Controls
import Librarian
import SystemBase

/// The preview of the changes of a pattern. Accepting it changes the files.
package final class TagPreviewLayer: ListLayer {
  package let tags: TagController

  init(_ session: ScreenSession, _ tags: TagController) {
    self.tags = tags
    super.init(session)
  }

  package override var isOver: Bool { tags.preview == nil }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    tags.applyPreview()
    return .done
  }

  package override func wasClosed() { tags.preview = nil }

  package override var rows: [ListRow] {
    (tags.preview?.rows ?? []).map { row in
      let name = row.path.lastComponent.shown
      // By ear, the arrow in front of a new name would be a key.
      let outcomes = TagPreviewText.outcomes(row).map {
        $0.hasPrefix("→ ") ? "becomes \($0.dropFirst(2))" : $0
      }
      return ListRow(name, spoken: "\(name): \(outcomes.joined(separator: "; "))")
    }
  }

  package override var selection: Int? { tags.preview?.selection }
  override func select(_ row: Int) { tags.preview?.move(to: row) }

  package override var name: String { "preview" }
  override var title: String { tags.preview.map(TagPreviewText.heading) ?? "" }

  override func empty(_ keys: KeyMap) -> String {
    tags.preview?.rows == nil ? "reading the tags…" : "no files"
  }

  override var keyHints: [KeyHint.Group] {
    let isRenaming = if case .names? = tags.preview?.operation { true } else { false }
    return [
      ([.list(.activate)], isRenaming ? "rename" : "write"), ([.program(.cancel)], "leave"),
      ([.move(.up), .move(.down)], "scroll"),
    ]
  }

  /// The lines of each file: its name, and a line for each change. The last one is selected.
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

/// The changes of a pattern as text.
enum TagPreviewText {
  /// Returns `Rename 2 of 3 files, change 1 playlist`.
  static func heading(_ preview: TagPreview) -> String {
    let files =
      preview.rows.map { "\(preview.changes.count) of \(ShownText.count($0.count, "file", "files"))" }
      ?? "files"
    let lists = TagText.lists(preview.lists).map { ", change \($0)" } ?? ""
    return if case .names = preview.operation { "Rename \(files)\(lists)" } else { "Set tags of \(files)" }
  }

  /// Returns the changes of a file: each changed tag, the new name, or the reason why nothing changes.
  static func outcomes(_ row: TagPreview.Row) -> [String] {
    switch row.outcome {
    case .tags(let changes):
      changes.map { "\(TagText.name($0.tag)): \($0.old.isEmpty ? "none" : $0.old) → \($0.new)" }
    case .renamed(let target): ["→ \(target.lastComponent.shown)"]
    case .unchanged: ["stays as it is"]
    case .noMatch: ["not changed: the name does not match the pattern"]
    case .invalid(let tag, let text): ["not changed: \(text): \(TagText.expected(tag))"]
    case .missing(let tag): ["not renamed: it has no \(TagText.name(tag).lowercased())"]
    case .taken(let target): ["not renamed: there is another \(target.lastComponent.shown)"]
    case .failed(let error): ["not changed: \(ErrorText.reason(error))"]
    }
  }
}
