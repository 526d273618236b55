import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit

/// A form: that for the tags of files, or that for an export.
package struct TagFormContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case usual, changed, several, invalid
      /// The text has several lines, or is too long to be changed.
      case readOnly
    }

    package var name: String
    package var text: String
    package var kind: Kind
  }

  package var heading: String
  package var rows: [Row]
  /// The index of the selected row.
  package var selection: Int
  /// The progress or the error; nil if there is none.
  package var note: String?

  package init(heading: String, rows: [Row], selection: Int, note: String?) {
    (self.heading, self.rows, self.selection, self.note) = (heading, rows, selection, note)
  }

  package init(_ form: TagForm) {
    let count = form.files.count
    heading = count == 1 ? form.files[0].lastComponent.shown : ShownText.count(count, "file", "files")
    rows = form.rows.map { Row($0, isInvalid: $0.name == form.invalid) }
    selection = form.selection
    note = TagText.note(form)
    if form.stage == .reading { heading = "Tags" }
    if !form.isEditable, count == 0 { rows = [] }
  }
}

extension TagFormContent.Row {
  fileprivate init(_ row: TagForm.Row, isInvalid: Bool) {
    name = TagText.name(row.name)
    let isUntouched = row.typed == nil
    kind = isInvalid ? .invalid : row.change != nil ? .changed : .usual
    text = row.text
    if !row.isEditable {
      kind = .readOnly
    } else if row.value == .several, isUntouched {
      (text, kind) = ("‹several›", .several)
    } else if row.change == "" {
      text = "‹removed›"
    } else if row.name == .rating, let stars = LibraryText.stars(TrackRating(row.text)) {
      text = "\(row.text)  \(stars)"
    }
  }
}

/// The overlay of the form; rows that do not fit are scrolled.
struct TagFormOverlay: Widget {
  let form: TagFormContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let noteRows = form.note == nil ? 0 : 1
    let box = area.box(Size(76, max(form.rows.count, 1) + noteRows + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    let top = Rect(box.x + 1, box.y, box.width - 2, 1)
    surface.write(" \(form.heading) ".fitted(to: top.width), in: top, theme[.heading])
    let inner = box.inset(2, 1)
    let height = max(inner.height - noteRows, 1)
    let first = ListContent.first(
      after: 0, selection: form.selection, count: form.rows.count, height: height)
    for (index, row) in form.rows.dropFirst(first).prefix(height).enumerated() {
      draw(row, isSelected: first + index == form.selection, on: &surface, in: inner.row(index))
    }
    if let note = form.note { surface.write(note, in: inner.row(inner.height - 1), theme[.warning]) }
  }

  private func draw(
    _ row: TagFormContent.Row, isSelected: Bool, on surface: inout Surface, in area: Rect
  ) {
    let parts = area.columns([.fixed(1), .fixed(12), .flexible()], gap: 1)
    if row.kind == .changed || row.kind == .invalid { surface.write("*", in: parts[0], theme[.hintKey]) }
    surface.write(row.name, in: parts[1], theme[.faint])
    let look: Theme.Slot =
      switch row.kind {
      case .usual, .changed: .plain
      case .several, .readOnly: .faint
      case .invalid: .warning
      }
    // The end of the text is where the user types.
    let text = isSelected ? row.text.fittedAtStart(to: parts[2].width) : row.text
    surface.write(text, in: parts[2], theme[look])
    if isSelected { surface.restyle(area) { $0 = theme[.selectedRow] } }
  }
}

extension TagFormContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    TagFormOverlay(form: self, theme: theme).draw(on: &surface, in: area)
  }
}

extension TagFormLayer: LayerView {
  package var name: String { "tags" }
  package var fieldName: String { "new text" }
  /// Nothing can be typed while the tags are read.
  package var rowHasField: Bool { tags.form?.isEditable != true }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    field == nil ? KeyHint.hints([([.program(.cancel)], "cancel")], keys) : TagFormLayer.typingHints
  }

  package nonisolated static let typingHints: [KeyHint] = [
    .enter("save"), .leave(), .choose, KeyHint("Ins", "as in the file", .mark),
    KeyHint("Del", "remove", .remove),
  ]

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    tags.form.map { TagFormContent($0) }
  }

  /// The selected tag as the files have it; the field is what was typed: `1 of 10: Title: Flower Duet`.
  package var selectedRow: (list: String, row: String)? {
    guard let form = tags.form else { return nil }
    let content = TagFormContent(form)
    guard form.isEditable, form.rows.indices.contains(form.selection) else {
      if case .writing = form.stage { return nil }
      return content.note.map { ("Tags", $0) }
    }
    let row = form.rows[form.selection]
    let text = if case .same(let text) = row.value { text } else { "several values" }
    let note = content.note.map { "; \($0)" } ?? ""
    let place = "\(form.selection + 1) of \(form.rows.count)"
    return ("Tags of \(content.heading)", "\(place): \(TagText.name(row.name)): \(text)\(note)")
  }
}

extension ExportLayer: LayerView {
  package var name: String { "export" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    field == nil
      ? KeyHint.hints([([.program(.cancel)], "cancel")], keys) : [.enter("export"), .leave(), .choose]
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    exports.form.map { TagFormContent($0) }
  }

  package var rowHasField: Bool { true }

  /// The selected row, such as `1 of 5: Format: wav`.
  package var selectedRow: (list: String, row: String)? {
    guard let form = exports.form else { return nil }
    let content = TagFormContent(form)
    if exports.isRunning {
      let key = application.keys.names(of: .program(.cancel)).first.map(CommandText.label) ?? ":cancel"
      return (content.heading, "exporting; \(key) ends it")
    }
    let row = content.rows[form.selectedRow]
    let place = "\(form.selectedRow + 1) of \(content.rows.count)"
    let text = (row.text.isEmpty ? "empty" : row.text) + (row.kind == .invalid ? " is not valid" : "")
    return (content.heading, "\(place): \(row.name): \(text); \(ExportText.expected(form.selection))")
  }
}
