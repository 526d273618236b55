import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// `drumkit.xml`: every value of an instrument, and what is done with values that are unknown, damaged or hostile.
@Suite struct HydrogenFileTests {
  @Test func anInstrumentBecomesAPad() throws {
    let pad = try pad(
      """
      <id>7</id><name>Snare "1"</name><volume>0.5</volume><gain>2</gain><pan>-0.25</pan><pitchOffset>1.5</pitchOffset>
      <Attack>441</Attack><Decay>4410</Decay><Sustain>0.5</Sustain><Release>44100</Release><muteGroup>2</muteGroup>
      <midiOutNote>38</midiOutNote><isStopNote>true</isStopNote>
      <layer><filename>a.wav</filename><min>0</min><max>1</max><gain>0.5</gain><pitch>-2</pitch></layer>
      """)
    var layer = SampleLayer(samples: [FilePath("/kit/a.wav")])
    (layer.gain, layer.tune) = (Decibels(-6.020599913279624), -2)
    var expected = Pad(number: 1, name: "Snare \"1\"", layers: [layer])
    (expected.gain, expected.pan, expected.tune, expected.midiNote) = (.unity, -0.25, 1.5, 38)
    expected.envelope = PadEnvelope(attack: 0.01, decay: 0.1, sustain: 0.5, release: 1)
    expected.choke = Pad.Choke(group: 3, fade: 1)
    expected.retrigger = .restart
    #expect(pad == expected)
  }

  @Test func instrumentWithoutValuesGetsTheDefaultsOfHydrogen() throws {
    let pad = try pad("<id>0</id><layer><filename>a.wav</filename></layer>")
    var expected = Pad(number: 1, name: "", layers: [SampleLayer(samples: [FilePath("/kit/a.wav")])])
    expected.envelope.release = 1000 / 44_100.0
    expected.retrigger = .overlap()
    #expect(pad == expected)
  }

  @Test(arguments: [
    ("<pan_L>1</pan_L><pan_R>1</pan_R>", 0), ("<pan_L>1</pan_L><pan_R>0.5</pan_R>", -0.5),
    ("<pan_L>0.25</pan_L><pan_R>1</pan_R>", 0.75), ("<pan_L>0</pan_L><pan_R>0</pan_R>", 0),
    ("<pan_L>-1</pan_L><pan_R>1</pan_R>", 0), ("<pan>7</pan>", 1), ("<pan>-0,5</pan>", -0.5),
  ])
  func panIsReadInBothForms(_ xml: String, _ pan: Double) throws {
    #expect(try pad(xml).pan == pan)
  }

  @Test(arguments: [
    ("<Release>0</Release>", PadEnvelope(release: 256 / 44_100.0)),
    ("<Release>1e9</Release>", PadEnvelope(release: 100_256 / 44_100.0)),
    (
      "<Attack>1e300</Attack><Decay>-5</Decay><Sustain>3</Sustain>",
      PadEnvelope(attack: 100_000 / 44_100.0, release: 1000 / 44_100.0)
    ),
    ("<Sustain>-1</Sustain>", PadEnvelope(sustain: 0, release: 1000 / 44_100.0)),
  ])
  func envelopesHaveTheBoundsOfHydrogen(_ xml: String, _ envelope: PadEnvelope) throws {
    #expect(try pad(xml).envelope == envelope)
  }

  @Test func instrumentValuesOutOfBoundsAreClampedOrDropped() throws {
    let loud = try pad(
      "<volume>1e300</volume><pitchOffset>-1e9</pitchOffset><muteGroup>1e300</muteGroup><midiOutNote>200</midiOutNote>"
    )
    #expect(
      loud.gain == Decibels(24) && loud.tune == -48 && loud.choke?.group == 1_000_000_001
        && loud.midiNote == nil)
    let silent = try pad("<volume>0</volume><muteGroup>-1e300</muteGroup>")
    #expect(silent.gain == Decibels(-144) && silent.choke == nil)
  }

  @Test func valueThatIsNoNumberIsReportedWithItsLine() throws {
    let content = try read(kit("<instrument>\n<volume>loud</volume>\n<pan>nan</pan></instrument>"))
    #expect(content.kit.pads[0].gain == .unity && content.kit.pads[0].pan == 0)
    #expect(content.ignored == ["volume on line 3, which is no number", "pan on line 4, which is no number"])
  }

  @Test func instrumentsOfAHiHatHaveThePedalPositionsOfTheFile() throws {
    let open = try pad("<isHihat>1</isHihat><lower_cc>0</lower_cc><higher_cc>31</higher_cc>")
    #expect(open.pedal == 0...31)
    #expect(try pad("<isHihat>0</isHihat><lower_cc>-5</lower_cc><higher_cc>1e9</higher_cc>").pedal == 0...127)
    #expect(try pad("<isHihat>-1</isHihat><higher_cc>31</higher_cc>").pedal == nil)
  }

  @Test func unusedElementsAreReportedOnce() throws {
    let unused = """
      <name>Hat</name><filterActive>true</filterActive><filterCutoff>0.5</filterCutoff>
      <randomPitchFactor>0.2</randomPitchFactor><isHihat>1</isHihat>
      <isSoloed>true</isSoloed><FX3Level>0.5</FX3Level><exclude><id>2</id></exclude>
      <instrumentComponent><isMuted>true</isMuted><layer><filename>a.wav</filename><isSoloed>true</isSoloed>
      <ismodified>true</ismodified></layer></instrumentComponent>
      """
    let said = [
      "mute of a component of instrument \"Hat\"", "solo of a layer of instrument \"Hat\"",
      "loop, cut and envelopes of sample \"a.wav\"", "filter of instrument \"Hat\"",
      "random pitch of instrument \"Hat\"",
      "solo of instrument \"Hat\"", "effect sends of instrument \"Hat\"",
    ]
    #expect(
      try read(kit("<instrument>\(unused)</instrument><instrument>\(unused)</instrument>")).ignored == said)
    let nothing = """
      <filterActive>true</filterActive><filterCutoff>1</filterCutoff><filterResonance>0</filterResonance><exclude/>
      <isMuted>false</isMuted><FX1Level>0</FX1Level><applyVelocity>true</applyVelocity><isHihat>-1</isHihat>
      <layer><filename>a.wav</filename></layer>
      """
    #expect(try read(kit("<instrument>\(nothing)</instrument>")).ignored.isEmpty)
  }

  @Test func velocityChangesTheLevelUnlessTheInstrumentStatesOtherwise() throws {
    let layer = "<layer><filename>a.wav</filename></layer>"
    #expect(try pad("<applyVelocity>false</applyVelocity>\(layer)").layers.map(\.response.track) == [0])
    #expect(try pad("<applyVelocity>true</applyVelocity>\(layer)").layers.map(\.response.track) == [1])
  }

  @Test func instrumentWithoutSamplesEndsItsMuteGroup() throws {
    #expect(try pad("<muteGroup>2</muteGroup>").layers == [SampleLayer(samples: [])])
    #expect(try pad("<muteGroup>-1</muteGroup>").layers.isEmpty)
  }

  @Test func mutedInstrumentIsSilentButEndsItsMuteGroup() throws {
    let layer = "<layer><filename>a.wav</filename></layer>"
    #expect(try pad("<isMuted>true</isMuted>\(layer)").layers.isEmpty)
    #expect(
      try pad("<isMuted>1</isMuted><muteGroup>2</muteGroup>\(layer)").layers == [SampleLayer(samples: [])])
    #expect(try pad("<isMuted>false</isMuted>\(layer)").layers.count == 1)
    let content = try read(kit("<instrument><isMuted>true</isMuted>\(layer)</instrument>"))
    #expect(content.ignored.isEmpty)
  }

  @Test func instrumentsReleaseThoseThatTheyExclude() throws {
    let layer = "<layer><filename>a.wav</filename></layer>"
    let instruments = [
      "<id>5</id><exclude><id>7</id><id>99</id></exclude>\(layer)", "<id>6</id><exclude><id>7</id></exclude>",
      "<id>7</id><Release>44100</Release>\(layer)", "<id>8</id><muteGroup>1</muteGroup>\(layer)",
      "<id>9</id><muteGroup>1</muteGroup><exclude><id>7</id><id>8</id></exclude>\(layer)",
    ]
    let content = try read(kit(instruments.map { "<instrument>\($0)</instrument>" }.joined()))
    let pads = content.kit.pads
    #expect(content.ignored.isEmpty && pads.map(\.layers.count) == [1, 1, 1, 1, 1])
    // Pads 1, 2 and 5 silence the third; the last two silence each other.
    #expect(pads.map(\.choke?.group) == [1, 1, nil, 2, 1])
    #expect(pads.map(\.choke?.silencedBy) == [nil, nil, 1, 2, 2])
    #expect(pads.map(\.choke?.pads) == [[], [], [], [5], []])
    #expect(pads[2].choke?.fade == 1)
  }

  @Test func padNumbersFollowTheOrderOfInstrumentsUpTo128() throws {
    let sounding = "<instrument><name>a</name><layer><filename>a.wav</filename></layer></instrument>"
    let content = try read(kit("<instrument><name>silent</name></instrument>" + sounding))
    #expect(content.kit.pads.map(\.number) == [1, 2] && content.kit.pads.map(\.layers.count) == [0, 1])
    let many = try read(kit(String(repeating: sounding, count: 130)))
    #expect(many.kit.pads.count == 128 && many.kit.pads.last?.number == 128)
    #expect(many.ignored == ["the last 2 of 130 instruments, since a kit has 128 pads"])
  }

  @Test func noteSharedByInstrumentsIsNotAssigned() throws {
    let notes = [60, 36, 60].map { "<instrument><midiOutNote>\($0)</midiOutNote></instrument>" }.joined()
    #expect(try read(kit(notes)).kit.pads.map(\.midiNote) == [nil, 36, nil])
  }

  /// Many kits state no notes, or the default for all instruments, in an order that is not that of General MIDI.
  @Test func soundWithoutANoteHasThatOfTheDrumThatItsNameMeans() throws {
    let layer = "<layer><filename>a.wav</filename></layer>"
    let drums = ["Kick", "Hat Open", "Crash 16", "noise", "Crash 18", "Tom Low"].map {
      "<instrument><name>\($0)</name><midiOutNote>60</midiOutNote>\(layer)</instrument>"
    }
    let others = [
      "<instrument><name>Snare</name></instrument>",
      "<instrument><name>Kick hard</name><midiOutNote>35</midiOutNote>\(layer)</instrument>",
      "<instrument><name>Bass Drum</name>\(layer)</instrument>",
    ]
    let read = try read(kit((drums + others).joined())).kit
    #expect(read.pads.map(\.midiNote) == [36, 46, 49, nil, 57, 43, nil, 35, nil])
  }

  @Test func kitNameAndTextEncodingComeFromTheFile() throws {
    let list = "<instrumentList><instrument><name>Café</name></instrument></instrumentList></drumkit_info>"
    let namespace =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><drumkit_info xmlns=\"http://www.hydrogen-music.org/drumkit\">"
    let kit = try read("\(namespace)<name>Set &amp; Co</name>\(list)").kit
    #expect(kit.name == "Set & Co" && kit.path == FilePath("/kit") && kit.format == .hydrogen)
    #expect(kit.pads[0].name == "Café")
    #expect(
      try read("<h:drumkit_info xmlns:h=\"x\">\(list.replacing("drumkit_info", with: "h:drumkit_info"))").kit
        .name == "kit")
    let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><drumkit_info>\(list)".unicodeScalars.map {
      UInt8($0.value)
    }
    #expect(try HydrogenFile.decode(latin, in: FilePath("/kit"), subject: "k").kit.pads[0].name == "Café")
    // Early versions wrote each byte of UTF-8 as a character.
    let early =
      "<drumkit_info><instrumentList><instrument><name>Caf&#xC3;&#xA9;</name></instrument></instrumentList></drumkit_info>"
    #expect(try read(early).kit.pads[0].name == "Café")
    #expect(try read("<?xml version=\"1.0\"?>" + early).kit.pads[0].name == "CafÃ©")
  }

  @Test(arguments: [
    ("", "line 1: "), ("not xml", "line 1: "), ("<drumkit_info>\n</drumkit>", "line 2: "),
    ("<drumkit_pattern/>", "line 1: its root element is not drumkit_info but drumkit_pattern"),
    ("\n<drumkit_info><name>a</name></drumkit_info>", "line 2: it has no instrumentList"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]>\n<drumkit_info/>", "line 1: document types are not read"),
  ])
  func fileThatIsNoDrumkitIsRefusedWithTheLine(_ xml: String, _ reason: String) {
    #expect { try read(xml) } throws: {
      let error = $0 as? FileError
      return error?.code == .damaged && error?.subject == "drumkit.xml"
        && error?.detail?.hasPrefix(reason) == true
    }
  }

  @Test func instrumentsBeforeAnXMLErrorAreKept() throws {
    let start =
      "<drumkit_info><instrumentList>\n<instrument><name>a</name></instrument>\n<instrument><name>b</name>"
    let content = try read(start + "\n</wrong>")
    #expect(content.kit.pads.map(\.name) == ["a"])
    let problem = FileError(.damaged, "drumkit.xml", detail: "line 4: mismatched tag; the rest is left out")
    #expect(content.problems == [problem] && content.ignored.isEmpty)
    #expect { try read("<drumkit_info><instrumentList>\n<instrument>") } throws: {
      ($0 as? FileError)?.detail == "line 2: no element found"
    }
  }

  @Test(arguments: [
    "../a.wav", "/etc/passwd", "b/../../a.wav", "..\\a.wav", "C:\\a.wav", "..", "\\\\server\\a.wav",
  ])
  func aSampleOutsideOfTheFolderIsRefused(_ name: String) throws {
    let content = try read(
      kit(
        "<instrument>\n<layer><filename>\(name)</filename></layer><layer><filename>b/./../a.wav</filename></layer></instrument>"
      ))
    let reason = "line 3: sample \"\(name)\": it is outside the kit's folder"
    #expect(content.problems == [FileError(.damaged, "drumkit.xml", detail: reason)])
    #expect(content.kit.pads[0].layers.flatMap(\.samples) == [FilePath("/kit/a.wav")])
  }

  @Test func samplesAreFoundInAnyCase() throws {
    let folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.file("Sub"))
    for name in ["Sub/KICK.wav", "b\\c.wav", "snare.wav"] { try folder.write("", to: name) }
    let names = ["sub\\kick.WAV", "b\\c.wav", "snare.wav", "gone.wav"]
    let layers = names.map { "<layer><filename>\($0)</filename></layer>" }.joined()
    let bytes = Array(
      kit("<instrument>\(layers)<sampleSelectionAlgo>RANDOM</sampleSelectionAlgo></instrument>").utf8)
    let content = try HydrogenFile.decode(bytes, in: folder.path, subject: "k")
    #expect(
      content.kit.pads[0].layers.flatMap(\.samples)
        == ["Sub/KICK.wav", "b\\c.wav", "snare.wav", "gone.wav"].map(folder.file))
  }

  @Test func missingSamplesAreFoundInAnotherFormatCaseAndComposition() throws {
    let folder = try TemporaryFolder()
    let disk = ["kick.flac", "Gro\u{308}\u{DF}e 1.FLAC", "Sub/tom.ogg"]
    try FileBytes.makeFolder(folder.file("Sub"))
    for name in disk { try folder.write("", to: name) }
    let names = ["kick.wav", "gr\u{F6}\u{DF}e 1.wav", "sub\\TOM.aiff"]
    let instruments = names.map { "<instrument><layer><filename>\($0)</filename></layer></instrument>" }
    let bytes = Array(("<?xml version=\"1.0\"?>" + kit(instruments.joined())).utf8)
    let content = try HydrogenFile.decode(bytes, in: folder.path, subject: "k")
    #expect(content.kit.pads.flatMap(\.layers).flatMap(\.samples) == disk.map(folder.file))
  }

  @Test func samplesWithNamesInAnotherEncodingAreFound() throws {
    let folder = try TemporaryFolder()
    // Latin-1, in which two names differ only beyond ASCII, and the code page 437.
    let disk = [[0xF6, 0xDF], [0xE4, 0xDF], [0x94, 0x94]].enumerated().map { index, middle in
      FilePath(bytes: Array((index < 2 ? "Gr" : "T").utf8) + middle + Array("e.wav".utf8))
    }
    for name in disk { try FileBytes.write([], to: folder.path.appending(name)) }
    let names = ["Gr\u{F6}\u{DF}e.wav", "gr\u{E4}\u{DF}e.wav", "T\u{F6}\u{F6}e.wav", "X\u{F6}e.wav"]
    let instruments = names.map { "<instrument><layer><filename>\($0)</filename></layer></instrument>" }
    let bytes = Array(("<?xml version=\"1.0\"?>" + kit(instruments.joined())).utf8)
    let content = try HydrogenFile.decode(bytes, in: folder.path, subject: "k")
    #expect(
      content.kit.pads.flatMap(\.layers).flatMap(\.samples)
        == disk.map { folder.path.appending($0) } + [folder.file(names[3])])
  }

  @Test func aDamagedKitIsReadOrRefused() throws {
    let whole = kit(
      """
      <instrument><id>0</id><name>a</name><volume>0.8</volume><pan_L>1</pan_L><pan_R>0.5</pan_R><Attack>10</Attack>
      <Release>1000</Release><muteGroup>3</muteGroup><midiOutNote>36</midiOutNote><instrumentComponent>
      <component_id>0</component_id><gain>1</gain><layer><filename>a.wav</filename><min>0</min><max>0.5</max>
      <gain>1</gain><pitch>0.5</pitch></layer></instrumentComponent></instrument><instrument><id>1</id></instrument>
      """)
    var read = 0
    for bytes in DamagedBytes.variants(of: Array(whole.utf8), count: 500) {
      guard let content = try? HydrogenFile.decode(bytes, in: FilePath("/kit"), subject: "k") else {
        continue
      }
      read += 1
      for pad in content.kit.pads {
        #expect(
          pad.gain.value.isFinite && (-1...1).contains(pad.pan)
            && PadEnvelope.releases.contains(pad.envelope.release))
      }
    }
    #expect(read > 250)
  }

  private func kit(_ instruments: String) -> String {
    "<drumkit_info><instrumentList>\n\(instruments)\n</instrumentList></drumkit_info>"
  }

  private func pad(_ instrument: String) throws -> Pad {
    try read(kit("<instrument>\(instrument)</instrument>")).kit.pads[0]
  }

  private func read(_ xml: String) throws -> KitFileContent {
    try HydrogenFile.decode(Array(xml.utf8), in: FilePath("/kit"), subject: "drumkit.xml")
  }
}
