import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Librarian
@testable import MusicLibrary
@testable import TrackTags

/// Changes of tags are undone after a restart, unless another program has changed the file.
@MainActor @Suite struct TagHistoryTests {
  private let music: TestMusic
  private var file: FilePath { music.folder.file("state/tag-history.json") }

  init() throws { music = try TestMusic() }

  /// A program with a service and a controller.
  private final class Run {
    private let calls = Mailbox<MainThread.Call>()
    let controller: TagController
    let service: TagService
    private let library: LibraryService
    private(set) var notices: [TagNotice] = []

    @MainActor
    init(_ music: TestMusic, _ file: FilePath) {
      let pool = {
        TagWorkerPool(WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: 1)
      }
      let calls = calls
      library = LibraryService(
        music.folder.file("library.db"), workers: pool(), reason: { $0.detail ?? "" }
      ) { _ in }
      service = TagService(
        workers: pool(), library: library, folder: music.folder.path, history: file,
        onFile: { Issue.record("\($0)") }, main: MainThread { calls.post($0) })
      controller = TagController(service: service)
      controller.readHistory { Issue.record("\($0)") }
      controller.onNotice = { [unowned self] notice, isShown in if isShown { notices.append(notice) } }
    }

    /// Receives results until the batch is written.
    @MainActor
    func finish() { while controller.isWriting { calls.receive().forEach { $0.perform() } } }

    /// Receives the history of former runs, which is the first result.
    @MainActor
    func receiveHistory() { calls.receive().forEach { $0.perform() } }

    func end() {
      service.stop()
      library.stop()
    }
  }

  private func title(_ path: FilePath) throws -> String { try TagEditor.texts(of: path)[.title] }

  /// Changes titles in a run of the program.
  private func edit(_ titles: [String], of paths: [FilePath]) {
    let run = Run(music, file)
    for title in titles {
      run.controller.write(TagBatch([.title: title], of: paths))
      run.finish()
    }
    run.end()
  }

  @Test func editsAreUndoneAndRedoneAfterARestart() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=One"])
    edit(["Two", "Three"], of: [path])
    let run = Run(music, file)
    run.receiveHistory()
    run.controller.turn(.undo, mayRename: true)
    run.finish()
    #expect(try title(path) == "Two")
    run.end()
    let next = Run(music, file)
    next.receiveHistory()
    next.controller.turn(.undo, mayRename: true)
    next.finish()
    #expect(try title(path) == "One")
    for expected in ["Two", "Three"] {
      next.controller.turn(.redo, mayRename: true)
      next.finish()
      #expect(try title(path) == expected)
    }
    next.end()
  }

  @Test func undoSkipsOnlyFilesChangedByAnotherProgram() throws {
    let paths = [
      try music.flac("a.flac", ["-T", "TITLE=One"]), try music.flac("b.flac", ["-T", "TITLE=One"]),
    ]
    edit(["Two"], of: paths)
    _ = try TagEditor.apply(.set([.title: "Theirs"]), to: paths[0])
    let run = Run(music, file)
    run.receiveHistory()
    run.controller.turn(.undo, mayRename: true)
    run.finish()
    #expect(try paths.map(title) == ["Theirs", "One"])
    #expect(run.notices.last == .finished(.undo, count: 1, failed: 1, cancelled: 0))
    run.controller.turn(.undo, mayRename: true)
    #expect(run.controller.time(of: .undo) == nil, "the step is gone")
    run.end()
  }

  @Test func refusedUndoNamesFileAndReasonAndLeavesTheEarlierStep() throws {
    let paths = [
      try music.flac("a.flac", ["-T", "TITLE=One"]), try music.flac("b.flac", ["-T", "TITLE=One"]),
    ]
    edit(["Two"], of: [paths[1]])
    edit(["Two"], of: [paths[0]])
    _ = try TagEditor.apply(.set([.title: "Theirs"]), to: paths[0])
    let run = Run(music, file)
    run.receiveHistory()
    run.controller.turn(.undo, mayRename: true)
    run.finish()
    let reason = FileError(.writeFailed, paths[0].shown, detail: "another program has changed it since")
    #expect(run.notices.last == .failed(reason))
    run.controller.turn(.undo, mayRename: true)
    run.finish()
    #expect(try paths.map(title) == ["Theirs", "One"])
    run.end()
  }

  @Test func editOverAnotherProgramsChangeDropsTheStepsBefore() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=One"])
    edit(["Two"], of: [path])
    _ = try TagEditor.apply(.set([.title: "Theirs"]), to: path)
    let run = Run(music, file)
    run.receiveHistory()
    run.controller.write(TagBatch([.title: "Three"], of: [path]))
    run.finish()
    run.controller.turn(.undo, mayRename: true)
    run.finish()
    #expect(try title(path) == "Theirs")
    #expect(run.controller.time(of: .undo) == nil)
    run.end()
  }

  @Test func historyIsBoundedAndReadBackUnchanged() throws {
    var history = TagHistory()
    for number in 0..<120 {
      var result = TagBatchResult(.edit)
      result.inverse = [
        TagChange(
          FilePath(bytes: [0xFF, UInt8(number)]),
          .restore([
            TagProperty(key: "TITLE", values: ["a", "\(number)"]), TagProperty(key: "BPM", values: []),
          ]),
          rating: .set(number % 2 == 0 ? nil : TrackRating(stars: 3)))
      ]
      history.record(result)
    }
    #expect(history.undoSteps.count == 100)
    var undo = TagBatchResult(.undo)
    undo.inverse = history.undoSteps[99]
    history.record(undo)
    #expect(history.redoSteps.count == 1)
    #expect(try TagHistory(bytes: history.bytes(), subject: "a") == history)
    var many = TagBatchResult(.edit)
    many.inverse = (0..<20_000).map { TagChange(FilePath("\($0)"), .restore([])) }
    history.record(many)
    #expect(history.undoSteps == [many.inverse], "the latest step is kept, however large")
  }

  @Test func damagedHistoryIsReportedAndNotOverwritten() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=One"])
    try FileBytes.makeFolder(file.directory)
    try FileBytes.write(Array("{".utf8), to: file)
    let errors = Mailbox<FileError>()
    let library = LibraryService(
      music.folder.file("library.db"), workers: TagWorkerPool(probe, workers: 1), reason: { $0.detail ?? "" }
    ) { _ in }
    let calls = Mailbox<MainThread.Call>()
    let service = TagService(
      workers: TagWorkerPool(probe, workers: 1), library: library, folder: music.folder.path, history: file,
      main: MainThread { calls.post($0) })
    let controller = TagController(service: service)
    controller.readHistory { errors.post($0) }
    calls.receive().forEach { $0.perform() }
    #expect(errors.receiveAll().map(\.code) == [.damaged])
    controller.write(TagBatch([.title: "Two"], of: [path]))
    service.stop()
    library.stop()
    #expect(try FileBytes.read(file, limit: 10) == Array("{".utf8))
  }

  private var probe: WorkerCommand { WorkerCommand(program: TagWorkerProbe.program, arguments: []) }

  @Test func changesOfTwoPlayersAreBothUndoneAfterARestart() throws {
    let paths = try ["a.flac", "b.flac", "c.flac"].map { try music.flac($0, ["-T", "TITLE=One"]) }
    edit(["Two"], of: [paths[2]])
    let (first, second) = (Run(music, file), Run(music, file))
    first.receiveHistory()
    second.receiveHistory()
    for (run, path) in [(first, paths[0]), (second, paths[1])] {
      run.controller.write(TagBatch([.title: "Two"], of: [path]))
      run.finish()
    }
    // The second player has not recorded the change of the first one.
    first.controller.turn(.undo, mayRename: true)
    first.finish()
    first.end()
    second.end()
    #expect(try paths.map(title) == ["One", "Two", "Two"])
    let next = Run(music, file)
    next.receiveHistory()
    for _ in 0..<2 {
      next.controller.turn(.undo, mayRename: true)
      next.finish()
    }
    #expect(try paths.map(title) == ["One", "One", "One"])
    next.end()
  }
}
