import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// `kit.json`: members that are read, ignored or rejected, with their places.
@Suite struct KitFileTests {
  @Test func kitIsReadAndUnknownMembersAreReported() throws {
    let kit = try TestKit(
      """
      {"format":"drumdub-kit","version":1,"name":"Café","maker":{"unknown":[1]},"pads":[
        {"number":4,"name":"open hat","layers":[]},
        {"number":2,"name":"snare","colour":"#C04040","gain":-3.5,"pan":-0.25,"tune":1,"mode":"oneShot",
         "choke":{"group":3,"fade":0.02,"curve":"x"},"midiNote":38,
         "layers":[{"velocity":[1,63],"samples":["soft 1.wav","soft 2.wav"],"pitch":0},
                   {"velocity":[64,127],"samples":["sub/hard.wav","/abs.wav"]}]},
        {"number":3,"name":"hat","choke":{"group":3},"layers":[{"samples":["hat.wav"]}]}]}
      """)
    let folder = kit.folder.path
    var snare = Pad(
      number: 2, name: "snare",
      layers: [
        SampleLayer(
          velocities: 1...63, samples: [folder.appending("soft 1.wav"), folder.appending("soft 2.wav")]),
        SampleLayer(velocities: 64...127, samples: [folder.appending("sub/hard.wav"), FilePath("/abs.wav")]),
      ])
    (snare.colour, snare.gain, snare.pan, snare.midiNote) = ("#C04040", Decibels(-3.5), -0.25, 38)
    snare.choke = Pad.Choke(group: 3, fade: 0.02)
    var hat = Pad(number: 3, name: "hat", layers: [SampleLayer(samples: [folder.appending("hat.wav")])])
    hat.choke = Pad.Choke(group: 3, fade: 0.005)
    let read = try kit.read()
    snare.tune = 1
    var plain = read
    plain.forgetUnknown()
    #expect(
      plain
        == Kit(name: "Café", path: folder, pads: [snare, hat, Pad(number: 4, name: "open hat", layers: [])]))
    let content = try KitReader.read(folder.appending("kit.json"))
    #expect(content.kit == read)
    #expect(
      content.ignored == [#"member "maker""#, #"member "curve" of choke"#, #"member "pitch" of a layer"#])
  }

  @Test func padValuesOutOfBoundsAreClamped() throws {
    let kit = try TestKit(
      pads: #"{"number":1,"name":"x","gain":900,"pan":-7,"choke":{"group":1,"fade":1e300},"layers":[]}"#)
    let pad = try kit.read().pads[0]
    #expect(pad.gain == Decibels(24) && pad.pan == -1 && pad.choke?.fade == 10)
    #expect(kit.loader.load(try kit.read(), rate: .standard).program.count == 1)
  }

  @Test func everyMemberIsReadAndWritten() throws {
    let kit = try TestKit("")
    let folder = kit.folder.path
    var pad = Pad(number: 128, name: "all", layers: [])
    (pad.colour, pad.gain, pad.pan, pad.tune) = ("#102030", Decibels(-2.5), 0.25, -7.5)
    (pad.mode, pad.retrigger, pad.choice, pad.midiNote) = (.gate, .overlap(limit: 3), .random, 0)
    pad.choke = Pad.Choke(group: 4, silencedBy: nil, fade: 0.25)
    pad.choke?.pads = [2, 9]
    pad.envelope = PadEnvelope(attack: 0.125, decay: 0.5, sustain: 0.25, release: 1)
    var layer = SampleLayer(velocities: 3...90, samples: [folder.appending("sub/a.wav"), FilePath("/b.wav")])
    layer.samples += [folder.appending(FilePath(bytes: [0xE9, 0x2E])), FilePath("c.wav")]
    (layer.gain, layer.pan, layer.tune) = (Decibels(-1), -0.5, 2.25)
    (layer.part, layer.chance, layer.loop) = (2, 0.25...1, .sustain)
    (layer.start, layer.end, layer.turn) = (10, 20, SampleLayer.Turn(position: 2, count: 3))
    (layer.loopStart, layer.loopEnd) = (12, 18)
    layer.response = VelocityResponse(
      track: -0.5,
      curve: [
        VelocityResponse.Point(velocity: 0, level: 0.25), VelocityResponse.Point(velocity: 64, level: 1),
      ])
    pad.layers = [layer]
    var other = Pad(number: 2, name: "other", layers: [SampleLayer(samples: [])])
    (other.choke, other.retrigger) = (Pad.Choke(group: nil, silencedBy: 7, fade: 0.005), .overlap(limit: nil))
    try kit.folder.write(
      KitFile.encode(
        Kit(name: "Whole", path: folder, pads: [other, pad]), in: folder, current: FilePath("/here")),
      to: "kit.json")
    pad.layers[0].samples[3] = FilePath("/here/c.wav")
    #expect(try kit.read() == Kit(name: "Whole", path: folder, pads: [other, pad]))
    let text = String(
      decoding: try FileBytes.read(folder.appending("kit.json"), limit: 10_000), as: UTF8.self)
    #expect(
      text.contains(#""samples":["sub/a.wav","/b.wav",{"path":"\\xE9.","pathBase64":"6S4="},"/here/c.wav"]"#))
  }

  @Test(arguments: [
    #""turn":[3,2]"#, #""turn":[1]"#, #""turn":[1,101]"#, #""start":-1"#, #""start":5,"end":5"#,
    #""velocityCurve":[1]"#, #""velocityCurve":[5,1,5,1]"#, #""velocityCurve":[1,2]"#,
    #""velocityCurve":[128,1]"#, #""velocityCurve":[1.5,1]"#,
  ])
  func layerWithAMemberOutOfBoundsIsRefused(_ member: String) throws {
    let kit = try TestKit(
      pads: #"{"number":1,"name":"a","layers":[{"samples":["a.wav"],\#(member)}]}"#)
    let content = try KitReader.read(kit.folder.path)
    #expect(content.kit.pads.isEmpty && content.problems.count == 1)
  }

  @Test func unknownMembersAreWrittenAgain() throws {
    let kit = try TestKit(
      """
      {"format":"drumdub-kit","version":1,"name":"k","maker":{"a":[1.50]},"pads":[{"number":1,"name":"a",
       "shape":"round","choke":{"group":1,"curve":"x"},"envelope":{"hold":1},"polyphony":3,
       "layers":[{"samples":[],"pitch":null}]}]}
      """)
    var read = try kit.read()
    read.pads[0].name = "b"
    try KitFile.write(read, to: kit.folder.path, current: FilePath("/"))
    #expect(try kit.read() == read)
    let text = String(decoding: try FileBytes.read(kit.folder.file("kit.json"), limit: 10_000), as: UTF8.self)
    for member in [
      #""maker":{"a":[1.50]}"#, #""shape":"round""#, #""curve":"x""#, #""hold":1"#,
      #""pitch":null"#, #""polyphony":3"#, #""name":"b""#,
    ] {
      let squeezed = text.filter { !" \n".contains($0) }
      #expect(squeezed.contains(member), "\(member)")
    }
  }

  @Test(arguments: ["{", #"{"format":"drumdub-kit","version":1,"name":"k","pads":[{"number":0}]}"#])
  func aFileThatCannotBeReadIsNotOverwritten(json: String) throws {
    let kit = try TestKit(json)
    let new = Kit(name: "new", path: kit.folder.path, pads: [])
    #expect { try KitFile.write(new, to: kit.folder.path, current: FilePath("/")) } throws: {
      ($0 as? FileError)?.code == .damaged
    }
    #expect(try FileBytes.read(kit.folder.file("kit.json"), limit: 1000) == Array(json.utf8))
    let other = kit.folder.file("deep/folder")
    try KitFile.write(new, to: other, current: FilePath("/"))
    #expect(try KitReader.read(other).kit.name == "new")
  }

  @Test func padModesAndReleaseTimesAreRead() throws {
    let kit = try TestKit(
      pads: #"{"number":1,"name":"a","mode":"gate","envelope":{"attack":1,"release":0.25},"layers":[]},"#
        + #"{"number":2,"name":"b","mode":"toggle","layers":[]},"#
        + #"{"number":3,"name":"c","envelope":{"release":0},"layers":[]}"#)
    let pads = try kit.read().pads
    #expect(
      pads.map(\.mode) == [.gate, .toggle, .oneShot] && pads.map(\.envelope.release) == [0.25, 0.005, 0.002])
    let program = kit.loader.load(try kit.read(), rate: .standard).program
    #expect(
      program.map(\.isGate) == [true, false, false] && program[0].envelope.release == FrameCount(12_000))
    #expect(program.map(\.isToggle) == [false, true, false])
  }

  @Test(arguments: [
    (#"{"number":0,"name":"x","layers":[]}"#, "pads[0]: pad 0"),
    (#"{"number":129,"name":"x","layers":[]}"#, "pads[0]: pad 129"),
    (#"{"number":1,"name":"x","layers":[]},{"number":1,"name":"y","layers":[]}"#, "pads[1]: pad 1"),
    (
      #"{"number":7,"name":"x","layers":[{"velocity":[0,127],"samples":[]}]}"#,
      "pads[0].layers[0].velocity: a velocity range"
    ),
    (
      #"{"number":7,"name":"x","layers":[{"velocity":[90,10],"samples":[]}]}"#,
      "pads[0].layers[0].velocity: a velocity range"
    ),
    (
      #"{"number":7,"name":"x","layers":[{"velocity":[1,128],"samples":[]}]}"#,
      "pads[0].layers[0].velocity: a velocity range"
    ),
    (
      #"{"number":7,"name":"x","layers":[{"velocity":[1],"samples":[]}]}"#,
      "pads[0].layers[0].velocity: a velocity range"
    ),
    (
      #"{"number":7,"name":"x","mode":"latch","layers":[]}"#,
      "pads[0].mode: oneShot, gate or toggle is expected"
    ),
    (#"{"number":1,"name":"x","layers":[]},{"number":2,"layers":[]}"#, "pads[1].name: it is missing"),
    (#"{"number":1,"name":"x","layers":[{"samples":"a.wav"}]}"#, "pads[0].layers[0].samples: "),
    (#"{"number":"1","name":"x","layers":[]}"#, "pads[0].number: "),
    (#"{"number":1,"name":null,"layers":[]}"#, "pads[0].name: "),
    (#"{"number":1,"name":"x","retrigger":"both","layers":[]}"#, "pads[0].retrigger: restart or overlap is"),
    (#"{"number":1,"name":"x","retrigger":"overlap","polyphony":0,"layers":[]}"#, "pads[0].polyphony: "),
    (#"{"number":1,"name":"x","choice":"any","layers":[]}"#, "pads[0].choice: roundRobin or random"),
    (#"{"number":1,"name":"x","choke":{"fade":1},"layers":[]}"#, "pads[0].choke.group: it is missing"),
    (#"{"number":1,"name":"x","choke":{"group":-1},"layers":[]}"#, "pads[0].choke.group: "),
    (#"{"number":1,"name":"x","envelope":[],"layers":[]}"#, "pads[0].envelope: "),
    (#"{"number":1,"name":"x","midiNote":128,"layers":[]}"#, "pads[0].midiNote: "),
    (#"{"number":1,"name":"x","layers":[{"samples":[],"loop":"once"}]}"#, "pads[0].layers[0].loop: "),
    (#"{"number":1,"name":"x","layers":[{"samples":[],"chance":[0.5,1.5]}]}"#, "pads[0].layers[0].chance: "),
    (#"{"number":1,"name":"x","layers":[{"samples":[],"part":16}]}"#, "pads[0].layers[0].part: "),
    (#"{"number":1,"name":"x","layers":[{"samples":[1.5]}]}"#, "pads[0].layers[0].samples: "),
  ])
  func invalidPadIsOmittedAndReportedWithItsPlace(_ pads: String, _ place: String) throws {
    let kit = try TestKit(pads: pads + #",{"number":20,"name":"good","layers":[]}"#)
    let content = try KitReader.read(kit.folder.path)
    #expect(content.kit.pads.last?.name == "good")
    #expect(content.kit.pads.count == pads.split(separator: "},{").count)
    let error = try #require(content.problems.first)
    #expect(content.problems.count == 1)
    #expect(error.code == .damaged && error.subject == kit.folder.file("kit.json").shown)
    #expect(error.detail?.hasPrefix(place) == true, "\(error)")
  }

  @Test(arguments: [
    ("", ""), ("{", ""), ("[]", ""), ("null", ""), (#"{"version":1,"name":"x","pads":[]}"#, "format"),
    (#"{"format":"drumdub-take","version":1,"name":"x","pads":[]}"#, "drumdub-take"),
    (#"{"format":"drumdub-kit","version":0,"name":"x","pads":[]}"#, "version is 0"),
    (#"{"format":"drumdub-kit","version":1,"name":"x"}"#, "pads: it is missing"),
  ])
  func fileThatIsNoKitIsRefused(_ json: String, _ reason: String) throws {
    let kit = try TestKit(json)
    #expect { try kit.read() } throws: {
      let error = $0 as? FileError
      return error?.code == .damaged && (reason.isEmpty || error?.detail?.contains(reason) == true)
    }
  }

  /// A newer version may have other members.
  @Test func kitOfANewerVersionIsNamedAndNeverOverwritten() throws {
    let json = #"{"format":"drumdub-kit","version":2,"name":"x","banks":[]}"#
    let kits = try TemporaryFolder()
    let folder = kits.file("New")
    try FileBytes.makeFolder(folder)
    let file = try kits.write(json, to: "New/kit.json")
    let error = FileError(.newer, file.shown, detail: "its version is 2, this drumdub reads 1")
    #expect { try KitReader.read(folder) } throws: { $0 as? FileError == error }
    let other = try TestKit(pads: #"{"number":1,"name":"x","layers":[{"samples":["a.wav"]}]}"#)
    try other.write("a.wav")
    let good = try other.read()
    #expect { try KitFile.write(good, to: folder, current: FilePath("/")) } throws: {
      $0 as? FileError == error
    }
    #expect { try KitSaver.save(good, in: folder, current: FilePath("/")) } throws: {
      $0 as? FileError == error
    }
    #expect(try FileBytes.read(file, limit: 1 << 20) == Array(json.utf8))
    #expect(try FolderReader(folder).names() == [FilePath("kit.json")], "no sample is left")
    let entries = KitCatalog([KitCatalog.Folder(kits.path)], unpackingInto: nil).entries()
    #expect(entries.map(\.error) == [error])
  }

  @Test func aFolderWithoutAKitIsNone() throws {
    let folder = try TemporaryFolder()
    #expect { try KitReader.read(folder.path) } throws: {
      ($0 as? FileError).map(KitSource.isWithoutKit) == true
    }
    #expect { try KitReader.read(folder.file("gone")) } throws: { ($0 as? FileError)?.code == .notFound }
  }

  @Test func aDamagedKitIsReadOrRefused() throws {
    let whole = """
      {"format":"drumdub-kit","version":1,"name":"k","pads":[
        {"number":1,"name":"a","gain":-3,"pan":1,"choke":{"group":1,"fade":0.1},"mode":"gate","midiNote":38,
         "envelope":{"release":0.2},"layers":[{"velocity":[1,64],"samples":["a.wav"]}]},
        {"number":64,"name":"b","colour":"#C04040","layers":[{"samples":["a.wav","missing.wav"]}]}]}
      """
    let kit = try TestKit(whole)
    try kit.write("a.wav")
    var read = 0
    for bytes in DamagedBytes.variants(of: Array(whole.utf8), count: 500) {
      try kit.folder.write(bytes, to: "kit.json")
      guard let found = try? kit.read() else { continue }
      read += 1
      #expect(kit.loader.load(found, rate: .standard).program.count <= 128)
    }
    #expect(read > 50)
  }
}

extension Kit {
  /// Removes all unknown members.
  fileprivate mutating func forgetUnknown() {
    unknown = JSONObject()
    for pad in pads.indices {
      pads[pad].unknown = JSONObject()
      pads[pad].choke?.unknown = JSONObject()
      pads[pad].envelope.unknown = JSONObject()
      for layer in pads[pad].layers.indices { pads[pad].layers[layer].unknown = JSONObject() }
    }
  }
}
