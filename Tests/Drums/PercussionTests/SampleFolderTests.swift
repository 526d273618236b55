import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Folders of sound files without a description.
@Suite struct SampleFolderTests {
  private let folder: TemporaryFolder
  private var sounds: FilePath { folder.file("My Sounds") }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ names: [String]) throws {
    for name in names {
      try FileBytes.makeFolder(sounds.appending(FilePath(name)).directory)
      try folder.write("sound", to: "My Sounds/\(name)")
    }
  }

  @Test(arguments: [
    ("Kick 01", 36), ("bassdrum", 36), ("BD_808", 36), ("my snare", 38), ("SD2", 38), ("OpenHat", 46),
    ("OH", 46), ("Hi-Hat closed", 42), ("ch", 42), ("hihat-pedal", 44), ("Crash 16\"", 49), ("ride bell", 53),
    ("RIDE", 51), ("Tom Floor", 41), ("hi tom", 50), ("rimshot", 37), ("Cowbell", 56), ("handclap", 39),
    ("noise", nil), ("0815", nil), ("johnny", nil),
    ("SNR", 38), ("SNR-03", 38), ("SnareRimshot", 40), ("snare side stick", 37), ("BDHard", 36),
    ("KickBottom", 36),
    ("HHopen", 46), ("HHClosed", 42), ("HH_foot", 44), ("OHH", 46), ("CHH2", 42), ("HHC", 42),
    ("hh half", 23),
    ("FloorTom", 41), ("Tom1", 50), ("Tom_2", 47), ("Tom 3", 43), ("tom-4", 41), ("Tom10", 50),
    ("Tom 16", 41),
    ("RackTom", 47), ("low-mid tom", 47), ("HiTom", 50), ("LowTom2", 43), ("Crash16", 49), ("CR_1", 49),
    ("RideBell", 53),
    ("Custom", nil),
    ("Große Trommel", 36), ("kleine Trommel", 38), ("Standtom", 41), ("Hängetom", 47), ("HiHat offen", 46),
    ("HiHat geschlossen", 42), ("Becken", 49), ("Schellenkranz", 54), ("Kuhglocke", 56),
    ("Händeklatschen", 39),
    ("Grosse caisse", 36), ("Caisse claire", 38), ("tom basse", 41), ("charley ouvert", 46),
    ("charleston", 42),
    ("cymbale", 49), ("tambourin", 54), ("bombo", 36), ("caja", 38), ("charles abierto", 46),
    ("platillo", 49),
    ("Bodentom", 41), ("Hi-Hat halboffen", 23), ("HiHat getreten", 44), ("Ride Kuppe", 53),
    ("Snare Rand", 40), ("Tom tief", 43), ("Tom mittel", 47), ("Crashbecken", 49),
    ("Tom aigu", 50), ("tom médium", 47), ("tom grave", 43), ("charley mi-ouvert", 23),
    ("charley au pied", 44), ("cloche de vache", 56), ("claquement de mains", 39), ("cymbale ride", 51),
    ("contratiempo cerrado", 42), ("contratiempo medio abierto", 23), ("platos", 49), ("tom suelo", 41),
    ("golpe de aro", 37), ("tom agudo", 50), ("campana del ride", 53), ("tarola", 38), ("redoblante", 38),
    ("tom de piso", 41), ("pandereta", 54), ("cencerro", 56), ("palmas", 39),
    ("01 Kick", 36), ("02_Snare", 38), ("36_bd", 36), ("10 Tom 1", 50), ("14 FloorTom", 41), ("Bombo 22", 36),
    ("Crash 18", 49), ("Ride20", 51), ("Splash10", 55), ("HH_O", 46), ("hh c", 42), ("OpHat", 46),
    ("HatO", 46), ("HatC", 42), ("HiHat auf", 46), ("HiHat zu", 42), ("hi hat pisado", 44), ("LTom", 43),
    ("MTom", 47), ("HTom", 50), ("FTom1", 41), ("808-LT", 43), ("808-MT", 47), ("808-HT", 50), ("FT", 41),
    ("808-RS", 37), ("808-CB", 56), ("808-MA", 70), ("808-CY", 49), ("KD01", 36), ("cloche", 56),
    ("campana 2", 56), ("Caisse Claire rimshot", 40), ("GROSSE CAISSE", 36), ("Fußtrommel", 36),
    ("Kl. Trommel", 38), ("KlTrommel Rand", 40), ("gr. Trommel", 36), ("BDrum", 36), ("Kantenschlag", 37),
    ("Hohes Tom", 50), ("hitom", 50), ("lotom2", 43), ("Goliath", 41), ("floor", 41), ("ohat", 46),
    ("ride dôme", 53), ("Ride Kante", 59), ("ride edge", 59), ("conga lo", 64), ("Bongo grave", 61),
    ("vibraslap", 58), ("Klanghölzer", 75), ("caja china", 76), ("bloc de bois", 76), ("charly ouvert", 46),
    ("T1", 50), ("t4", 41), ("T7", nil), ("10 Tom", 50), ("12\" tom", 47), ("14in Tom", 43),
    ("16-Zoll-Tom", 41),
    ("03 Tom", 47), ("10th Tom", 47),
    ("atom", nil), ("Phantom", nil), ("override", nil), ("bassline", nil), ("tambor", nil), ("loft", nil),
  ])
  func drumOfAFileIsFoundByItsName(_ name: String, _ note: Int?) {
    #expect(DrumNames.note(of: name) == note)
  }

  @Test func eachSoundFileIsAPadAtTheUsualPlaceOfItsDrum() throws {
    try write([
      "a noise.wav", "kick.wav", "kick deep.flac", "snare.ogg", "hat closed.wav", "hat open.WAV", "crash.wav",
      "notes.txt", "cover.png",
    ])
    let content = try KitReader.read(sounds)
    let kit = content.kit
    #expect(kit.name == "My Sounds" && kit.format == .samples && content.problems.isEmpty)
    #expect(
      kit.pads.map(\.name)
        == ["snare", "kick", "a noise", "crash", "hat closed", "hat open", "kick deep"])
    #expect(kit.pads.map(\.number) == Array(1...7))
    #expect(kit.pads.map(\.midiNote) == [38, 36, nil, 49, 42, 46, 35])
    #expect(kit.pads[4].choke == kit.pads[5].choke && kit.pads[4].choke != nil && kit.pads[0].choke == nil)
    #expect(kit.pads[3].retrigger == .overlap(limit: 12))
    #expect(kit.pads[0].layers == [SampleLayer(samples: [sounds.appending("snare.ogg")])])
  }

  @Test func filesNamedByNotesAreTheirDrumsButNumberedOnesAreNot() throws {
    try write(["36.wav", "38.wav", "42.wav"])
    #expect(try KitReader.read(sounds).kit.pads.map(\.midiNote) == [38, 36, 42])
    try write((1...40).map { "\($0).wav" })
    #expect(try KitReader.read(sounds).kit.pads.allSatisfy { $0.midiNote == nil })
  }

  @Test func foldersInTheFolderTellTheDrumsOfTheirSounds() throws {
    try write([
      "Kicks/01.wav", "Snares/Soft/a.wav", "Hats/open 1.wav", "Hats/closed.wav", "FX/zap.wav",
      "__MACOSX/Kicks/02.wav",
    ])
    let kit = try KitReader.read(sounds).kit
    #expect(kit.pads.map(\.name) == ["Snares Soft a", "Kicks 01", "zap", "Hats open 1", "Hats closed"])
    #expect(kit.pads.map(\.midiNote) == [38, 36, nil, 46, 42])
  }

  @Test func soundsOfFoldersAreLeftOutOfAKitThatTheyWouldMakeTooLarge() throws {
    try write(["kick.wav", "snare.wav"] + (1...126).map { "more/\($0).wav" })
    #expect(try KitReader.read(sounds).kit.pads.count == 128)
    try write(["more/127.wav"])
    #expect(try KitReader.read(sounds).kit.pads.map(\.name) == ["snare", "kick"])
  }

  @Test func folderOfKitsIsNone() throws {
    try write(["a/kick.wav", "b/Some Kit.sfz"])
    #expect { try KitReader.read(sounds) } throws: {
      ($0 as? FileError).map(KitSource.isWithoutKit) == true
    }
  }

  @Test func aFolderWithoutSoundsAndOneWithTooManyAreNoKits() throws {
    try write(["notes.txt"])
    #expect { try KitReader.read(sounds) } throws: {
      ($0 as? FileError)
        == FileError(
          .unsupported, sounds.shown,
          detail: "a folder without kit.json, drumkit.xml, an .sfz file or sound files")
    }
    try write((1...129).map { "\($0).wav" })
    #expect { try KitReader.read(sounds) } throws: {
      ($0 as? FileError)
        == FileError(.unsupported, sounds.shown, detail: "129 sound files, and a kit has 128 pads")
    }
  }

  @Test func anImportedFolderOfSoundsIsAKitThatCanBeEdited() throws {
    try write(["kick.wav", "snare.wav", "LICENSE", "readme.txt"])
    let kits = folder.file("kits")
    let copied = try KitImport(into: kits, name: FilePath("Mine"), isCancelled: { false }).run(sounds)
    let kit = try KitReader.read(copied).kit
    #expect(kit.format == .native && kit.name == "Mine" && kit.pads.map(\.name) == ["snare", "kick"])
    #expect(
      kit.pads.map { $0.layers[0].samples[0] } == ["snare.wav", "kick.wav"].map { copied.appending($0) })
    #expect(
      try FolderReader(copied).names().map(\.shown).sorted() == [
        "LICENSE", "kick.wav", "kit.json", "snare.wav",
      ])
  }
}
