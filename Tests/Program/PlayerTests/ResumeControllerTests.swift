import AudioBase
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Player

/// Long tracks start where they were left.
@MainActor @Suite struct ResumeControllerTests {
  private let bench = PlayerBench("book", "song")
  private let folder: TemporaryFolder
  private let saver = FileSaver(name: "test") { _ in }
  private let key = TrackKey(high: 1, low: 2)
  private final class Record {
    var requests: [TrackLocation] = []
    var positions: [Double] = []
  }

  init() throws { folder = try TemporaryFolder() }

  private var file: SavedFile { SavedFile(folder.file("positions.json"), by: saver) }

  private func controller(_ bench: PlayerBench, _ record: Record) -> ResumeController {
    let resume = ResumeController(model: bench.model, file: file) { track, _ in record.requests.append(track)
    }
    resume.threshold = 1_200
    resume.onResumed = { record.positions.append($0) }
    return resume
  }

  /// Plays the first track of a player that has just started.
  private func play(_ bench: PlayerBench, seconds: Double = 3_600) throws {
    bench.model.play(bench.id(0))
    bench.begin(0, of: seconds)
    // The length is reported with the tags, which a change of the queue announces.
    bench.model.setPriority(0, of: [bench.id(0)])
    _ = bench.transport.take()
  }

  /// Stores a position of the book by another instance of the program.
  private func leave(at seconds: Double) throws {
    let bench = PlayerBench("book")
    let resume = controller(bench, Record())
    try play(bench)
    resume.receive(key, of: try #require(bench.model.nowPlaying?.location))
    bench.model.seek(to: seconds)
    bench.begin(0, at: seconds, of: 3_600)
    resume.save()
    saver.stop()
  }

  @Test func longTrackStartsWhereItWasLeft() throws {
    try leave(at: 1_000)
    let record = Record()
    let resume = controller(bench, record)
    try play(bench)
    #expect(record.requests.map(\.path.shown) == ["book"])
    resume.receive(key, of: record.requests[0])
    #expect(bench.transport.take() == [.seek(1_000)] && record.positions.isEmpty)
    // It is told when it is heard.
    bench.begin(0, at: 1_000, of: 3_600)
    #expect(record.positions == [1_000])
  }

  @Test func fileOfAServerStartsWhereItWasLeftAndAStreamDoesNot() throws {
    try leave(at: 1_000)
    let record = Record()
    let bench = PlayerBench("http://host/book.mp3", "http://host/live")
    let resume = controller(bench, record)
    bench.model.play(bench.id(0))
    bench.emit(.opened(bench.id(0), bench.format(3_600)))
    bench.begin(0, of: 3_600)
    _ = bench.transport.take()
    #expect(record.requests.map(\.path.shown) == ["http://host/book.mp3"])
    resume.receive(key, of: record.requests[0])
    #expect(bench.transport.take() == [.seek(1_000)])
    bench.model.play(bench.id(1))
    bench.begin(1)
    #expect(record.requests.count == 1 && resume.nextSave == nil)
  }

  @Test func shortTrackAndTracksWithoutTheSettingStartAtTheirStart() throws {
    let record = Record()
    let resume = controller(bench, record)
    try play(bench, seconds: 1_200)
    #expect(record.requests.isEmpty && resume.nextSave == nil)
    resume.threshold = nil
    try play(bench)
    #expect(record.requests.isEmpty && resume.nextSave == nil)
  }

  @Test func trackThatTheUserHasMovedIsNotMovedAgain() throws {
    try leave(at: 1_000)
    let record = Record()
    let resume = controller(bench, record)
    try play(bench)
    bench.model.seek(to: 5)
    _ = bench.transport.take()
    resume.receive(key, of: record.requests[0])
    #expect(bench.transport.take() == [] && record.positions.isEmpty)
  }

  @Test(arguments: [3.0, 3_580]) func startAndEndAreNotStored(seconds: Double) throws {
    try leave(at: seconds)
    let record = Record()
    let resume = controller(bench, record)
    try play(bench)
    resume.receive(key, of: record.requests[0])
    #expect(bench.transport.take() == [])
  }

  @Test func positionIsStoredEveryFewSeconds() throws {
    let resume = controller(bench, Record())
    try play(bench)
    resume.receive(key, of: try #require(bench.model.nowPlaying?.location))
    bench.pass(seconds: 20)
    resume.saveWhenDue()
    saver.stop()
    #expect(try #require(LongTrackPositions(file)[key]) == 20)
    bench.pass(seconds: 4)
    #expect(try #require(resume.nextSave) > bench.model.now())
  }

  @Test func finishedTrackIsForgotten() throws {
    try leave(at: 1_000)
    let record = Record()
    let resume = controller(bench, record)
    try play(bench)
    resume.receive(key, of: record.requests[0])
    bench.begin(0, at: 1_000, of: 3_600)
    bench.begin(0, at: 3_590, of: 3_600)
    bench.emit(.began(bench.id(1), bench.anchor(0)))
    bench.model.play(bench.id(0))
    bench.begin(0, of: 3_600)
    bench.model.pause()
    resume.receive(key, of: record.requests[0])
    #expect(record.positions == [1_000])
  }

  @Test func stoppedTrackContinuesAtTheNextStart() throws {
    let record = Record()
    let resume = controller(bench, record)
    try play(bench)
    resume.receive(key, of: record.requests[0])
    bench.model.seek(to: 500)
    bench.begin(0, at: 500, of: 3_600)
    bench.model.stop()
    bench.model.play()
    resume.receive(key, of: try #require(record.requests.last))
    bench.begin(0, at: 500, of: 3_600)
    #expect(record.requests.count == 2 && record.positions == [500])
  }

  @Test(arguments: [
    "", "{", "[]", #"{"format":"other","positions":[]}"#,
    #"{"format":"drumdub-positions","positions":[{"key":"x","seconds":1},{"key":1},{"seconds":2}]}"#,
  ])
  func damagedFileHasNoPositions(text: String) throws {
    try folder.write(text, to: "positions.json")
    #expect(LongTrackPositions(file)[key] == nil)
  }

  @Test func oldestPositionsAreForgotten() throws {
    var positions = LongTrackPositions(file)
    for index in 0...LongTrackPositions.most {
      positions.set(TrackKey(high: 9, low: UInt64(index)), to: 100)
    }
    saver.stop()
    let read = LongTrackPositions(file)
    #expect(read[TrackKey(high: 9, low: 0)] == nil)
    #expect(read[TrackKey(high: 9, low: UInt64(LongTrackPositions.most))] == 100)
  }
}
