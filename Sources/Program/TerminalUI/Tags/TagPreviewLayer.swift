import Application
import Controls
import SystemBase

/// The list of what a pattern changes. Accepting it changes the files.
package final class TagPreviewLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  package let tags: TagController

  init(_ session: ScreenSession, _ tags: TagController) {
    (self.session, self.tags) = (session, tags)
  }

  package var isOver: Bool { tags.preview == nil }

  package var closingCommands: [Command] { [.program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    tags.applyPreview()
    return .done
  }

  package func move(_ movement: Movement) {
    guard let preview = tags.preview, let rows = preview.rows else { return }
    tags.preview?.move(
      to: movement.row(from: preview.selection, last: rows.count - 1, page: TagPreviewLayer.page))
  }

  package func wasClosed() { tags.preview = nil }

  package var name: String { "preview" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    let isRenaming = if case .names? = tags.preview?.operation { true } else { false }
    return KeyHint.hints(
      [
        ([.list(.activate)], isRenaming ? "rename" : "write"), ([.program(.cancel)], "leave"),
        ([.move(.up), .move(.down)], "scroll"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    guard let preview = tags.preview else { return nil }
    // The lines of each file: its name, and what becomes of it, each tag in a line of its own.
    let files = (preview.rows ?? []).map { row in
      [row.path.lastComponent.shown] + TagPreviewText.outcomes(row).map { "  " + $0 }
    }
    return TextListContent(
      heading: TagPreviewText.heading(preview), lines: files.flatMap(\.self),
      selection: files.prefix(preview.selection + 1).map(\.count).reduce(0, +) - 1,
      empty: preview.rows == nil ? "reading the tags…" : "no files")
  }

  /// The selected file, such as `1 of 3: a.mp3 → 01 One.mp3`.
  package var selectedRow: (list: String, row: String)? {
    guard let preview = tags.preview else { return nil }
    guard let rows = preview.rows, rows.indices.contains(preview.selection) else {
      return (TagPreviewText.heading(preview), preview.rows == nil ? "reading the tags…" : "no files")
    }
    let row = rows[preview.selection]
    let place = "\(preview.selection + 1) of \(rows.count)"
    return (
      TagPreviewText.heading(preview),
      "\(place): \(row.path.lastComponent.shown): \(TagPreviewText.outcomes(row).joined(separator: "; "))"
    )
  }
}
