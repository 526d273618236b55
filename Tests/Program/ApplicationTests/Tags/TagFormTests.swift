import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import Player
@testable import TerminalUI
@testable import TrackTags

/// The form for tags: what is typed, what is written, and the way back.
@MainActor @Suite struct TagFormTests {
  private let bench = PlayerBench("a", "b", "c")
  private let application: Application
  private let session: ScreenSession
  private let tags: TagController
  private let requests = TestTagService()

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    tags = TagController(service: requests)
    application.tags = tags
  }

  private var form: TagForm? { session.layer(TagFormLayer.self)?.form }

  private static func texts(_ texts: [TagName: String]) -> TagTexts {
    var result = TagTexts()
    for (name, text) in texts { result[name] = text }
    return result
  }

  /// Opens the form for two files that differ in their titles.
  private func openForm() {
    #expect(session.perform(.library(.editListTags)).response == .done)
    var reading = TagReading()
    reading.files = [
      TagReading.File(FilePath("a"), Self.texts([.title: "One", .artist: "X", .album: "Y"])),
      TagReading.File(FilePath("b"), Self.texts([.title: "Two", .artist: "X", .album: "Y"])),
    ]
    tags.receive(reading)
  }

  private func succeed(_ batch: TagBatch) {
    var result = TagBatchResult(batch.operation)
    result.inverse = batch.changes.map { change in
      TagChange(change.path, .restore([TagProperty(key: "OF", values: [change.path.shown])]))
    }
    tags.receive(result)
  }

  @Test func tagFormReadsTheSelectedTheMarkedOrAllTracks() {
    session.perform(.library(.editTags))
    #expect(session.field != nil)
    #expect(session.layers.last is TagFormLayer && session.coveringLayer is TagFormLayer)
    session.type(.cancel)
    #expect(session.field == nil && session.coveringLayer == nil && form == nil)
    session.perform(.list(.mark))
    session.perform(.list(.mark))
    session.perform(.library(.editTags))
    session.type(.cancel)
    session.perform(.library(.editListTags))
    let tracks = ["a", "b", "c"].map { TrackLocation(path: FilePath($0)) }
    #expect(requests.read == [.tracks([tracks[0]]), .tracks([tracks[0], tracks[1]]), .tracks(tracks)])
  }

  @Test func onlyChangedFieldsOfTheTagFormAreWritten() {
    openForm()
    #expect(form?.rows[0].value == .several && form?.rows[1].value == .same("X"))
    #expect(session.field?.text.isEmpty == true)
    session.type(.move(.down))
    #expect(session.field?.text == "X" && session.field?.isSelected == true)
    session.type(.edit(.end))
    session.type(.insert("1"))
    session.type(.complete)
    session.type(.remove)
    #expect(session.field?.text.isEmpty == true)
    session.type(.move(.down))
    session.type(.insert("Z"))
    session.type(.mark)
    #expect(session.type(.accept) == .done)
    let texts: [TagName: String] = [.artist: "X1", .album: ""]
    #expect(requests.written == [TagBatch(texts, of: [FilePath("a"), FilePath("b")])])
    #expect(form?.stage == .writing && tags.progress == (0, 2) && session.field == nil)
    session.perform(.program(.cancel))
    #expect(requests.cancels == 1)
    succeed(requests.written[0])
    #expect(session.coveringLayer == nil && form == nil && !tags.isWriting)
    #expect(
      application.state.notices.last == .tags(.finished(.edit, count: 2, failed: 0, cancelled: 0)))
  }

  @Test func invalidTagTextIsSelectedAndNotWritten() {
    openForm()
    for _ in 0..<4 { session.type(.move(.down)) }
    session.type(.insert("third"))
    session.type(.move(.start))
    #expect(session.type(.accept) == .acceptText)
    #expect(form?.invalid == .track && form?.selection == 4 && requests.written.isEmpty)
    #expect(session.field?.text == "third")
    for _ in 0..<5 { session.type(.edit(.deleteBackward)) }
    session.type(.insert("3"))
    session.type(.accept)
    #expect(requests.written.count == 1)
  }

  @Test func closingTheTagFormWithChangesAsksFirst() {
    openForm()
    session.type(.insert("New"))
    session.type(.cancel)
    #expect(application.state.question == .discardTags && form != nil)
    #expect(session.perform(.program(.cancel)).response == .acceptText)
    #expect(session.field?.text == "New" && session.coveringLayer is TagFormLayer)
    session.type(.cancel)
    // A command that is no answer keeps the form too.
    #expect(session.perform(.queue(.save)).response == .done)
    #expect(session.field != nil && session.layers.last is TagFormLayer)
    session.type(.cancel)
    session.perform(.list(.activate))
    #expect(form == nil && session.coveringLayer == nil && requests.written.isEmpty)
  }

  @Test func typedTextReplacesATagAndAnArrowKeepsIt() {
    openForm()
    session.type(.move(.down))
    session.type(.insert("Z"))
    #expect(session.field?.text == "Z" && session.field?.isSelected == false)
    session.type(.move(.down))
    session.type(.edit(.start))
    session.type(.insert("My "))
    #expect(session.field?.text == "My Y")
    session.type(.move(.up))
    #expect(session.field?.text == "Z" && session.field?.isSelected == true)
  }

  @Test func tagFormWithoutChangesWritesNothing() {
    openForm()
    session.type(.move(.down))
    session.type(.edit(.end))
    session.type(.insert("1"))
    session.type(.edit(.deleteBackward))
    session.type(.accept)
    #expect(requests.written.isEmpty && session.coveringLayer == nil)
  }

  @Test func tagEditsAreUndoneAndRedoneOverSeveralSteps() {
    session.perform(.program(.undo))
    #expect(application.state.notices.last == .nothing(.undo))
    for _ in 0..<3 {
      openForm()
      session.type(.insert("New"))
      session.type(.accept)
      succeed(requests.written[requests.written.count - 1])
    }
    for operation in [TagOperation.undo, .undo, .undo, .redo, .redo] {
      session.perform(.program(operation == .undo ? .undo : .redo))
      #expect(requests.written.last?.operation == operation && requests.written.last?.changes.count == 2)
      succeed(requests.written[requests.written.count - 1])
    }
    session.perform(.program(.redo))
    succeed(requests.written[requests.written.count - 1])
    session.perform(.program(.redo))
    #expect(application.state.notices.last == .nothing(.redo))
  }

  @Test func filesLeftByAFailedUndoAreUndoneAgain() {
    openForm()
    session.type(.insert("New"))
    session.type(.accept)
    succeed(requests.written[0])
    session.perform(.program(.undo))
    let changes = requests.written[1].changes
    var result = TagBatchResult(.undo)
    (result.inverse, result.left) = ([changes[0]], [changes[1]])
    result.failures = [FileError(.readOnly, "b")]
    tags.receive(result)
    #expect(
      application.state.notices.entries.contains { $0.notice == .tags(.failed(FileError(.readOnly, "b"))) })
    #expect(
      application.state.notices.last == .tags(.finished(.undo, count: 1, failed: 1, cancelled: 0)))
    session.perform(.program(.undo))
    #expect(requests.written[2].changes == [changes[1]])
    session.perform(.program(.undo))
    #expect(application.state.notices.last == .tags(.busy) && requests.written.count == 3)
  }

  @Test func queueShowsChangedTags() {
    var track = TrackInfo(path: FilePath("b"))
    track.title = "New title"
    tags.onChanged([track])
    #expect(bench.model.queue.items.map(\.title) == ["a", "New title", "c"])
    tags.onChanged([TrackInfo(path: FilePath("b"))])
    #expect(bench.model.queue.items.map(\.title) == ["a", "b", "c"])
  }

  @Test func queueHasRenamedFilesUnderTheirNewNames() {
    var result = TagBatchResult(.edit)
    result.renamed = [FileRename(from: FilePath("b"), to: FilePath("d"))]
    tags.receive(result)
    #expect(bench.model.queue.items.map(\.path.shown) == ["a", "d", "c"])
  }

  @Test func previewOfAReplacedPatternIsDropped() throws {
    let patterns = try ["{title}", "{artist}"].map {
      TagPreview.Operation.names(try #require(NamePattern($0)))
    }
    for pattern in patterns { tags.openPreview(.tracks([]), pattern) }
    tags.receive(TagPreview(patterns[0], []))
    #expect(tags.preview?.operation == patterns[1] && tags.preview?.rows == nil)
    tags.receive(TagPreview(patterns[1], []))
    #expect(tags.preview?.rows?.isEmpty == true)
  }
}
