import Synchronization
import SystemBase
import TerminalKit
import TestSupport
import Testing

@testable import Artwork

@Suite struct ArtworkStoreTests {
  private static let dot = Array("P6 2 2 255\n".utf8) + [UInt8](repeating: 200, count: 12)

  private final class Counts: Sendable {
    let loads = Mutex<[String]>([])
    let changes = Mutex(0)
  }

  private func store(_ counts: Counts) -> ArtworkStore {
    ArtworkStore(
      terminal: PictureTerminal(colours: 256, isUTF8: true),
      load: { path in
        counts.loads.withLock { $0.append(path.shown) }
        return path.shown == "with" ? Self.dot : (path.shown == "broken" ? [1, 2, 3] : nil)
      },
      standIn: { Self.dot }, make: { job throws(FileError) in try job.perform() },
      onChange: { counts.changes.withLock { $0 += 1 } })
  }

  @Test(arguments: [nil, TerminalGraphics.Kind.kitty, .sixel])
  func jobsAndPicturesPassThroughAPipe(kind: TerminalGraphics.Kind?) throws {
    let graphics = kind.map { TerminalGraphics($0, cell: Size(10, 20)) }
    let terminal = PictureTerminal(colours: 256, isUTF8: true, graphics: graphics)
    let job = PictureJob(bytes: Self.dot, size: Size(8, 4), terminal: terminal)
    var writer = ByteWriter()
    job.write(to: &writer)
    let picture = try job.perform()
    picture.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try PictureJob(from: &reader) == job)
    #expect(try Picture(from: &reader) == picture && reader.isAtEnd)
  }

  @Test func aWorkerThatDoesNotStartOrAnswerIsAnError() {
    let job = PictureJob(
      bytes: Self.dot, size: Size(8, 4), terminal: PictureTerminal(colours: 256, isUTF8: true))
    for program in ["/nonexistent", "/bin/true", "/bin/cat"] {
      let command = WorkerCommand(program: FilePath(program), arguments: [])
      #expect(throws: FileError.self) { try PictureWorker.make(job, by: command) }
    }
  }

  @Test(arguments: ["with", "without", "broken"]) func pictureIsLoadedInTheBackgroundAndKept(name: String)
    throws
  {
    let counts = Counts()
    let store = store(counts)
    #expect(store.picture(of: FilePath(name), in: Size(8, 4)) == nil)
    try Wait.until("the picture") { counts.changes.withLock { $0 } == 1 }
    for _ in 0..<3 { #expect(store.picture(of: FilePath(name), in: Size(8, 4))?.size == Size(8, 4)) }
    #expect(counts.loads.withLock { $0 } == [name])
    #expect(store.isAvailable)
  }

  @Test func pictureOfATrackIsToldFromTheStandIn() throws {
    let counts = Counts()
    let store = store(counts)
    #expect(store.hasCover(FilePath("with")) == nil)
    try Wait.until("the answer") { store.hasCover(FilePath("with")) == true }
    // What cannot be shown is no picture.
    _ = store.picture(of: FilePath("broken"), in: Size(8, 4))
    try Wait.until("the stand-in") { store.picture(of: FilePath("broken"), in: Size(8, 4)) != nil }
    #expect(store.hasCover(FilePath("broken")) == false)
  }

  @Test func oldPictureIsShownUntilTheOneForAnotherTerminalIsMade() throws {
    let counts = Counts()
    let store = store(counts)
    let (path, size) = (FilePath("with"), Size(8, 4))
    _ = store.picture(of: path, in: size)
    try Wait.until("the picture") { counts.changes.withLock { $0 } == 1 }
    var terminal = PictureTerminal(colours: 256, isUTF8: true)
    #expect(!store.change(terminal))
    terminal.graphics = TerminalGraphics(.kitty, cell: Size(10, 20))
    #expect(store.change(terminal))
    var isCells: Bool { if case .cells = store.picture(of: path, in: size) { true } else { false } }
    // The new one may have come already, but one of them there is.
    #expect(store.picture(of: path, in: size) != nil)
    try Wait.until("the other picture") { counts.changes.withLock { $0 } == 2 }
    #expect(!isCells && store.picture(of: path, in: size) != nil)
  }

  @Test func placeholderPictureIsShownWithoutATrack() throws {
    let counts = Counts()
    let store = store(counts)
    _ = store.picture(of: nil, in: Size(8, 4))
    try Wait.until("the picture") { counts.changes.withLock { $0 } == 1 }
    #expect(store.picture(of: nil, in: Size(8, 4)) != nil && counts.loads.withLock { $0 }.isEmpty)
  }
}
