import AudioBase
import SystemBase
import Testing

@testable import Dubbing

/// Songs: their files, the levels of their parts, and the edits of their marks.
@Suite struct SongTests {
  private static func decode(_ text: String) throws(FileError) -> Song {
    try SongFile.decode(Array(text.utf8), subject: "a.json")
  }

  /// A stem that leaves a rest, and is heard before the song.
  private static var stems: SongStems {
    var parts = [SongPart("drums", FilePath(bytes: [0x2F, 0xE9]), soundTrack: 2, offset: -37)]
    parts.append(SongPart("rest", nil, offset: -37))
    var stems = SongStems(place: FilePath("/s.mka"), parts: SongParts(parts), difference: -40.5)
    stems.states = [SongStems.FileState(size: 7, seconds: 1_800_000_000, nanoseconds: 999_999_999)]
    return stems
  }

  private static func song() -> Song {
    var song = Song()
    song.track = Sample.track()
    song.tempo = TempoMap(bpm: 120, beats: [22_050], signature: TimeSignature("3/4"))
    (song.speed, song.transposition, song.loop) = (0.8, Transposition(cents: -470), 1_000..<2_000)
    song.key = FoundKey(MusicalKey(tonic: 9, isMinor: true), tuning: -12)
    song.drums = SongHits(
      [
        SongHit(frame: 100, drum: .kick, velocity: 90, certainty: 0.97),
        SongHit(frame: 22_150, drum: .other, velocity: 127, certainty: 0.5),
      ], rate: SampleRate(44_100), confidence: 0.4)
    song.without = [.drums, .beats]
    song.apply([.set(SongMark("fill", at: 44_100, end: 88_200)), .set(SongMark("verse \"1\"", at: 0))])
    song.apply([.part("drums", SongPartLevel(gain: Decibels(-12.5), isMuted: true))])
    song.apply([.part("bass", SongPartLevel(isSoloed: true)), .stems(FilePath(bytes: [0x2F, 0xE9]))])
    song.apply([.drumStrength(.gentle), .foundStems(stems)])
    return song
  }

  // MARK: Files

  @Test func songIsReadAsItWasWritten() throws {
    let song = Self.song()
    #expect(song.marks.map(\.name) == ["verse \"1\"", "fill"])
    #expect(try SongFile.decode(SongFile.encode(song), subject: "a") == song)
    #expect(try SongFile.decode(SongFile.encode(Song()), subject: "a") == Song())
  }

  @Test func traitsThatAreKnownOrWereSearchedForAreNotUnknown() throws {
    var song = Song()
    #expect(song.unknownTraits == [.beats, .key, .drums])
    song.tempo = TempoMap(bpm: 120)
    song.without = [.drums]
    #expect(song.unknownTraits == [.key])
    let text = "{\"format\":\"drumdub-song\",\"version\":1,\"without\":[\"lyrics\",\"key\"]}"
    #expect(try Self.decode(text).without == [.key])
  }

  @Test func unknownMembersAreKept() throws {
    let text =
      "{\"format\":\"drumdub-song\",\"version\":1,\"key\":\"A minor\","
      + "\"marks\":[{\"name\":\"verse\",\"start\":7,\"colour\":\"red\"}]}"
    var song = try Self.decode(text)
    song.apply([.set(SongMark("fill", at: 9, end: 12))])
    let written = String(decoding: SongFile.encode(song), as: UTF8.self)
    #expect(written.contains("A minor") && written.contains("red"))
    #expect(try Self.decode(written) == song)
  }

  @Test(arguments: [
    ("{", "invalid JSON"), ("{\"format\":\"drumdub-take\",\"version\":1}", "format: it is no drumdub-song"),
    ("{\"format\":\"drumdub-song\",\"version\":2}", "its version is 2"),
    (mark("\"name\":\"a\",\"start\":5,\"end\":5"), "marks[0].end: a frame after that of the start"),
    (mark("\"name\":\" \",\"start\":5"), "marks[0].name: a name is expected"),
    (mark("\"name\":\"a\",\"start\":-1"), "marks[0].start: a whole number from 0"),
    (
      mark("\"name\":\"a\",\"start\":1},{\"name\":\"a\",\"start\":2"), "marks: two of them have the same name"
    ),
    ("{\"format\":\"drumdub-song\",\"version\":1,\"speed\":0}", "speed: a number from 0.1 to 10.0"),
    ("{\"format\":\"drumdub-song\",\"version\":1,\"transpose\":1201}", "transpose: a whole number"),
    (
      "{\"format\":\"drumdub-song\",\"version\":1,\"foundKey\":{\"key\":\"H\",\"tuning\":1}}",
      "foundKey.key: a key such as"
    ),
    ("{\"format\":\"drumdub-song\",\"version\":1,\"loop\":[5]}", "loop: the first frame"),
    (
      "{\"format\":\"drumdub-song\",\"version\":1,\"parts\":[{\"name\":\"drums\",\"gain\":13}]}",
      "parts[0].gain: a number from -60.0 to 12.0"
    ),
    (
      "{\"format\":\"drumdub-song\",\"version\":1,\"foundStems\":{\"path\":\"/s\",\"parts\":[]}}",
      "foundStems.parts: 1 to 16 are expected"
    ),
    (
      "{\"format\":\"drumdub-song\",\"version\":1,\"drums\":{\"rate\":44100,\"confidence\":90,\"frames\":[1],"
        + "\"drums\":[4],\"velocities\":[9],\"certainties\":[50]}}", "drums: its columns"
    ),
  ]) func badFileIsAnErrorThatNamesThePlace(text: String, reason: String) {
    do throws(FileError) {
      _ = try Self.decode(text)
      Issue.record("it was read")
    } catch {
      #expect(error.subject == "a.json" && error.detail?.hasPrefix(reason) == true, "\(error)")
    }
  }

  private static func mark(_ members: String) -> String {
    "{\"format\":\"drumdub-song\",\"version\":1,\"marks\":[{\(members)}]}"
  }

  @Test func moreMarksThanPossibleAreRefused() throws {
    let marks = (0...Song.mostMarks).map { "{\"name\":\"m\($0)\",\"start\":\($0)}" }.joined(separator: ",")
    let text = "{\"format\":\"drumdub-song\",\"version\":1,\"marks\":[\(marks)]}"
    #expect(throws: FileError.self) { try Self.decode(text) }
  }

  @Test(
    arguments: [
      (" verse 1 ", "verse 1"), ("a\nb\u{1B}", "ab"), ("", nil), (" \t", nil),
      (String(repeating: "x", count: 70), String(repeating: "x", count: 60)),
    ] as [(String, String?)])
  func typedNamesHaveNoControlCharacters(text: String, name: String?) {
    #expect(SongMark.name(typed: text) == name)
  }

  // MARK: Parts

  @Test func partsAreHeardAtTheirLevels() {
    let parts = SongParts(["drums", "bass", "vocals"].map { SongPart($0, FilePath($0)) })
    var song = Song()
    #expect(song.heard(parts).gains == [1, 1, 1])
    song.apply([
      .part("drums", SongPartLevel(gain: Decibels(-20))), .part("bass", SongPartLevel(isMuted: true)),
    ])
    #expect(song.heard(parts).gains == [Decibels(-20).factor, 0, 1])
    song.apply([.part("bass", SongPartLevel(isSoloed: true)), .part("other", SongPartLevel(isSoloed: true))])
    #expect(song.heard(parts).gains == [0, 1, 0])
    // A part that the song does not have silences nothing.
    song.apply([.part("bass", SongPartLevel())])
    #expect(song.heard(parts).gains == [Decibels(-20).factor, 1, 1])
    song.apply([.part("drums", SongPartLevel())])
    #expect(song.partLevels.keys.sorted() == ["other"])
  }

  // MARK: Edits

  @Test func inverseOfEditsTakesThemBack() {
    let song = Self.song()
    let verse = "verse \"1\""
    for edits: [SongEdit] in [
      [.set(SongMark("new", at: 5))], [.set(SongMark("fill", at: 3))], [.remove(name: "fill")],
      [.remove(name: "none")], [.remove(name: verse), .set(SongMark("chorus", at: 0))],
      [.remove(name: verse), .set(SongMark("fill", at: 0))],
      [.part("drums", SongPartLevel(gain: Decibels(-12)))], [.stems(FilePath("/stems"))],
      [.drumStrength(.strong)],
      [.part("bass", SongPartLevel(isSoloed: true)), .part("bass", SongPartLevel(isMuted: true))],
    ] {
      var changed = song
      let inverse = song.inverse(of: edits)
      changed.apply(edits)
      let again = changed.inverse(of: inverse)
      let edited = changed
      changed.apply(inverse)
      #expect(changed == song, "\(edits)")
      changed.apply(again)
      #expect(changed == edited, "\(edits)")
    }
  }

  @Test func addingAVersionKeepsWhatIsThereAndNumbersOtherPlaces() {
    var song = Song()
    song.apply([.set(SongMark("verse", at: 100)), .set(SongMark("same", at: 7, end: 9))])
    var other = Song()
    other.tempo = TempoMap(bpm: 90)
    other.apply([
      .set(SongMark("verse", at: 200)), .set(SongMark("chorus", at: 300, end: 400)),
      .set(SongMark("same", at: 7, end: 9)),
    ])
    song.apply(song.edits(adding: other))
    #expect(
      song.marks == [
        SongMark("same", at: 7, end: 9), SongMark("verse", at: 100), SongMark("verse 2", at: 200),
        SongMark("chorus", at: 300, end: 400),
      ])
    #expect(song.tempo?.bpm == 90)
    #expect(song.edits(adding: other).isEmpty)
    other.tempo = TempoMap(bpm: 91)
    #expect(song.edits(adding: other).isEmpty)
  }

  /// 44,100 frames are a second of the former file and 48,000 of the new one.
  @Test func songIsMovedToAFileOfAnotherRateWithAnOffset() {
    var reference = Sample.track("/music/a.ogg")
    reference.sampleRate = SampleRate(48_000)
    let later = Self.song().moved(to: reference, offset: 0.5)
    #expect(
      later.marks == [SongMark("verse \"1\"", at: 24_000), SongMark("fill", at: 72_000, end: 120_000)])
    #expect(later.tempo?.beats == [48_000] && later.tempo?.signature == TimeSignature("3/4"))
    #expect(later.track == reference && later.speed == 0.8)
    #expect(later.foundStems == nil)
    #expect(later.drums?.hits.map(\.frame) == [24_109, 48_109] && later.drums?.rate == reference.sampleRate)
    let earlier = Self.song().moved(to: reference, offset: -1.5)
    #expect(
      earlier.marks == [SongMark("verse \"1\"", at: 0), SongMark("fill", at: 0, end: 24_000)])
    #expect(earlier.loop == nil && earlier.drums?.hits.isEmpty == true)
    #expect(Self.song().moved(to: Sample.track(), offset: 0) == Self.song())
  }
}
