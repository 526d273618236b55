import AudioBase
import Dubbing
import Percussion
import SystemBase
import TestSupport
import Testing

/// Takes as MIDI files and back.
@Suite struct TakeMIDITests {
  private var kit: Kit {
    var snare = Pad(number: 1, name: "snare", layers: [])
    snare.midiNote = 38
    var drone = Pad(number: 2, name: "drone", layers: [])
    (drone.midiNote, drone.mode) = (50, .gate)
    return Kit(
      name: "k", path: FilePath("/k"), pads: [snare, drone, Pad(number: 3, name: "third", layers: [])])
  }

  private func take(_ layers: [[TakeHit]], tempo: TempoMap?, rate: SampleRate = .standard) -> Take {
    var take = Take(id: "a", name: "the take", track: nil, tempo: tempo, created: 0)
    take.rate = rate
    for (number, hits) in layers.enumerated() {
      take.addLayer(name: "layer \(number + 1)", hits: HitColumns(hits))
    }
    return take
  }

  private func read(_ take: Take) throws -> MIDIFile {
    try MIDIFileReader.read(TakeMIDI.encode(take, notes: PadNotes(kit)), subject: "a.mid")
  }

  private func ticks(_ track: MIDIFile.Track) -> [Int] {
    track.events.compactMap { if case .noteOn = $0.kind { $0.tick } else { nil } }
  }

  @Test func padsUseNotesOfTheKitOrFreeNotes() {
    let notes = PadNotes(kit)
    #expect([1, 2, 3].map(notes.note) == [38, 50, 39], "38 is the first pad's")
    #expect(notes.pad(ofNote: 50) == 2 && notes.pad(ofNote: 40) == nil)
    #expect(PadNotes(nil).note(ofPad: 1) == 36)
  }

  @Test func hitsOfASongAreWrittenWithTheNotesOfGeneralMIDI() throws {
    let hits = SongDrum.allCases.enumerated().map { index, drum in
      SongHit(frame: index * 12_000, drum: drum, velocity: 100 + index, certainty: 1)
    }
    let take = SongHits(hits, rate: .standard).take("song", id: "a", created: 0)
    let file = try MIDIFileReader.read(TakeMIDI.encode(take, notes: PadNotes(nil)), subject: "a.mid")
    let notes = file.tracks[1].events.compactMap { event -> [Int]? in
      if case .noteOn(let channel, let key, let velocity) = event.kind {
        [event.tick, channel, key, velocity]
      } else {
        nil
      }
    }
    #expect(
      notes == [[0, 9, 36, 100], [480, 9, 38, 101], [960, 9, 42, 102], [1_440, 9, 51, 103]], "\(notes)")
  }

  @Test func hitsOfASongAreOnThePadsOfTheirDrumsInAKit() {
    let hits = [SongDrum.snare, .kick].map { SongHit(frame: 0, drum: $0, velocity: 90, certainty: 1) }
    let columns = SongHits(hits, rate: .standard).columns(PadNotes(kit))
    #expect(columns.pads.first == 1 && columns.velocities.allSatisfy { $0 == 90 })
  }

  @Test func layersAreWrittenAsMIDITracksWithHitsOnTheBeats() throws {
    let take = take(
      [
        [
          TakeHit(frame: 0, pad: 1, velocity: 100, sample: 0),
          TakeHit(frame: 36_000, pad: 1, velocity: 64, sample: 0),
        ],
        [TakeHit(frame: 24_000, pad: 2, velocity: 127, length: 12_000, sample: 0)],
      ], tempo: TempoMap(bpm: 120, beats: [0]))
    let file = try read(take)
    #expect(file.type == 1 && file.division == .quarter(ticks: 960))
    #expect(file.tracks.map(\.name) == ["the take", "layer 1", "layer 2"])
    #expect(
      file.tracks[0].events == [
        .init(0, .timeSignature(beats: 4, unit: 4)), .init(0, .tempo(microseconds: 500_000)),
      ])
    #expect(
      file.tracks[1].events == [
        .init(0, .noteOn(channel: 9, key: 38, velocity: 100)), .init(120, .noteOff(channel: 9, key: 38)),
        .init(1440, .noteOn(channel: 9, key: 38, velocity: 64)), .init(1560, .noteOff(channel: 9, key: 38)),
      ])
    #expect(
      file.tracks[2].events == [
        .init(960, .noteOn(channel: 9, key: 50, velocity: 127)), .init(1440, .noteOff(channel: 9, key: 50)),
      ])
  }

  @Test func beatsAreWholeTicksAndTheTakeBeginsAtTickZero() throws {
    // The first bar begins a beat and a third after the take.
    let tempo = TempoMap(bpm: 120, beats: [32_000, 56_000, 81_000, 104_500])
    let beats = tempo.beats.map { TakeHit(frame: $0, pad: 1, velocity: 100, sample: 0) }
    let file = try read(take([[TakeHit(frame: 0, pad: 1, velocity: 1, sample: 0)] + beats], tempo: tempo))
    #expect(ticks(file.tracks[1]) == [0, 960, 1920, 2880, 3840])
    let clock = MIDIClock(file)
    for (beat, frame) in tempo.beats.enumerated() {
      #expect(abs(clock.seconds(atTick: 960 * (beat + 1)) - Double(frame) / 48_000) < 2e-6)
    }
    #expect(
      file.tracks[0].events.filter { if case .timeSignature = $0.kind { true } else { false } } == [
        .init(0, .timeSignature(beats: 1, unit: 4)), .init(960, .timeSignature(beats: 4, unit: 4)),
      ])
  }

  @Test func fractionalTempoStaysExactOnItsBeats() throws {
    let frames = (0..<2_000).map { Int((Double($0) * 60 / 133.7 * 44_100).rounded()) }
    let file = try read(take([[]], tempo: TempoMap(bpm: 133.7, beats: frames), rate: SampleRate(44_100)))
    let clock = MIDIClock(file)
    for (beat, frame) in frames.enumerated() {
      #expect(abs(clock.seconds(atTick: 960 * beat) - Double(frame) / 44_100) < 2e-6)
    }
  }

  @Test func exportedAndImportedTakeKeepsItsTicks() throws {
    var random = SeededGenerator(seed: 15)
    for round in 0..<40 {
      let rate = SampleRate([8_000, 44_100, 48_000, 192_000][round % 4])
      let bpm = Double.random(in: 20...400, using: &random)
      let period = 60 / bpm * Double(rate.hertz)
      let first = Double.random(in: 0...5 * period, using: &random)
      let beats = (0..<Int.random(in: 0...30, using: &random)).map { beat in
        Int(first + (Double(beat) + Double.random(in: -0.1...0.1, using: &random)) * period)
      }.filter { $0 >= 0 }
      let layers = (0..<2).map { _ in
        (0..<50).map { _ in
          TakeHit(
            frame: .random(in: 0...Int(40 * period), using: &random), pad: .random(in: 1...3, using: &random),
            velocity: .random(in: 1...127, using: &random), sample: 0)
        }.sorted { $0.frame < $1.frame }
      }
      let tempo = round % 5 == 0 ? nil : TempoMap(bpm: bpm, beats: beats)
      let original = take(layers, tempo: tempo, rate: rate)
      let file = try read(original)
      let imported = TakeMIDI.layers(of: file, notes: PadNotes(kit), rate: rate)
      #expect(imported.names == ["layer 1", "layer 2"] && imported.unknownNotes.isEmpty)
      for (layer, hits) in zip(layers, imported.columns) {
        #expect(hits.count == layer.count && hits.samples.allSatisfy { $0 == TakeHit.anySample })
        #expect(Set(hits.velocities) == Set(layer.map(\.velocity)))
      }
      var again = take([], tempo: tempo, rate: rate)
      for layer in imported.layers { again.addLayer(name: layer.name, hits: layer.hits) }
      let second = try read(again)
      #expect(file.tracks.dropFirst().map(ticks) == second.tracks.dropFirst().map(ticks), "round \(round)")
    }
  }

  @Test func editedTakeOfChangingTempoIsTheSameAfterExportAndImport() throws {
    let tempo = TempoMap(bpm: 90, beats: [0, 24_000, 50_000, 74_000, 101_000])
    let grid = BeatGrid(tempo, rate: SampleRate(48_000))
    let hits = (0..<24).map {
      TakeHit(frame: 4_000 + $0 * 11_003, pad: $0 % 2 + 1, velocity: 40 + $0, sample: TakeHit.anySample)
    }
    var original = take([hits], tempo: tempo, rate: SampleRate(48_000))
    original.replaceHits(original.edits(quantising: .everything, Quantise(.sixteenth), on: grid))
    let half = HitSelection(layer: 1, original.layers[0].hits.ids.prefix(12))
    original.replaceHits(original.edits(humanising: half, try #require(Humanise("10 seed 3")), on: grid))
    original.replaceHits(original.edits(deleting: HitSelection(layer: 1, [3, 20])))
    let pattern = try #require(HitPattern(bars: 0..<1, until: 600_000, on: grid))
    original.change(1) { $0.patterns = [pattern] }
    let imported = TakeMIDI.layers(of: try read(original), notes: PadNotes(kit), rate: SampleRate(48_000))
    let played = original.layers[0].playedHits
    let expected = (0..<played.count).map { played[$0] }.sorted { ($0.frame, $0.pad) < ($1.frame, $1.pad) }
    let found = imported.columns[0]
    let again = (0..<found.count).map { found[$0] }.sorted { ($0.frame, $0.pad) < ($1.frame, $1.pad) }
    #expect(again.map(\.velocity) == expected.map(\.velocity) && again.map(\.pad) == expected.map(\.pad))
    // A tick is at most 56 frames.
    #expect(zip(again, expected).allSatisfy { abs($0.frame - $1.frame) <= 28 })
    #expect(imported.tempo?.beats.prefix(5) == tempo.beats[...])
  }

  @Test func heldPadsKeepTheirLengthsAndOthersHaveNone() throws {
    let hits = [
      TakeHit(frame: 1_000, pad: 1, velocity: 90, sample: 0),
      TakeHit(frame: 5_000, pad: 2, velocity: 90, length: 20_000, sample: 0),
    ]
    let imported = TakeMIDI.layers(
      of: try read(take([hits], tempo: nil)), notes: PadNotes(kit), rate: .standard)
    let lengths = try #require(imported.columns.first).lengths
    #expect(lengths[0] == 0 && abs(lengths[1] - 20_000) <= 26)
  }

  private func file(_ conductor: [MIDIFile.Event]) -> MIDIFile {
    let note = MIDIFile.Event(0, .noteOn(channel: 9, key: 38, velocity: 2))
    return MIDIFile(
      division: .quarter(ticks: 480), tracks: [.init(events: conductor), .init(events: [note])])
  }

  @Test func changesOfTheTempoAndTheSignatureAreImportedAndExportedAgain() throws {
    // Two beats of 120 a minute and a half, then 60 a minute.
    let events: [MIDIFile.Event] = [
      .init(0, .timeSignature(beats: 3, unit: 4)), .init(0, .tempo(microseconds: 500_000)),
      .init(1_200, .tempo(microseconds: 1_000_000)),
    ]
    let imported = TakeMIDI.layers(of: file(events), notes: PadNotes(kit), rate: .standard)
    let tempo = try #require(imported.tempo)
    #expect(tempo == TempoMap(bpm: 60, beats: [0, 24_000, 48_000, 84_000], signature: TimeSignature("3/4")))
    let again = try read(take([[TakeHit(frame: 0, pad: 1, velocity: 1, sample: 0)]], tempo: tempo))
    #expect(again.tracks[0].events.contains(.init(0, .timeSignature(beats: 3, unit: 4))))
    let second = TakeMIDI.layers(of: again, notes: PadNotes(kit), rate: .standard)
    #expect(second.tempo == tempo)
  }

  @Test func theFirstBarAfterAnUpbeatIsImported() {
    let events: [MIDIFile.Event] = [
      .init(0, .timeSignature(beats: 1, unit: 4)), .init(0, .tempo(microseconds: 500_000)),
      .init(480, .timeSignature(beats: 4, unit: 4)),
    ]
    let imported = TakeMIDI.layers(of: file(events), notes: PadNotes(kit), rate: .standard)
    #expect(imported.tempo == TempoMap(bpm: 120, beats: [24_000], signature: .common))
  }

  @Test func importedTempoCountsTheBeatsOfTheSignature() {
    let events: [MIDIFile.Event] = [
      .init(0, .timeSignature(beats: 6, unit: 8)), .init(0, .tempo(microseconds: 600_000)),
    ]
    let imported = TakeMIDI.layers(of: file(events), notes: PadNotes(kit), rate: .standard)
    #expect(imported.tempo == TempoMap(bpm: 200, beats: [0], signature: TimeSignature("6/8")))
  }

  @Test func otherChannelsAndUnknownNotesAreLeftOut() throws {
    let drums: [MIDIFile.Event] = [
      .init(0, .tempo(microseconds: 600_000)), .init(0, .noteOn(channel: 0, key: 38, velocity: 1)),
      .init(480, .noteOn(channel: 9, key: 38, velocity: 2)),
      .init(480, .noteOn(channel: 9, key: 77, velocity: 3)),
    ]
    var file = MIDIFile(type: 0, division: .quarter(ticks: 480), tracks: [.init(events: drums)])
    let imported = TakeMIDI.layers(of: file, notes: PadNotes(kit), rate: .standard)
    #expect(imported.names == ["track 1"] && imported.columns.map(\.frames) == [[28_800]])
    #expect(imported.unknownNotes == [77: 1])
    #expect(imported.tempo == TempoMap(bpm: 100, beats: [0]))
    file.tracks[0].events.removeLast(2)
    let melodic = TakeMIDI.layers(of: file, notes: PadNotes(kit), rate: .standard)
    #expect(melodic.columns.map(\.velocities) == [[1]], "without a percussion channel, all channels count")
  }
}

/// Another program's reader.
@Suite(.enabled(if: Mido.isThere, "python3-mido reads the file")) struct MidoTests {
  @Test func midoReadsTheHitsAtTheSameTicks() throws {
    let folder = try TemporaryFolder()
    var take = Take(
      id: "a", name: "Größe", track: nil, tempo: TempoMap(bpm: 97.3, beats: [1_234]), created: 0)
    take.addLayer(name: "verse", hits: Sample.hits(300))
    take.addLayer(name: "chorus", hits: Sample.hits(20, seed: 2))
    let bytes = TakeMIDI.encode(take, notes: PadNotes(nil))
    try AtomicFile.replace(folder.file("a.mid"), with: bytes)
    let seen = try Tool.capture(Mido.python, ["-c", Mido.script, folder.file("a.mid").shown])
    let file = try MIDIFileReader.read(bytes, subject: "a.mid")
    var expected = ["1 960"]
    for track in file.tracks {
      expected.append("track \(track.name ?? "")")
      for event in track.events {
        if case .noteOn(let channel, let key, let velocity) = event.kind {
          expected.append("\(event.tick) \(channel) \(key) \(velocity)")
        }
      }
    }
    #expect(seen.status == 0 && seen.text.split(separator: "\n").map(String.init) == expected)
  }
}

private enum Mido {
  /// Debian's own, which has the module of the package.
  static let python = "/usr/bin/python3"
  static let isThere = Tool.isCI || (try? Tool.capture(python, ["-c", "import mido"]))?.status == 0
  static let script = """
    import mido, sys
    file = mido.MidiFile(sys.argv[1], charset="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    print(file.type, file.ticks_per_beat)
    for track in file.tracks:
        print("track", track.name)
        tick = 0
        for message in track:
            tick += message.time
            if message.type == "note_on":
                print(tick, message.channel, message.note, message.velocity)
    """
}
