import AudioBase
import Dubbing
import Percussion
import Studio
import SystemBase
import Testing

@testable import Application
@testable import Controls

/// Profiles of devices, and commands, programs and translated notes.
@Suite struct MIDIProfileTests {
  private static var folder: FilePath {
    FilePath(#filePath).directory.directory.directory.directory.appending("Resources/MIDI")
  }

  private static func profiles() throws -> [(name: String, profile: MIDIProfile)] {
    try FolderReader(folder).names().sorted { $0.shown < $1.shown }.map { name in
      let bytes = try FileBytes.read(folder.appending(name), limit: 1 << 20)
      return (name.shown, MIDIProfile(text: String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test func shippedProfilesAreValidAndNameTheirSources() throws {
    for (name, profile) in try MIDIProfileTests.profiles() {
      #expect(profile.invalidLine == nil, "\(name)")
      let bytes = try FileBytes.read(MIDIProfileTests.folder.appending(name), limit: 1 << 20)
      #expect(String(decoding: bytes, as: UTF8.self).contains("# Source: "), "\(name)")
    }
  }

  @Test(arguments: [
    ("TD-17 MIDI 1", "roland-td.midi"), ("DTX-PRO MIDI 1", "yamaha-dtx.midi"),
    ("Millenium MPS-850 MIDI 1", "millenium.midi"), ("DrumIt Five MIDI 1", "2box.midi"),
    ("Simmons SD600 MIDI 1", "simmons.midi"), ("Alesis Nitro MIDI 1", "alesis.midi"),
    ("Surge MIDI 1", "alesis.midi"), ("Yamaha DTX700-1", "yamaha-dtx.midi"),
    ("LPD8 MIDI 1", "akai-lpd8.midi"),
    ("MPD218 MIDI 1", "akai-mpd.midi"), ("Launchpad Mini MK3 MIDI 1", "novation-launchpad.midi"),
  ])
  func deviceHasTheProfileOfItsName(_ device: String, _ file: String) throws {
    let found = try MIDIProfileTests.profiles().filter { $0.profile.isFor(device) }
    #expect(found.map(\.name) == [file])
    #expect(try MIDIProfileTests.profiles().allSatisfy { !$0.profile.isFor("USB Keyboard") })
  }

  @Test func electronicKitsRejectCrosstalkAndControllersDoNot() throws {
    for (name, profile) in try MIDIProfileTests.profiles() {
      let isKit = ["roland-td", "alesis", "yamaha-dtx", "millenium", "simmons", "2box"].contains {
        name == "\($0).midi"
      }
      #expect((profile.response.crosstalk == Crosstalk("5:20")) == isKit, "\(name)")
    }
  }

  @Test func taughtFunctionsPrecedeTheProfile() {
    let profile = MIDIProfile(
      text:
        "# a device\nmatch LPD8\r\nnote 36 pad 1\nnote 37 pad 2\ncontroller 1 volume\ncontroller 2 speed\n"
        + "controller 3 address pad 3/filter/cutoff\ncontroller 4 address pad 4/filter/cutoff\n"
        + "controller 7 address pad 5/filter/cutoff\nthreshold 5\n")
    var map = MIDIMap()
    map.teach(.note(36), .pad(9))
    map.teach(.controller(2), .sweep)
    map.teach(.controller(4), .balance)
    let device = map.completed(by: profile, of: "LPD8")
    #expect(device.pad(ofNote: 36) == 9 && device.pad(ofNote: 37) == 2)
    #expect(device.target(of: .controller(1)) == .volume && device.target(of: .controller(2)) == .sweep)
    #expect(device.target(of: .controller(3)) == MixGraph.Address("pad 3/filter/cutoff").map { .address($0) })
    #expect(device.target(of: .controller(4)) == .balance)
    #expect(device.target(of: .controller(7)) == MixGraph.Address("pad 5/filter/cutoff").map { .address($0) })
    #expect(device.response(toPad: 3, device: "LPD8").threshold == 5)
    #expect(profile.isFor("Akai lpd8 mk2") && !profile.isFor("MPD218") && profile.invalidLine == nil)
  }

  @Test(arguments: [
    "match", "note 36", "note 128 pad 1", "note 36 pad 129", "volume 7", "forget note 1", "curve loud",
    "\u{0}",
  ])
  func firstInvalidLineOfAProfileIsReportedAndTheOthersAreUsed(_ line: String) {
    let profile = MIDIProfile(text: "match X\n\(line)\nnote 40 pad 3\nnote 999 pad 1\n")
    #expect(profile.invalidLine == 2 && profile.map.pad(ofNote: 40) == 3)
  }

  @Test func taughtCommandsRunOncePerPress() throws {
    var map = MIDIMap()
    let kit = try #require(Command(name: "kit Electronic"))
    map.teach(.note(60), .command(.take(.record)))
    map.teach(.controller(64), .command(.playback(.playPause)))
    map.teach(.program(3), .command(kit))
    #expect(
      map.lines
        == "note 60 command record\ncontroller 64 command play-pause\nprogram 4 command kit Electronic\n")
    #expect(MIDIMap(lines: map.lines + "program 0 command play\nprogram 129 command play\n") == map)
    #expect(MIDIMap(lines: "program 128 command play\n").target(of: .program(127)) != nil)
    var router = MIDIRouter(map: map)
    #expect(router.route(.noteOn(channel: 0, note: 60, velocity: 9)) == .command(.take(.record)))
    #expect(router.route(.noteOff(channel: 0, note: 60)) == nil)
    let presses = [0, 70, 127, 90, 0, 127].map {
      router.route(.controlChange(channel: 0, controller: 64, value: $0))
    }
    #expect(presses.compactMap(\.self) == [.command(.playback(.playPause)), .command(.playback(.playPause))])
    #expect(router.route(.programChange(channel: 9, program: 3)) == .command(kit))
    #expect(router.route(.programChange(channel: 9, program: 4)) == .program(4))
  }

  @Test func taughtFunctionsAreForgottenByTheirLines() {
    let lines =
      "note 36 pad 2\nnote 58 as 43\nnote 60 command record\ncontroller 21 volume\nprogram 3 command play\n"
    var map = MIDIMap(lines: lines)
    #expect(map.lines == lines)
    for line in lines.split(separator: "\n") { #expect(map.change("forget \(line)") == true, "\(line)") }
    #expect(map == MIDIMap(lines: "controller 7 volume\n") || map.lines.isEmpty)
  }

  /// A kit of pads by their notes of General MIDI.
  private func kit(_ notes: KeyValuePairs<Int, Int>) -> PadNotes {
    let pads = notes.map { number, note in
      var pad = Pad(number: number, name: "pad", layers: [SampleLayer(samples: [FilePath("/k/a.wav")])])
      pad.midiNote = note
      return pad
    }
    return PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
  }

  private func expect(_ notes: KeyValuePairs<Int, Int>, of device: String, on kit: PadNotes) throws {
    let found = try MIDIProfileTests.profiles().first { $0.profile.isFor(device) }
    var map = MIDIMap()
    map.kit = kit
    var router = MIDIRouter(map: map.completed(by: try #require(found).profile, of: device), device: device)
    for (note, pad) in notes {
      let action = router.route(.noteOn(channel: 9, note: note, velocity: 100))
      let expected: [MIDIRouter.Action] = [
        .strike(pad: pad, velocity: 100), .substitute(pad: pad, velocity: 100, note: note),
      ]
      #expect(action.map(expected.contains) == true, "note \(note): \(String(describing: action))")
    }
  }

  /// Source: "TD-17: Default Factory MIDI Note Map", support.roland.com.
  @Test func zonesOfATD17StrikeTheirPads() throws {
    let small = kit([
      1: 38, 2: 36, 5: 42, 6: 46, 9: 50, 10: 47, 11: 43, 12: 49, 13: 51, 14: 53, 15: 44, 16: 37,
    ])
    try expect(
      [
        36: 2, 38: 1, 40: 1, 37: 16, 48: 9, 50: 9, 45: 10, 47: 10, 43: 11, 58: 11, 41: 128, 39: 128,
        27: 128, 28: 128, 46: 6, 26: 6, 42: 5, 22: 5, 44: 15, 49: 12, 55: 12, 57: 12, 52: 12, 51: 13, 59: 13,
        53: 14,
      ], of: "TD-17", on: small)
    // A splash and a china are no edges of crashes.
    let large = kit([
      1: 38, 2: 36, 3: 40, 5: 42, 6: 46, 7: 22, 8: 26, 9: 50, 10: 48, 11: 45, 12: 41, 13: 49, 14: 57, 15: 55,
      16: 52, 17: 51, 18: 59, 19: 53, 20: 44, 21: 37,
    ])
    try expect(
      [
        36: 2, 38: 1, 40: 3, 37: 21, 48: 9, 45: 10, 43: 11, 41: 12, 46: 6, 26: 8, 42: 5, 22: 7, 44: 20,
        49: 13,
        55: 13, 57: 14, 52: 14, 51: 17, 59: 18, 53: 19,
      ], of: "TD-17", on: large)
  }

  /// The kit of the program that has the most zones.
  private static func studio() throws -> PadNotes {
    PadNotes(try KitReader.read(folder.directory.appending("Kits/Studio")).kit)
  }

  /// Source: "TD-17: Default Factory MIDI Note Map", support.roland.com: all zones, hats by the pedal as well.
  @Test func eachZoneOfATD17StrikesAPadOfItsOwnInTheShippedKit() throws {
    let profile = try #require(try MIDIProfileTests.profiles().first { $0.profile.isFor("TD-17") }).profile
    var map = MIDIMap()
    map.kit = try MIDIProfileTests.studio()
    var router = MIDIRouter(map: map.completed(by: profile, of: "TD-17"), device: "TD-17")
    func pad(_ note: Int, pedal: Int) -> Int? {
      _ = router.route(.controlChange(channel: 9, controller: 4, value: pedal))
      let action = router.route(.noteOn(channel: 9, note: note, velocity: 100))
      return if case .strike(let pad, 100)? = action { pad } else { nil }
    }
    let groove = [
      (36, 127), (42, 127), (22, 127), (46, 64), (46, 0), (26, 0), (44, 127), (38, 127), (40, 127), (37, 127),
      (48, 127), (45, 127), (43, 127), (27, 127), (49, 127), (57, 127), (51, 127), (59, 127), (53, 127),
      (50, 127), (47, 127), (58, 127), (28, 127), (55, 127), (52, 127),
    ]
    let pads = groove.map { pad($0.0, pedal: $0.1) }
    #expect(
      pads == [
        2, 5, 21, 17, 6, 22, 15, 1, 19, 16, 9, 10, 11, 18, 12, 23, 13, 24, 14, 27, 28, 29, 30, 31, 32,
      ])
    #expect(Set(pads).count == groove.count)
    let kit = try KitReader.read(MIDIProfileTests.folder.directory.appending("Kits/Studio")).kit
    let samples = pads.map { number in
      Set(kit.pads.first { $0.number == number }?.layers.flatMap(\.samples) ?? [])
    }
    #expect(Set(samples).count == groove.count && !samples.contains([]), "each has a sound of its own")
  }

  @Test func edgesOfCrashesAreFoundByTheirNamesAndElseSoundAsTheCrashes() {
    let notes = [1: 49, 2: 57, 3: 55, 4: 92]
    func edges(_ names: [Int: String]) -> [Int?] {
      let pads = notes.keys.sorted().map { number in
        var pad = Pad(
          number: number, name: names[number] ?? "pad",
          layers: [SampleLayer(samples: [FilePath("/k/a.wav")])])
        pad.midiNote = notes[number]
        return pad
      }
      let kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
      return [1, 2, 3].map { kit.pad(ofCrashEdge: $0) }
    }
    #expect(edges([:]) == [1, 2, nil])
    #expect(edges([4: "Crash Edge", 3: "splash edge"]) == [4, 2, nil])
    #expect(edges([3: "crash 1 edge", 4: "crash 2 edge"]) == [3, 4, nil])
    #expect(edges([3: "crash 2 edge", 4: "crash 1 edge"]) == [4, 3, nil], "by their numbers")
    #expect(edges([3: "crash 2 edge"]) == [1, 3, nil], "the first crash has none")
    #expect(edges([1: "left crash", 2: "right crash", 4: "Right Crash Edge"]) == [1, 4, nil])
    #expect(PadNotes(nil).pad(ofCrashEdge: 1) == nil)
    #expect(MIDIMap(lines: "note 55 crash-edge 2\n").lines == "note 55 crash-edge 2\n")
    #expect(MIDIMap(lines: "note 55 crash-edge 3\nnote 55 crash-edge 0\n") == MIDIMap())
  }

  @Test func edgeOfAMissingCrashIsThatOfTheCrashThatPlaysForIt() {
    func edges(of note: Int) -> [Int?] {
      let pads = [(1, note, "crash"), (2, 92, "crash edge")].map { number, note, name in
        var pad = Pad(number: number, name: name, layers: [SampleLayer(samples: [FilePath("/k/a.wav")])])
        pad.midiNote = note
        return pad
      }
      let kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
      return [1, 2].map { kit.pad(ofCrashEdge: $0) }
    }
    #expect(edges(of: 49) == [2, 2] && edges(of: 57) == [2, 2])
  }

  /// Source: Alesis's Nitro Drum Module User Guide, v1.2, "Pad MIDI Note Numbers".
  @Test(arguments: ["Alesis Nitro", "Simmons SD600", "Millenium MPS-850"])
  func zonesOfAnAlesisAndOfKitsLikeItStrikeTheirPads(_ device: String) throws {
    try expect(
      [
        36: 2, 38: 1, 40: 19, 48: 9, 50: 27, 45: 10, 47: 28, 43: 11, 58: 29, 41: 18, 39: 30, 46: 6, 23: 17,
        42: 5, 44: 15, 21: 15, 49: 12, 57: 23, 51: 13, 53: 14,
      ], of: device, on: MIDIProfileTests.studio())
    // Toms stay apart in a kit with one tom, by copies at other pitches.
    let small = kit([1: 38, 2: 36, 9: 47])
    try expect([48: 9, 45: 128, 43: 127, 41: 126], of: device, on: small)
  }

  /// Expects that each note of a device strikes a pad of its own in the kit Studio.
  private func expectZonesApart(_ zones: KeyValuePairs<Int, Int>, of device: String) throws {
    #expect(Set(zones.map(\.value)).count == zones.count)
    try expect(zones, of: device, on: MIDIProfileTests.studio())
  }

  /// Edges of crashes are no splash and no china. Source: musicvis-lib, src/instruments/Drums.js.
  @Test func zonesOfAMilleniumStrikePadsOfTheirOwn() throws {
    let zones: KeyValuePairs = [
      36: 2, 38: 1, 40: 19, 48: 9, 50: 27, 45: 10, 47: 28, 43: 11, 58: 29, 41: 18, 39: 30, 46: 6, 26: 22,
      42: 5, 22: 21, 44: 15, 49: 12, 55: 31, 57: 23, 52: 32, 51: 13, 59: 24, 53: 14,
    ]
    try expectZonesApart(zones, of: "Millenium MPS-850")
  }

  /// Source: AbhijeetPatil5/VRDrummer, docs/HARDWARE.md: a Titan 50 B-EX.
  @Test func zonesOfASimmonsStrikePadsOfTheirOwn() throws {
    try expectZonesApart(
      [
        36: 2, 38: 1, 40: 19, 48: 9, 45: 10, 43: 11, 41: 18, 46: 6, 86: 17, 42: 5, 44: 15, 49: 12, 57: 23,
        51: 13,
      ], of: "Simmons Titan 50")
    try expect([85: 15], of: "Simmons Titan 50", on: MIDIProfileTests.studio())
  }

  /// Source: FredHasselot/cirklon_instruments, doc/2box_drumit; user manual of DrumIt Five: consecutive notes of zones.
  @Test func zonesOfADrumItStrikePadsOfTheirOwnAndAHandChokesTheWholeCymbal() throws {
    try expectZonesApart(
      [
        36: 2, 41: 1, 42: 19, 43: 16, 45: 6, 46: 22, 47: 15, 50: 9, 51: 27, 53: 10, 54: 28, 57: 11, 58: 29,
        60: 18, 61: 30, 65: 12, 66: 31, 72: 23, 73: 32, 76: 14, 77: 13, 78: 24,
      ], of: "DrumIt Five")
    try expect([64: 12, 71: 23], of: "DrumIt Five", on: MIDIProfileTests.studio())
    let profile = try #require(try MIDIProfileTests.profiles().first { $0.profile.isFor("2box") }).profile
    var map = MIDIMap()
    map.kit = try MIDIProfileTests.studio()
    var router = MIDIRouter(map: map.completed(by: profile, of: "2box"), device: "2box")
    func action(_ note: Int) -> MIDIRouter.Action? {
      router.route(.noteOn(channel: 9, note: note, velocity: 100))
    }
    #expect(action(67) == .all([.choke(pad: 12), .choke(pad: 31)]))
    #expect(action(74) == .all([.choke(pad: 23), .choke(pad: 32)]))
    #expect(action(79) == .all([.choke(pad: 13), .choke(pad: 14), .choke(pad: 24)]))
    #expect(router.route(.noteOff(channel: 9, note: 79)) == nil)
    _ = router.route(.controlChange(channel: 9, controller: 4, value: 127))
    #expect(action(45) == .strike(pad: 5, velocity: 100), "the bow of the closed hi-hat")
  }

  @Test func chokesOfNotesAreStoredAndReadBack() {
    let lines = "note 67 choke-note 49\n"
    #expect(MIDIMap(lines: lines).lines == lines)
    #expect(MIDIMap(lines: "note 67 choke-note 128\ncontroller 3 choke-note 49\n") == MIDIMap())
    var router = MIDIRouter(map: MIDIMap(lines: lines))
    #expect(
      router.route(.noteOn(channel: 9, note: 67, velocity: 100)) == .all([]), "no pad plays note 49")
  }

  /// The pads at AUX 2 to 4 and the brushes of larger modules. Source: "TD-25", "TD-27" and "TD-50, TD-50X: Default MIDI Note
  /// Map", support.roland.com.
  @Test func furtherPadsOfALargeRolandStrikePadsThatNoOtherZoneStrikes() throws {
    try expect(
      [23: 1, 27: 18, 28: 30, 29: 25, 30: 25, 31: 26, 32: 26, 33: 8, 34: 8, 41: 18, 39: 30],
      of: "TD-50", on: MIDIProfileTests.studio())
  }

  /// Source: DTX502 Reference Manual, "MIDI Notes Assigned to Pads"; no kit has a cup of the crash.
  @Test func eachZoneOfADTXStrikesAPadOfItsOwnInTheShippedKit() throws {
    let zones: KeyValuePairs = [
      38: 1, 40: 19, 37: 16, 48: 9, 47: 10, 43: 11, 51: 13, 52: 24, 53: 14, 59: 12, 49: 31, 46: 6, 78: 22,
      42: 5, 79: 21, 44: 15, 36: 2, 57: 23, 15: 27, 19: 28, 23: 29, 16: 26, 56: 8,
    ]
    try expectZonesApart(zones, of: "DTX502")
    try expect(
      [31: 1, 34: 19, 27: 16, 55: 12, 85: 6, 86: 5, 83: 15, 35: 2], of: "DTX502",
      on: MIDIProfileTests.studio())
  }

  /// Source: DTX502 Reference Manual, "MIDI Notes Assigned to Pads".
  @Test func zonesOfADTXStrikeTheirPads() throws {
    let kit = kit([1: 38, 2: 36, 5: 42, 6: 46, 9: 47, 12: 49, 13: 51, 14: 53, 15: 44, 16: 37])
    try expect(
      [
        38: 1, 40: 1, 37: 16, 31: 1, 34: 1, 27: 16, 48: 9, 47: 128, 43: 127, 51: 13, 52: 13, 53: 14, 59: 12,
        49: 12, 55: 12, 46: 6, 78: 6, 85: 6, 42: 5, 79: 5, 86: 5, 44: 15, 36: 2, 35: 2,
      ], of: "DTX502", on: kit)
  }

  /// Source: allieum/breakbox, src/dtxpro.py.
  @Test func furtherZonesOfADTXPROStrikeTheSecondCrashAndTheHiHat() throws {
    try expect(
      [57: 23, 17: 23, 20: 23, 46: 6, 77: 6], of: "DTX-PRO", on: MIDIProfileTests.studio())
  }

  @Test func tomsAreStoredAndReadBack() {
    var map = MIDIMap()
    map.teach(.note(48), .tom(1, isRim: false))
    map.teach(.note(50), .tom(4, isRim: true))
    #expect(map.lines == "note 48 tom 1\nnote 50 tom-rim 4\n")
    #expect(MIDIMap(lines: map.lines + "note 1 tom 5\nnote 2 tom-rim 0\ncontroller 3 tom 1\n") == map)
    #expect(map.hasTaught(note: 48) && map.pad(ofNote: 48) == nil, "no kit")
  }
}
