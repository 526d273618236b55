@testable import Application
@testable import Controls
import ApplicationTestSupport
import KitEditing
import MixEngine
import Percussion
import Player
import SystemBase
import TerminalKit
import Testing

@testable import TerminalUI

/// What the mouse does outside the lists, and the pads of a mirrored screen.
@MainActor @Suite struct PointerTests {
  private let bench = LibraryScreenBench()

  /// The first cell of a text on a screen of this size.
  private func place(of text: String, _ width: Int, _ height: Int) throws -> Point {
    for (y, line) in bench.shown(width, height).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if let range = line.firstRange(of: text) {
        return Point(CharacterWidth.columns(of: String(line[..<range.lowerBound])), y)
      }
    }
    throw Missing(text: text)
  }

  private struct Missing: Error { let text: String }

  private func press(_ text: String) throws -> Application.Response {
    bench.screen.receive(MouseEvent(.press, button: .left, at: try place(of: text, 120, 36)))
  }

  @Test func clickOnASettingChangesTheSetting() throws {
    #expect(try press("shuffle off") == .done && bench.model.queue.isShuffled)
    _ = try press("repeat off")
    #expect(bench.model.queue.repeatMode == .one)
    _ = try press("volume 0.0 dB")
    #expect(bench.model.levels.isMuted)
    bench.model.setSpeed(0.8)
    _ = try press("speed 0.8×")
    #expect(bench.model.speed == 1)
  }

  @Test func theWheelChangesTheVolumeAndTheSpeed() throws {
    let volume = try place(of: "volume 0.0 dB", 120, 36)
    _ = bench.screen.receive(MouseEvent(.wheelDown, at: volume))
    _ = bench.screen.receive(MouseEvent(.wheelDown, at: volume))
    _ = bench.screen.receive(MouseEvent(.wheelUp, at: volume))
    #expect(bench.model.levels.volume.value == -1)
    bench.model.setSpeed(0.8)
    _ = bench.screen.receive(MouseEvent(.wheelUp, at: try place(of: "speed 0.8×", 120, 36)))
    #expect(bench.model.speed == 0.85)
  }

  @Test func clickOnAFooterHintRunsTheCommand() throws {
    #expect(try press("q quit") == .quit)
    #expect(try press("? help") == .acceptText && bench.session.coveringLayer is HelpLayer)
    #expect(try press("Esc close") == .rejectText && bench.session.coveringLayer == nil)
  }

  @Test func padsOfAMirroredScreenStayLeftToRight() throws {
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
      let mirrored = LibraryScreenBench(direction: .rightToLeft)
      let lines = mirrored.shown(width, height).split(
        separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(lines.first { $0.contains("a ") && $0.contains(" s ") && $0.contains(" d ") })
      let (a, f) = (try #require(line.firstRange(of: "a ")), try #require(line.firstRange(of: "f ")))
      #expect(a.lowerBound < f.lowerBound)
      let targets = mirrored.screen.padTargets(on: Surface(Size(width, height), direction: .rightToLeft))
      #expect(targets.pads[0].x < targets.pads[1].x)
      let column = CharacterWidth.columns(of: String(line[..<a.lowerBound]))
      let row = lines.firstIndex(of: line).map { lines.distance(from: lines.startIndex, to: $0) } ?? 0
      #expect(targets.strike(at: Point(column, row))?.pad == 1)
    }
  }

  /// Shows a kit of 17 pads in a mode of the screen.
  private func show17Pads(_ mode: (inout ScreenMode) -> Void) {
    bench.screen.pads = (1...17).map { PadContent(name: "p\($0)") }
    var bank = PadBank()
    bank.setCount(3)
    bench.application.receive(bank, isRequested: false)
    var screenMode = ScreenMode()
    mode(&screenMode)
    bench.screen.bindings.mode = screenMode
    if screenMode.isLocked {
      bench.press(.program(.lockPads))
    } else {
      bench.session.setLayout(screenMode.layout)
    }
  }

  @Test(arguments: [Size(120, 36), Size(80, 24), Size(40, 12), Size(20, 6)])
  func padsOnlyModeShowsAndStrikesTwoBanks(size: Size) throws {
    show17Pads { $0.isLocked = true }
    let shown = bench.shown(size.width, size.height)
    #expect(size.width < 40 || (1...16).allSatisfy { shown.contains("p\($0)") } && !shown.contains("p17"))
    let targets = bench.screen.padTargets(on: Surface(size))
    let struck = targets.pads.map { targets.strike(at: Point($0.x, $0.y))?.pad }
    #expect(struck == Array(1...16))
    // Each key of the row above is right above one of the home row.
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    let (p, semicolon) = (targets.pads[15], targets.pads[7])
    #expect(
      lines[p.y].contains("p") && lines[semicolon.y].contains(";") && p.x == semicolon.x && p.y < semicolon.y)
  }

  @Test func largePadsShowTwoBanksWithTheKeysOfTheChosenOne() throws {
    show17Pads { $0.layout = .drum }
    let shown = bench.shown(120, 36)
    #expect((1...16).allSatisfy { shown.contains("p\($0)") } && shown.contains("bank 1/3"))
    #expect(shown.contains("┌ a ─") && !shown.contains("┌ q ─"))
    let targets = bench.screen.padTargets(on: Surface(Size(120, 36)))
    #expect(targets.strike(at: Point(targets.pads[11].x, targets.pads[11].y))?.pad == 12)
    #expect(!bench.shown(40, 12).contains("p9"), "no room")
  }

  @Test(arguments: [Size(120, 36), Size(80, 24), Size(40, 12)]) func padsAreSeenAndStruckBesideTheirForm(
    size: Size
  )
    throws
  {
    let kit = Kit(name: "K", path: FilePath("/k"), pads: [Pad(number: 1, name: "p1", layers: [])])
    bench.application.kits = KitController(loaded: kit, service: NoServices.shared, events: .idle)
    bench.press(.pads(.editPad))
    let shown = bench.shown(size.width, size.height)
    #expect(shown.contains("snare") && shown.contains("cowbell") && shown.contains("1, key a"))
    let targets = bench.screen.padTargets(on: Surface(size))
    #expect(targets.strike(at: Point(targets.pads[7].x, targets.pads[7].y))?.pad == 8)
    #expect(
      !bench.shown(20, 5).contains("tamb") && bench.screen.padTargets(on: Surface(Size(20, 5))).pads.isEmpty)
  }

  @Test func unreadErrorsAreCountedOnEveryScreen() {
    bench.application.report(.file(FileError(.noSpace, "a")))
    #expect(bench.shown(120, 36).contains("1 error"))
    for (width, height) in [(80, 24), (40, 12), (20, 5)] {
      let shown = bench.shown(width, height)
      #expect(shown.contains("1 error") || shown.contains("!1"), "\(width)×\(height)")
    }
  }

  @Test(arguments: [
    (PlaybackState.playing, "▶"), (.paused, "‖"), (.interrupted, "‖"), (.stopped, "■"),
  ]) func theStateIsShownOnTheSmallestScreen(state: PlaybackState, symbol: String) {
    var content = Sample.playing
    content.playback = state
    #expect(Sample.lines(content, 20, 5)[0].hasSuffix(symbol))
    content.unreadErrors = 3
    #expect(
      Sample.lines(content, 20, 5)[0].contains(symbol) && Sample.lines(content, 20, 5)[0].contains("!3"))
  }

  @Test func theTakesShowTheirKeysOnASmallScreen() {
    var content = Sample.playing
    content.overlay = ListBox(
      title: "Takes", rows: [], hints: ["Esc close", "Enter choose", "M mute", "O solo", "+ - gain"],
      style: ListBox.Style(width: 76, hasMarks: true))
    #expect(Sample.shown(content, 40, 12).contains(" Esc close  Enter choose  M mute "))
    #expect(Sample.shown(content, 80, 24).contains("+ - gain"))
  }
}
