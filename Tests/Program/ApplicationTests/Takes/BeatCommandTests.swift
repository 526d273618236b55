@testable import Application
import ApplicationTestSupport
import AudioBase
import Dubbing
import PlayerTestSupport
import Synchronization
import SystemBase
import TestSupport
import Testing

/// Finding and correcting the beats of the track by commands.
@Suite @MainActor struct BeatCommandTests {
  /// A finder whose result is known.
  private struct Finder: SongAnalysing {
    var result: Result<BeatSearchResult, FileError>
    /// Whether it searches until it is cancelled.
    var isEndless = false
    var key: FoundKey?

    func analyse(
      _ track: TrackLocation, withDrums: Bool, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(FileError) -> SongAnalysis {
      while isEndless { if isCancelled() { return SongAnalysis(beats: .cancelled, key: nil) } }
      return SongAnalysis(beats: try result.get(), key: key)
    }
  }

  private static let found = FoundBeats(
    bpm: 97.3, isSteady: true, confidence: 0.8, beats: (0..<40).map { 7_000 + Double($0) * 29_599.2 },
    bars: FoundBeats.Bars(beats: 3, first: 1), rate: .standard)

  private let calls = CallQueue()

  private func bench(_ finder: Finder) throws -> TakeBench {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.tempo.analyse(by: finder, main: calls.mainThread)
    try bench.play()
    return bench
  }

  private func wait(_ bench: TakeBench) throws {
    try bench.wait("the end of the search") {
      calls.perform()
      return bench.controller.tempo.beatSearch == nil
    }
  }

  private func run(_ bench: TakeBench, _ command: TempoCommand) { bench.controller.tempo.perform(command) }

  @Test func foundBeatsAreThoseOfTheTrackAndAreKept() throws {
    let bench = try self.bench(Finder(result: .success(.found(Self.found))))
    run(bench, .find)
    try wait(bench)
    #expect(bench.notices.suffix(2).first == .beats(.finding(percent: nil)))
    #expect(bench.notices.last == .beats(.found(bpm: 97.3, isSteady: true, TimeSignature("3/4"))))
    let tempo = try #require(bench.controller.list.track.tempo)
    #expect(tempo == TempoMap(bpm: 97.3, beats: [36_599], signature: TimeSignature("3/4")))
    #expect(bench.controller.tempo.grid.beat(atFrame: 36_599) == 0)
    let key = try #require(bench.controller.list.track.key)
    bench.close()
    #expect(try bench.songs.song(of: key)?.tempo == tempo)
  }

  @Test func foundKeyIsKeptAndTheSongIsTunedByIt() throws {
    let key = FoundKey(MusicalKey(tonic: 9, isMinor: true), tuning: 12)
    let bench = try self.bench(Finder(result: .success(.noBeat), key: key))
    let (songs, model) = (bench.controller.songs, bench.player.model)
    func wait() throws {
      try bench.wait("the end of the search") {
        calls.perform()
        return songs.keySearch == nil
      }
    }
    #expect(songs.tune(.find) == .key(.finding))
    try wait()
    #expect(bench.notices.last == .song(.key(.found(key))) && songs.song.key == key)
    #expect(songs.heardKey?.symbol == "Am" && songs.tune(.show) == .key(.found(key)))
    #expect(try Command.parse("tune") == .request(.tune(.show)))
    _ = songs.transpose(Transposition(cents: -500))
    #expect(songs.tune(.match) == .transposed(Transposition(cents: -512)))
    #expect(songs.tune(.match) == .key(.isInTune(key)) && songs.heardKey?.symbol == "Em")
    bench.controller.list.turn(.undo)
    #expect(model.transposition.cents == -500)
    let track = try #require(bench.controller.list.track.key)
    bench.close()
    #expect(try bench.songs.song(of: track)?.key == key)
    let beats = try self.bench(Finder(result: .success(.noBeat), key: key))
    run(beats, .find)
    try self.wait(beats)
    #expect(beats.controller.songs.song.key == key && beats.notices.last == .beats(.noBeat))
    beats.close()
  }

  @Test func undoRestoresEachFormerTempo() throws {
    let bench = try self.bench(Finder(result: .success(.found(Self.found))))
    bench.controller.tempo.setTempo(110)
    run(bench, .find)
    try wait(bench)
    run(bench, .correct(.half))
    #expect(bench.controller.tempo.bpm == 48.65)
    for bpm in [97.3, 110, 120] {
      bench.controller.list.turn(.undo)
      #expect(bench.controller.tempo.bpm == bpm && bench.notices.last == .beats(.turned(.undo, bpm: bpm)))
    }
    #expect(bench.controller.list.time(of: .undo) == nil)
    bench.controller.list.turn(.redo)
    #expect(bench.controller.tempo.bpm == 110 && bench.notices.last == .beats(.turned(.redo, bpm: 110)))
    bench.close()
  }

  @Test func tapsOfOneMeasurementAreOneUndo() throws {
    let bench = try self.bench(Finder(result: .success(.noBeat)))
    let start = bench.player.device.now
    for tap in 0..<5 { bench.controller.tempo.tap(at: start.advanced(bySeconds: Double(tap) * 0.4)) }
    #expect(bench.controller.tempo.bpm == 150)
    bench.controller.list.turn(.undo)
    #expect(bench.controller.tempo.bpm == 120)
    bench.close()
  }

  @Test func secondCommandEndsTheSearchAndTheTempoStays() throws {
    let bench = try self.bench(Finder(result: .success(.noBeat), isEndless: true))
    run(bench, .find)
    run(bench, .find)
    try wait(bench)
    #expect(bench.notices.last == .beats(.cancelled) && bench.controller.list.track.tempo == nil)
    bench.close()
  }

  /// Counts the tracks that it decodes, each until it may end or is cancelled.
  private final class CountingFinder: SongAnalysing {
    static let key = FoundKey(MusicalKey(tonic: 2, isMinor: false), tuning: -7)

    /// The decodings that were begun, and those that came to their ends.
    let count = Atomic<Int>(0)
    let ended = Atomic<Int>(0)
    let mayEnd = Atomic<Bool>(false)

    func analyse(
      _ track: TrackLocation, withDrums: Bool, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(FileError) -> SongAnalysis {
      count.add(1, ordering: .relaxed)
      progress(0.25)
      while !mayEnd.load(ordering: .acquiring), !isCancelled() {}
      if isCancelled() { return SongAnalysis(beats: .cancelled, key: nil) }
      ended.add(1, ordering: .relaxed)
      return SongAnalysis(
        beats: .noBeat, key: CountingFinder.key, drums: withDrums ? .noDrums(.noHits) : nil)
    }
  }

  private func bench(_ finder: CountingFinder) throws -> TakeBench {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.tempo.analyse(by: finder, main: calls.mainThread)
    try bench.play()
    return bench
  }

  private func finish(_ bench: TakeBench, _ finder: CountingFinder) throws {
    finder.mayEnd.store(true, ordering: .releasing)
    let songs = bench.controller.songs
    try bench.wait("the end of all searches") {
      calls.perform()
      return bench.controller.tempo.beatSearch == nil && songs.keySearch == nil && songs.drumSearch == nil
    }
  }

  @Test func keyAndBeatsThatAreFoundAtOnceDecodeTheTrackOnce() throws {
    let finder = CountingFinder()
    let bench = try self.bench(finder)
    #expect(bench.controller.songs.tune(.find) == .key(.finding))
    run(bench, .find)
    try finish(bench, finder)
    #expect(finder.count.load(ordering: .relaxed) == 1)
    #expect(bench.notices.suffix(2) == [.song(.key(.found(CountingFinder.key))), .beats(.noBeat)])
    #expect(bench.controller.songs.song.key == CountingFinder.key)
    bench.close()
  }

  @Test(arguments: [true, false])
  func drumsThatAreFoundAtOnceWithKeyAndBeatsDecodeTheTrackOnce(areFirst: Bool) throws {
    let finder = CountingFinder()
    let bench = try self.bench(finder)
    let songs = bench.controller.songs
    if areFirst { songs.findDrums() }
    #expect(songs.tune(.find) == .key(.finding))
    run(bench, .find)
    if !areFirst { songs.findDrums() }
    try finish(bench, finder)
    // The one without drums, which has just begun, is begun again with them.
    #expect(finder.ended.load(ordering: .relaxed) == 1)
    if areFirst { #expect(finder.count.load(ordering: .relaxed) == 1) }
    let ends: [TakeNotice] = [.song(.key(.found(CountingFinder.key))), .beats(.noBeat)]
    let drums = TakeNotice.song(.drums(.none(.noHits)))
    #expect(Array(bench.notices.suffix(3)) == (areFirst ? [drums] + ends : ends + [drums]))
    #expect(songs.song.key == CountingFinder.key)
    bench.close()
  }

  @Test func endOfTheSearchForDrumsLeavesTheOtherOne() throws {
    let finder = CountingFinder()
    let bench = try self.bench(finder)
    let songs = bench.controller.songs
    songs.findDrums()
    #expect(songs.tune(.find) == .key(.finding))
    songs.findDrums()
    #expect(bench.notices.last == .song(.drums(.cancelled)) && songs.drumSearch == nil)
    try finish(bench, finder)
    #expect(finder.count.load(ordering: .relaxed) == 1)
    #expect(bench.notices.last == .song(.key(.found(CountingFinder.key))))
    bench.close()
  }

  /// Otherwise a search that is nearly done would begin again.
  @Test func drumsThatAreSearchedLaterDecodeTheTrackBesideTheBeats() throws {
    let (finder, track) = (CountingFinder(), TrackLocation(path: FilePath("a")))
    let analyser = SongAnalyser(finder, main: calls.mainThread, progressInterval: 0)
    var isLate = false
    var received: [HitSearchResult?] = []
    func receive(_ result: Result<SongAnalysis, FileError>) {
      if case .success(let analysis) = result { received.append(analysis.drums) }
    }
    _ = analyser.search(track, progress: { _ in isLate = true }, receive: receive)
    try Wait.until("progress") {
      calls.perform()
      return isLate
    }
    _ = analyser.search(track, withDrums: true, receive: receive)
    // This one waits for the first decoding.
    _ = analyser.search(track, receive: receive)
    finder.mayEnd.store(true, ordering: .releasing)
    try Wait.until("the end of both") {
      calls.perform()
      return received.count == 3
    }
    #expect(finder.ended.load(ordering: .relaxed) == 2)
    #expect(received.count { $0 == .noDrums(.noHits) } == 1)
  }

  @Test func endOfOneSearchLeavesTheOtherOne() throws {
    let finder = CountingFinder()
    let bench = try self.bench(finder)
    #expect(bench.controller.songs.tune(.find) == .key(.finding))
    run(bench, .find)
    run(bench, .find)
    #expect(bench.notices.last == .beats(.cancelled) && bench.controller.tempo.beatSearch == nil)
    try finish(bench, finder)
    #expect(finder.count.load(ordering: .relaxed) == 1)
    #expect(bench.notices.last == .song(.key(.found(CountingFinder.key))))
    bench.close()
  }

  @Test func searchAfterOneThatWasEndedStartsAgain() throws {
    let finder = CountingFinder()
    let bench = try self.bench(finder)
    let songs = bench.controller.songs
    #expect(songs.tune(.find) == .key(.finding) && songs.tune(.find) == .key(.cancelled))
    #expect(songs.keySearch == nil && songs.tune(.find) == .key(.finding))
    try finish(bench, finder)
    #expect(songs.song.key == CountingFinder.key)
    bench.close()
  }

  @Test func guessOrNoBeatOrUnreadableTrackKeepsTheTempo() throws {
    let error = FileError(.readFailed, "a")
    for (result, notice) in [
      (Result<BeatSearchResult, FileError>.success(.noBeat), TakeNotice.Beats.noBeat),
      (.success(.guess(TempoGuess(bpm: 92, confidence: 0.1))), .guess(bpm: 92)),
      (.failure(error), .failed(error)),
    ] {
      let bench = try self.bench(Finder(result: result))
      run(bench, .find)
      try wait(bench)
      #expect(bench.notices.last == .beats(notice) && bench.controller.list.track.tempo == nil)
      bench.close()
    }
  }

  @Test func withoutATrackNothingIsSearched() throws {
    let bench = try TakeBench([])
    run(bench, .find)
    #expect(bench.notices.last == .beats(.noTrack))
    run(bench, .correct(.double))
    #expect(bench.controller.tempo.bpm == 240)
    bench.close()
  }

  @Test func barBeginsWithTheBeatThatIsHeard() throws {
    let bench = try self.bench(Finder(result: .success(.noBeat)))
    bench.controller.tempo.setTempo(100)
    bench.run(frames: 100_000)
    let now = bench.player.device.now
    bench.controller.tempo.perform(.correct(.here), at: now)
    let heard = try #require(bench.player.transport.heard(at: now)).trackFrame.value
    let grid = bench.controller.tempo.grid
    #expect(abs(grid.frame(ofBeat: grid.beat(nearestTo: heard)) - Double(heard)) <= 1)
    #expect(grid.signature.place(ofBeat: grid.beat(nearestTo: heard)) == 0)
    bench.close()
  }

  @Test func wordsAndNumbersAreArgumentsOfTheSameCommand() {
    for command in TempoCommand.ofBeats {
      #expect(Command(name: "tempo \(command.text)") == .request(.tempo(command)))
      #expect(Command.request(.tempo(command)).name == "tempo \(command.text)")
    }
    #expect(
      Command(name: "tempo 97.5") == .request(.tempo(.bpm(97.5))) && Command(name: "tempo third") == nil)
  }
}
