import AudioBase
import SystemBase
import Testing

@testable import Percussion

/// SFZ: every opcode of drum kits, with its effect on pads and layers.
@Suite struct SFZFileTests {
  @Test func aRegionBecomesAPad() throws {
    let kit = try TestSFZ(
      """
      <region> sample=kick.wav key=36 lovel=10 hivel=100 volume=-6 amplitude=10 pan=-50 tune=50 transpose=-2
      loop_mode=one_shot note_polyphony=1 ampeg_attack=0.1 ampeg_decay=0.2 ampeg_sustain=50 ampeg_release=0.3
      """)
    let layer = SampleLayer(velocities: 10...100, samples: [kit.file("kick.wav")])
    var pad = Pad(number: 1, name: "kick", layers: [layer])
    (pad.gain, pad.pan, pad.tune, pad.midiNote) = (Decibels(-26), -0.5, -1.5, 36)
    (pad.mode, pad.retrigger) = (.oneShot, .restart)
    pad.envelope = PadEnvelope(attack: 0.1, decay: 0.2, sustain: 0.5, release: 0.3)
    let content = try kit.read()
    #expect(content.kit == Kit(name: "kit", path: kit.path, format: .sfz, pads: [pad]))
    #expect(content.ignored.isEmpty)
  }

  @Test func regionWithoutValuesGetsTheDefaultsOfTheFormat() throws {
    let pad = try TestSFZ("<region> sample=a.wav key=60").pad()
    #expect(pad.gain == .unity && pad.pan == 0 && pad.tune == 0 && pad.choke == nil)
    #expect(pad.mode == .gate && pad.retrigger == .overlap() && pad.envelope == PadEnvelope(release: 0.002))
    #expect(
      pad.layers.map(\.velocities) == [1...127] && pad.layers[0].loop == nil && pad.layers[0].chance == nil)
  }

  @Test func keysBecomePadsInAscendingOrder() throws {
    let kit = try TestSFZ(
      "<region> key=c4 sample=c.wav <region> key=36 sample=a.wav <region> key=f#3 sample=b.wav <region> key=eb-1 sample=z.wav"
    )
    let pads = try kit.read().kit.pads
    #expect(pads.map(\.number) == [1, 2, 3, 4] && pads.map(\.midiNote) == [3, 36, 54, 60])
    #expect(pads.map(\.name) == ["z", "a", "b", "c"] && pads.allSatisfy { $0.tune == 0 })
  }

  @Test func regionOverSeveralKeysIsTunedForEachKey() throws {
    let pads = try TestSFZ("<region> lokey=35 hikey=37 pitch_keycenter=36 sample=a.wav").read().kit.pads
    #expect(pads.map(\.midiNote) == [35, 36, 37] && pads.map(\.tune) == [-1, 0, 1])
    // Without a root it is key 60.
    #expect(try TestSFZ("<region> lokey=59 hikey=59 sample=a.wav").pad().tune == -1)
    #expect(try TestSFZ("<region> lokey=40 hikey=40 pitch_keytrack=0 sample=a.wav").pad().tune == 0)
    #expect(try TestSFZ("<region> lokey=0 hikey=0 pitch_keytrack=500 sample=a.wav").pad().tune == -60)
  }

  @Test(arguments: [
    ("no_loop", PadMode.gate, nil), ("one_shot", .oneShot, nil), ("loop_continuous", .gate, .continuous),
    ("LOOP_SUSTAIN", .gate, SampleLayer.Loop.sustain),
  ])
  func loopModesSetPadModeAndLoop(_ name: String, _ mode: PadMode, _ loop: SampleLayer.Loop?) throws {
    for opcode in ["loop_mode", "loopmode"] {
      let pad = try TestSFZ("<region> key=40 sample=a.wav \(opcode)=\(name)").pad()
      #expect(pad.mode == mode && pad.layers[0].loop == loop)
    }
  }

  @Test(arguments: [
    ("", Pad.Retrigger.overlap()), ("note_polyphony=0", .overlap()), ("note_polyphony=1", .restart),
    ("note_polyphony=3", .overlap(limit: 3)),
  ])
  func notePolyphonyLimitsTheVoices(_ opcode: String, _ retrigger: Pad.Retrigger) throws {
    #expect(try TestSFZ("<region> key=40 sample=a.wav \(opcode)").pad().retrigger == retrigger)
  }

  @Test func groupsSilenceEachOther() throws {
    let hats = try TestSFZ(
      """
      <group> group=7 off_by=7 off_mode=normal ampeg_release=0.5 <region> key=42 sample=closed.wav
      <region> key=46 sample=open.wav
      <group> <region> key=36 sample=kick.wav
      """
    ).read().kit.pads
    #expect(hats.map(\.choke?.group) == [nil, 1, 1] && hats.map(\.choke?.silencedBy) == [nil, 1, 1])
    #expect(hats[1].choke?.fade == 0.5)
  }

  @Test(arguments: [
    ("", 0.006), ("off_mode=fast ampeg_release=1", 0.006), ("off_mode=time off_time=0.25", 0.25),
    ("off_mode=time off_time=99", 10), ("off_mode=normal ampeg_release=2", 2),
  ])
  func offModeSetsTheFadeTime(_ opcodes: String, _ fade: Double) throws {
    #expect(try TestSFZ("<region> key=40 sample=a.wav group=1 off_by=1 \(opcodes)").pad().choke?.fade == fade)
  }

  @Test func padOfAnotherGroupSilencesInOneDirection() throws {
    let pads = try TestSFZ(
      "<region> key=42 sample=c.wav group=1 <region> key=44 sample=p.wav group=2 <region> key=46 sample=o.wav group=3 off_by=2"
    ).read().kit.pads
    #expect(pads.map(\.choke?.group) == [nil, 1, nil] && pads.map(\.choke?.silencedBy) == [nil, nil, 1])
  }

  @Test func silentRegionsSilenceOtherGroups() throws {
    // The open hat is silenced by silence on the keys of the closed one and of the pedal.
    let pads = try TestSFZ(
      """
      <region> key=42 sample=closed.wav group=42 off_by=41
      <region> key=44 sample=pedal.wav group=41
      <region> key=46 sample=open.wav group=45 off_by=44
      <region> key=42 sample=*silence group=44
      <region> key=44 sample=*silence group=44
      """
    ).read()
    #expect(pads.kit.pads.map(\.choke?.group) == [1, 1, nil])
    #expect(pads.kit.pads.map(\.choke?.silencedBy) == [1, nil, 1] && pads.ignored.isEmpty)
    #expect(pads.kit.pads.map(\.layers.count) == [1, 1, 1])
  }

  @Test func keyWithOnlySilenceSilencesOtherGroups() throws {
    let pads = try TestSFZ(
      """
      <region> key=44 sample=*silence group=1
      <region> key=45 sample=a.wav end=-1 group=1
      <region> key=46 sample=open.wav off_by=1
      <region> key=47 sample=hard.wav lovel=100 group=1 <region> key=47 sample=*silence lovel=10 group=1
      <region> key=48 sample=*silence
      """
    ).read().kit.pads
    #expect(pads.map(\.choke?.group) == [1, 1, nil, 1, nil])
    #expect(
      pads.map { $0.layers.map(\.velocities) } == [
        [1...127], [1...127], [1...127], [100...127, 10...99], [],
      ])
    #expect(pads.map { $0.layers.map(\.samples.count) } == [[0], [0], [1], [1, 0], []])
  }

  @Test func offsetAndEndChooseFrames() throws {
    let pad = try TestSFZ(
      """
      <group> key=40 offset=100 end=199 <region> sample=a.wav hivel=10 <region> sample=b.wav lovel=11 hivel=20 end=99
      <region> sample=c.wav lovel=21 offset=0 end=1e30
      """
    ).pad()
    // Region b would end before it begins.
    #expect(pad.layers.map(\.start) == [100, 0] && pad.layers.map(\.end) == [200, 1_000_000_001])
  }

  @Test func velocityOpcodesBecomeTheResponseOfLayers() throws {
    let content = try TestSFZ(
      """
      <global> amp_veltrack=0 <region> key=40 sample=a.wav
      <region> key=41 sample=a.wav amp_veltrack=-50 amp_velcurve_64=0.5 amp_velcurve_9=2 amp_velcurve_128=1
      <region> key=42 sample=a.wav amp_veltrack=100
      """
    ).read()
    #expect(content.ignored == ["opcode amp_velcurve_N"])
    let points = [(9, 1.0), (64, 0.5)].map { VelocityResponse.Point(velocity: $0, level: $1) }
    #expect(
      content.kit.pads.map(\.layers[0].response) == [
        VelocityResponse(track: 0), VelocityResponse(track: -0.5, curve: points), VelocityResponse(),
      ])
  }

  @Test func padsThatSilenceBesideAGroupAreNamed() throws {
    let content = try TestSFZ(
      """
      <region> key=40 sample=a.wav off_by=1 <region> key=41 sample=b.wav off_by=2
      <region> key=42 sample=c.wav group=1 <region> key=43 sample=d.wav group=2
      <region> key=42 sample=*silence group=2 <region> key=44 sample=e.wav group=1
      """
    ).read()
    let pads = content.kit.pads
    #expect(pads.map(\.choke?.group) == [nil, nil, 1, 2, 1] && content.ignored.isEmpty)
    #expect(pads.map(\.choke?.silencedBy) == [1, 2, nil, nil, nil])
    #expect(pads.map(\.choke?.pads) == [[], [3], [], [], []])
  }

  @Test func padNamesComeFromLabelsOrFileNames() throws {
    let pads = try TestSFZ(
      """
      <control> label_key40=Rim
      <region> key=38 sample=Snares\\Snare 1.wav <region> key=40 sample=b.wav region_label=c
      <region> key=41 sample=b.wav region_label=Tom <region> key=42 sample=*silence
      """
    ).read().kit.pads
    #expect(pads.map(\.name) == ["Snare 1", "Rim", "Tom", "key 42"])
  }

  @Test func volumesOfHeadersAreAdded() throws {
    let kit = try TestSFZ(
      "<global> global_volume=-1 <master> master_volume=-2 <group> group_volume=-4 volume=5 <region> key=40 sample=a.wav volume=-8"
    )
    #expect(try kit.pad().gain == Decibels(-15))
  }

  @Test func differencesBetweenRegionsAreLayers() throws {
    let pad = try TestSFZ(
      "<group> key=40 <region> sample=a.wav hivel=63 volume=-6 pan=10 tune=10 <region> sample=b.wav lovel=64 pan=20"
    ).pad()
    #expect(pad.gain == .unity && pad.pan == 0 && pad.tune == 0)
    #expect(pad.layers.map(\.gain) == [Decibels(-6), .unity] && pad.layers.map(\.pan) == [0.1, 0.2])
    #expect(pad.layers.map(\.tune) == [0.1, 0] && pad.layers.map(\.part) == [0, 0])
  }

  @Test func differencesThatLayersCannotHaveAreReported() throws {
    let content = try TestSFZ(
      """
      <group> key=40 <region> sample=a.wav hivel=63 loop_mode=one_shot
      <region> sample=b.wav lovel=64 note_polyphony=2 ampeg_release=3
      """
    ).read()
    #expect(
      content.ignored == [
        "different loop_mode of regions of key 40", "different note_polyphony of regions of key 40",
        "different ampeg of regions of key 40",
      ])
  }

  @Test func regionsAreSelectedByInitialControllerValues() throws {
    let content = try TestSFZ(
      """
      <control> set_cc6=100 set_hdcc5=1
      <region> key=40 sample=no.wav locc6=0 hicc6=90 <region> key=40 sample=yes.wav locc6=91 locc5=127
      <region> key=41 sample=no.wav locc9=1 <region> key=41 sample=yes.wav hicc9=0 locc7=100 hicc7=100
      <region> key=42 sample=no.wav trigger=release <region> key=42 sample=yes.wav trigger=first
      <region> key=43 sample=no.wav sw_last=2 <region> key=43 sample=yes.wav sw_last=1 sw_default=1
      <region> key=44 sample=yes.wav <region> key=44 sample=no.wav end=-1
      <region> lokey=-1 hikey=-1 sample=no.wav
      """
    ).read()
    #expect(content.kit.pads.map(\.name) == ["yes", "yes", "yes", "yes", "yes"])
    #expect(content.kit.pads.map(\.layers.count) == [1, 1, 1, 1, 1])
    #expect(
      content.ignored == [
        "regions for other values of controller 6 than 100",
        "regions for other values of controller 9 than 0",
        "regions with trigger=release", "regions of other key switches",
      ])
  }

  @Test func regionsThatControllersOrHeldKeysStrikeAreLeftOut() throws {
    let content = try TestSFZ(
      """
      <region> on_locc64=127 on_hicc64=127 sample=no.wav <region> key=40 on_locc64=1 sample=yes.wav
      <region> key=41 sw_down=30 sample=no.wav <region> key=41 sample=yes.wav
      """
    ).read()
    #expect(content.kit.pads.map(\.midiNote) == [40, 41] && content.kit.pads.map(\.name) == ["yes", "yes"])
    #expect(
      content.ignored == [
        "opcode on_loccN, 2 times", "opcode on_hiccN", "regions of other key switches",
      ])
  }

  @Test func regionsOfOtherPedalPositionsArePadsOfTheSameNote() throws {
    let content = try TestSFZ(
      """
      <control> set_cc4=127
      <region> key=42 sample=a.wav locc4=0 hicc4=63 <region> key=42 sample=b.wav locc4=64
      <region> key=44 sample=c.wav
      """
    ).read()
    let pads = content.kit.pads
    #expect(pads.map(\.name) == ["b", "c", "a"] && pads.map(\.midiNote) == [42, 44, 42])
    #expect(pads.map(\.pedal) == [64...127, nil, 0...63] && content.ignored.isEmpty)
  }

  @Test func noteAndOctaveOffsetsMoveTheKeys() throws {
    let kit = try TestSFZ(
      "<control> note_offset=2 octave_offset=-1 <region> key=48 sample=a.wav <region> lokey=50 hikey=50 sample=b.wav"
    )
    let pads = try kit.read().kit.pads
    #expect(pads.map(\.midiNote) == [38, 40])
  }

  /// The shape of large free kits: several microphones, maps that are included for each of them, keys as variables.
  @Test func aKitOfManyFilesIsRead() throws {
    let kit = try TestSFZ(
      """
      #include "keys.sfz"
      <control> label_cc101=Near set_cc101=127 set_cc103=127
      <global> loop_mode=one_shot locc101=1 note_polyphony=3 group=501 off_mode=normal amplitude_oncc101=100
      #include "maps/near.sfz"
      <global> loop_mode=one_shot locc103=1 note_polyphony=3 group=503 off_mode=normal
      #include "maps/far.sfz"
      """)
    try FileBytes.makeFolder(kit.file("maps"))
    try kit.write("#define $KICK 36 // the foot\n#define $HAT 42\n#define $HATOPEN 46", to: "keys.sfz")
    for name in ["near", "far"] {
      try kit.write(
        """
        <master> ampeg_release=0.5
        <group> key=$KICK
        <region> sample=../Samples/\(name)/kick_1.flac hivel=63 seq_length=2
        <region> sample=../Samples/\(name)/kick_2.flac hivel=63 seq_length=2 seq_position=2
        <region> sample=../Samples/\(name)/kick_3.flac lovel=64
        <group> key=$HAT group=42 <region> sample=../Samples/\(name)/hat.flac
        <group> key=$HATOPEN group=45 off_by=44 <region> sample=../Samples/\(name)/open.flac
        <group> sample=*silence end=-1 group=44 off_by=43 <region> key=$HAT
        """, to: "maps/\(name).sfz")
    }
    let content = try kit.read()
    let pads = content.kit.pads
    #expect(content.problems.isEmpty && content.ignored == ["opcode amplitude_onccN"])
    #expect(pads.map(\.midiNote) == [36, 42, 46] && pads.map(\.name) == ["kick_1", "hat", "open"])
    #expect(
      pads[0].layers.map(\.part) == [0, 0, 1, 1] && pads[0].layers.map(\.samples.count) == [2, 1, 2, 1])
    #expect(pads[0].layers.map(\.velocities) == [1...63, 64...127, 1...63, 64...127])
    #expect(pads.map(\.choke?.silencedBy) == [nil, nil, 1] && pads.map(\.choke?.group) == [nil, 1, nil])
    #expect(pads[2].choke?.fade == 0.5 && pads.allSatisfy { $0.retrigger == .overlap(limit: 3) })
  }
}
