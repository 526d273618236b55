import AudioBase
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
    map.teach(note: 60, pad: 12)
    var router = MIDIRouter(map: map)
    #expect(router.route(note(60, velocity: 33)) == .strike(pad: 12, velocity: 33))
    router.map.teach(note: 60, pad: 3)
    #expect(router.route(.noteOff(channel: 9, note: 60)) == .release(pad: 12), "the pad that it struck")
    #expect(router.route(.noteOff(channel: 9, note: 60)) == nil)
    #expect(router.route(note(1)) == .unknown)
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
    map.teach(note: 40, pad: 2)
    map.teach(note: 38, pad: 128)
    map.teach(controller: 21, level: .volume)
    #expect(map.lines == "note 38 pad 128\nnote 40 pad 2\ncontroller 21 volume\n")
    let again = MIDIMap(lines: map.lines + "note 5\nnote x pad 1\nnote 200 pad 1\nnote 3 pad 129\n\u{0}\n")
    #expect(again == map && again.level(ofController: 7) == nil)
    #expect(again.level(ofController: 8) == .balance)
  }
}
