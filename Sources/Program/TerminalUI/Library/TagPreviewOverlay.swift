import Application
import Controls
import SystemBase

/// The list of what a pattern changes as lines.
extension TagPreviewLayer: LayerView {
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

/// What a pattern changes as text.
enum TagPreviewText {
  /// Returns `Rename 2 of 3 files, change 1 playlist`.
  static func heading(_ preview: TagPreview) -> String {
    let files =
      preview.rows.map { "\(preview.changes.count) of \(ShownText.count($0.count, "file", "files"))" }
      ?? "files"
    let lists = TagText.lists(preview.lists).map { ", change \($0)" } ?? ""
    return if case .names = preview.operation { "Rename \(files)\(lists)" } else { "Set tags of \(files)" }
  }

  /// Returns what becomes of a file: each tag that changes, the new name, or why nothing changes.
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
