import ApplicationTestSupport
import AudioBase
import Dubbing
import KitEditing
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
    try bench.recordHit()
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

  /// The keys 60, 61, 62 and 65 of a piano, each for an eighth of a second.
  private let melody = MIDIFile(
    division: .quarter(ticks: 480),
    tracks: [
      .init(
        name: "piano",
        events: [60, 61, 62, 65].enumerated().flatMap { index, key in
          [
            MIDIFile.Event(480 * index, .noteOn(channel: 0, key: key, velocity: 70)),
            MIDIFile.Event(480 * index + 120, .noteOff(channel: 0, key: key)),
          ]
        })
    ])

  @Test func notesOfAFileWithoutDrumsAreOfferedAsThoseOfAnInstrument() throws {
    try bench.play()
    let path = FilePath("tune.mid")
    application.importMIDI(.success(melody), from: path)
    let question = Question.importNotes(melody, path, kit: "one", notes: [60, 61, 62, 65])
    #expect(application.state.question == question && notices.isEmpty)
    #expect(bench.controller.list.takes.isEmpty)
    #expect(application.answer(.list(.activate)) == .answered)
    let take = try #require(bench.controller.list.current)
    #expect(take.layers.map(\.settings.name) == ["piano"])
    #expect(take.layers[0].hits.compactMap { $0.note?.key } == [60, 61, 62, 65])
    guard case .imported(let summary)? = notices.last else { Issue.record("\(notices)"); return }
    #expect(summary.isInstrument && summary.hits == 4 && summary.unknownNotes.isEmpty)
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.current?.layers.isEmpty ?? true)
  }

  @Test func refusedNotesAndThoseOfARemoteImportAreNotAdded() throws {
    try bench.play()
    application.importMIDI(.success(melody), from: FilePath("tune.mid"))
    #expect(application.answer(.program(.cancel)) == .answered)
    #expect(application.state.question == nil && bench.controller.list.takes.isEmpty && notices.isEmpty)
    application.importMIDI(.success(melody), from: FilePath("tune.mid"), mayAsk: false)
    let counts = [60: 1, 61: 1, 62: 1, 65: 1]
    #expect(
      notices == [.notImported(TakeMIDI.withoutHits(FilePath("tune.mid"), kit: "one", notes: counts))])
    #expect(application.state.question == nil)
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
