import Application
import Player

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
