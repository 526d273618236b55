import SystemBase

@testable import Librarian

/// Notes what a controller asks for, and changes no file.
@MainActor
final class TestTagService: TagServing {
  private(set) var read: [TagSource] = []
  private(set) var written: [TagBatch] = []
  private(set) var cancels = 0

  func readHistory(then receive: @escaping @MainActor (Result<TagHistory, FileError>) -> Void) {}

  func read(_ source: TagSource, then receive: @escaping @MainActor (TagReading) -> Void) {
    read.append(source)
  }

  func preview(
    _ source: TagSource, _ operation: TagPreview.Operation,
    then receive: @escaping @MainActor (TagPreview) -> Void
  ) { read.append(source) }

  func write(
    _ changes: TagBatch, progress: @escaping @MainActor (TagProgress) -> Void,
    then receive: @escaping @MainActor (TagBatchResult) -> Void
  ) { written.append(changes) }

  func cancel() { cancels += 1 }
}
