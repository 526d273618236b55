import ApplicationTestSupport
import Controls
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import TakeExchange
@testable import TerminalUI

/// What the plain mode says about each layer: its name and its row when it opens, the row after each movement, the value after
/// each change, and what is closed.
@MainActor @Suite struct PlainLayerTests {
  /// A key: a command, or a key while text is typed.
  enum Key: Sendable {
    case press(Command)
    case type(PromptEdit)
  }

  /// A layer: its class, what opens it, its first lines, and the lines of keys, the last one of which closes it.
  struct Layer: Sendable, CustomStringConvertible {
    let description: String
    let open: @MainActor () throws -> PlainBench
    let opened: [String]
    let keys: [(Key, [String])]

    init(
      _ name: String, _ opened: String..., keys: [(Key, [String])],
      open: @escaping @MainActor () throws -> PlainBench
    ) {
      (description, self.opened, self.keys, self.open) = (name, opened, keys, open)
    }
  }

  nonisolated static let up = Key.press(.move(.up))
  nonisolated static let down = Key.press(.move(.down))
  nonisolated static let first = Key.press(.move(.start))
  nonisolated static let last = Key.press(.move(.end))
  nonisolated static let pageUp = Key.press(.move(.pageUp))
  nonisolated static let pageDown = Key.press(.move(.pageDown))
  nonisolated static let right = Key.press(.seek(5))
  nonisolated static let enter = Key.press(.list(.activate))
  nonisolated static let escape = Key.press(.program(.cancel))
  nonisolated static let louder = Key.press(.playback(.volumeUp))

  nonisolated private static let heading = "Timeline · take 1 · assumed 120 BPM 4/4 · steps "
  nonisolated private static func hit(_ text: String) -> String { "bar 1 beat 2 step 1, \(text)" }

  nonisolated private static func format(_ text: String) -> String {
    "1 of 6: Format: \(text), selected; wav flac aiff ogg opus mp3, also s16 s24 float; mid; pack: take and kit"
  }
  nonisolated private static let range =
    "; a part of the track, such as 0:30-1:30 or 0:30-; empty: all; not for pack"

  nonisolated static let layers: [Layer] =
    [
      Layer(
        "TimelineLayer",
        "Timeline · take 1 · assumed 120 BPM 4/4 · steps 1/16: pad 1 of layer 2, bar 1 beat 1 step 1, 00:00, no hit",
        keys: [
          (pageUp, ["nothing before this"]), (.press(.timeline(.cursorBack)), ["nothing before this"]),
          (.press(.timeline(.cursorBarBack)), ["nothing before this"]),
          (.press(.timeline(.cursorForward)), ["bar 1 beat 1 step 2, 00:00.125, no hit"]),
          (.press(.timeline(.cursorBarForward)), ["bar 2 beat 1 step 1, 00:02, no hit"]),
          (.press(.timeline(.cursorBack)), ["bar 1 beat 4 step 4, 00:01.875, no hit"]),
          (first, ["bar 1 beat 1 step 1, 00:00, no hit"]),
          (.press(.timeline(.selectRange)), ["a range begins here: move, then b ends it"]),
          (.press(.timeline(.selectRange)), ["the range ends here: 0 hits selected"]),
          (pageDown, ["bar 2 beat 1 step 1, 00:02, no hit"]),
          (pageUp, ["bar 1 beat 1 step 1, 00:00, no hit"]),
          (down, ["pad 2 of layer 2, 00:00, no hit"]), (down, ["pad 3 of layer 2, 00:00, no hit"]),
          (.press(.timeline(.nextHit)), [hit("hit, velocity 127, on the step")]),
          (
            .press(.timeline(.velocityUp)),
            ["\(heading)1/16: pad 3 of layer 2, \(hit("hit, velocity 127, on the step"))"]
          ),
          (.press(.timeline(.velocityDown)), [hit("hit, velocity 122, on the step")]),
          (.press(.timeline(.nudgeLater)), [hit("hit, velocity 122, 1.0 ms late")]),
          (.press(.timeline(.selectHit)), [hit("hit, velocity 122, 1.0 ms late, 1 selected")]),
          (.press(.timeline(.copy)), ["1 hit copied"]),
          (escape, ["nothing is selected any more", hit("hit, velocity 122, 1.0 ms late")]),
          (.press(.timeline(.setHit)), [hit("00:00.501, no hit")]),
          (
            .press(.timeline(.copy)),
            ["no hit is at the cursor, and none is selected: Tab goes to the next one"]
          ),
          (
            .press(.timeline(.stepLength)),
            ["\(heading)1/16t: pad 3 of layer 2, \(hit("00:00.501, no hit"))"]
          ),
          (
            .press(.timeline(.zoomOut)),
            ["zooming is seen on screens only: here the cursor moves by steps, with shift+→ by bars"]
          ),
          (.press(.timeline(.follow)), ["the timeline follows the music"]),
          (escape, ["timeline: closed"]),
        ]
      ) {
        let bench = try TimelineBench()
        bench.session.perform(.program(.cancel))
        let plain = PlainBench(bench.session, of: bench)
        plain.session.perform(.take(.timeline))
        return plain
      },
      Layer(
        "TakeListLayer", "Takes: 1 of 3: take 1, 18 hits · 1970-01-01, without a track",
        keys: [
          (up, ["nothing before this"]),
          (
            .press(.takeList(.gainUp)), ["no layer is selected: E lists the takes, and the layers below each"]
          ),
          (pageDown, ["3 of 3: layer 2, 0 dB · 2 hits, without a track"]),
          (first, ["1 of 3: take 1, 18 hits · 1970-01-01, without a track"]),
          (down, ["2 of 3: layer 1, 0 dB · 16 hits, without a track"]),
          (.press(.takeList(.gainUp)), ["2 of 3: layer 1, +1 dB · 16 hits, without a track"]),
          (.press(.takeList(.muteLayer)), ["2 of 3: layer 1, mute · +1 dB · 16 hits, without a track"]),
          (.press(.take(.solo)), ["2 of 3: layer 1, mute · solo · +1 dB · 16 hits, without a track"]),
          (last, ["3 of 3: layer 2, 0 dB · 2 hits, without a track"]),
          (down, ["nothing after this"]),
          (escape, ["takes: closed"]),
        ]
      ) {
        let bench = try TimelineBench()
        bench.session.perform(.program(.cancel))
        let plain = PlainBench(bench.session, of: bench)
        plain.session.perform(.take(.list))
        return plain
      },
      Layer(
        "SongMarksLayer", "track: a.flac", "Marks: 1 of 4: verse, 00:02",
        keys: [
          (down, ["2 of 4: fill, 00:03–00:04"]), (last, ["4 of 4: repeated last at 0.8×, 00:00–00:01"]),
          (first, ["1 of 4: verse, 00:02"]),
          (enter, ["warning: there is no track that could have marks: play one"]),
          (pageDown, ["4 of 4: repeated last at 0.8×, 00:00–00:01"]), (escape, ["marks of the song: closed"]),
        ]
      ) {
        let bench = try TimelineBench([])
        let plain = PlainBench(bench.session, of: bench)
        SongMarksTests.add(to: bench)
        plain.session.perform(.request(.place(.list)))
        return plain
      },
      Layer(
        "PracticeLayer",
        "Practice: last 4 bars: 1.6 ms late, spread 13.8 ms, drift +31 ms/min, 16 hits; whole pass: 1.6 ms "
          + "late, spread 13.8 ms, drift +31 ms/min, 16 hits; of last 4 bars, 10 rows below",
        keys: [
          (down, ["2 of 11: pad 1: 11.6 ms early, spread 4.9 ms, 8 hits"]),
          (last, ["11 of 11: beat 4.5: 13.3 ms late, spread 1.7 ms, 2 hits"]),
          (pageUp, ["3 of 11: pad 4: 14.8 ms late, spread 2.8 ms, 8 hits"]),
          (.press(.practiceScreen(.pass)), ["the rows below are those of the whole pass"]),
          (escape, ["practice: closed"]),
        ]
      ) {
        let bench = try TimelineBench.practised(bars: 2)
        return PlainBench(bench.session, of: bench)
      },
      Layer(
        "ExportLayer", "Export take 1: \(format("wav"))",
        keys: [
          (.type(.edit(.end)), ["end of the text"]),
          (.type(.insert("x")), []), (.type(.edit(.deleteBackward)), ["deleted x"]),
          (.type(.move(.down)), ["2 of 6: Range: empty\(range)"]), (.type(.insert("bar 3")), []),
          (
            .type(.complete),
            ["3 of 6: Stems: no, selected; yes: also music, layers and pads in files; not for mid and pack"]
          ),
          (.type(.move(.up)), ["2 of 6: Range: bar 3, selected\(range)"]),
          (.type(.accept), ["2 of 6: Range: bar 3 is not valid, selected\(range)"]),
          (.type(.move(.start)), [format("wav")]), (.type(.cancel), ["export: left without a change"]),
        ]
      ) {
        let bench = try TimelineBench()
        bench.session.perform(.program(.cancel))
        bench.application.exports = ExportController(
          service: NoServices.shared, folder: FilePath("/music"), main: .idle)
        let plain = PlainBench(bench.session, of: bench)
        plain.session.perform(.take(.export))
        return plain
      },
    ] + listLayers + libraryLayers

  /// The classes of layers in the sources that are no prompts.
  private static func declared() throws -> Set<String> {
    var names = Set<String>()
    for line in try SourceText.lines(below: "Program/TerminalUI") {
      // `package final class SettingsLayer: ScreenLayer {`
      let words = line.split(separator: " ").map { word in word.filter { $0.isLetter } }
      if words.contains("class"), let kind = words.last(where: { !$0.isEmpty }),
        ["ScreenLayer", "ListLayer"].contains(kind),
        let index = words.firstIndex(of: "class")
      {
        names.insert(words[index + 1])
      }
    }
    return names.subtracting(["ScreenLayer", "PromptLayer", "ListLayer"])
  }

  @Test func eachLayerOfTheSourcesIsInTheTable() throws {
    #expect(try Self.declared() == Set(Self.layers.map(\.description)))
  }

  @Test(arguments: layers) func layerSaysItsNameItsRowsItsValuesAndThatItIsClosed(layer: Layer) throws {
    let bench = try layer.open()
    // What is read afterwards follows.
    let opened = bench.changes() + bench.changes()
    #expect(opened == layer.opened)
    for (key, lines) in layer.keys {
      let said =
        switch key {
        case .press(let command): bench.press(command)
        case .type(let edit): bench.type(edit)
        }
      #expect(said == lines, "\(key)")
    }
    #expect(bench.session.layers.isEmpty)
  }
}
