import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit

/// The form for the tags of files, and the progress of writing them.
package final class TagFormLayer: ScreenLayer {
  package unowned let session: ScreenSession
  package let tags: TagController
  /// Whether text is typed. It is not while tags are written, and after a failure until a key is pressed.
  private var isTyping = true

  init(_ session: ScreenSession, _ tags: TagController) {
    (self.session, self.tags) = (session, tags)
  }

  package var field: TextField? { isTyping ? TextField(tags.form?.text ?? "") : nil }

  package var isOver: Bool { tags.form == nil }

  // MARK: Typing

  /// A tag may be longer than what is typed elsewhere.
  package var longestText: Int { TagForm.Row.longest }

  package func type(_ text: String) { tags.form?.type(text) }

  package func move(_ movement: Movement) {
    guard let form = tags.form else { return }
    let (last, page) = (form.rows.count - 1, form.rows.count)
    tags.form?.move(to: movement.row(from: form.selection, last: last, page: page))
  }

  package func complete() { move(.down) }

  /// Restores what the files have in the selected tag.
  package func mark() -> Application.Response {
    tags.form?.type(nil)
    return .done
  }

  /// Removes the selected tag.
  package func remove() -> Application.Response {
    tags.form?.type("")
    return .done
  }

  /// Writes the changes, unless a text is not valid or the tags are still being read.
  package func accept() -> Application.Response {
    guard let form = tags.form, form.stage != .reading else { return .done }
    if form.isEditable, tags.form?.validate() == false { return .done }
    if form.changes.isEmpty {
      close()
    } else {
      isTyping = false
      tags.save()
    }
    return .done
  }

  package func cancel() { dismiss() }

  // MARK: Commands

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    if !command.row.traits.contains(.keepsLayers), !tags.isWriting, tags.form?.isEditable == true {
      isTyping = true
      return .done
    }
    guard command == .program(.cancel) else { return nil }
    if tags.isWriting { tags.cancel() } else { close() }
    return .done
  }

  /// Closes the form; asks first if tags were changed.
  package func dismiss() {
    if tags.form?.changes.isEmpty ?? true { close() } else { application.ask(.discardTags) }
  }

  package func wasClosed() { tags.close() }

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
