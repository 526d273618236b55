import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// The filter of the queue finds the tracks that contain the typed text.
@Suite struct QueueFilterTests {
  private static func queue(_ entries: [(String, String?, String?)]) -> PlayQueue {
    var queue = PlayQueue()
    queue.append(
      entries.map { TrackInfo($0.0, title: $0.1, artist: $0.2) })
    return queue
  }

  private static let some = queue([
    ("/m/01.flac", "Flower Duet", "Léo Delibes"), ("/m/02.flac", "Coppélia: Valse", "Léo Delibes"),
    ("/m/bell song.mp3", nil, nil), ("/m/04.flac", "ЗВОН", "Владимир"), ("/m/Größe.ogg", nil, "Ｗｉｄｅ"),
  ])

  private func rows(_ text: String, _ queue: PlayQueue = some) -> [Int] {
    var filter = QueueFilter(text)
    while filter.isWorking { filter.work(queue, tracks: 2) }
    return filter.rows.compactMap { queue.index(of: $0) }
  }

  @Test(arguments: [
    ("duet", [0]), ("DUET", [0]), ("leo", [0, 1]), ("Léo valse", [1]), ("valse leo", [1]), ("bell", [2]),
    ("звон", [3]), ("grosse", [4]), ("größe", [4]), ("wide", [4]), ("nothing", []), ("flac", [0, 1, 3]),
    ("e", [0, 1, 2, 4]), ("coppelia:", [1]),
  ]) func filterSearchesTitleArtistAndFileName(text: String, wanted: [Int]) {
    #expect(rows(text) == wanted)
  }

  @Test func filterFindsTheAlbumNamedByTheTags() {
    var queue = Self.some
    var track = TrackInfo(path: FilePath("/m/02.flac"))
    (track.title, track.album) = ("Valse", "Ballets")
    queue.update(queue.items[1].id) { $0.apply(track) }
    #expect(rows("ballets", queue) == [1] && rows("coppelia", queue) == [])
  }

  /// However the letters come and the slices fall, the rows are those of the whole text.
  @Test func filterNarrowedLetterByLetterMatchesAFullSearch() {
    var random = SeededGenerator(seed: 7)
    let words = ["flower", "fl", "flow duet", "duet", "du", "bell", "leo"]
    for _ in 0..<300 {
      let queue = Self.queue(
        (0..<Int.random(in: 0...40, using: &random)).map { index in
          ("\(index)", words.randomElement(using: &random), words.randomElement(using: &random))
        })
      let text = words.randomElement(using: &random) ?? ""
      var filter = QueueFilter(String(text.prefix(1)))
      for length in 1...text.count {
        filter = QueueFilter(String(text.prefix(length)), after: filter)
        filter.work(queue, tracks: Int.random(in: 0...30, using: &random))
      }
      while filter.isWorking { filter.work(queue, tracks: 3) }
      #expect(filter.rows.compactMap { queue.index(of: $0) } == rows(text, queue), "\(text)")
    }
  }

  @Test func filterFollowsAddedAndRemovedTracks() {
    var queue = Self.some
    var filter = QueueFilter("leo")
    filter.work(queue, tracks: 100)
    queue.append([TrackInfo("/m/9.flac", title: "Lakmé", artist: "Leo D")])
    queue.remove(queue.items[0].id)
    filter.queueChanged(queue)
    #expect(filter.rows.compactMap { queue.index(of: $0) } == [0])
    while filter.isWorking { filter.work(queue, tracks: 1) }
    #expect(filter.rows.compactMap { queue.index(of: $0) } == [0, 4])
  }

  @Test func filterSliceExaminesNoMoreTracksThanAllowed() {
    var filter = QueueFilter("leo")
    filter.work(Self.some, tracks: 1)
    #expect(filter.isWorking && filter.rows.count == 1)
    filter = QueueFilter("leo d", after: filter)
    filter.work(Self.some, tracks: 1)
    #expect(filter.isWorking && filter.rows.count == 1)
    filter.work(Self.some, tracks: 4)
    #expect(!filter.isWorking && filter.rows.count == 2)
  }
}
