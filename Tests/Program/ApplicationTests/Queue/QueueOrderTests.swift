import ApplicationTestSupport
@testable import Application
import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Sorting, shuffling, cropping and deduplicating the queue.
@MainActor @Suite struct QueueOrderTests {
  private func application(_ tracks: [(name: String, artist: String?, date: String?)]) -> Application {
    let bench = PlayerBench()
    bench.model.append(
      tracks.map { track in
        var info = TrackInfo(path: FilePath("/m/\(track.name)"))
        (info.title, info.artist, info.date) = (track.name, track.artist, track.date)
        return QueueAddition(info)
      })
    return Application(model: bench.model)
  }

  private func titles(_ application: Application) -> [String] {
    application.model.queue.items.map(\.title)
  }

  private let tracks: [(name: String, artist: String?, date: String?)] = [
    ("b 10", "Zoe", "1999"), ("b 9", nil, "2001"), ("A", "Anna", nil), ("c", "anna", "1999"),
  ]

  @Test(
    arguments: [
      ("title", ["A", "b 9", "b 10", "c"]), ("-title", ["c", "b 10", "b 9", "A"]),
      ("artist", ["A", "c", "b 10", "b 9"]), ("-date", ["b 9", "b 10", "c", "A"]),
    ])
  func queueIsSortedByATagAndTracksWithoutItComeLast(order: String, expected: [String]) throws {
    let application = application(tracks)
    application.perform(try Command.parse("sort-queue \(order)"))
    #expect(titles(application) == expected)
    application.perform(.program(.undo))
    #expect(titles(application) == tracks.map(\.name))
  }

  @Test func unknownFieldIsRefused() {
    #expect(throws: CommandError.self) { try Command.parse("sort-queue colour") }
  }

  @Test func shuffledQueueHasTheSameTracks() {
    let application = application((0..<50).map { ("\($0)", nil, nil) })
    let before = titles(application)
    application.perform(.queue(.shuffleTracks))
    #expect(titles(application) != before && titles(application).sorted() == before.sorted())
    application.perform(.program(.undo))
    #expect(titles(application) == before)
  }

  @Test func cropKeepsTheMarkedTracksOrElseTheSelectedOne() {
    let application = application(tracks)
    application.select(row: 2)
    application.perform(.queue(.crop))
    #expect(titles(application) == ["A"])
    #expect(application.state.notices.last == .queue(.reduced(removed: 3, left: 1)))
    application.perform(.program(.undo))
    application.state.marks = [application.model.queue.items[0].id, application.model.queue.items[3].id]
    application.perform(.queue(.crop))
    #expect(titles(application) == ["b 10", "c"])
  }

  @Test func deduplicationKeepsTheFirstOfEqualTracksOrTheCurrentOne() {
    let application = application(["a", "b", "a", "c", "b"].map { ($0, nil, nil) })
    application.model.play(application.model.queue.items[4].id)
    let current = application.model.queue.currentID
    application.perform(.queue(.deduplicate))
    #expect(titles(application) == ["a", "c", "b"] && application.model.queue.currentID == current)
    application.perform(.queue(.deduplicate))
    #expect(application.state.notices.last == .queue(.reduced(removed: 0, left: 3)))
  }
}
