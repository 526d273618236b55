import AudioBase
import Effects
import Instruments
import MixEngine
import Studio
import SystemBase
import Testing

@testable import Dubbing

/// Notes of the instrument in takes: recorded, stored, played, exported.
@Suite struct NoteTests {
  private func note(_ frame: Int, _ key: Int, string: Int = -1, length: Int = 0) -> TakeHit {
    TakeHit(
      frame: frame, pad: TakeNote(key: key, string: string).number, velocity: 90, length: length, sample: 0)
  }

  private var mixed: HitColumns {
    HitColumns([
      note(100, 40, string: 0), TakeHit(frame: 150, pad: 40, velocity: 80, sample: 1),
      note(200, 127, string: 5, length: 300), note(250, 0),
      TakeHit(frame: 300, pad: 1, velocity: 70, sample: 0),
    ])
  }

  @Test func numbersOfNotesAreThoseOfNoPadAndAreReadAgain() {
    for key in [0, 40, 127] {
      for string in [-1, 0, 5] {
        let note = TakeNote(key: key, string: string)
        #expect(TakeNote(number: note.number) == note && !HitColumns.padRange.contains(note.number))
      }
    }
    #expect(TakeNote(number: 128) == nil && TakeNote(number: 1 << 20) == nil)
  }

  @Test func fileHasNotesBesideTheHitsAndKeepsTheOrderOfBoth() throws {
    var take = Sample.take()
    take.addLayer(name: "guitar", hits: mixed)
    let bytes = TakeFile.encode(take)
    #expect(try TakeFile.decode(bytes, subject: "a take") == take)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"notes\"") && text.contains("\"keys\""))
    #expect(!String(decoding: TakeFile.encode(Sample.take()), as: UTF8.self).contains("\"notes\""))
  }

  @Test func damagedNotesAndNumbersOfNotesAmongThePadsAreRefused() throws {
    var take = Take(id: "a-1", name: "a", track: nil, created: 0)
    take.addLayer(hits: HitColumns([note(100, 40, string: 0)]))
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    func decode(_ old: String, _ new: String) throws {
      let range = try #require(text.firstRange(of: old))
      _ = try TakeFile.decode(
        Array((text[..<range.lowerBound] + new + text[range.upperBound...]).utf8), subject: "a take")
    }
    #expect(throws: FileError.self) { try decode("\"keys\":[40]", "\"keys\":[140]") }
    #expect(throws: FileError.self) { try decode("\"places\":[0]", "\"places\":[7]") }
    #expect(throws: FileError.self) { try decode("\"pads\":[]", "\"pads\":[300]") }
  }

  @Test func journalHasNotesAndRecoversThem() throws {
    let take = Take(id: "a-1", name: "a", track: Sample.track(), created: 0)
    var records = [JournalRecord.begin(take: TakeFile.encode(take)), .layer(id: 1, name: "guitar")]
    records += (0..<mixed.count).map { .hit(mixed[$0], layer: 1) }
    records.append(.length(500, hit: 0, layer: 1))
    var recovered = take
    try #require(JournalRecovery(JournalCoder.signature + records.flatMap(JournalCoder.bytes)))
      .complete(&recovered)
    var expected = mixed
    expected.setLength(500, of: 0)
    #expect(recovered.layers.map(\.hits) == [expected])
  }

  private var moved: HitColumns {
    HitColumns([
      TakeHit(frame: 100, TakeControl(controller: 64, value: 127)), note(100, 60, length: 200),
      TakeHit(frame: 150, TakeControl(controller: -1, value: -4096)),
      TakeHit(frame: 150, pad: 40, velocity: 80, sample: 1),
      TakeHit(frame: 300, TakeControl(controller: -1, value: 0)), note(310, 64),
      TakeHit(frame: 400, TakeControl(controller: 64, value: 0)),
    ])
  }

  @Test func controlsAreStoredBesideHitsAndNotesAndKeepTheOrderOfAll() throws {
    var take = Sample.take()
    let before = take.hitCount
    take.addLayer(name: "piano", hits: moved)
    let bytes = TakeFile.encode(take)
    #expect(try TakeFile.decode(bytes, subject: "a take") == take)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""controllers":[64,-1,-1,64]"#))
    #expect(take.hitCount == before + 3, "movements are no hits")
  }

  @Test func damagedControlsAreRefused() throws {
    var take = Take(id: "a-1", name: "a", track: nil, created: 0)
    take.addLayer(hits: HitColumns([TakeHit(frame: 1, TakeControl(controller: 64, value: 127))]))
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    for (old, new) in [
      ("\"controllers\":[64]", "\"controllers\":[128]"), ("\"values\":[127]", "\"values\":[128]"),
      ("\"values\":[127]", "\"values\":[]"), ("\"places\":[0]", "\"places\":[9]"),
    ] {
      let range = try #require(text.firstRange(of: old))
      let bytes = Array((text[..<range.lowerBound] + new + text[range.upperBound...]).utf8)
      #expect(throws: FileError.self, "\(new)") { try TakeFile.decode(bytes, subject: "a take") }
    }
  }

  @Test func controlOfAJournalWithTheVelocityOfAHitIsDamage() {
    var hit = TakeHit(frame: 5, TakeControl(controller: 0, value: 9))
    #expect(JournalRecord(payload: JournalRecord.hit(hit, layer: 1).payload[...]) == .hit(hit, layer: 1))
    hit.velocity = 100
    #expect(JournalRecord(payload: JournalRecord.hit(hit, layer: 1).payload[...]) == nil)
  }

  @Test func noteOfAJournalWithASampleIsDamage() {
    var hit = note(5, 60)
    #expect(JournalRecord(payload: JournalRecord.hit(hit, layer: 1).payload[...]) == .hit(hit, layer: 1))
    hit.sample = 1
    #expect(JournalRecord(payload: JournalRecord.hit(hit, layer: 1).payload[...]) == nil)
  }

  @Test func whatAJournalStatesAndAFileCannotHoldIsLeftOut() throws {
    let take = Take(id: "a-1", name: "a", track: Sample.track(), created: 0)
    let control = TakeHit(frame: 5, TakeControl(controller: 64, value: 127))
    let records: [JournalRecord] = [
      .begin(take: TakeFile.encode(take)), .layer(id: 1, name: "piano"), .hit(control, layer: 1),
      .length(9, hit: 0, layer: 1), .layer(id: 1 << 40, name: "far"), .hit(note(5, 60), layer: 1 << 40),
    ]
    var recovered = take
    try #require(JournalRecovery(JournalCoder.signature + records.flatMap(JournalCoder.bytes)))
      .complete(&recovered)
    #expect(recovered.layers.map(\.hits) == [HitColumns([control])])
    #expect(try TakeFile.decode(TakeFile.encode(recovered), subject: "a take") == recovered)
  }

  @Test func journalRecoversControls() throws {
    let take = Take(id: "a-1", name: "a", track: Sample.track(), created: 0)
    var records = [JournalRecord.begin(take: TakeFile.encode(take)), .layer(id: 1, name: "piano")]
    records += (0..<moved.count).map { .hit(moved[$0], layer: 1) }
    var recovered = take
    try #require(JournalRecovery(JournalCoder.signature + records.flatMap(JournalCoder.bytes)))
      .complete(&recovered)
    #expect(recovered.layers.map(\.hits) == [moved])
  }

  private func engineWithGuitar() -> AudioEngine {
    let engine = AudioEngine(sampleRate: .standard)
    var chains = engine.control.standardChains
    chains.source = InstrumentKind.guitar.makeUnit(UnitSetup(rate: .standard, values: []))
    engine.control.setChains(chains)
    return engine
  }

  @Test func bendsAndPedalAreRecordedFromWhereTheyAreAtTheFirstNote() {
    let engine = engineWithGuitar()
    let device = OfflineDevice(engine)
    var (recorder, outputs) = (TakeRecorder(), [TakeRecorder.Output]())
    let port = engine.control.notePort(for: .midi)
    func play(_ frames: Int, _ kind: NoteEvent.Kind? = nil, key: Int = -1, value: Float = 0) {
      if let kind { port.send(NoteEvent(kind, key: key, value: value, time: device.now)) }
      _ = device.render(FrameCount(frames))
      recorder.follow(engine.events.clock)
      while let event = engine.events.next() { outputs += recorder.handle(event) }
    }
    play(4800)
    // Before the recording, and before its first note.
    play(480, .control, key: 64, value: 127)
    let start = RecordingTarget.Start(serial: 0, after: 0, origin: .key)
    recorder.begin(
      RecordingTarget(streams: [], start: start, since: device.now, nextLayer: 1, rate: .standard))
    outputs += recorder.catchUp()
    play(480, .bend, value: 1)
    play(480, .on, key: 60, value: 90)
    play(480, .bend, value: .infinity)
    play(480, .control, key: 64, value: 0)
    play(480, .control, key: NoteEvent.notesOff)
    let hits = outputs.compactMap { if case .hit(let hit, _, _) = $0 { hit } else { nil } }
    #expect(
      hits.map(\.control) == [
        TakeControl(controller: -1, value: 2048), TakeControl(controller: 64, value: 127), nil,
        TakeControl(controller: -1, value: 24_576), TakeControl(controller: 64, value: 0),
      ])
    #expect(hits[0].frame == hits[2].frame && hits[2].note?.key == 60)
    #expect(hits[3].frame - hits[2].frame == 480 && hits[4].frame - hits[2].frame == 960)
  }

  @Test func takePlaysBendsAndPedalAsTheyWere() {
    func heard(_ take: Take) -> [NoteEvent] {
      let engine = engineWithGuitar()
      engine.control.startFree(HitSequence(TakeCompiler.freeHits(of: take, rate: .standard)))
      _ = OfflineDevice(engine).render(FrameCount(1000))
      var played: [NoteEvent] = []
      while let event = engine.events.next() { if case .note(let note) = event { played.append(note.note) } }
      return played
    }
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: moved)
    let notes = heard(take)
    #expect(notes.map(\.kind) == [.control, .on, .bend, .bend, .on, .control])
    #expect(notes.map(\.value) == [127, 90, -2, 0, 90, 0])
  }

  @Test func strumIsRecordedAsNotesWithTheirTimesAndLengths() {
    let engine = engineWithGuitar()
    let device = OfflineDevice(engine)
    var (recorder, outputs) = (TakeRecorder(), [TakeRecorder.Output]())
    func play(_ frames: Int) {
      _ = device.render(FrameCount(frames))
      recorder.follow(engine.events.clock)
      while let event = engine.events.next() { outputs += recorder.handle(event) }
    }
    play(4800)
    let start = RecordingTarget.Start(serial: 0, after: 0, origin: .key)
    recorder.begin(
      RecordingTarget(streams: [], start: start, since: device.now, nextLayer: 1, rate: .standard))
    outputs += recorder.catchUp()
    let port = engine.control.notePort(for: .keys)
    for (index, key) in [40, 47, 52].enumerated() {
      port.send(
        NoteEvent(
          .on, key: key, string: index, value: 92, time: device.now, delay: Float(index) * 0.01))
    }
    play(9600)
    port.send(NoteEvent(.off, string: 1, time: device.now))
    play(4800)
    let notes = outputs.compactMap { if case .hit(let hit, _, _) = $0 { hit } else { nil } }
    #expect(notes.map(\.note) == [40, 47, 52].enumerated().map { TakeNote(key: $1, string: $0) })
    #expect(zip(notes, [0, 480, 960]).allSatisfy { abs($0.frame - notes[0].frame - $1) <= 1 })
    let lengths = outputs.compactMap {
      if case .length(let length, let hit, _) = $0 { (hit, length) } else { nil }
    }
    #expect(lengths.count == 1 && lengths[0].0 == 1 && abs(lengths[0].1 - 9120) <= 1)
  }

  @Test func takesPlayNotesAndPadsOfTheSameNumberApart() {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: mixed)
    let planned = TakeCompiler.hits(of: take)
    #expect(planned.map(\.kind) == [.note, .pad, .note, .note, .pad])
    #expect(planned[2].pad == 127 && planned[2].sample == 5 && planned[2].length == 300)
    var sequences = LiveHitSequences(take, layers: 1...)
    // The note of key 40 is still open though pad 40 was struck after it.
    let set = sequences.setLength(7, ofHit: 0, layer: 1)
    #expect(set)
  }

  @Test func exportHasTheInstrumentAsItIsHeardAndItsStem() throws {
    var take = ExportBench.take(hasTrack: false)
    take.addLayer(hits: HitColumns([note(4_000, 40, string: 0), note(4_480, 64, string: 5, length: 9_600)]))
    var bench = ExportBench(take)
    var graph = MixGraph()
    graph.setInstrument(.guitar)
    let decay = InstrumentKind.guitar.parameters.firstIndex { $0.name == "decay" } ?? 0
    graph.set(0.5, parameter: decay, ofInsert: graph.source?.id ?? 0)
    let mixer = graph
    bench.change = { $0.levels.mixer = mixer }
    let (result, files) = try bench.run(stems: true)
    #expect(result.files.map(\.part).last == .instrument)
    let (mix, stem) = (try #require(files[.mix]), try #require(files[.instrument]))
    #expect(
      stem[..<4_000].allSatisfy { $0 == .zero } && stem[4_010..<4_400].contains { $0.x.magnitude > 0.001 })
    // What is heard: the same notes through the same mixer.
    let engine = AudioEngine(sampleRate: .standard)
    let rack = UnitRack(rate: .standard, fadesIn: false)
    engine.control.setChains(rack.chains(of: mixer, around: engine.control.standardChains.unlimited))
    engine.control.startFree(HitSequence(TakeCompiler.freeHits(of: take, rate: .standard)))
    let heard = OfflineDevice(engine).render(FrameCount(stem.count), block: FrameCount(512))
    #expect(ExportBench.difference(Array(heard.prefix(40_000)), Array(stem.prefix(40_000))) < -120)
    let pads = [MixPart.pad(1), .pad(2), .pad(3)].compactMap { files[$0] }
    let sum = pads.reduce(stem) { sum, part in zip(sum, part).map { $0 + $1 } }
    #expect(ExportBench.difference(sum, mix) < -100)
  }

  @Test func midiFileHasNotesOnAChannelOfTheirOwn() throws {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: mixed)
    let file = try MIDIFileReader.read(TakeMIDI.encode(take, notes: PadNotes(nil)), subject: "a file")
    let begun = file.tracks.flatMap(\.events).compactMap { event in
      if case .noteOn(let channel, let key, _) = event.kind { channel == 0 ? key : nil } else { nil }
    }
    #expect(Set(begun) == [0, 40, 127])
  }

  @Test func midiFileHasBendsAndControllersWithTheRangeOfBends() throws {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: moved)
    let bytes = TakeMIDI.encode(take, notes: PadNotes(nil))
    // Registered parameter 0, at the beginning, is 12 semitones; two of them are a sixth of the way: 6827, 43 and 53 of 7 bits.
    let range: [UInt8] = [0, 0xB0, 101, 0, 0, 0xB0, 100, 0, 0, 0xB0, 6, 12, 0, 0xB0, 38, 0]
    #expect(bytes.contains(range) && bytes.contains([0xB0, 64, 127]) && bytes.contains([0xB0, 64, 0]))
    #expect(bytes.contains([0xE0, 43, 53]) && bytes.contains([0xE0, 0, 64]))
  }
}
