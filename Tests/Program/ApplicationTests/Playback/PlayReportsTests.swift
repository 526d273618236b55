import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Librarian
@testable import Player
@testable import SystemBase

/// The plays that the index and the program of `on-track` are told.
@MainActor @Suite struct PlayReportsTests {
  private let bench = PlayerBench("a.wav", "b.wav")

  private func start() {
    bench.model.play()
    bench.begin(0, of: 100)
  }

  private func read(_ index: Int, title: String) {
    var track = bench.model.queue.items[index].listed
    (track.title, track.artist) = (title, "Ann")
    bench.model.tracksWereRead([(bench.id(index), track)])
  }

  @Test func playIsReportedWithItsTagsAndWhenItCounts() {
    var reports = PlayReports()
    func update(after seconds: Double) -> [PlayStage] {
      bench.pass(seconds: seconds)
      return reports.update(bench.model, now: bench.model.now()).stages
    }
    start()
    #expect(update(after: 0) == [] && reports.nextUpdate != nil)
    #expect(update(after: 1) == [], "the tags are being read")
    read(0, title: "One")
    #expect(update(after: 1) == [.playing])
    #expect(update(after: 1) == [])
    #expect(update(after: 47) == [.heard])
    #expect(reports.nextUpdate == nil && update(after: 1) == [])
    bench.begin(0, of: 100)
    #expect(update(after: 0) == [])
    #expect(update(after: 1) == [.playing], "the track plays again")
    bench.model.pause()
    #expect(update(after: 1) == [] && reports.nextUpdate == nil)
  }

  @Test func trackWithoutTagsIsReportedWhenItCounts() {
    var reports = PlayReports()
    start()
    _ = reports.update(bench.model, now: bench.model.now())
    bench.pass(seconds: 60)
    let reached = reports.update(bench.model, now: bench.model.now())
    #expect(reached.stages == [.playing, .heard] && reached.age == 60)
  }

  @Test func programGetsTheTrackInVariables() {
    read(0, title: "One")
    var item = bench.model.queue.items[0]
    item.listed.location.path = FilePath("/m/a.wav")
    func text(_ variables: [String: [UInt8]], _ name: String) -> String? {
      variables["DRUMDUB_\(name)"].map { String(decoding: $0, as: UTF8.self) }
    }
    let file = TrackProgram.environment(.heard, item, start: 12)
    let values = ["STATUS", "TITLE", "ARTIST", "ALBUM", "FILE", "URL", "STARTED"].map { text(file, $0) }
    #expect(values == ["heard", "One", "Ann", "", "/m/a.wav", "", "12"])
    let stream = QueueItem(
      id: QueueItem.ID(9), listed: TrackInfo(path: FilePath("http://radio.example/live")))
    let live = TrackProgram.environment(.playing, stream, start: 0)
    #expect(text(live, "URL") == "http://radio.example/live" && text(live, "FILE") == "")
    #expect(text(live, "STATUS") == "playing" && text(live, "TITLE") == "http://radio.example/live")
  }

  @Test func libraryCountsAPlayWithTheTimeOfItsStart() throws {
    let library = try LibraryControllerBench.ready(LibraryControllerBench.some)
    library.player.add(["/music/x.wav"])
    library.player.model.play()
    library.player.begin(0, of: 100)
    let now = library.player.model.now
    _ = library.controller.followPlay(now: now())
    library.player.pass(seconds: 50)
    let before = Timestamp.now
    let reached = library.controller.followPlay(now: now())
    #expect(reached.stages == [.playing, .heard])
    #expect((before - 50...Timestamp.now - 50).contains(reached.start))
    #expect(library.index.plays.map { $0.track.path } == [FilePath("/music/x.wav")])
    #expect(library.index.plays.map { $0.time } == [Int64(reached.start)])
  }
}
