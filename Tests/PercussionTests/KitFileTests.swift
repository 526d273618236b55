import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// `kit.json`: members that are read, ignored or rejected, with their places.
@Suite struct KitFileTests {
  @Test func aWholeKitIsRead() throws {
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
    #expect(
      read
        == Kit(name: "Café", path: folder, pads: [snare, hat, Pad(number: 4, name: "open hat", layers: [])]))
    #expect(try KitReader.read(folder.appending("kit.json")).kit == read)
  }

  @Test func valuesOutOfBoundsAreBroughtBack() throws {
    let kit = try TestKit(
      pads: #"{"number":1,"name":"x","gain":900,"pan":-7,"choke":{"group":1,"fade":1e300},"layers":[]}"#)
    let pad = try kit.read().pads[0]
    #expect(pad.gain == Decibels(24) && pad.pan == -1 && pad.choke?.fade == 10)
    #expect(kit.loader.load(try kit.read(), rate: .standard).program.count == 1)
  }

  @Test func aGatePadHasItsRelease() throws {
    let kit = try TestKit(
      pads: #"{"number":1,"name":"a","mode":"gate","envelope":{"attack":1,"release":0.25},"layers":[]},"#
        + #"{"number":2,"name":"b","mode":"toggle","layers":[]},"#
        + #"{"number":3,"name":"c","envelope":{"release":0},"layers":[]}"#)
    let pads = try kit.read().pads
    #expect(
      pads.map(\.mode) == [.gate, .toggle, .oneShot] && pads.map(\.envelope.release) == [0.25, 0.005, 0.002])
    let program = kit.loader.load(try kit.read(), rate: .standard).program
    #expect(program.map(\.isGate) == [true, false, false] && program[0].releaseFade == FrameCount(12_000))
    #expect(program.map(\.isToggle) == [false, true, false])
  }

  @Test(arguments: [
    (#"{"number":0,"name":"x","layers":[]}"#, "pad 0"),
    (#"{"number":129,"name":"x","layers":[]}"#, "pad 129"),
    (#"{"number":1,"name":"x","layers":[]},{"number":1,"name":"y","layers":[]}"#, "pad 1"),
    (#"{"number":7,"name":"x","layers":[{"velocity":[0,127],"samples":[]}]}"#, "pad 7"),
    (#"{"number":7,"name":"x","layers":[{"velocity":[90,10],"samples":[]}]}"#, "pad 7"),
    (#"{"number":7,"name":"x","layers":[{"velocity":[1,128],"samples":[]}]}"#, "pad 7"),
    (#"{"number":7,"name":"x","layers":[{"velocity":[1],"samples":[]}]}"#, "pad 7"),
    (#"{"number":7,"name":"x","mode":"latch","layers":[]}"#, "pad 7: its mode"),
    (#"{"number":1,"name":"x","layers":[]},{"number":2,"layers":[]}"#, "pads[1].name: it is missing"),
    (#"{"number":1,"name":"x","layers":[{"samples":"a.wav"}]}"#, "pads[0].layers[0].samples: "),
    (#"{"number":"1","name":"x","layers":[]}"#, "pads[0].number: "),
    (#"{"number":1,"name":null,"layers":[]}"#, "pads[0].name: "),
  ])
  func aBadPadIsRefusedWithItsPlace(_ pads: String, _ place: String) throws {
    let kit = try TestKit(pads: pads)
    #expect { try kit.read() } throws: {
      let error = $0 as? FileError
      return error?.code == .damaged && error?.subject == kit.folder.file("kit.json").shown
        && error?.detail?.contains(place) == true
    }
  }

  @Test(arguments: [
    ("", ""), ("{", ""), ("[]", ""), ("null", ""), (#"{"version":1,"name":"x","pads":[]}"#, "format"),
    (#"{"format":"drumdub-take","version":1,"name":"x","pads":[]}"#, "drumdub-take"),
    (#"{"format":"drumdub-kit","version":2,"name":"x","pads":[]}"#, "version is 2"),
    (#"{"format":"drumdub-kit","version":1,"name":"x"}"#, "pads: it is missing"),
  ])
  func anotherFileIsRefused(_ json: String, _ reason: String) throws {
    let kit = try TestKit(json)
    #expect { try kit.read() } throws: {
      let error = $0 as? FileError
      return error?.code == .damaged && (reason.isEmpty || error?.detail?.contains(reason) == true)
    }
  }

  @Test func aFolderWithoutAKitIsNotFound() throws {
    let folder = try TemporaryFolder()
    #expect { try KitReader.read(folder.path) } throws: { ($0 as? FileError)?.code == .notFound }
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
      #expect(kit.loader.load(found, rate: .standard).program.count <= 64)
    }
    #expect(read > 50)
  }
}
