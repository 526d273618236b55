@testable import Application

/// Notes what a controller asks for, and changes no file.
@MainActor
final class TestTagService: TagServing {
  private(set) var read: [TagSource] = []
  private(set) var written: [TagBatch] = []
  private(set) var cancels = 0

  func read(_ source: TagSource) { read.append(source) }

  func preview(_ source: TagSource, _ operation: TagPreview.Operation) { read.append(source) }

  func write(_ changes: TagBatch) { written.append(changes) }

  func cancel() { cancels += 1 }
}
