import AudioBase
import Dubbing
import Glibc
import Studio
import SystemBase
import TestSupport
import Testing

@Suite struct TakeFileTests {
  private func reread(_ take: Take) throws -> Take {
    try TakeFile.decode(TakeFile.encode(take), subject: "a.dub")
  }

  @Test func takeIsReadBackUnchanged() throws {
    var take = Sample.take()
    take.change(1) { $0.gain = Decibels(-3.5) }
    take.duplicateLayer(2)
    take.deleteLayer(2)
    take.rename(to: "other")
    take.undo()
    #expect(try reread(take) == take)
    take.track?.path = FilePath(bytes: [0x2F, 0xE9, 0x41])
    #expect(try reread(take) == take)
    var free = Take(id: "a", name: "", track: nil, created: 0)
    free.rate = SampleRate(44_100)
    free.loop = 4_800..<100_800
    #expect(try reread(free) == free && reread(free).track == nil)
  }

  @Test func mixerOfATakeIsReadBackWithWhatIsUnknown() throws {
    var take = Sample.take()
    var mixer = MixGraph()
    mixer[.pads].sends = [MixGraph.Send(to: 1, Decibels(-6))]
    mixer.add(.delay, to: .returns(1))
    mixer.add("http://example.org/unit", nil, [], to: .music)
    take.mixer = mixer
    let read = try reread(take)
    #expect(read.mixer?[.pads] == mixer[.pads])
    #expect(read.mixer?[.returns(1)].inserts.map(\.values) == mixer[.returns(1)].inserts.map(\.values))
    #expect(read.mixer?[.music].inserts.map(\.unit) == ["http://example.org/unit"])
    #expect(try reread(read) == read)
  }

  @Test func mixerOfATakeHasTheLevelsOfThePlayerAndItsChangeIsUndone() throws {
    var take = Sample.take()
    let first = TakeMixer(
      MixGraph(),
      MixGains(music: Decibels(-3), pads: Decibels(-6.5), balance: 4, volume: Decibels(-12)),
      songParts: ["lead vocals": SongPartLevel(gain: Decibels(-12), isMuted: true)])
    take.setMixer(first)
    #expect(try reread(take) == take && reread(take).gains == first.gains)
    var second = first
    second.graph?[.pads].pan = 0.5
    take.setMixer(second)
    take.setMixer(second)
    var read = try reread(take)
    #expect(read == take && read.ownMixer == second)
    #expect(read.undo() == .mixer(from: first, to: second) && read.ownMixer == first)
    #expect(read.undo() == .mixer(from: TakeMixer(), to: first) && read.mixer == nil && read.gains == nil)
    read.redo()
    #expect(read.ownMixer == first)
  }

  @Test func unknownMembersAreKept() throws {
    let text = """
      {"format":"drumdub-take","version":1,"id":"a","name":"n","colour":{"r":1.50,"list":[1,"a",null]},
       "track":{"key":"0123456789abcdef000000000000002a","path":"/a","sampleRate":44100,"mood":"calm"},
       "layers":[{"id":1,"name":"l","frames":[5],"pads":[1],"velocities":[100],"lengths":[0],"samples":[2],
                  "swing":0.1}]}
      """
    let take = try TakeFile.decode(Array(text.utf8), subject: "a.dub")
    #expect(take.layers[0].hits[0] == TakeHit(frame: 5, pad: 1, velocity: 100, sample: 2))
    let written = String(decoding: TakeFile.encode(take), as: UTF8.self)
    for member in [#""r":1.50"#, #""mood":"calm""#, #""swing":0.1"#] {
      #expect(written.filter { !$0.isWhitespace }.contains(member), "\(member)")
    }
    #expect(try reread(take) == take)
  }

  @Test(arguments: [
    (#"{"format":"drumdub-take","version":1,"#, "line 1, column"),
    (#"{"format":"drumdub-take","version":1,"id":"../x","name":"n"}"#, "id: letters"),
    (
      #"{"format":"drumdub-take","version":1,"id":"a","name":"n","kit":{"name":"k","path":"/","hash":"12"},"#
        + #""layers":[]}"#, "kit.hash: 32 hexadecimal digits"
    ),
    (
      #"{"format":"drumdub-take","version":1,"id":"a","name":"n","layers":[{"id":1,"name":"l"}]}"#,
      "layers[0].frames: it is missing"
    ),
    (
      #"{"format":"drumdub-take","version":1,"id":"a","name":"n","layers":[{"id":1,"name":"l","frames":[1],"#
        + #""pads":[129],"velocities":[1]}]}"#, "layers[0]: its columns"
    ),
    (#"{"format":"x"}"#, "format: it is no drumdub-take"),
    (
      #"{"format":"drumdub-take","version":1,"id":"a","name":"n","loop":[9,9],"layers":[]}"#,
      "loop: the first frame of the loop"
    ),
    (
      #"{"format":"drumdub-take","version":1,"id":"a","name":"n","loop":[-1,9],"layers":[]}"#,
      "loop: the first frame of the loop"
    ),
    (
      #"{"format":"drumdub-take","version":1,"id":"a","name":"n","loop":[9],"layers":[]}"#,
      "loop: the first frame of the loop"
    ),
    ("x{}", "line 1, column 1"),
  ])
  func damagedTakeIsRefusedWithThePlaceOfTheError(_ text: String, _ place: String) {
    let error = #expect(throws: FileError.self) {
      try TakeFile.decode(Array(text.utf8), subject: "a.dub")
    }
    #expect(error?.code == .damaged && error?.detail?.contains(place) == true, "\(error?.detail ?? "")")
  }

  @Test func firstOfTwoMembersOfTheSameNameCounts() throws {
    let text = #"{"format":"drumdub-take","version":1,"id":"a","name":"n","name":"m","x":1,"x":2}"#
    let take = try TakeFile.decode(Array(text.utf8), subject: "a.dub")
    #expect(take.name == "n")
    #expect(try reread(take) == take)
  }

  @Test func deepNestingIsRefused() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: FileError.self) { try TakeFile.decode(bytes, subject: "a.dub") }
  }

  @Test func anotherVersionIsUnsupported() {
    let text = #"{"format":"drumdub-take","version":2,"id":"a"}"#
    let error = #expect(throws: FileError.self) { try TakeFile.decode(Array(text.utf8), subject: "a") }
    #expect(error?.code == .unsupported)
  }

  @Test func truncatedTakeIsRefused() {
    let bytes = TakeFile.encode(Sample.take())
    for end in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(throws: FileError.self) { try TakeFile.decode(Array(bytes[..<end]), subject: "a") }
    }
  }

  @Test func timestampsAreTextToTheSecondAndInvalidOnesRefused() {
    #expect(Timestamp.text(1_777_636_800) == "2026-05-01T12:00:00Z")
    #expect(Timestamp.seconds("2026-05-01T12:00:00Z") == 1_777_636_800)
    #expect(Timestamp.seconds("2026-06-31T12:00:00Z") == nil && Timestamp.seconds("yesterday") == nil)
  }

  @Test func aDamagedTakeIsReadOrRefused() throws {
    var take = Sample.take()
    take.change(1) { $0.gain = Decibels(-3.5) }
    take.duplicateLayer(2)
    var read = 0
    for bytes in DamagedBytes.variants(of: TakeFile.encode(take), count: 1_000, seed: 2) {
      guard var take = try? TakeFile.decode(bytes, subject: "a.dub") else { continue }
      read += 1
      #expect(try reread(take) == take)
      for _ in 0..<4 { take.undo() }
      for _ in 0..<4 { take.redo() }
      _ = TakeCompiler.freeHits(of: take, rate: SampleRate(768_000))
      _ = BeatGrid(take.tempo, rate: .standard).hits(before: 1 << 20)
    }
    #expect(read > 50)
  }
}
