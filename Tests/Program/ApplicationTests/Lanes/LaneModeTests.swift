import ApplicationTestSupport
import Dubbing
import MixEngine
import PlayerTestSupport
import Studio
import Testing

@testable import Application

/// The modes of the strips, and the places of the values of lanes.
@MainActor @Suite struct LaneModeTests {
  @Test func modesAreReadAsTheyAreWrittenAndUnknownPartsAreLeftOut() {
    var modes = LaneModes()
    #expect(modes.text == nil && modes[.music] == .touch)
    modes[.music] = .latch
    modes[.pad(3)] = .off
    modes[.returns(2)] = .read
    #expect(modes.text == "music latch, pad 3 off, return 2 read")
    #expect(LaneModes(text: modes.text ?? "") == modes)
    #expect(LaneModes(text: "music latch, pad 3 write, piano off,, pad 3") == LaneModes(text: "music latch"))
    modes[.music] = .touch
    #expect(modes.text == "pad 3 off, return 2 read")
    #expect(LaneMode.allCases.map(\.next) == [.latch, .read, .off, .touch])
  }

  @Test(arguments: [
    ("move/throw", MixGraph.Bus.pads), ("move/feedback", .pads), ("move/sweep-echo", .pads),
    ("move/sweep", .music), ("move/brake", .music),
    ("move/stutter", .music), ("pad 12/delay 2/feedback", .pad(12)), ("master/gain", .master),
    ("song/drums/gain", .music),
  ]) func laneHasTheModeOfItsStrip(address: String, strip: MixGraph.Bus) {
    #expect(Lane.ID(address, layer: 2).strip == strip)
  }

  @Test func addressWithoutAStripHasNone() {
    #expect(["move/x", "piano/gain", ""].allSatisfy { Lane.ID($0).strip == nil })
  }

  @Test func commandSetsTheModeOfAStripOrListsTheLanes() throws {
    #expect(try Command.parse("lanes pad 3 latch").name == "lanes pad 3 latch")
    #expect(try Command.parse("lanes") == Command.parse("lanes list"))
    #expect(throws: CommandError.self) { try Command.parse("lanes music loud") }
    #expect(throws: CommandError.self) { try Command.parse("lanes piano read") }
  }

  @Test func modesAreThoseOfTheNextStart() throws {
    let bench = try TakeBench([])
    let application = bench.makeApplication()
    application.perform(try Command.parse("lanes music latch"))
    application.perform(try Command.parse("lanes pads off"))
    #expect(application.state.options.lanes == "music latch, pads off")
    let next = try TakeBench([])
    let second = next.makeApplication()
    second.restore(application.state.options) { _ in false }
    #expect(second.lanes?.modes[.music] == .latch && second.lanes?.modes[.pads] == .off)
    #expect(second.state.options.lanes == "music latch, pads off")
    bench.close()
    next.close()
  }

  @Test func courseOfATakeWithoutATrackBeginsWithTheValueOfItsFirstFrame() {
    let course = AutomationCourse(
      AutomationTarget(.music), frames: [0, 100, 200, 300], bits: [1, 2, 3, 4], owner: nil)
    let whole = course.moved(from: 0, to: 0, ratio: 2)
    #expect(whole.frames == [0, 200, 400, 600] && whole.bits == [1, 2, 3, 4])
    let part = course.moved(from: 150, to: 1_000, ratio: 2)
    #expect(part.frames == [1_000, 1_100, 1_300] && part.bits == [2, 3, 4])
    let end = course.moved(from: 900, to: 50, ratio: 1)
    #expect(end.frames == [50] && end.bits == [4])
  }
}
