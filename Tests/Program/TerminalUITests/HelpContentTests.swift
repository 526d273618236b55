import Application
import Controls
import TerminalKit
import Testing

@testable import TerminalUI

@Suite struct HelpContentTests {
  @Test func commandThatLosesAKeyIsMarkedInTheHelp() throws {
    var map = KeyMap()
    map.apply(try KeyBinding("a", to: "quit"))
    map.apply(try KeyBinding("a", to: "help"))
    #expect(HelpContent(map).entries.first { $0.text == "hit the pads" }?.lost == "a")
  }

  @Test func commandsAreInGroupsUnderHeadings() {
    let lines = HelpContent(KeyMap()).lines
    let headings = lines.compactMap { if case .heading(let title) = $0 { title } else { nil } }
    #expect(
      headings == [
        "Play", "Drum and record", "Pad form", "List of takes", "Timeline", "Mixer", "Queue", "Library",
        "Screen",
      ])
    let entries = HelpContent(KeyMap(), search: "record").entries
    #expect(entries.allSatisfy { $0.group == .drum } && entries.contains { $0.command == .take(.record) })
  }

  @Test func scenesOfTheMixerAreTwoLines() {
    let entries = HelpContent(KeyMap(), search: "scene").entries
    #expect(entries.map(\.text) == ["call scene 1 to 8", "store scene 1 to 8"])
    #expect(entries.first?.keys == "F1 … F8" && entries.allSatisfy { $0.group == .mixer })
    let covered = HelpContent.Covered(title: "In the mixer", screen: .mixer, hints: [])
    #expect(HelpContent(KeyMap(), search: "scene", covered: covered).entries.allSatisfy { $0.group == nil })
  }

  @Test func allKeysOfTheSelectedCommandAreNamed() throws {
    var map = KeyMap()
    map.apply(try KeyBinding("f11", to: "volume-up"))
    var help = HelpContent(map, search: "volume up")
    #expect(
      help.detail(map)
        == "volume-up: \(["+", "=", "media-volume-up", "f11"].compactMap { KeyChord(name: $0)?.name }.joined(separator: " "))"
    )
    help = HelpContent(map, search: "default keys")
    #expect(help.entries.map(\.keys) == [""] && help.detail(map) == "default-keys")
  }

  @Test func footerShowsTheActionOfEnterAndTheKeyThatEndsARecording() {
    var context = KeyHint.Context()
    #expect(KeyHint.list(KeyMap(), context).prefix(4).map(\.text) == ["help", "quit", "play", "record"])
    context.activate = nil
    context.isRecording = true
    let hints = KeyHint.list(KeyMap(), context)
    #expect(hints.first == KeyHint("r", "ends the recording", [.command(.take(.record))]))
    #expect(!hints.contains { $0.keys == "Enter" })
  }

  @Test func footerOfAListenerShowsWhatEndsAFilterAndRecordingLast() {
    var context = KeyHint.Context()
    (context.isListening, context.isFiltered) = (true, true)
    for hints in [KeyHint.list(KeyMap(), context), KeyHint.libraryList(KeyMap(), context)] {
      #expect(hints.prefix(4).map(\.text) == ["help", "quit", "play", "all again"])
      #expect(hints[3].keys == "Esc" && hints.last?.text == "record")
    }
    context.isRecording = true
    #expect(KeyHint.list(KeyMap(), context).count { $0.keys == "r" } == 1)
  }

  @Test func clickOnAHintGivesTheActionOfTheClickedKeyOrText() {
    let hints = [KeyHint("n p", "next", [.command(.playback(.next)), .command(.playback(.previous))])]
    let areas = HintLine.areas(hints, in: Rect(0, 5, 40, 1))
    func action(_ x: Int) -> KeyHint.Action? { areas.first { $0.area.contains(Point(x, 5)) }?.action }
    #expect(action(0) == .command(.playback(.next)) && action(2) == .command(.playback(.previous)))
    #expect(action(5) == .command(.playback(.next)) && action(9) == nil)
    #expect(HintLine.areas(hints, in: Rect(0, 5, 7, 1)).isEmpty)
  }

  @Test func helpSearchIgnoresCaseAndFindsMatchingCommands() {
    let found = HelpContent(KeyMap(), search: "VOLUME U").entries
    #expect(found.map(\.text) == ["volume up"] && found.first?.command == .playback(.volumeUp))
    #expect(HelpContent(KeyMap(), search: "no such thing").entries.isEmpty)
  }
}
