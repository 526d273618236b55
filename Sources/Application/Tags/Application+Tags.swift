import AudioBase
import Player
import TrackTags

/// Editing the tags of files.
extension Application {
  func connectTags() {
    tags?.onNotice = { [weak self] notice, isShown in
      if isShown { self?.report(.tags(notice)) } else { self?.note(.tags(notice)) }
    }
    tags?.onChanged = { [weak self] in self?.tagsChanged($0) }
    tags?.onForm = { [weak self] in self?.showTagForm() }
  }

  /// Opens the form for the marked tracks or the selected one of the list that has the focus.
  ///
  /// - Parameter all: for all tracks of the list instead.
  func editTags(all: Bool) {
    guard let tags else { return }
    if tags.isWriting { return report(.tags(.busy)) }
    guard let source = tagSource(all: all) else { return report(.library(.noTrackSelected)) }
    tags.open(source)
    open(.tagForm)
    openPrompt(.tag)
  }

  private func tagSource(all: Bool) -> TagSource? {
    if hasLibraryFocus, let browser = library?.browser {
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

  // MARK: Typing

  /// Replaces the text of the selected tag.
  func typeTag(_ text: String) {
    tags?.form?.type(text)
    state.prompt?.text = tags?.form?.text ?? ""
  }

  /// Restores what the files have in the selected tag, or removes the tag.
  func resetTag(to text: String?) {
    tags?.form?.type(text)
    state.prompt?.text = tags?.form?.text ?? ""
  }

  func moveInTags(_ movement: Movement) {
    guard let form = tags?.form else { return }
    tags?.form?.move(to: movement.row(from: form.selection, last: form.rows.count - 1, page: form.rows.count))
    state.prompt?.text = tags?.form?.text ?? ""
  }

  /// Writes the changes, unless a text is not valid or the tags are still being read.
  func acceptTags() -> Response {
    guard let tags, let form = tags.form else { return .done }
    if form.stage == .reading { return .acceptText }
    if form.isEditable, tags.form?.validate() == false {
      state.prompt?.text = tags.form?.text ?? ""
      return .acceptText
    }
    state.prompt = nil
    if form.changes.isEmpty { closeTags() } else { tags.save() }
    return .done
  }

  /// Leaves the form; asks first if tags were changed.
  func leaveTags() {
    if tags?.form?.changes.isEmpty ?? true { closeTags() } else { ask(.discardTags) }
  }

  func closeTags() {
    if state.overlay == .tagForm { state.overlay = nil }
    if state.prompt?.purpose == .tag { state.prompt = nil }
    tags?.close()
  }

  /// Opens the prompt of the form again, after a question.
  ///
  /// - Returns: nil if the form is not open.
  func resumeTags() -> Response? {
    guard state.overlay == .tagForm, let form = tags?.form, form.isEditable else { return nil }
    openPrompt(.tag, text: form.text)
    changes.send(.state)
    return .acceptText
  }

  /// Performs a command while tags are being written, or after the question was not answered: the form stays open.
  func performInTags(_ command: Command) -> Response? {
    if !command.isBackground, tags?.isWriting != true, let response = resumeTags() { return response }
    guard command == .program(.cancel) else { return nil }
    if tags?.isWriting == true { tags?.cancel() } else { closeTags() }
    return .done
  }

  // MARK: Reports

  /// Shows what the form has received, or closes it when all is written.
  private func showTagForm() {
    if state.prompt?.purpose == .tag { state.prompt?.text = tags?.form?.text ?? "" }
    if state.overlay == .tagForm, tags?.form == nil { closeTags() }
    changes.send(.state)
  }

  /// Shows the new tags of files everywhere.
  private func tagsChanged(_ tracks: [TrackInfo]) {
    let byPath = Dictionary(tracks.map { ($0.path, $0) }) { _, last in last }
    model.tagsWereChanged(
      model.queue.items.compactMap { item in
        guard item.location.address == nil else { return nil }
        return byPath[located(item.location).path].map { (item.id, $0) }
      })
    library?.tagsWereChanged()
  }

  private func located(_ location: TrackLocation) -> TrackLocation {
    library?.located(location) ?? location
  }
}
