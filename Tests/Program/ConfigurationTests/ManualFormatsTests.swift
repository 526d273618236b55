import AudioBase
import Dubbing
import Percussion
import Playlists
import SystemBase
import TestSupport
import Testing

@testable import Configuration

/// The manual's lists of members and formats, compared with the files that the program reads and writes.
@Suite struct ManualFormatsTests {
  private static let resources = FilePath(#filePath).directory.directory.directory.directory.appending(
    "Resources")

  /// Returns the parts of a section of drumdub(5).
  private func section(_ name: String) throws -> ArraySlice<Markup> {
    let page = try ManualPage.all(in: ManualFormatsTests.resources.appending("man"))[1]
    let rest = page.parts.drop { $0 != .section(name) }.dropFirst()
    return rest.prefix { if case .section = $0 { false } else { true } }
  }

  private func examples(_ section: String) throws -> String {
    try self.section(section).compactMap { part in
      if case .example(let lines) = part { lines.joined(separator: "\n") } else { nil }
    }.joined(separator: "\n")
  }

  private func terms(_ section: String) throws -> [String] {
    let terms = try self.section(section).flatMap { part -> [String] in
      if case .rows(let rows) = part { rows.map(\.term) } else { [] }
    }
    return terms.joined(separator: ",").split(separator: ",").map { String($0.filter { $0 != " " }) }
  }

  /// The names of members in a text: `"name":`.
  private func members(_ text: String) -> Set<String> {
    Set(text.matches(of: /"(\w+)" ?:/).map { String($0.1) })
  }

  // MARK: kit.json

  private func read(_ kit: String) throws -> KitFileContent {
    let folder = try TemporaryFolder()
    try folder.write(kit, to: "kit.json")
    return try KitReader.read(folder.path)
  }

  /// What is wrong with a kit of one pad.
  private func problems(of pad: String) throws -> [FileError] {
    try read("{\"format\":\"drumdub-kit\",\"version\":1,\"name\":\"k\",\"pads\":[\(pad)]}").problems
  }

  private func object(_ members: [String: String]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  @Test func kitExampleOfTheManualIsReadWithoutProblems() throws {
    let content = try read(try examples("Kits"))
    #expect(content.problems.isEmpty && content.ignored.isEmpty)
    let pad = try #require(content.kit.pads.first)
    #expect(pad.name == "snare" && pad.gain == Decibels(-3) && pad.mode == .oneShot)
    #expect(pad.choke == Pad.Choke(group: 1, silencedBy: 2, fade: 0.01) && pad.envelope.release == 0.05)
  }

  @Test func documentedMembersOfKitsAreThoseThatAreRead() throws {
    let documented = try terms("Kits")
    let whole = ["number": "1", "name": "\"p\"", "retrigger": "\"overlap\"", "layers": "[]"]
    for name in documented {
      // No member accepts a list of a list.
      var pad = whole
      pad[name] = "[[]]"
      var layer = ["samples": "[]"]
      layer[name] = "[[]]"
      var other = whole
      other["layers"] = "[\(object(layer))]"
      let found = try [pad, other].flatMap { try problems(of: object($0)) }
      #expect(!found.isEmpty, "\(name) is documented and not read")
    }
    let shipped = try FileBytes.read(
      ManualFormatsTests.resources.appending("Kits/DrumDub/kit.json"), limit: 1 << 20)
    let known = members(try examples("Kits")).union(documented)
    #expect(members(String(decoding: shipped, as: UTF8.self)).subtracting(known).isEmpty)
  }

  // MARK: *.dub

  private var take: Take {
    var take = Take(
      id: "a", name: "take 1",
      track: TrackReference(
        key: TrackKey(high: 1, low: 2), path: FilePath(bytes: [0x2F, 0xE9]), sampleRate: .standard,
        frames: FrameCount(1000)),
      kit: KitReference(name: "k", path: FilePath("/k"), hash: ContentHash([1]), notes: [1: 38]),
      tempo: TempoMap(bpm: 120, beats: [10], signature: .common), created: 0)
    take.rate = .standard
    take.loop = 0..<1
    take.track?.title = "song"
    take.track?.artist = "band"
    take.track?.offset = 0.5
    take.track?.signature = TrackSignature(fingerprint: [1], excerpts: [])
    let note = TakeHit(
      frame: 0, pad: TakeNote(key: 64, string: 5).number, velocity: 90, sample: 0)
    let pedal = TakeHit(frame: 0, TakeControl(controller: 64, value: 127))
    _ = take.addLayer(name: "layer 1", hits: HitColumns([note, pedal]), id: 1)
    take.rename(to: "take 2")
    let added = HitColumns([TakeHit(frame: 1, pad: 1, velocity: 1, sample: 0)])
    take.replaceHits([HitEdit(layer: 1, inserted: added.numbered(from: -1))])
    return take
  }

  @Test func documentedMembersOfKitsAreThoseThatAreWritten() throws {
    var pad = Pad(number: 1, name: "a", layers: [])
    (pad.colour, pad.gain, pad.pan, pad.tune) = ("#102030", Decibels(1), 1, 1)
    (pad.mode, pad.retrigger, pad.choice, pad.midiNote) = (.gate, .overlap(limit: 3), .random, 0)
    (pad.pedal, pad.position) = (0...39, 64...127)
    pad.choke = Pad.Choke(group: 4, silencedBy: nil, fade: 0)
    pad.envelope = PadEnvelope(attack: 1, decay: 1, sustain: 0, release: 1)
    var layer = SampleLayer(velocities: 3...90, samples: [FilePath(bytes: [0xE9])])
    (layer.gain, layer.pan, layer.tune) = (Decibels(1), 1, 1)
    (layer.part, layer.chance) = (1, 0...0.5)
    (layer.loop, layer.loopStart, layer.loopEnd) = (.sustain, 1, 2)
    (layer.isReversed, layer.beats) = (true, [1])
    (layer.start, layer.end, layer.turn) = (1, 2, SampleLayer.Turn(position: 1, count: 2))
    layer.response = VelocityResponse(track: 0, curve: [VelocityResponse.Point(velocity: 1, level: 1)])
    pad.layers = [layer]
    let text = KitFile.encode(
      Kit(name: "k", path: FilePath("/k"), pads: [pad]), in: FilePath("/k"), current: FilePath("/"))
    let documented = members(try examples("Kits")).union(try terms("Kits"))
    let written = members(String(decoding: text, as: UTF8.self))
    #expect(written.subtracting(["path", "pathBase64"]) == documented)
  }

  @Test func documentedMembersOfTakesAreThoseThatAreWritten() throws {
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    // What the history holds is not documented.
    let written = members(text).subtracting([
      "undo", "redo", "edit", "from", "to", "layer", "at", "parts", "removed", "inserted",
    ])
    let documented = members(try examples("Takes")).union(try terms("Takes"))
    #expect(documented == written)
  }

  @Test func documentedMembersOfSongsAreThoseThatAreWritten() throws {
    var song = Song()
    song.tempo = TempoMap(bpm: 120, beats: [10], signature: .common)
    (song.speed, song.transposition, song.loop) = (0.5, Transposition(cents: 100), 0..<1)
    song.key = FoundKey(MusicalKey(tonic: 9, isMinor: true), tuning: 3)
    song.drums = SongHits(
      [SongHit(frame: 1, drum: .kick, velocity: 1, certainty: 1)], rate: .standard, confidence: 1)
    song.without = [.key]
    let stems = SongStems(
      place: FilePath("/s.mka"), parts: SongParts([SongPart("drums", FilePath("/s.mka"), soundTrack: 1)]),
      difference: -40)
    song.apply([
      .set(SongMark("fill", at: 1, end: 2)), .part("drums", SongPartLevel(isMuted: true)),
      .stems(stems.place), .foundStems(stems), .drumStrength(.strong),
    ])
    let written = members(String(decoding: SongFile.encode(song), as: UTF8.self))
    // The members of a track are those of takes.
    #expect(members(try examples("Songs")) == written.union(["track"]))
    let others: Set = [
      "format", "version", "bpm", "beats", "signature", "name", "key", "tuning", "rate", "confidence",
      "frames", "velocities", "certainties", "gain", "mute", "solo", "path", "soundTrack", "offset",
      "difference", "states",
    ]
    #expect(Set(try terms("Songs")) == written.union(["track"]).subtracting(others))
  }

  // MARK: Playlists

  @Test func documentedFormatsOfPlaylistsAreThoseReadAndWritten() throws {
    let text = try section("Playlists").map { if case .paragraph(let text) = $0 { text } else { "" } }
      .joined()
    let sentences = text.split(separator: ". ")
    for format in PlaylistFormat.allCases {
      let name = format.rawValue.uppercased()
      #expect(sentences[0].contains(name), "\(name) is read")
      let isWritten = PlaylistWriter(name: FilePath("a.\(format.rawValue)")) != nil
      #expect(sentences[1].contains(name) == isWritten, "\(name) is written: \(isWritten)")
    }
  }
}
