import AudioBase
import Player
import SystemBase
import TrackTags

/// Editing the tags of files.
extension Application {
  func connectTags() {
    tags?.onNotice = { [weak self] notice, isShown in
      if isShown { self?.report(.tags(notice)) } else { self?.note(.tags(notice)) }
    }
    tags?.onChanged = { [weak self] in self?.tagsChanged($0) }
    tags?.onRenamed = { [weak self] in self?.filesWereRenamed($0) }
    tags?.onForm = { [weak self] in self?.showTagForm() }
  }

  /// Opens the form for the marked tracks or the selected one of the list that has the focus.
  ///
  /// - Parameter all: for all tracks of the list instead.
  func editTags(all: Bool) {
    guard let tags else { return }
    if tags.isWriting { return report(.tags(.busy)) }
    guard let source = tagSource(all: all) else { return report(.library(.noTrackSelected)) }
    closeLayers()
    tags.open(source)
    open(TagFormLayer(self, tags))
  }

  /// Shows what a pattern changes of the tags or names of the marked tracks, or of the selected one.
  func preview(_ operation: TagPreview.Operation) {
    guard let tags else { return }
    if tags.isWriting { return report(.tags(.busy)) }
    if case .names = operation, takes?.recording.isActive == true { return report(.tags(.recording)) }
    guard let source = tagSource(all: false) else { return report(.library(.noTrackSelected)) }
    closeLayers()
    tags.openPreview(source, operation)
    open(TagPreviewLayer(self, tags))
  }

  /// Undoes or redoes a change of tags. Files of takes that may be recorded keep their names.
  func turnTags(_ direction: UndoDirection) {
    tags?.turn(direction, mayRename: takes?.recording.isActive != true)
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

  // MARK: Reports

  /// Shows what the form has received, or closes it when all is written.
  private func showTagForm() {
    if tags?.form == nil { layer(TagFormLayer.self)?.close() }
    if tags?.preview == nil { layer(TagPreviewLayer.self)?.close() }
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

  /// Finds files under their new names in the queue, the takes and the library. The file that plays is open.
  private func filesWereRenamed(_ files: [FileRename]) {
    let targets = Dictionary(files.map { ($0.from, $0.to) }) { $1 }
    let items: [(id: QueueItem.ID, path: FilePath)] = model.queue.items.compactMap { item in
      guard item.location.address == nil else { return nil }
      return targets[located(item.location).path].map { (item.id, $0) }
    }
    for (id, target) in items {
      if let location = model.queue[id]?.location { takes?.list.fileWasRenamed(location, to: target) }
    }
    model.filesWereRenamed(items)
    renamed.send(files)
    library?.tagsWereChanged()
  }

  private func located(_ location: TrackLocation) -> TrackLocation {
    library?.located(location) ?? location
  }
}
