import PlayerTestSupport
import Testing

@testable import Application
@testable import AudioBase
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Sorting, shuffling, cropping and deduplicating the queue.
@MainActor @Suite struct QueueOrderTests {
  private func session(_ tracks: [(name: String, artist: String?, date: String?)]) -> ScreenSession {
    let bench = PlayerBench()
    bench.model.insert(
      tracks.map { track in
        var info = TrackInfo(path: FilePath("/m/\(track.name)"))
        (info.title, info.artist, info.date) = (track.name, track.artist, track.date)
        return QueueAddition(info)
      }, at: .end)
    return ScreenSession(Application(model: bench.model))
  }

  private func titles(_ session: ScreenSession) -> [String] {
    session.model.queue.items.map(\.title)
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
    let session = session(tracks)
    session.perform(try Command.parse("sort-queue \(order)"))
    #expect(titles(session) == expected)
    session.perform(.program(.undo))
    #expect(titles(session) == tracks.map(\.name))
  }

  @Test func unknownFieldIsRefused() {
    #expect(throws: CommandError.self) { try Command.parse("sort-queue colour") }
  }

  @Test func shuffledQueueHasTheSameTracks() {
    let session = session((0..<50).map { ("\($0)", nil, nil) })
    let before = titles(session)
    session.perform(.queue(.shuffleTracks))
    #expect(titles(session) != before && titles(session).sorted() == before.sorted())
    session.perform(.program(.undo))
    #expect(titles(session) == before)
  }

  @Test func cropKeepsTheMarkedTracksOrElseTheSelectedOne() {
    let session = session(tracks)
    session.select(row: 2)
    session.perform(.queue(.crop))
    #expect(titles(session) == ["A"])
    #expect(session.application.state.notices.last == .queue(.reduced(removed: 3, left: 1)))
    session.perform(.program(.undo))
    session.state.marks = [session.model.queue.items[0].id, session.model.queue.items[3].id]
    session.perform(.queue(.crop))
    #expect(titles(session) == ["b 10", "c"])
  }

  @Test func deduplicationKeepsTheFirstOfEqualTracksOrTheCurrentOne() {
    let session = session(["a", "b", "a", "c", "b"].map { ($0, nil, nil) })
    session.model.play(session.model.queue.items[4].id)
    let current = session.model.queue.currentID
    session.perform(.queue(.deduplicate))
    #expect(titles(session) == ["a", "c", "b"] && session.model.queue.currentID == current)
    session.perform(.queue(.deduplicate))
    #expect(session.application.state.notices.last == .queue(.reduced(removed: 0, left: 3)))
  }
}
