import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit

/// The form for the tags of files, and the progress of writing them.
package final class TagFormLayer: ScreenLayer {
  package unowned let session: ScreenSession
  package let tags: TagController
  package private(set) var form = TagForm()
  /// Whether text is typed. It is not while tags are written, and after a failure until a key is pressed.
  private var isTyping = true

  /// Creates the form for tracks, whose tags are read first.
  init(_ session: ScreenSession, _ tags: TagController, _ source: TagSource) {
    (self.session, self.tags) = (session, tags)
    tags.open(source) { [weak self] in if self?.form.stage == .reading { self?.form.receive($0) } }
  }

  package var field: TextField? { isTyping ? TextField(form.text) : nil }

  package var isOver: Bool { form.stage == .writing && !tags.isWriting }

  // MARK: Typing

  /// A tag may be longer than what is typed elsewhere.
  package var longestText: Int { TagForm.Row.longest }

  package func type(_ text: String) { form.type(text) }

  package func move(_ movement: Movement) {
    let (last, page) = (form.rows.count - 1, form.rows.count)
    form.move(to: movement.row(from: form.selection, last: last, page: page))
  }

  package func complete() { move(.down) }

  /// Restores what the files have in the selected tag.
  package func mark() -> Application.Response {
    form.type(nil)
    return .done
  }

  /// Removes the selected tag.
  package func remove() -> Application.Response {
    form.type("")
    return .done
  }

  /// Writes the changes, unless a text is not valid or the tags are still being read.
  package func accept() -> Application.Response {
    if form.stage == .reading || form.isEditable && !form.validate() { return .done }
    if form.changes.isEmpty {
      close()
    } else {
      isTyping = false
      if tags.save(form.changes, of: form.files) { form.stage = .writing }
    }
    return .done
  }

  package func cancel() { dismiss() }

  // MARK: Commands

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    if !command.row.traits.contains(.keepsLayers), !tags.isWriting, form.isEditable {
      isTyping = true
      return .done
    }
    guard command == .program(.cancel) else { return nil }
    if tags.isWriting { tags.cancel() } else { close() }
    return .done
  }

  /// Closes the form; asks first if tags were changed.
  package func dismiss() {
    if form.changes.isEmpty { close() } else { application.ask(.discardTags) }
  }

  package func wasClosed() { tags.close() }

  package var name: String { "tags" }
  package var fieldName: String { "new text" }
  /// Nothing can be typed while the tags are read.
  package var rowHasField: Bool { !form.isEditable }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    field == nil ? KeyHint.hints([([.program(.cancel)], "cancel")], keys) : TagFormLayer.typingHints
  }

  package nonisolated static let typingHints: [KeyHint] = [
    .enter("save"), .leave(), .choose, KeyHint("Ins", "as in the file", .mark),
    KeyHint("Del", "remove", .remove),
  ]

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    TagFormContent(form, progress: tags.progress)
  }

  /// The selected tag as the files have it; the field is what was typed: `1 of 10: Title: Flower Duet`.
  package var selectedRow: (list: String, row: String)? {
    let content = TagFormContent(form)
    guard form.isEditable, form.rows.indices.contains(form.selection) else {
      if form.stage == .writing { return nil }
      return content.note.map { ("Tags", $0) }
    }
    let row = form.rows[form.selection]
    let text = if case .same(let text) = row.value { text } else { "several values" }
    let note = content.note.map { "; \($0)" } ?? ""
    let place = "\(form.selection + 1) of \(form.rows.count)"
    return ("Tags of \(content.heading)", "\(place): \(TagText.name(row.name)): \(text)\(note)")
  }
}
