import AudioBase
import AudioFiles
import Dubbing
import FoundationEssentials
import Glibc
import HeardSound
import Studio
import SystemBase
import TestSupport
import Testing

/// What was heard is what is written.
extension ExportTests {
  @Test func exportPlaysTheLanesOfTheTakeAndNamesThoseThatItCannot() throws {
    let track = try TestTrack(seed: 53, seconds: 1).write(to: "a.wav", in: sandbox)
    var take = try saveTake(of: track, hits: 5)
    take.setLanes([
      Lane(Lane.ID("master/mute"), [Lane.Point(9_600, 1)]),
      Lane(Lane.ID("music/flanger/depth"), [Lane.Point(0, 1)]),
    ])
    try TakeStore(folder: sandbox.file("data/drumdub/takes")).save(take)
    let result = try sandbox.run(
      ["export", "t1", "-o", "mix.wav", "--format", "float", "--tail", "0"])
    #expect(result.status == 0 && result.errorLines.count == 1)
    let words = "lanes of music/flanger/depth are not played: the mixer has no such value"
    #expect(result.errorLines.first?.hasSuffix(words) == true, "\(result.errorLines)")
    let mix = try frames("mix.wav")
    #expect(mix.count == 48_000 && mix[9_000..<9_600].contains { $0 != .zero })
    #expect(mix[(9_600 + 480)...].allSatisfy { $0 == .zero })
  }

  @Test(arguments: kits) func exportMatchesThePlayedSound(kit: String) throws {
    let track = try TestTrack(seed: 41, seconds: 4).write(to: "a.wav", in: sandbox)
    try saveTake(of: track, kit: kit)
    let heard = try heard("a.wav", kit: kit)
    let result = try sandbox.run(["export", "t1", "-o", "mix.wav", "--format", "float"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorLines)")
    #expect(result.text.hasPrefix("wrote mix.wav, 00:0"))
    let mix = try frames("mix.wav")
    #expect(mix.count > 4 * 48_000)
    let start = try #require(mix.first(above: 0))
    #expect(start == 0)
    // At −6 dB the limiter works too.
    #expect(mix.peak > 0.5)
    #expect(difference(heard, mix) < -120)
  }

  /// Each effect of the program, on the strips of the music, single pads, all pads, returns and the output.
  @Test func exportWithEffectsMatchesThePlayedSound() throws {
    var mixer = MixGraph()
    mixer.add(.equalizer, to: .music)
    mixer.add(.filter, to: .music)
    mixer.add(.distortion, to: .pad(2))
    mixer.add(.transient, to: .pad(3))
    mixer.add(.compressor, to: .pads)
    mixer.add(.delay, to: .returns(1))
    mixer.add(.reverb, to: .returns(2))
    mixer.add(.compressor, to: .master)
    mixer[.pads].sends = [MixGraph.Send(to: 1, Decibels(-6)), MixGraph.Send(to: 2, Decibels(-9))]
    mixer[.music].sends = [MixGraph.Send(to: 2, Decibels(-12))]
    mixer[.pad(4)].pan = -0.7
    mixer[.pad(5)].isMuted = true
    try sandbox.write(MixFile.encode(mixer), to: "state/drumdub/mixer.json")
    let track = try TestTrack(seed: 43, seconds: 4).write(to: "a.wav", in: sandbox)
    try saveTake(of: track, mixer: mixer)
    let heard = try heard("a.wav", kit: "DrumDub")
    #expect(try sandbox.run(["export", "t1", "-o", "mix.wav", "--format", "float"]).status == 0)
    let mix = try frames("mix.wav")
    #expect(difference(heard[..<(4 * 48_000)], mix) < -120)
    #expect(mix.count > 5 * 48_000)
  }

  /// Plug-ins without randomness, on the strips of the music, all pads, returns and the output, and an instrument.
  @Test(.enabled(if: Tool.isCI || FilePath("/usr/lib/lv2/amp-swh.lv2").exists, "swh-lv2 is not installed"))
  func exportWithPlugInsEqualsThePlayedSound() throws {
    let library = TestPrograms.path("libCTestPlugins.so").shown
    try sandbox.write(
      Array(PluginBundle.manifest(library).utf8), to: "lv2/notes.lv2/manifest.ttl")
    try sandbox.write(Array(PluginBundle.instrument.utf8), to: "lv2/notes.lv2/plugin.ttl")
    for bundle in ["amp-swh.lv2", "calf.lv2", "lsp-plugins.lv2", "core.lv2"] {
      try Tool.run("ln", ["-s", "/usr/lib/lv2/\(bundle)", sandbox.file("lv2/\(bundle)").shown])
    }
    let path = ["LV2_PATH=\(sandbox.file("lv2").shown)"]
    let mixer = try MixFile.decode(Array(PluginBundle.mixer.utf8), subject: "the mixer")
    try sandbox.write(MixFile.encode(mixer), to: "state/drumdub/mixer.json")
    let track = try TestTrack(seed: 44, seconds: 4).write(to: "a.wav", in: sandbox)
    var take = try saveTake(of: track, mixer: mixer)
    take.addLayer(
      hits: HitColumns(
        (0..<40).map { index in
          TakeHit(
            frame: 5_000 + 4_001 * index, pad: TakeNote(key: 40 + index % 12, string: -1).number,
            velocity: 60 + index, length: index % 3 * 900, sample: 0)
        }))
    try TakeStore(folder: sandbox.file("data/drumdub/takes")).save(take)
    let result = try sandbox.run(
      ["export", "t1", "-o", "mix.wav", "--format", "float"], environment: path)
    #expect(result.status == 0 && result.errorLines.isEmpty, "\(result.errorLines)")
    let mix = try frames("mix.wav")
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "file:live.wav", "--kit", "DrumDub", environment: path)
    try session.wait(for: "restored the mixer")
    try session.type("x")
    try session.wait(for: "Test notes")
    try session.type("x:open a.wav")
    try session.wait(for: "open a.wav")
    try session.type("\r")
    let heard = try heard(in: session)
    let length = 4 * 48_000
    #expect(heard[..<length].elementsEqual(mix[..<length]), "\(difference(heard[..<length], mix)) dB")
    // Without the plug-ins, it is another sound.
    let dry = try sandbox.run(
      ["export", "t1", "-o", "dry.wav", "--format", "float"], environment: ["LV2_PATH=/nowhere"])
    #expect(dry.errorLines.count == 4 && dry.errorLines[0].contains("is not heard: it is not installed"))
    #expect(difference(try frames("dry.wav"), mix) > -40)
  }

  @Test func exportOfATrackOfAnotherRateMatchesThePlayedSound() throws {
    let track = try TestTrack(seed: 42, seconds: 3).write(to: "b.wav", in: sandbox)
    try Tool.run(
      "env", ["-C", sandbox.path.shown, "sox", "-D", "b.wav", "-r", "44100", "-b", "24", "a.flac"])
    _ = track
    try saveTake(of: sandbox.file("a.flac"))
    let heard = try heard("a.flac", kit: "DrumDub")
    #expect(
      try sandbox.run(["export", "t1", "-o", "mix.wav", "--format", "float", "--rate", "48000"]).status == 0)
    let mix = try frames("mix.wav")
    #expect(difference(heard, mix[try #require(mix.first(above: 0))...]) < -120)
    #expect(try sandbox.run(["export", "t1", "-o", "own.wav"]).status == 0)
    #expect(try DecoderRegistry().open(sandbox.file("own.wav")).format.sampleRate == SampleRate(44_100))
  }
}

/// The instrument of the library of test plug-ins, and a mixer with it and installed effects.
private enum PluginBundle {
  static func manifest(_ library: String) -> String {
    """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:drumdub:test:notes> a lv2:Plugin ; lv2:binary <file://\(library)> ; rdfs:seeAlso <plugin.ttl> .
    """
  }

  static let instrument = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    <urn:drumdub:test:notes> a lv2:Plugin, lv2:InstrumentPlugin ; doap:name "Test notes" ;
      lv2:optionalFeature lv2:hardRTCapable ;
      lv2:port [ a atom:AtomPort, lv2:InputPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ;
          atom:bufferType atom:Sequence ; atom:supports <http://lv2plug.in/ns/ext/midi#MidiEvent> ],
        [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 1 ; lv2:symbol "left" ; lv2:name "Left" ],
        [ a lv2:ControlPort, lv2:InputPort ; lv2:index 2 ; lv2:symbol "control" ; lv2:name "Control" ;
          lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 1 ],
        [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 3 ; lv2:symbol "right" ; lv2:name "Right" ] .
    """

  static let mixer = """
    {"format":"drumdub-mixer","version":1,"strips":[
      {"bus":"instrument","instrument":"lv2:urn:drumdub:test:notes","parameters":{"control":0.5}},
      {"bus":"music","inserts":[{"unit":"lv2:http://plugin.org.uk/swh-plugins/amp","parameters":{"gain":-3}}]},
      {"bus":"pads","inserts":[
        {"unit":"lv2:http://calf.sourceforge.net/plugins/Equalizer5Band","parameters":{"p1_active":1,"p1_level":2}}],
        "sends":[{"to":1,"gain":-6}]},
      {"bus":"return 1","inserts":[
        {"unit":"lv2:http://lsp-plug.in/plugins/lv2/para_equalizer_x16_stereo","parameters":{"g_out":0.5}}]},
      {"bus":"master","inserts":[{"unit":"lv2:http://plugin.org.uk/swh-plugins/amp","parameters":{"gain":-6}}]}]}
    """
}
