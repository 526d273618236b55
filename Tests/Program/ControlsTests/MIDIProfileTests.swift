import AudioBase
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

  @Test func shippedProfilesAreUnderstoodAndNameTheirSources() throws {
    for (name, profile) in try MIDIProfileTests.profiles() {
      #expect(profile.invalidLine == nil, "\(name)")
      let bytes = try FileBytes.read(MIDIProfileTests.folder.appending(name), limit: 1 << 20)
      #expect(String(decoding: bytes, as: UTF8.self).contains("# Source: "), "\(name)")
    }
  }

  @Test(arguments: [
    ("TD-17 MIDI 1", "roland-td.midi"), ("Alesis Nitro MIDI 1", "alesis.midi"),
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
      let isKit = ["roland-td.midi", "alesis.midi"].contains(name)
      #expect((profile.response.crosstalk == Crosstalk("5:20")) == isKit, "\(name)")
    }
  }

  @Test func whatIsTaughtPrecedesTheProfile() {
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
  func firstLineThatIsNotUnderstoodIsToldAndTheOthersAreUsed(_ line: String) {
    let profile = MIDIProfile(text: "match X\n\(line)\nnote 40 pad 3\nnote 999 pad 1\n")
    #expect(profile.invalidLine == 2 && profile.map.pad(ofNote: 40) == 3)
  }

  @Test func taughtCommandsAreGivenOncePerPress() throws {
    var map = MIDIMap()
    let kit = try #require(Command(name: "kit Electronic"))
    map.teach(.note(60), .command(.take(.record)))
    map.teach(.controller(64), .command(.playback(.playPause)))
    map.teach(.program(3), .command(kit))
    #expect(
      map.lines
        == "note 60 command record\ncontroller 64 command play-pause\nprogram 3 command kit Electronic\n")
    #expect(MIDIMap(lines: map.lines) == map)
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
}
