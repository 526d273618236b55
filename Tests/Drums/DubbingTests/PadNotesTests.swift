import AudioBase
import Dubbing
import Percussion
import SystemBase
import Testing

/// The pads that play notes which no pad has.
@Suite struct PadNotesTests {
  private static func shipped(_ name: String) throws -> PadNotes {
    let checkout = FilePath(#filePath).directory.directory.directory.directory
    return PadNotes(try KitReader.read(checkout.appending("Resources/Kits").appending(name)).kit)
  }

  @Test(arguments: ["DrumDub", "Electronic"])
  func shippedKitPlaysAllPercussionOfGeneralMIDI(_ name: String) throws {
    let notes = try PadNotesTests.shipped(name)
    let lost = ([21, 22, 23, 26] + Array(27...87)).filter {
      notes.pad(ofNote: $0) == nil && notes.pad(nearestTo: $0) == nil
    }
    #expect(lost.isEmpty)
  }

  @Test func noteIsPlayedByTheNearestSoundOfItsKind() throws {
    let notes = try PadNotesTests.shipped("DrumDub")
    let drums = [
      (35, 36), (40, 38), (41, 43), (45, 43), (48, 47), (52, 49), (55, 49), (57, 49), (59, 51), (22, 42),
      (26, 46), (60, 50), (64, 43), (69, 70), (76, 37), (81, 56),
    ]
    for (note, played) in drums {
      #expect(notes.pad(nearestTo: note) == notes.pad(ofNote: played), "note \(note)")
    }
    #expect(notes.pad(nearestTo: 36) == nil, "a pad has it")
  }

  @Test func padsWithoutANoteAndHeldPadsPlayNoOtherNotes() {
    var drone = Pad(number: 2, name: "drone", layers: [])
    (drone.midiNote, drone.mode) = (49, .gate)
    let notes = PadNotes(
      Kit(name: "k", path: FilePath("/k"), pads: [Pad(number: 1, name: "?", layers: []), drone]))
    #expect(notes.pad(ofNote: 36) == 1 && notes.pad(nearestTo: 35) == nil && notes.pad(nearestTo: 57) == nil)
  }

  /// The places of the silent pads 21 and 22 are the notes 56 and 57.
  @Test func silentPadLeavesTheNotesOfDrumsToPadsThatSound() {
    let sound = [SampleLayer(samples: [FilePath("/k/a.wav")])]
    var crash = Pad(number: 1, name: "crash", layers: sound)
    crash.midiNote = 49
    let others =
      [Pad(number: 2, name: "noise", layers: sound)]
      + [21, 22].map {
        Pad(number: $0, name: "\($0)", layers: [])
      }
    let notes = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [crash] + others))
    #expect(notes.pad(ofNote: 57) == nil && notes.pad(nearestTo: 57) == 1)
    #expect([2, 21, 22].map(notes.note) == [37, 88, 89])
  }

  @Test(arguments: ["DrumDub", "Electronic"])
  func pedalOfTheHiHatChoosesAmongTheHatsOfAShippedKit(_ name: String) throws {
    let notes = try PadNotesTests.shipped(name)
    for pad in [5, 6, 17] {
      let played = [0, 39, 40, 89, 90, 127].map { notes.articulation(ofPad: pad, pedal: $0, position: nil) }
      #expect(played == [6, 6, 17, 17, 5, 5])
      #expect(notes.articulation(ofPad: pad, pedal: nil, position: nil) == pad)
    }
    #expect(notes.articulation(ofPad: 15, pedal: 0, position: 0) == 15, "the foot plays it")
    #expect(notes.pads(openerThan: 127) == [6, 17] && notes.pads(openerThan: 50) == [6])
  }

  /// Modules send the note of the open edge until the hat is nearly closed.
  @Test func edgeOfAHatIsStruckAtAllPositionsOfThePedalAtWhichTheKitHasIt() throws {
    let notes = try PadNotesTests.shipped("Studio")
    func played(_ pad: Int) -> [Int] {
      [0, 64, 127].map { notes.articulation(ofPad: pad, pedal: $0, position: nil) }
    }
    #expect([5, 6, 17].map(played) == [[6, 17, 5], [6, 17, 5], [6, 17, 5]])
    #expect([21, 22].map(played) == [[22, 17, 21], [22, 17, 21]])
  }

  @Test func placeOfAStrikeChoosesAmongThePadsOfANote() {
    var pads = [Pad(number: 1, name: "middle", layers: []), Pad(number: 2, name: "edge", layers: [])]
    for index in pads.indices { pads[index].midiNote = 38 }
    (pads[0].position, pads[1].position) = (0...63, 64...127)
    let notes = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
    #expect([0, 63, 64, 127].map { notes.articulation(ofPad: 1, pedal: 3, position: $0) } == [1, 1, 2, 2])
  }

  @Test func importedHitsFollowThePlacesOnSnareAndRide() {
    let pads = [(1, 38, 0...63), (2, 38, 64...127), (3, 51, 0...63), (4, 51, 64...127)].map {
      number, note, place in
      var pad = Pad(number: number, name: "\(number)", layers: [])
      (pad.midiNote, pad.position) = (note, place)
      return pad
    }
    let events: [MIDIFile.Event] = [
      .init(0, .control(channel: 9, controller: 17, value: 100)),
      .init(0, .control(channel: 9, controller: 16, value: 20)), drum(0, 38), drum(100, 51), drum(200, 51),
      .init(300, .control(channel: 9, controller: 16, value: 90)), drum(300, 38),
    ]
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: [.init(events: events)])
    let notes = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
    let imported = TakeMIDI.layers(of: file, notes: notes, rate: .standard)
    #expect(imported.columns.map(\.pads) == [[1, 4, 3, 2]])
  }

  @Test func importedHitsFollowThePedal() throws {
    let events: [MIDIFile.Event] = [
      .init(0, .control(channel: 9, controller: 4, value: 127)),
      .init(0, .noteOn(channel: 9, key: 46, velocity: 90)),
      .init(100, .control(channel: 9, controller: 4, value: 0)),
      .init(100, .noteOn(channel: 9, key: 42, velocity: 90)),
    ]
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: [.init(events: events)])
    let imported = TakeMIDI.layers(of: file, notes: try PadNotesTests.shipped("DrumDub"), rate: .standard)
    #expect(imported.columns.map(\.pads) == [[5, 6]])
  }

  private func drum(_ tick: Int, _ key: Int) -> MIDIFile.Event {
    .init(tick, .noteOn(channel: 9, key: key, velocity: 90))
  }

  private func control(_ tick: Int, _ value: Int) -> MIDIFile.Event {
    .init(tick, .control(channel: 9, controller: 4, value: value))
  }

  private func pressure(_ tick: Int, _ value: Int) -> MIDIFile.Event {
    .init(tick, .pressure(channel: 9, key: 49, value: value))
  }

  /// Imports tracks at 120 beats a minute: a tick is 50 frames.
  private func imported(_ tracks: [MIDIFile.Event]...) throws -> TakeMIDI.Imported {
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: tracks.map { .init(events: $0) })
    return TakeMIDI.layers(of: file, notes: try PadNotesTests.shipped("DrumDub"), rate: .standard)
  }

  @Test func performanceOnAnElectronicKitIsImportedAsItSoundsLive() throws {
    let imported = try imported([
      control(0, 127), drum(10, 22), control(480, 64), drum(490, 46), control(960, 0), drum(970, 26),
      control(1_440, 127), drum(1_450, 46), drum(1_920, 58), drum(2_000, 40),
    ])
    #expect(imported.columns.map(\.pads) == [[5, 17, 6, 5, 11, 1]])
    #expect(imported.columns.map(\.lengths) == [[0, 47_500, 23_500, 0, 0, 0]], "the pedal closes at 1,440")
    #expect(imported.unknownNotes.isEmpty && imported.substitutes == [22: 5, 26: 6, 58: 11, 40: 1])
    #expect(try self.imported([drum(0, 58)]).columns.map(\.pads) == [[4]], "without a pedal, the vibraslap")
  }

  @Test func grabbedCymbalEndsItsHits() throws {
    let off = MIDIFile.Event(48, .noteOff(channel: 9, key: 49))
    let grabbed = try imported([drum(0, 49), off, pressure(480, 127), pressure(500, 0), drum(960, 49)])
    #expect(grabbed.columns.map(\.lengths) == [[24_000, 0]])
    let pressed = try imported([drum(0, 49), pressure(10, 9), pressure(20, 127), off])
    #expect(pressed.columns.map(\.lengths) == [[0]], "a pad that is pressed in steps is not grabbed")
  }

  /// Modules send the pressure of all zones, or of one of them.
  @Test func grabbedCymbalEndsTheHitsOfAllItsZones() throws {
    let notes = try PadNotesTests.shipped("Studio")
    #expect([12, 31].map { notes.cymbal(ofPad: $0) } == [[12, 31], [12, 31]])
    #expect(notes.cymbal(ofPad: 32) == [23, 32] && notes.cymbal(ofPad: 24) == [13, 14, 24])
    #expect(notes.cymbal(ofPad: 1) == [1] && PadNotes(nil).cymbal(ofPad: 3) == [3])
    let off = MIDIFile.Event(5, .noteOff(channel: 9, key: 92))
    let events = [drum(0, 92), off, drum(10, 57), pressure(480, 127)]
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: [.init(events: events)])
    let imported = TakeMIDI.layers(of: file, notes: notes, rate: .standard)
    #expect(imported.columns.map(\.pads) == [[31, 23]], "the edge of one crash, and the other crash")
    #expect(imported.columns.map(\.lengths) == [[24_000, 0]])
  }

  @Test func pedalInATrackWithoutNotesHoldsForAllTracks() throws {
    #expect(try imported([drum(0, 46)], [control(0, 127)]).columns.map(\.pads) == [[5]])
  }

  @Test func notesOfAFileWithoutDrumsAreNamedAndBecomeThoseOfAnInstrument() throws {
    let keys = [48, 50] + Array(60...64)
    let events = keys.enumerated().flatMap { index, key in
      [
        MIDIFile.Event(480 * index, .noteOn(channel: 0, key: key, velocity: 70)),
        MIDIFile.Event(480 * index + 96, .noteOff(channel: 0, key: key)),
      ]
    }
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: [.init(events: events)])
    let drums = TakeMIDI.layers(of: file, notes: try PadNotesTests.shipped("DrumDub"), rate: .standard)
    #expect(drums.columns.isEmpty && drums.unknownNotes.keys.sorted() == keys)
    let error = TakeMIDI.withoutHits(FilePath("a.mid"), kit: "k", notes: drums.unknownNotes)
    #expect(error.detail?.contains("its notes are 48, 50, 60-64; ") == true)
    let notes = TakeMIDI.notes(of: file, rate: .standard)
    #expect(notes.columns.first?.compactMap { $0.note?.key } == keys)
    #expect(notes.columns.first?.lengths == Array(repeating: 4_800, count: 7))
    #expect(throws: Never.self) { try notes.verify(FilePath("a.mid")) }
  }

  @Test func importOfAPercussionGrooveKeepsItsHits() throws {
    let events = (0..<56).map {
      MIDIFile.Event(120 * $0, .noteOn(channel: 9, key: 35 + $0 % 47, velocity: 90))
    }
    let file = MIDIFile(division: .quarter(ticks: 480), tracks: [.init(events: events)])
    let imported = TakeMIDI.layers(of: file, notes: try PadNotesTests.shipped("DrumDub"), rate: .standard)
    #expect(imported.hitCount == 56 && imported.unknownNotes.isEmpty)
    #expect(imported.substitutes[35] == 2 && imported.substitutes[36] == nil)
  }
}
