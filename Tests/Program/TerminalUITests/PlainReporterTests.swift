import ApplicationTestSupport
@testable import Application
import AudioBase
import Controls
import KitEditing
import PlayerTestSupport
import SystemBase
import Testing

@testable import Percussion
@testable import Player
@testable import TerminalUI

/// The lines of the plain mode.
@MainActor @Suite struct PlainReporterTests {
  private let bench = PlayerBench("a.flac", "b.flac")
  private let application: Application
  private let session: ScreenSession
  private let start = HostTime(nanoseconds: 1_000_000_000)

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  /// Passes the player's events to a reporter. Returns their lines.
  private func lines(_ reporter: inout PlainReporter, at seconds: Double) -> [String] {
    let now = start.advanced(bySeconds: seconds)
    return bench.events().flatMap { reporter.lines(for: $0, at: now) }
      + reporter.update(KeyMap(), at: now)
  }

  @Test(arguments: [true, false]) func onlyAUserIsAskedForTheFolderOfTheMusic(isUser: Bool) {
    let bench = LibraryScreenBench(ready: false)
    bench.controller.receive(.opened(isEmpty: true, nil))
    bench.session.askForFolder()
    var reporter = PlainReporter(session: bench.session)
    reporter.begin(hasUser: isUser, at: start)
    let lines = reporter.update(KeyMap(), at: start)
    #expect(lines.contains { $0.hasPrefix("Where is your music?: 1 of ") } == isUser)
    #expect(reporter.update(KeyMap(), at: start).isEmpty)
  }

  @Test func trackIsReportedOnceTheTagsAreReadOrLate() {
    bench.model.tracks.readsTags = true
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.play()
    bench.begin(0)
    #expect(lines(&reporter, at: 0).isEmpty && reporter.nextLine != nil)
    var tags = TrackInfo(path: FilePath("a.flac"))
    tags.title = "Flower Duet"
    bench.model.tracksWereRead([(bench.id(0), tags)])
    #expect(lines(&reporter, at: 0.1) == ["playing: 1 of 2, Flower Duet, 01:40"])
    #expect(reporter.nextLine == nil && lines(&reporter, at: 5).isEmpty)
    // The tags of the next one are not read in time.
    bench.model.next()
    bench.begin(1)
    #expect(lines(&reporter, at: 6).isEmpty)
    #expect(lines(&reporter, at: 7.1) == ["playing: 2 of 2, b.flac, 01:40"])
  }

  @Test func restoredTrackIsReportedToAUserOnceTheTagsAreRead() {
    bench.model.tracks.readsTags = true
    var reporter = PlainReporter(session: session)
    reporter.begin(hasUser: true, at: start)
    #expect(lines(&reporter, at: 0.1).isEmpty)
    bench.model.tracksWereRead([(bench.id(0), TrackInfo(path: FilePath("a.flac")))])
    #expect(lines(&reporter, at: 0.2) == ["stopped: 1 of 2, a.flac, --:--, at 00:00"])
    // Its start replaces the line.
    reporter.begin(hasUser: true, at: start)
    bench.model.play()
    bench.begin(0)
    #expect(lines(&reporter, at: 0.3) == ["playing: 1 of 2, a.flac, 01:40"])
    reporter.begin(at: start)
    #expect(lines(&reporter, at: 5).isEmpty)
  }

  @Test func trackStoppedBeforeTheTagsAreReadIsReportedBeforeTheStop() {
    bench.model.tracks.readsTags = true
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.play()
    _ = lines(&reporter, at: 0)
    bench.model.stop()
    let told = lines(&reporter, at: 0.1)
    #expect(told.count == 2 && told[0].hasPrefix("playing: 1 of 2, a.flac") && told[1] == "stopped")
  }

  @Test func emptiedQueueNamesNoTrack() {
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.play()
    bench.begin(0)
    #expect(lines(&reporter, at: 0).count == 1)
    bench.model.clearQueue()
    #expect(!lines(&reporter, at: 1).contains { $0.contains("nothing") })
  }

  /// A message of its own says the rating.
  @Test func ratedRowIsTheSameRow() {
    let row = "2 of 5: Bell Song, Léo Delibes · Album, "
    #expect(PlainReporter.isSameRow(row + "01:42", row + "★★★★☆  01:42"))
    #expect(PlainReporter.isSameRow(row + "★☆☆☆☆  01:42, current", row + "★★★★☆  01:42"))
    #expect(!PlainReporter.isSameRow(row + "01:42", row + "★★★★☆  01:43"))
  }

  @Test func manyCompletionsAreCounted() {
    let many = (1...20).map { "name \($0)" }
    var field = TextField("n")
    field.choices = many
    #expect(
      TextFieldText.manyChoices(field)
        == "20 completions, such as name 1, name 2, name 3: type more letters")
    field.choices = Array(many.prefix(12))
    #expect(
      TextFieldText.manyChoices(field) == nil
        && TextFieldText.note(field)?.hasPrefix("name 1  name 2") == true)
  }

  @Test func theEndOfTheQueueIsOneLine() {
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.play(bench.id(1))
    bench.begin(1)
    #expect(lines(&reporter, at: 0) == ["playing: 2 of 2, b.flac, 01:40"])
    bench.emit(.ended(bench.id(1)))
    #expect(bench.model.queue.currentID == bench.id(0))
    #expect(lines(&reporter, at: 1) == ["stopped"])
    // A track that the user chooses later is printed.
    bench.model.next()
    #expect(lines(&reporter, at: 2) == ["track: b.flac"])
  }

  @Test func aTrackThatPlaysAtOnceIsOneLine() {
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.next()
    bench.model.play()
    bench.begin(1)
    #expect(lines(&reporter, at: 0) == ["playing: 2 of 2, b.flac, 01:40"])
  }

  @Test func repeatedSeeksAreReportedInOneLine() {
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.play()
    bench.begin(0)
    #expect(lines(&reporter, at: 0).count == 1)
    for step in 1...3 {
      bench.model.seek(to: bench.model.elapsed + 10)
      bench.emit(.moved(bench.id(0), bench.anchor(Double(step) * 10)))
      #expect(lines(&reporter, at: Double(step) * 0.1).isEmpty)
    }
    #expect(lines(&reporter, at: 1) == ["at 00:30"])
    #expect(lines(&reporter, at: 9).isEmpty)
    bench.model.pause()
    #expect(lines(&reporter, at: 10) == ["paused at 00:30"])
  }

  @Test func aPauseDuringASeekAndItsEndAreReportedAtOnce() {
    var reporter = PlainReporter(session: session)
    reporter.begin()
    bench.model.play()
    bench.begin(0)
    #expect(lines(&reporter, at: 0) == ["playing: 1 of 2, a.flac, 01:40"])
    bench.model.seek(to: 30)
    #expect(lines(&reporter, at: 0.1).isEmpty)
    // Two keys that are read together: nothing is updated between them.
    var told: [String] = []
    for _ in 0..<2 {
      bench.model.togglePlaying()
      told += bench.events().flatMap { reporter.lines(for: $0, at: start) }
    }
    #expect(told == ["at 00:30", "paused at 00:30", "playing: 1 of 2, a.flac, 01:40"])
    bench.emit(.moved(bench.id(0), bench.anchor(30)))
    #expect(lines(&reporter, at: 1).isEmpty)
    bench.model.seek(to: 40)
    #expect(lines(&reporter, at: 2).isEmpty)
    bench.model.togglePlaying()
    #expect(lines(&reporter, at: 2.1) == ["at 00:40", "paused at 00:40"])
    bench.emit(.moved(bench.id(0), bench.anchor(40, rate: 0)))
    #expect(bench.model.playbackState == .paused && lines(&reporter, at: 3).isEmpty)
  }

  @Test func promptsAndFiltersWithoutAMatchAreReported() {
    var reporter = PlainReporter(session: session)
    session.perform(.search(.find))
    #expect(lines(&reporter, at: 0) == ["filter: "])
    for (text, told) in [("b", []), ("bx", ["nothing matches \"bx\""]), ("bx", [])] {
      let edit = PromptEdit.insert(String(text.dropFirst(session.field?.text.count ?? 0)))
      session.type(edit)
      reporter.noteTyped(edit)
      while session.hasWork { session.work() }
      #expect(lines(&reporter, at: 0) == told)
    }
    session.type(.accept)
    #expect(lines(&reporter, at: 0).isEmpty)
  }

  /// The index is asked when the entry is shown, and adds the album.
  @Test func firstRowOfAPlaylistIsReportedOnce() {
    let bench = LibraryScreenBench()
    bench.entries = (1...2).map { PlaylistEntry(.file(FilePath("/music/\($0).flac"))) }
    bench.index.answersLookups = false
    let plain = PlainBench(bench.session, of: bench)
    bench.press(.program(.nextPanel), .move(.down), .move(.down), .move(.down), .move(.down))
    _ = plain.changes()
    bench.press(.list(.activate))
    #expect(plain.changes() == ["Library ▸ Playlists: 1 of 2: mine, 2"])
    bench.press(.list(.activate))
    #expect(plain.changes() == [], "the index has not answered")
    bench.index.answerLookups(bench.index.lookups)
    #expect(
      plain.changes() == ["Library ▸ Playlists ▸ mine: 1 of 2: Flower Duet, Léo Delibes · Album, 01:41"])
    #expect(plain.press(.library(.entryUp)) == ["nothing before this"])
  }

  @Test func whereaboutsSayTakeKitTempoBarLoopAndMetronome() throws {
    let bench = try TimelineBench()
    let (application, session) = (bench.application, bench.session)
    let (takes, player) = (bench.takes, bench.player)
    session.closeLayers()
    application.model.append([TrackInfo(path: FilePath("song.flac"))])
    application.kits = KitController(
      loaded: Kit(name: "Rock", path: FilePath("/k"), pads: []), service: NoServices.shared,
      events: .idle)
    player.onEvent = { event in
      if case .freeBegan(let serial, let frame) = event { takes.freeBegan(serial, at: frame) }
    }
    func lines(_ count: Int) -> [String] {
      Array(PlainText.whereabouts(session, KeyMap()).prefix(count))
    }
    #expect(
      lines(8) == [
        "stopped: 1 of 1, song.flac, --:--, at 00:00", "volume 0.0 dB · 100%", "not recording",
        "take 1: 2 layers", "kit Rock", "assumed tempo 120 BPM 4/4", "loop off", "metronome off",
      ])
    takes.list.choose(TakeList.Entry(group: .free, take: bench.take.id))
    takes.tempo.toggleMetronome()
    session.perform(.request(.bars(.loop(2...3))))
    player.run(frames: 48_000 * 3)
    player.takeNews()
    #expect(
      lines(7) == [
        "playing: take 1, without a track, at 00:03 of 00:07", "volume 0.0 dB · 100%", "not recording",
        "kit Rock", "tempo 120 BPM 4/4, bar 2", "loop 00:02–00:06, bars 2–3", "metronome on",
      ])
  }

  @Test func ratingStarsAreReportedInWords() {
    #expect(PlainText.ratingsInWords("a: ★☆☆☆☆") == "a: 1 of 5 stars")
    #expect(PlainText.ratingsInWords("3 of 4: b, ★★★★★, 01:00") == "3 of 4: b, 5 of 5 stars, 01:00")
    #expect(PlainText.ratingsInWords("★ song") == "★ song")
  }
}
