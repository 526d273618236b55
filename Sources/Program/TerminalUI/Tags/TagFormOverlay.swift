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

  package init(_ form: TagForm, progress: (done: Int, total: Int) = (0, 0)) {
    let count = form.files.count
    heading = count == 1 ? form.files[0].lastComponent.shown : ShownText.count(count, "file", "files")
    rows = form.rows.map { Row($0, isInvalid: $0.name == form.invalid) }
    selection = form.selection
    note = TagText.note(form, progress)
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
