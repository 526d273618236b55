import Dubbing
import HeardSound
import TestSupport
import Testing

/// `drumdub takes import`.
@Suite(.together) struct MIDIImportTests {
  /// A bar of the snare and a note that no pad has, at 120 beats a minute.
  private let file = MIDIFile(
    division: .quarter(ticks: 480),
    tracks: [
      .init(events: [.init(0, .tempo(microseconds: 500_000))]),
      .init(
        name: "groove",
        events: (0..<4).map { .init(480 * $0, .noteOn(channel: 9, key: 38, velocity: 100)) }
          + [.init(1920, .noteOn(channel: 9, key: 1, velocity: 9))]),
    ])

  private let melody = MIDIFile.Event(0, .noteOn(channel: 0, key: 60, velocity: 90))

  @Test func faultyFileIsImportedAndItsFaultsAreNamed() throws {
    let sandbox = try Sandbox()
    try sandbox.write(file.bytes.dropLast(9), to: "short.mid")
    let result = try sandbox.run(["takes", "import", "short.mid"])
    #expect(result.status == 0 && result.text.hasPrefix("imported short: 1 layer, 4 hits; its id is "))
    #expect(
      result.errorLines.count == 1
        && result.errorLines[0].hasPrefix("drumdub: short.mid: the file has faults: byte "))
  }

  @Test func notesOfAFileWithoutDrumsAreImportedForAnInstrument() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      MIDIFile(division: file.division, tracks: [.init(events: [melody])]).bytes, to: "song.mid")
    let result = try sandbox.run(["takes", "import", "--instrument", "song.mid"])
    #expect(result.status == 0 && result.text.hasPrefix("imported song: 1 layer, 1 note; its id is "))
  }

  @Test func aMIDIFileBecomesATakeOfATrack() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 71, seconds: 3).write(to: "a.wav", in: sandbox)
    try sandbox.write(file.bytes, to: "beat.mid")
    let result = try sandbox.run(["takes", "import", "beat.mid", "--track", "a.wav"])
    #expect(result.status == 0 && result.text.hasPrefix("imported beat: 1 layer, 4 hits; its id is "))
    #expect(
      result.errorLines == ["drumdub: beat.mid: 1 hit left out: no pad of the kit DrumDub has the notes 1"])
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    #expect(take.track?.path == sandbox.file("a.wav") && take.tempo == TempoMap(bpm: 120, beats: [0]))
    let layer = try #require(take.layers.first)
    #expect(layer.settings.name == "groove" && layer.hits.pads == [1, 1, 1, 1])
    #expect(layer.hits.frames == [0, 24_000, 48_000, 72_000])
    let listed = try sandbox.run(["takes", "a.wav"])
    #expect(listed.status == 0 && listed.text.contains("beat"), "it is found by the sound of its track")
  }

  @Test func failedImportIsReportedInOneLineAndSavesNoTake() throws {
    let sandbox = try Sandbox()
    var songs = file
    songs.type = 2
    try sandbox.write(songs.bytes, to: "songs.mid")
    try sandbox.write(file.bytes.prefix(16), to: "short.mid")
    try sandbox.write(
      MIDIFile(division: file.division, tracks: [.init(events: [melody])]).bytes, to: "song.mid")
    try sandbox.write("no MIDI".utf8, to: "text.mid")
    for (name, reason) in [
      ("songs.mid", "type 2"), ("short.mid", "0 of 2 tracks"), ("song.mid", "its notes are 60; "),
      ("text.mid", "no MIDI file"),
      ("gone.mid", "no such file"),
    ] {
      let result = try sandbox.run(["takes", "import", name])
      #expect(result.status == 1 && result.errorLines.count == 1, "\(name)")
      let line = result.errorLines.first ?? ""
      #expect(line.hasPrefix("drumdub: cannot read \(name): ") && line.contains(reason), "\(line)")
    }
    #expect(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.isEmpty)
    #expect(try sandbox.run(["takes", "import"]).status == 2)
    #expect(try sandbox.run(["takes", "--track", "a.wav"]).status == 2)
  }
}
