import ApplicationTestSupport
import AudioBase
import Dubbing
import Percussion
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// MIDI files that the user imports while the program runs.
@MainActor @Suite struct MIDIImportTests {
  private let bench: TakeBench
  private let application: Application
  private let calls = CallQueue()

  init() throws {
    bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 0)
    application = Application(model: bench.player.model, main: calls.mainThread)
    application.takes = bench.controller
    var snare = Pad(number: 1, name: "snare", layers: [])
    snare.midiNote = 38
    let kit = Kit(name: "one", path: FilePath("/kits/one"), pads: [snare])
    application.kits = KitController(loaded: kit, service: TestKitService(), events: .idle)
  }

  /// Two tracks at 120 beats a minute, the second one with a note that no pad has.
  private let file = MIDIFile(
    division: .quarter(ticks: 480),
    tracks: [
      .init(events: [.init(0, .tempo(microseconds: 500_000))]),
      .init(
        name: "snare", events: (0..<4).map { .init(480 * $0, .noteOn(channel: 9, key: 38, velocity: 90)) }),
      .init(
        name: "other",
        events: [
          .init(240, .noteOn(channel: 9, key: 38, velocity: 70)),
          .init(480, .noteOn(channel: 9, key: 99, velocity: 70)),
        ]),
    ])

  private var notices: [TakeNotice] {
    application.state.notices.entries.compactMap { entry in
      if case .take(let notice) = entry.notice { notice } else { nil }
    }
  }

  private func importFile() { application.importMIDI(.success(file), from: FilePath("beat.mid")) }

  @Test func midiTracksBecomeLayersOfTheCurrentTakeAndAreUndone() throws {
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3_000)
    bench.strike()
    try bench.stopRecording()
    importFile()
    let take = try #require(bench.controller.list.current)
    #expect(take.layers.map(\.settings.name) == ["layer 1", "snare", "other"])
    #expect(
      take.layers[1].hits.frames == [0, 24_000, 48_000, 72_000] && take.layers[2].hits.frames == [12_000])
    #expect(take.tempo?.bpm == 120)
    guard case .imported(let summary)? = notices.last else { Issue.record("\(notices)"); return }
    #expect(summary.layers == 2 && summary.hits == 5 && summary.unknownNotes == [99: 1])
    bench.controller.list.turn(.undo)
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.current?.layers.map(\.settings.name) == ["layer 1"])
  }

  @Test func midiImportWithoutATakeBeginsOneForThePlayingTrack() throws {
    try bench.play()
    importFile()
    let take = try #require(bench.controller.list.current)
    #expect(take.track != nil && take.hitCount == 5 && bench.controller.list.takes.count == 1)
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount) == [5])
  }

  @Test func midiImportIsRefusedWhileRecordingAndWithoutHits() throws {
    try bench.play()
    bench.controller.recording.toggle()
    importFile()
    #expect(notices == [.importWhileRecording])
    bench.run(frames: 3_000)
    bench.strike()
    try bench.stopRecording()
    application.importMIDI(
      .success(MIDIFile(division: .quarter(ticks: 480), tracks: [])), from: FilePath("e.mid"))
    application.importMIDI(.failure(FileError(.notFound, "gone.mid")), from: FilePath("gone.mid"))
    #expect(
      notices.suffix(2) == [
        .notImported(TakeMIDI.withoutHits(FilePath("e.mid"), kit: "one")),
        .notImported(FileError(.notFound, "gone.mid")),
      ])
    #expect(bench.controller.list.current?.layers.count == 1)
  }

  @Test func midiFileThatCannotBeReadIsReportedByTheMainThread() throws {
    application.importMIDI("/nowhere/gone.mid")
    #expect(notices.isEmpty, "it is read on another thread")
    try bench.wait("the end of reading") {
      calls.perform()
      return !notices.isEmpty
    }
    guard case .notImported(let error)? = notices.last else { Issue.record("\(notices)"); return }
    #expect(error.code == .notFound && error.subject == "/nowhere/gone.mid" && notices.count == 1)
  }

  /// No hit has such a velocity, so that the file of the take could not be read any more.
  @Test func midiImportThatCouldNotBeReadBackChangesNoTake() throws {
    try bench.play()
    let loud = MIDIFile.Event(0, .noteOn(channel: 9, key: 38, velocity: 200))
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: [.init(events: [loud])])
    application.importMIDI(.success(file), from: FilePath("loud.mid"))
    guard case .notImported(let error)? = notices.last else { Issue.record("\(notices)"); return }
    #expect(error.code == .damaged && error.subject == "loud.mid" && notices.count == 1)
    #expect(bench.controller.list.takes.isEmpty)
    importFile()
    #expect(bench.controller.list.current?.hitCount == 5)
  }
}
