import Application
import AudioBase
import Controls
import Librarian
import Player
import SystemBase

/// The form for the tags of files, and the progress of writing them.
package final class TagFormLayer: ScreenLayer {
  package let tags: TagController
  package private(set) var form = TagForm()
  /// Whether keys are text. They are not while tags are written, and after a failure until the next key.
  private var isTyping = true
  /// Whether the next typed character replaces the text of the row: nothing was typed since the row was chosen.
  private var isSelected = true

  /// Creates the form for tracks, whose tags are read first.
  init(_ session: ScreenSession, _ tags: TagController, _ source: TagSource) {
    self.tags = tags
    super.init(session)
    tags.open(source) { [weak self] in if self?.form.stage == .reading { self?.form.receive($0) } }
  }

  package override var field: TextField? { isTyping ? TextField(form.text, isSelected: isSelected) : nil }

  package override var isOver: Bool { form.stage == .writing && !tags.isWriting }

  // MARK: Typing

  /// A tag may be longer than what is typed elsewhere.
  package override var longestText: Int { TagForm.Row.longest }

  package override func type(_ text: String) {
    isSelected = false
    form.type(text)
  }

  package override func move(_ movement: Movement) {
    let (last, page) = (form.rows.count - 1, form.rows.count)
    isSelected = true
    form.move(to: movement.row(from: form.selection, last: last, page: page))
  }

  package override func complete() { move(.down) }

  /// Restores what the files have in the selected tag.
  package override func mark() -> Application.Response {
    isSelected = true
    form.type(nil)
    return .done
  }

  package override func remove() -> Application.Response {
    form.type("")
    return .done
  }

  /// Writes the changes, unless a text is not valid or the tags are still being read.
  package override func accept() -> Application.Response {
    if form.stage == .reading || form.isEditable && !form.validate() { return .done }
    if form.changes.isEmpty {
      close()
    } else {
      isTyping = false
      if tags.save(form.changes, of: form.files) { form.stage = .writing }
    }
    return .done
  }

  package override func cancel() { dismiss() }

  // MARK: Commands

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    if !command.row.traits.contains(.keepsLayers), !tags.isWriting, form.isEditable {
      isTyping = true
      return .done
    }
    guard command == .program(.cancel) else { return nil }
    if tags.isWriting { tags.cancel() } else { close() }
    return .done
  }

  /// Closes the form; asks first if tags were changed.
  package override func dismiss() {
    if form.changes.isEmpty { close() } else { application.ask(.discardTags) }
  }

  package override func wasClosed() { tags.close() }

  package override var name: String { "tags" }
  package override var fieldName: String { "new text" }
  /// Nothing can be typed while the tags are read.
  package override var rowHasField: Bool { !form.isEditable }

  override var keyHints: [KeyHint.Group] { [([.program(.cancel)], "cancel")] }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    field == nil ? super.hints(keys) : TagFormLayer.typingHints
  }

  package nonisolated static let typingHints: [KeyHint] = [
    .enter("save"), .leave(), .choose, KeyHint("Ins", "as in the file", .mark),
    KeyHint("Del", "remove", .remove),
  ]

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    FormContent(form, progress: tags.progress)
  }

  /// The selected tag as the files have it; the field is what was typed: `1 of 10: Title: Flower Duet`.
  package override var selectedRow: (list: String, row: String)? {
    let content = FormContent(form)
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

extension FormContent {
  package init(_ form: TagForm, progress: (done: Int, total: Int) = (0, 0)) {
    let count = form.files.count
    let files = count == 1 ? form.files[0].lastComponent.shown : ShownText.count(count, "file", "files")
    self.init(
      heading: form.stage == .reading ? "Tags" : files,
      rows: !form.isEditable && count == 0
        ? [] : form.rows.map { Row($0, isInvalid: $0.name == form.invalid) },
      selection: form.selection, note: TagText.note(form, progress))
  }
}

extension FormContent.Row {
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

/// Editing the tags of files.
extension ScreenSession {
  /// Opens the form for the marked tracks or the selected one of the list that has the focus.
  ///
  /// - Parameter all: for all tracks of the list instead.
  func editTags(all: Bool) -> Outcome {
    guard let tags = application.tags else { return .refused(.noTags) }
    if tags.isWriting { return .notice(.tags(.busy)) }
    guard let source = tagSource(all: all) else { return .notice(.library(.noTrackSelected)) }
    closeLayers()
    open(TagFormLayer(self, tags, source))
    return .row
  }

  /// Shows what a pattern changes of the tags or names of the marked tracks, or of the selected one.
  func preview(_ operation: TagPreview.Operation) -> Outcome {
    guard let tags = application.tags else { return .refused(.noTags) }
    if tags.isWriting { return .notice(.tags(.busy)) }
    if case .names = operation, takes?.recording.isActive == true { return .notice(.tags(.recording)) }
    guard let source = tagSource(all: false) else { return .notice(.library(.noTrackSelected)) }
    closeLayers()
    tags.openPreview(source, operation)
    open(TagPreviewLayer(self, tags))
    return .row
  }

  private func tagSource(all: Bool) -> TagSource? {
    if hasLibraryFocus, let browser = libraryPanel?.browser {
      let rows = all ? browser.level.listing?.items ?? [] : browser.chosen
      return rows.isEmpty ? nil : .rows(rows)
    }
    let queue = model.queue
    let count = state.rowCount(of: queue)
    let shown = (0..<count).map { state.track(atRow: $0, of: queue) }
    let marked = shown.filter(state.marks.contains)
    let ids = all ? shown : marked.isEmpty ? selected.map { [$0] } ?? [] : marked
    let tracks = ids.compactMap { queue[$0]?.location }
    return tracks.isEmpty ? nil : .tracks(tracks)
  }
}
