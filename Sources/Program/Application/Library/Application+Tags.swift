import AudioBase
import Librarian
import Player
import SystemBase

extension Application {
  func connectTags() {
    tags?.onNotice = { [weak self] notice, isShown in
      if isShown { self?.report(.tags(notice)) } else { self?.note(.tags(notice)) }
    }
    tags?.onChanged = { [weak self] in self?.tagsChanged($0) }
    tags?.onRenamed = { [weak self] in self?.filesWereRenamed($0) }
    tags?.onChange = { [weak self] in self?.changes.send(.state) }
  }

  /// Undoes or redoes a change of tags. Files of takes that may be recorded keep their names.
  func turnTags(_ direction: UndoDirection) {
    tags?.turn(direction, mayRename: takes?.recording.isActive != true)
  }

  // MARK: Reports

  /// Shows the new tags of files everywhere.
  private func tagsChanged(_ tracks: [TrackInfo]) {
    let byPath = Dictionary(tracks.map { ($0.path, $0) }) { _, last in last }
    model.tagsWereChanged(
      model.queue.items.compactMap { item in
        guard item.location.address == nil else { return nil }
        return byPath[located(item.location).path].map { (item.id, $0) }
      })
    library?.settle()
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
    streams.renamed.send(files)
    library?.settle()
  }

  private func located(_ location: TrackLocation) -> TrackLocation {
    library?.located(location) ?? location
  }
}
