import ApplicationTestSupport
import AudioBase
import Instruments
import MixEngine
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The screen of the instrument and the notes for a test.
@MainActor @Suite struct InstrumentLayerTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let session: ScreenSession
  private let owner: MixOwner
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
  private let device: OfflineDevice

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)) { _, _ in }
    application.mixer = MixerController(owner: owner, model: bench.model)
    device = OfflineDevice(engine, start: .now)
  }

  @Test func openingTheScreenLoadsAGuitarOnceAndEscapeCloses() throws {
    session.perform(.pads(.instrument))
    let id = try #require(owner.graph.source?.id)
    #expect(session.coveringLayer is InstrumentLayer)
    #expect(application.mixer?.buses.contains(.instrument) == true)
    session.perform(.program(.cancel))
    #expect(session.coveringLayer == nil)
    session.perform(.pads(.instrument))
    #expect(owner.graph.source?.id == id)
  }

  @Test func playNoteIsHeard() {
    session.perform(.request(.playNote(64)))
    let out = device.render(FrameCount(48_000))
    #expect(out.contains { $0.x.magnitude > 0.01 })
    var played: [Int] = []
    while let event = engine.events.next() {
      if case .note(let note) = event { played.append(note.note.key) }
    }
    #expect(played == [64])
  }

  @Test func keysOfTheInstrumentStayWithItsScreen() {
    session.perform(.pads(.instrument))
    session.perform(.playback(.volumeDown))
    session.perform(.take(.metronome))
    #expect(session.coveringLayer is InstrumentLayer)
    var chosen: [GuitarChord] = []
    application.services.chooseChord = { chosen.append($0) }
    session.layer(InstrumentLayer.self)?.choose(.g)
    #expect(chosen == [.g] && application.mixer?.instrument.chord == .g)
  }

  @Test func namesOfNotesAreReadAndWritten() {
    let names = ["E4": 64, "e2": 40, "F#3": 54, "Bb2": 46, "C-1": 0, "G9": 127, "64": 64]
    for (name, key) in names { #expect(NoteName.key(name) == key, "\(name)") }
    for text in ["", "H4", "E", "G#9", "128", "E44"] { #expect(NoteName.key(text) == nil, "\(text)") }
    for key in 0...127 { #expect(NoteName.key(NoteName.text(key)) == key) }
  }
}
