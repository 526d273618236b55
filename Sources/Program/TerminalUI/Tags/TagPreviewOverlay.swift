import Application
import Controls
import SystemBase

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
