import AudioBase
import Dubbing
import MixEngine
import Percussion
import Studio
import SystemBase
import Testing

@testable import Application
@testable import Controls

/// What MIDI messages do.
@Suite struct MIDIRouterTests {
  private func note(_ note: Int, velocity: Int = 100, channel: Int = 9) -> MIDIMessage {
    .noteOn(channel: channel, note: note, velocity: velocity)
  }

  @Test func taughtNoteStrikesAndReleasesItsPad() {
    var map = MIDIMap()
    map.teach(.note(60), .pad(12))
    var router = MIDIRouter(map: map)
    #expect(router.route(note(60, velocity: 33)) == .strike(pad: 12, velocity: 33))
    router.map.teach(.note(60), .pad(3))
    #expect(router.route(.noteOff(channel: 9, note: 60)) == .release(pad: 12), "the pad that it struck")
    #expect(router.route(.noteOff(channel: 9, note: 60)) == nil)
    #expect(router.route(note(1)) == .silentNote(1))
  }

  @Test func instrumentPlaysNotesThatNoPadWasTaughtExceptThoseOfDrums() {
    var map = MIDIMap()
    map.teach(.note(62), .pad(3))
    var router = MIDIRouter(map: map)
    router.hasInstrument = true
    #expect(router.route(note(60, velocity: 80, channel: 0)) == .instrument(.on, key: 60, value: 80))
    router.hasInstrument = false
    #expect(
      router.route(.noteOff(channel: 0, note: 60)) == .instrument(.off, key: 60, value: 0),
      "no note is left sounding")
    router.hasInstrument = true
    #expect(router.route(note(62, channel: 0)) == .strike(pad: 3, velocity: 100))
    #expect(router.route(note(60, channel: 9)) == .silentNote(60))
    #expect(
      router.route(.controlChange(channel: 0, controller: 64, value: 127))
        == .instrument(.control, key: 64, value: 127))
    #expect(router.route(.pitchBend(channel: 0, value: -4096)) == .instrument(.bend, key: -1, value: -1))
    #expect(router.route(.pitchBend(channel: 9, value: 100)) == .unknown)
  }

  @Test func noteThatNoPadHasIsPlayedByTheNearestPadUntilItIsTaught() {
    var crash = Pad(number: 5, name: "crash", layers: [])
    crash.midiNote = 49
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [crash]))
    var router = MIDIRouter(map: map)
    #expect(router.route(note(57, velocity: 20)) == .substitute(pad: 5, velocity: 20, note: 57))
    #expect(router.route(.noteOff(channel: 9, note: 57)) == .release(pad: 5))
    router.map.teach(.note(57), .pad(2))
    #expect(router.route(note(57, velocity: 20)) == .strike(pad: 2, velocity: 20))
    #expect(router.route(note(36)) == .silentNote(36), "a cymbal is no bass drum")
  }

  @Test func rimOfAnElectronicKitIsKnownByItsPedalOrTheEdgeOfItsHat() {
    var (maraca, tom) = (Pad(number: 1, name: "maraca", layers: []), Pad(number: 2, name: "tom", layers: []))
    (maraca.midiNote, tom.midiNote) = (70, 43)
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [maraca, tom]))
    let messages = [.controlChange(channel: 9, controller: 4, value: 9), note(22)] as [MIDIMessage]
    for message in messages {
      var router = MIDIRouter(map: map)
      #expect(router.route(note(58)) == .substitute(pad: 1, velocity: 100, note: 58), "the vibraslap")
      _ = router.route(message)
      #expect(router.route(note(58)) == .substitute(pad: 2, velocity: 100, note: 58))
    }
  }

  private func pressure(_ value: Int, on note: Int = 49) -> MIDIMessage {
    .notePressure(channel: 9, note: note, value: value)
  }

  private func mapOfCymbals() -> MIDIMap {
    var map = MIDIMap()
    map.teach(.note(49), .pad(12))
    return map
  }

  @Test(arguments: [120, 123]) func controllerThatEndsAllNotesReleasesThePadsOfItsChannel(_ controller: Int) {
    var map = mapOfCymbals()
    map.teach(.note(50), .pad(3))
    var router = MIDIRouter(map: map)
    for (key, channel) in [(49, 9), (50, 9), (49, 2)] { _ = router.route(note(key, channel: channel)) }
    let action = router.route(.controlChange(channel: 9, controller: controller, value: 0))
    #expect(action == .all([.release(pad: 12), .release(pad: 3)]))
    #expect(router.route(.noteOff(channel: 9, note: 49)) == nil)
    #expect(router.route(.noteOff(channel: 2, note: 49)) == .release(pad: 12))
  }

  @Test func grabbedCymbalIsChokedOnce() {
    var router = MIDIRouter(map: mapOfCymbals())
    _ = router.route(note(49))
    _ = router.route(.noteOff(channel: 9, note: 49))
    #expect(router.route(pressure(127)) == .choke(pad: 12))
    #expect(router.route(pressure(127)) == nil && router.route(pressure(0)) == nil)
    #expect(router.route(pressure(100)) == .choke(pad: 12), "a module that measures the pressure")
    #expect(router.route(pressure(127, on: 1)) == nil, "no pad has the note")
  }

  /// A module may send the pressure of the bow alone, whichever zone has sounded.
  @Test func grabbedCymbalIsChokedInAllItsZones() {
    let pads = [(12, 49, "crash"), (13, 57, "crash 2"), (31, 92, "crash edge")].map { number, note, name in
      var pad = Pad(number: number, name: name, layers: [SampleLayer(samples: [FilePath("/k/a.wav")])])
      pad.midiNote = note
      return pad
    }
    var map = MIDIMap()
    map.teach(.note(55), .crashEdge(1))
    map.teach(.note(14), .choke(31))
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
    var router = MIDIRouter(map: map)
    let choke = MIDIRouter.Action.all([.choke(pad: 12), .choke(pad: 31)])
    #expect(router.route(pressure(127)) == choke && router.route(pressure(127, on: 55)) == choke)
    #expect(router.route(note(14)) == choke)
    #expect(router.route(pressure(127, on: 57)) == .choke(pad: 13))
  }

  @Test func cymbalWhoseNoteIsHeldIsChokedByASwitchAndNotByAPressedPad() {
    var router = MIDIRouter(map: mapOfCymbals())
    _ = router.route(note(49))
    #expect((1...127).compactMap { router.route(pressure($0)) }.isEmpty, "a pad that is pressed on")
    _ = router.route(note(49))
    #expect(router.route(pressure(127)) == .choke(pad: 12))
  }

  private func mapOfHats() -> MIDIMap {
    let hats = [("closed", 42, 90...127), ("half-open", 23, 40...89), ("open", 46, 0...39)]
    var pads: [Pad] = []
    for (index, hat) in hats.enumerated() {
      var pad = Pad(number: index + 1, name: hat.0, layers: [])
      (pad.midiNote, pad.pedal) = (hat.1, hat.2)
      pads.append(pad)
    }
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
    return map
  }

  /// Bytes as a module sends them: the pedal before each note, with running status.
  @Test func pedalChoosesTheHatAndSilencesMoreOpenOnes() {
    var router = MIDIRouter(map: mapOfHats())
    var parser = MIDIStreamParser()
    let bytes: [UInt8] = [
      0xB9, 4, 0, 0x99, 46, 100, 46, 0, 0xB9, 4, 60, 0x99, 46, 90, 46, 0, 0xB9, 4, 127, 0x99, 42, 80, 42, 0,
      0xB9, 4, 20, 0x99, 26, 70,
    ]
    let fade: Float = 0.6 * 68 / 128
    let actions = bytes.compactMap { parser.feed($0).flatMap { router.route($0) } }
    #expect(
      actions == [
        .strike(pad: 3, velocity: 100), .release(pad: 3),
        .close(pads: [3], seconds: fade), .strike(pad: 2, velocity: 90), .release(pad: 2),
        .close(pads: [2, 3], seconds: 0), .strike(pad: 1, velocity: 80), .release(pad: 1),
        .substitute(pad: 3, velocity: 70, note: 26),
      ])
  }

  @Test func floodOfPedalPositionsBecomesFewChokes() {
    var router = MIDIRouter(map: mapOfHats())
    let chokes = (0..<128).compactMap {
      router.route(.controlChange(channel: 9, controller: 4, value: $0))
    }
    #expect((3...14).contains(chokes.count))
    let fades = chokes.compactMap { if case .close(_, let seconds) = $0 { seconds } else { nil } }
    #expect(fades == fades.sorted(by: >) && fades.last == 0)
  }

  @Test func controllerOfTheSpeedStatesThePlaceOfStrikesOnTheChannelOfDrums() {
    var middle = Pad(number: 1, name: "middle", layers: [])
    (middle.midiNote, middle.position) = (38, 0...63)
    var edge = Pad(number: 2, name: "edge", layers: [])
    (edge.midiNote, edge.position) = (38, 64...127)
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [middle, edge]))
    var router = MIDIRouter(map: map)
    #expect(router.route(.controlChange(channel: 9, controller: 16, value: 100)) == nil)
    #expect(router.route(note(38)) == .strike(pad: 2, velocity: 100))
    #expect(router.route(note(38)) == .strike(pad: 1, velocity: 100), "a position is that of one strike")
    #expect(
      router.route(.controlChange(channel: 0, controller: 16, value: 64)) == .command(.request(.speed(1))))
  }

  /// As Roland's modules send them: the place on the snare by controller 16, that on the ride by 17.
  @Test func placesOfSnareAndRideAreThoseOfTheirNextStrikes() {
    func pad(_ number: Int, _ note: Int, _ place: ClosedRange<Int>) -> Pad {
      var pad = Pad(number: number, name: "\(number)", layers: [])
      (pad.midiNote, pad.position) = (note, place)
      return pad
    }
    var map = MIDIMap()
    map.kit = PadNotes(
      Kit(
        name: "k", path: FilePath("/k"),
        pads: [pad(1, 38, 0...63), pad(2, 38, 64...127), pad(3, 51, 0...63), pad(4, 51, 64...127)]))
    var router = MIDIRouter(map: map)
    func place(_ controller: Int, _ value: Int) -> MIDIRouter.Action? {
      router.route(.controlChange(channel: 9, controller: controller, value: value))
    }
    #expect(place(17, 100) == nil && place(16, 20) == nil)
    #expect(router.route(note(38)) == .strike(pad: 1, velocity: 100))
    #expect(router.route(note(51)) == .strike(pad: 4, velocity: 100))
    #expect(router.route(note(51)) == .strike(pad: 3, velocity: 100), "a position is that of one strike")
    #expect(place(16, 90) == nil && place(17, 10) == nil)
    #expect(router.route(note(51)) == .strike(pad: 3, velocity: 100))
    #expect(router.route(note(38)) == .strike(pad: 2, velocity: 100))
    #expect(MIDISource(.controlChange(channel: 9, controller: 17, value: 1)) == nil)
    #expect(MIDISource(.controlChange(channel: 0, controller: 17, value: 1)) == .controller(17))
  }

  @Test func taughtNoteChokesItsPad() {
    var map = mapOfCymbals()
    map.teach(.note(14), .choke(12))
    #expect(map.lines == "note 14 choke 12\nnote 49 pad 12\n" && MIDIMap(lines: map.lines) == map)
    var router = MIDIRouter(map: map)
    #expect(router.route(note(14, velocity: 1)) == .choke(pad: 12))
    #expect(router.route(.noteOff(channel: 9, note: 14)) == nil)
    router.map.teach(.note(14), .pad(3))
    #expect(router.route(note(14)) == .strike(pad: 3, velocity: 100))
  }

  @Test func padsAndMovesThatNotesHoldAreReleasedWhenTheirDeviceIsGone() {
    var map = mapOfCymbals()
    map.teach(.note(60), .move(.stutter))
    var router = MIDIRouter(map: map)
    for key in [49, 60] { _ = router.route(note(key)) }
    router.hasInstrument = true
    _ = router.route(note(64, channel: 0))
    #expect(
      router.releaseAll() == [
        .release(pad: 12), .instrument(.off, key: 64, value: 0),
        .command(.request(.hold(.stutter, false))),
      ])
    #expect(router.releaseAll().isEmpty && router.route(.noteOff(channel: 9, note: 49)) == nil)
  }

  @Test func controllersSetLevels() {
    var router = MIDIRouter(map: MIDIMap())
    func command(_ controller: Int, _ value: Int) -> MIDIRouter.Action? {
      router.route(.controlChange(channel: 0, controller: controller, value: value))
    }
    #expect(command(7, 127) == .command(.request(.volume(Decibels(0)))))
    #expect(command(7, 0) == .command(.request(.volume(Decibels(-60)))))
    #expect(command(8, 64) == .command(.request(.balance(0))))
    #expect(command(8, 127) == .command(.request(.balance(12))))
    #expect(command(8, 0) == .command(.request(.balance(-12))))
    #expect(command(16, 64) == .command(.request(.speed(1))))
    #expect(command(16, 127) == .command(.request(.speed(2))))
    #expect(command(16, 0) == .command(.request(.speed(0.5))))
    #expect(command(99, 0) == .unknown)
  }

  @Test func taughtNotesAndControllersAreStoredAndReadBack() {
    var map = MIDIMap()
    map.teach(.note(40), .pad(2))
    map.teach(.note(38), .pad(128))
    map.teach(.controller(21), .volume)
    #expect(map.lines == "note 38 pad 128\nnote 40 pad 2\ncontroller 21 volume\n")
    let again = MIDIMap(lines: map.lines + "note 5\nnote x pad 1\nnote 200 pad 1\nnote 3 pad 129\n\u{0}\n")
    #expect(again == map && again.target(of: .controller(7)) == nil)
    #expect(again.target(of: .controller(8)) == .balance)
  }

  @Test func taughtNotesAndControllersHoldMoves() {
    var map = MIDIMap()
    map.teach(.note(60), .pad(12))
    map.teach(.note(60), .move(.stutter))
    map.teach(.controller(7), .move(.brake))
    var router = MIDIRouter(map: map)
    func hold(_ move: Move, _ isHeld: Bool) -> MIDIRouter.Action { .command(.request(.hold(move, isHeld))) }
    #expect(router.route(note(60)) == hold(.stutter, true))
    #expect(router.route(.noteOff(channel: 9, note: 60)) == hold(.stutter, false))
    #expect(router.route(.controlChange(channel: 0, controller: 7, value: 127)) == hold(.brake, true))
    #expect(router.route(.controlChange(channel: 0, controller: 7, value: 0)) == hold(.brake, false))
  }

  @Test func sweepCatchesAtTheMiddle() {
    var map = MIDIMap()
    map.teach(.controller(20), .sweep)
    var router = MIDIRouter(map: map)
    func position(_ value: Int) -> Double? {
      let action = router.route(.controlChange(channel: 0, controller: 20, value: value))
      guard case .command(.request(let request))? = action,
        case .position(let position)? = request.value(of: Command.Request.sweep)
      else { return nil }
      return position
    }
    #expect(position(0) == -100 && position(127) == 100)
    #expect((61...66).allSatisfy { position($0) == 0 })
    let positions = (0...127).compactMap(position)
    #expect(positions == positions.sorted() && positions.count == 128)
  }

  @Test func filterOfTheEchoCatchesAtTheMiddle() {
    var map = MIDIMap()
    map.teach(.controller(20), .address(MixGraph.Address(.echo)))
    var router = MIDIRouter(map: MIDIMap(lines: map.lines))
    for (value, position) in [(0, -100.0), (61, 0), (66, 0), (127, 100)] {
      let action = router.route(.controlChange(channel: 0, controller: 20, value: value))
      #expect(action == .command(.request(.sweepEcho(.position(position)))))
    }
  }

  @Test func controllerOfAnAddressMovesItOverItsRange() throws {
    let address = try #require(MixGraph.Address("pad 3/filter/cutoff"))
    var map = MIDIMap()
    map.teach(.controller(7), .address(address))
    var router = MIDIRouter(map: map)
    let action = router.route(.controlChange(channel: 0, controller: 7, value: 127))
    #expect(action == .command(.request(.turn(address, 1))))
    map.teach(.controller(8), .address(address))
    #expect(map.target(of: .controller(7)) == nil)
  }

  @Test func movesAndAddressesAreStoredAndReadBack() throws {
    var map = MIDIMap()
    map.teach(.note(40), .move(.throw))
    map.teach(.controller(22), .move(.brake))
    map.teach(.controller(23), .sweep)
    map.teach(.controller(21), .address(try #require(MixGraph.Address("pad 3/delay 2/high-pass"))))
    #expect(
      map.lines == "note 40 move throw\ncontroller 21 address pad 3/delay 2/high-pass\n"
        + "controller 22 move brake\ncontroller 23 sweep\n")
    #expect(
      MIDIMap(lines: map.lines + "note 1 move x\ncontroller 3 address x\ncontroller 4 address\n") == map)
  }
}
