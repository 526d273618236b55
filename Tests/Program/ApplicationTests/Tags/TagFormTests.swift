import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import Player
@testable import TrackTags

/// The form for tags: what is typed, what is written, and the way back.
@MainActor @Suite struct TagFormTests {
  private let bench = PlayerBench("a", "b", "c")
  private let application: Application
  private let tags: TagController
  private let requests = TestTagService()

  init() {
    application = Application(model: bench.model)
    tags = TagController(service: requests, reports: .idle)
    application.tags = tags
  }

  private static func texts(_ texts: [TagName: String]) -> TagTexts {
    var result = TagTexts()
    for (name, text) in texts { result[name] = text }
    return result
  }

  /// Opens the form for two files that differ in their titles.
  private func openForm() {
    #expect(application.perform(.library(.editListTags)) == .done)
    var reading = TagReading()
    reading.files = [
      TagReading.File(FilePath("a"), Self.texts([.title: "One", .artist: "X", .album: "Y"])),
      TagReading.File(FilePath("b"), Self.texts([.title: "Two", .artist: "X", .album: "Y"])),
    ]
    tags.receive(.read(reading))
  }

  private func succeed(_ batch: TagBatch) {
    var result = TagBatchResult(batch.operation)
    result.inverse = batch.changes.map { change in
      TagChange(change.path, .restore([TagProperty(key: "OF", values: [change.path.shown])]))
    }
    tags.receive(.finished(result))
  }

  @Test func tagFormReadsTheSelectedTheMarkedOrAllTracks() {
    application.perform(.library(.editTags))
    #expect(application.field != nil)
    #expect(application.layers.last is TagFormLayer && application.coveringLayer is TagFormLayer)
    application.type(.cancel)
    #expect(application.field == nil && application.coveringLayer == nil && tags.form == nil)
    application.perform(.list(.mark))
    application.perform(.list(.mark))
    application.perform(.library(.editTags))
    application.type(.cancel)
    application.perform(.library(.editListTags))
    let tracks = ["a", "b", "c"].map { TrackLocation(path: FilePath($0)) }
    #expect(requests.read == [.tracks([tracks[0]]), .tracks([tracks[0], tracks[1]]), .tracks(tracks)])
  }

  @Test func onlyChangedFieldsOfTheTagFormAreWritten() {
    openForm()
    #expect(tags.form?.rows[0].value == .several && tags.form?.rows[1].value == .same("X"))
    #expect(application.field?.text.isEmpty == true)
    application.type(.move(.down))
    #expect(application.field?.text == "X")
    application.type(.insert("1"))
    application.type(.complete)
    application.type(.remove)
    #expect(application.field?.text.isEmpty == true)
    application.type(.move(.down))
    application.type(.insert("Z"))
    application.type(.mark)
    #expect(application.type(.accept) == .done)
    let texts: [TagName: String] = [.artist: "X1", .album: ""]
    #expect(requests.written == [TagBatch(texts, of: [FilePath("a"), FilePath("b")])])
    #expect(tags.form?.stage == .writing(done: 0, total: 2) && application.field == nil)
    application.perform(.program(.cancel))
    #expect(requests.cancels == 1)
    succeed(requests.written[0])
    #expect(application.coveringLayer == nil && tags.form == nil && !tags.isWriting)
    #expect(
      application.state.notices.last == .tags(.finished(.edit, count: 2, failed: 0, cancelled: 0)))
  }

  @Test func invalidTagTextIsSelectedAndNotWritten() {
    openForm()
    for _ in 0..<4 { application.type(.move(.down)) }
    application.type(.insert("third"))
    application.type(.move(.start))
    #expect(application.type(.accept) == .acceptText)
    #expect(tags.form?.invalid == .track && tags.form?.selection == 4 && requests.written.isEmpty)
    #expect(application.field?.text == "third")
    for _ in 0..<5 { application.type(.edit(.deleteBackward)) }
    application.type(.insert("3"))
    application.type(.accept)
    #expect(requests.written.count == 1)
  }

  @Test func closingTheTagFormWithChangesAsksFirst() {
    openForm()
    application.type(.insert("New"))
    application.type(.cancel)
    #expect(application.state.question == .discardTags && tags.form != nil)
    #expect(application.perform(.program(.cancel)) == .acceptText)
    #expect(application.field?.text == "New" && application.coveringLayer is TagFormLayer)
    application.type(.cancel)
    // A command that is no answer keeps the form too.
    #expect(application.perform(.queue(.save)) == .done)
    #expect(application.field != nil && application.layers.last is TagFormLayer)
    application.type(.cancel)
    application.perform(.list(.activate))
    #expect(tags.form == nil && application.coveringLayer == nil && requests.written.isEmpty)
  }

  @Test func tagFormWithoutChangesWritesNothing() {
    openForm()
    application.type(.move(.down))
    application.type(.insert("1"))
    application.type(.edit(.deleteBackward))
    application.type(.accept)
    #expect(requests.written.isEmpty && application.coveringLayer == nil)
  }

  @Test func tagEditsAreUndoneAndRedoneOverSeveralSteps() {
    application.perform(.program(.undo))
    #expect(application.state.notices.last == .nothing(.undo))
    for _ in 0..<3 {
      openForm()
      application.type(.insert("New"))
      application.type(.accept)
      succeed(requests.written[requests.written.count - 1])
    }
    for operation in [TagOperation.undo, .undo, .undo, .redo, .redo] {
      application.perform(.program(operation == .undo ? .undo : .redo))
      #expect(requests.written.last?.operation == operation && requests.written.last?.changes.count == 2)
      succeed(requests.written[requests.written.count - 1])
    }
    application.perform(.program(.redo))
    succeed(requests.written[requests.written.count - 1])
    application.perform(.program(.redo))
    #expect(application.state.notices.last == .nothing(.redo))
  }

  @Test func filesLeftByAFailedUndoAreUndoneAgain() {
    openForm()
    application.type(.insert("New"))
    application.type(.accept)
    succeed(requests.written[0])
    application.perform(.program(.undo))
    let changes = requests.written[1].changes
    var result = TagBatchResult(.undo)
    (result.inverse, result.left) = ([changes[0]], [changes[1]])
    result.failures = [FileError(.readOnly, "b")]
    tags.receive(.finished(result))
    #expect(
      application.state.notices.entries.contains { $0.notice == .tags(.failed(FileError(.readOnly, "b"))) })
    #expect(
      application.state.notices.last == .tags(.finished(.undo, count: 1, failed: 1, cancelled: 0)))
    application.perform(.program(.undo))
    #expect(requests.written[2].changes == [changes[1]])
    application.perform(.program(.undo))
    #expect(application.state.notices.last == .tags(.busy) && requests.written.count == 3)
  }

  @Test func queueShowsChangedTags() {
    var track = TrackInfo(path: FilePath("b"))
    track.title = "New title"
    tags.receive(.changed([track]))
    #expect(bench.model.queue.items.map(\.title) == ["a", "New title", "c"])
    tags.receive(.changed([TrackInfo(path: FilePath("b"))]))
    #expect(bench.model.queue.items.map(\.title) == ["a", "b", "c"])
  }
}
