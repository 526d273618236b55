import ApplicationTestSupport
import AudioBase
import Dubbing
import Percussion
import SystemBase
import TestSupport
import Testing

@testable import Application

/// Finding the drums of the track by a command, and adding them to the take.
@Suite @MainActor struct SongDrumsTests {
  /// A finder whose result is known.
  private struct Finder: SongAnalysing {
    var result: Result<HitSearchResult, FileError>
    var key: FoundKey?
    /// Whether it searches until it is cancelled.
    var isEndless = false

    func analyse(
      _ track: TrackLocation, withDrums: Bool, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(FileError) -> SongAnalysis {
      while isEndless { if isCancelled() { return SongAnalysis(beats: .cancelled, key: nil) } }
      return SongAnalysis(beats: .noBeat, key: key, drums: withDrums ? try result.get() : nil)
    }
  }

  private static let drums = SongHits(
    [
      SongHit(frame: 12_000, drum: .kick, velocity: 90, certainty: 0.9),
      SongHit(frame: 24_000, drum: .snare, velocity: 80, certainty: 0.75),
      SongHit(frame: 36_000, drum: .kick, velocity: 100, certainty: 1),
    ], rate: .standard)

  private let calls = CallQueue()

  private func bench(_ result: Result<HitSearchResult, FileError>, isEndless: Bool = false) throws
    -> TakeBench
  {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.tempo.analyse(
      by: Finder(result: result, isEndless: isEndless), main: calls.mainThread)
    try bench.play()
    return bench
  }

  private func wait(_ bench: TakeBench) throws {
    try bench.wait("the end of the search") {
      calls.perform()
      return bench.controller.songs.drumSearch == nil
    }
  }

  private var notes: PadNotes {
    var (kick, snare) = (Pad(number: 4, name: "kick", layers: []), Pad(number: 2, name: "snare", layers: []))
    (kick.midiNote, snare.midiNote) = (36, 38)
    return PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [snare, kick]))
  }

  @Test func foundDrumsAreKeptWithTheSong() throws {
    let bench = try self.bench(.success(.found(Self.drums)))
    bench.controller.songs.findDrums()
    #expect(bench.notices.last == .song(.drums(.finding(percent: nil))))
    try wait(bench)
    #expect(bench.notices.last == .song(.drums(.found([2, 1, 0, 0], isGuess: false))))
    #expect(bench.controller.songs.song.drums == Self.drums)
    let key = try #require(bench.controller.list.track.key)
    bench.close()
    #expect(try bench.songs.song(of: key)?.drums == Self.drums)
  }

  @Test func keyThatTheSameDecodingFindsIsKept() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    let key = FoundKey(MusicalKey(tonic: 9, isMinor: true), tuning: 3)
    bench.controller.tempo.analyse(
      by: Finder(result: .success(.noDrums(.noHits)), key: key), main: calls.mainThread)
    try bench.play()
    bench.controller.songs.findDrums()
    try wait(bench)
    #expect(bench.controller.songs.song.key == key && bench.controller.songs.song.drums == nil)
    bench.close()
  }

  @Test func drumsBecomeALayerThatIsUndone() throws {
    let bench = try self.bench(.success(.found(Self.drums)))
    bench.controller.songs.addDrums(notes, kit: "k")
    #expect(bench.notices.last == .song(.drums(.notFound)))
    bench.controller.songs.findDrums()
    try wait(bench)
    bench.controller.songs.addDrums(notes, kit: "k")
    let take = try #require(bench.controller.list.current)
    #expect(bench.notices.last == .song(.drums(.added(hits: 3, take: take.name))))
    #expect(take.layers.map(\.settings.name) == ["drums of the song"])
    let hits = try #require(take.layers.first?.hits)
    #expect(
      hits.frames == [12_000, 24_000, 36_000] && hits.pads == [4, 2, 4] && hits.velocities == [90, 80, 100])
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.current?.layers.isEmpty != false)
    bench.close()
  }

  @Test func kitWithoutPadsForTheDrumsIsReported() throws {
    let bench = try self.bench(.success(.found(Self.drums)))
    bench.controller.songs.findDrums()
    try wait(bench)
    bench.controller.songs.addDrums(PadNotes(nil), kit: "empty")
    #expect(bench.notices.last == .song(.drums(.noPads(kit: "empty"))))
    bench.close()
  }

  @Test func secondCommandEndsTheSearch() throws {
    let bench = try self.bench(.success(.noDrums(.silent)), isEndless: true)
    bench.controller.songs.findDrums()
    bench.controller.songs.findDrums()
    try wait(bench)
    #expect(bench.notices.last == .song(.drums(.cancelled)) && bench.controller.songs.song.drums == nil)
    bench.close()
  }

  @Test func trackWithoutDrumsOrOneThatIsUnreadableIsReported() throws {
    let error = FileError(.readFailed, "a")
    for (result, notice) in [
      (Result<HitSearchResult, FileError>.success(.noDrums(.noHits)), SongDrumsNotice.none(.noHits)),
      (.failure(error), .failed(error)),
    ] {
      let bench = try self.bench(result)
      bench.controller.songs.findDrums()
      try wait(bench)
      #expect(bench.notices.last == .song(.drums(notice)) && bench.controller.songs.song.drums == nil)
      bench.close()
    }
  }

  @Test func withoutATrackNothingIsSearched() throws {
    let bench = try TakeBench([])
    bench.controller.tempo.analyse(by: Finder(result: .success(.cancelled)), main: calls.mainThread)
    bench.controller.songs.findDrums()
    #expect(bench.notices.last == .song(.drums(.noTrack)))
    bench.close()
  }

  @Test func commandIsTyped() throws {
    for (text, command) in [
      ("find", SongDrumsCommand.find), ("layer", .layer), ("-12", .part(.gain(Decibels(-12)))),
      ("+3 dB", .part(.gain(Decibels(3)))), ("mute", .part(.mute)), ("solo", .part(.solo)),
      ("strength 2", .strength(.gentle)),
    ] {
      #expect(try Command.parse("drums \(text)") == .request(.drums(command)))
    }
    #expect(throws: (any Error).self) { try Command.parse("drums 13") }
    #expect(throws: (any Error).self) { try Command.parse("drums strength 6") }
    #expect(throws: (any Error).self) { try Command.parse("drums louder") }
  }
}
