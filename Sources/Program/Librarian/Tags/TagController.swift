import AudioBase
import MusicLibrary
import Observation
import SystemBase
import TrackTags

package enum TagSource: Hashable, Sendable {
  /// Rows of the library, whose tracks are looked up.
  case rows([LibraryListing.Item])
  case tracks([TrackLocation])
}

/// Reads and writes tags for `TagController` on other threads.
@MainActor
package protocol TagServing: AnyObject {
  /// Reads the changes of former runs; there may be none.
  func readHistory(then receive: @escaping @MainActor (Result<TagHistory, FileError>) -> Void)
  func read(_ source: TagSource, then receive: @escaping @MainActor (TagReading) -> Void)
  /// Finds out what a pattern changes.
  func preview(
    _ source: TagSource, _ operation: TagPreview.Operation,
    then receive: @escaping @MainActor (TagPreview) -> Void)
  func write(
    _ changes: TagBatch, progress: @escaping @MainActor (TagProgress) -> Void,
    then receive: @escaping @MainActor (TagBatchResult) -> Void)
  /// Leaves the files as they are that are not changed yet.
  func cancel()
}

extension TagService: TagServing {}

/// Edits the tags of files, and undoes and redoes the edits. Main thread; no function waits.
@MainActor @Observable
package final class TagController {
  /// What a pattern changes; nil if its list is not open.
  package var preview: TagPreview?
  package private(set) var isWriting = false
  /// The files that are written, and how many are.
  package private(set) var progress = (done: 0, total: 0)
  /// Receives the tags that are read for the form; nil if none is open.
  @ObservationIgnored private(set) var onRead: ((TagReading) -> Void)?
  /// Whether ratings that are set in the player are written to the files too.
  @ObservationIgnored package var writesRatings = false
  /// Ratings that were set in the player and are to be written.
  @ObservationIgnored var ratings: [TagChange] = []
  /// The time of the last of them in the order of changes.
  @ObservationIgnored var ratingTime: ChangeTime?
  /// The time of the change that is being written.
  @ObservationIgnored private var writingTime: ChangeTime?
  /// The time at which `ratings` are written, if nothing prevents it.
  @ObservationIgnored var ratingsDue = HostTime.now
  private var history = TagHistory()
  @ObservationIgnored let service: any TagServing
  /// Receives the messages to the user; the flag is false for those that are only logged.
  @ObservationIgnored package var onNotice: (TagNotice, _ isShown: Bool) -> Void = { _, _ in }
  @ObservationIgnored package var onChanged: ([TrackInfo]) -> Void = { _ in }
  @ObservationIgnored package var onRenamed: ([FileRename]) -> Void = { _ in }
  @ObservationIgnored package var onChange: () -> Void = {}

  package init(service: any TagServing) { self.service = service }

  /// Reads the changes of former runs, which are undone then.
  package func readHistory(onError: @escaping @MainActor (FileError) -> Void) {
    service.readHistory { [weak self] in
      do throws(FileError) { self?.history = try $0.get() } catch { onError(error) }
      self?.onChange()
    }
  }

  // MARK: The form

  /// Reads the tags of tracks for a form. While it is open, ratings are not written.
  package func open(_ source: TagSource, then receive: @escaping (TagReading) -> Void) {
    onRead = receive
    service.read(source) { [weak self] in self?.receive($0) }
  }

  func receive(_ reading: TagReading) {
    guard let onRead else { return }
    onRead(reading)
    reading.failures.prefix(100).forEach { onNotice(.failed($0), false) }
    onChange()
  }

  package func close() { onRead = nil }

  /// Writes the changes of a form to all of its files. Returns false while tags are being written.
  package func save(_ changes: [TagName: String], of files: [FilePath]) -> Bool {
    if isWriting { return false }
    write(TagBatch(changes, of: files))
    return true
  }

  package func cancel() { if isWriting { service.cancel() } }

  // MARK: Patterns

  package func openPreview(_ source: TagSource, _ operation: TagPreview.Operation) {
    preview = TagPreview(operation)
    service.preview(source, operation) { [weak self] in self?.receive($0) }
  }

  func receive(_ read: TagPreview) {
    if preview?.operation == read.operation { preview = read }
    onChange()
  }

  /// Changes the files of the list.
  package func applyPreview() {
    guard let preview, preview.rows != nil, !isWriting else { return }
    let changes = preview.changes
    self.preview = nil
    if changes.isEmpty { onNotice(.nothingToChange, true) } else { write(TagBatch(.edit, changes)) }
    onChange()
  }

  // MARK: Undo

  /// Returns the time of the change that is undone or redone next, which may not be written yet; nil if there is none.
  package func time(of direction: UndoDirection) -> ChangeTime? {
    let unwritten = direction == .undo ? [writingTime, ratingTime] : []
    return ([history.time(of: direction)] + unwritten).compactMap(\.self).max()
  }

  /// Undoes or redoes a change.
  ///
  /// - Parameter mayRename: whether files may get other names.
  package func turn(_ direction: UndoDirection, mayRename: Bool) {
    writeRatings()
    if isWriting { return onNotice(.busy, true) }
    let operation = direction == .undo ? TagOperation.undo : .redo
    guard let step = history.step(operation) else { return }
    if !mayRename, step.contains(where: { $0.target != nil }) { return onNotice(.recording, true) }
    write(TagBatch(operation, step))
  }

  func write(_ batch: TagBatch, at time: ChangeTime = .now()) {
    (isWriting, writingTime, progress) = (true, time, (0, batch.changes.count))
    service.write(
      batch, progress: { [weak self] in self?.receive($0) }, then: { [weak self] in self?.receive($0) })
  }

  func receive(_ report: TagProgress) {
    progress.done = report.done
    onChanged(report.changed)
    onChange()
  }

  func receive(_ result: TagBatchResult) {
    if !result.renamed.isEmpty { onRenamed(result.renamed) }
    finished(result)
    onChange()
  }

  private func finished(_ result: TagBatchResult) {
    isWriting = false
    history.record(result, at: writingTime ?? .now())
    writingTime = nil
    // Ratings were shown when they were set.
    if result.operation == .rate { return result.failures.forEach { onNotice(.failed($0), true) } }
    result.failures.prefix(100).forEach { onNotice(.failed($0), false) }
    if result.inverse.isEmpty, result.failures.count == 1, result.left.count == 1 {
      return onNotice(.failed(result.failures[0]), true)
    }
    if !result.renamed.isEmpty {
      onNotice(
        .renamed(
          count: result.renamed.count, failed: result.left.count, result.lists,
          isUndone: result.operation == .undo), true)
      return result.listFailures.prefix(100).forEach { onNotice(.listNotChanged($0), true) }
    }
    onNotice(
      .finished(
        result.operation, count: result.inverse.count, failed: result.failures.count,
        cancelled: result.left.count - result.failures.count), true)
  }
}

/// Writes ratings that were set in the player to the files, in the background.
extension TagController {
  /// The seconds after the last rating in which another one replaces it: a key that is pressed four times for four stars
  /// writes the file once.
  private static let ratingDelay = 1.0

  /// Notes that a track was rated in the player. A track that is a part of a file shares its tags with the other parts,
  /// so its rating is only in the index.
  package func rated(_ track: LibraryTrack, former: TrackRating?, now: HostTime = .now) {
    guard writesRatings, track.track.section == nil, !track.isAway else { return }
    var change = TagChange(
      track.track.path, .set([.rating: TrackRating.text(track.rating)]), rating: .written(former: former))
    if let earlier = ratings.firstIndex(where: { $0.path == change.path }) {
      change.rating = ratings.remove(at: earlier).rating
    }
    ratings.append(change)
    ratingTime = .now()
    ratingsDue = now.advanced(bySeconds: TagController.ratingDelay)
  }

  /// The time at which ratings are to be written next; nil if there are none, or something must end first.
  package var nextRatingWrite: HostTime? {
    ratings.isEmpty || isWriting || onRead != nil ? nil : ratingsDue
  }

  package func writeRatingsWhenDue(now: HostTime = .now) {
    if let due = nextRatingWrite, now >= due { writeRatings() }
  }

  /// Writes the ratings that are not in the files yet. Called at the end of the program, too.
  package func writeRatings() {
    if ratings.isEmpty { return }
    let batch = TagBatch(.rate, ratings)
    ratings = []
    write(batch, at: ratingTime ?? .now())
    ratingTime = nil
  }
}
