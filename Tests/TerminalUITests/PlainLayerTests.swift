import AudioBase
import Controls
import Dubbing
import MixEngine
import Player
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Percussion
@testable import TerminalUI
@testable import TrackTags

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

  nonisolated private static let up = Key.press(.move(.up))
  nonisolated private static let down = Key.press(.move(.down))
  nonisolated private static let first = Key.press(.move(.start))
  nonisolated private static let last = Key.press(.move(.end))
  nonisolated private static let pageUp = Key.press(.move(.pageUp))
  nonisolated private static let pageDown = Key.press(.move(.pageDown))
  nonisolated private static let left = Key.press(.seek(-5))
  nonisolated private static let right = Key.press(.seek(5))
  nonisolated private static let enter = Key.press(.list(.activate))
  nonisolated private static let escape = Key.press(.program(.cancel))
  nonisolated private static let louder = Key.press(.playback(.volumeUp))

  nonisolated private static let heading = "Timeline · take 1 · 120 BPM 4/4 · steps "
  nonisolated private static func hit(_ text: String) -> String {
    "pad 3 of layer 2, bar 1 beat 2 step 1, \(text)"
  }

  nonisolated private static func format(_ text: String) -> String {
    "1 of 5: Format: \(text); wav flac aiff ogg opus mp3, also s16 s24 float; mid; pack: take and kit"
  }
  nonisolated private static let range =
    "; a part of the track, such as 0:30-1:30 or 0:30-; empty: all; not for pack"

  nonisolated static let layers: [Layer] =
    [
      Layer(
        "TimelineLayer",
        "Timeline · take 1 · 120 BPM 4/4 · steps 1/16: pad 1 of layer 2, bar 1 beat 1 step 1, 00:00, no hit",
        keys: [
          (right, ["pad 1 of layer 2, bar 1 beat 1 step 2, 00:00.125, no hit"]),
          (.press(.seek(60)), ["pad 1 of layer 2, bar 2 beat 1 step 1, 00:02, no hit"]),
          (left, ["pad 1 of layer 2, bar 1 beat 4 step 4, 00:01.875, no hit"]),
          (first, ["pad 1 of layer 2, bar 1 beat 1 step 1, 00:00, no hit"]),
          (pageDown, ["pad 1 of layer 2, bar 2 beat 1 step 1, 00:02, no hit"]),
          (pageUp, ["pad 1 of layer 2, bar 1 beat 1 step 1, 00:00, no hit"]),
          (down, ["pad 2 of layer 2, bar 1 beat 1 step 1, 00:00, no hit"]),
          (down, ["pad 3 of layer 2, bar 1 beat 1 step 1, 00:00, no hit"]),
          (.press(.timeline(.nextHit)), [hit("00:00.5, hit, velocity 127, on the step")]),
          (louder, ["\(heading)1/16: \(hit("00:00.5, hit, velocity 127, on the step"))"]),
          (.press(.playback(.volumeDown)), [hit("00:00.5, hit, velocity 122, on the step")]),
          (.press(.timeline(.nudgeLater)), [hit("00:00.501, hit, velocity 122, 1.0 ms late")]),
          (.press(.list(.mark)), [hit("00:00.501, hit, velocity 122, 1.0 ms late, 1 selected")]),
          (.press(.timeline(.copy)), ["copied"]),
          (escape, [hit("00:00.501, hit, velocity 122, 1.0 ms late")]),
          (enter, [hit("00:00.501, no hit")]),
          (
            .press(.timeline(.copy)),
            ["no hit is at the cursor, and none is selected: Tab goes to the next one"]
          ),
          (.press(.timeline(.stepLength)), ["\(heading)1/16t: \(hit("00:00.501, no hit"))"]),
          (
            .press(.timeline(.zoomOut)),
            ["zooming is seen on screens only: here the cursor moves by steps, with shift+→ by bars"]
          ),
          (.press(.timeline(.follow)), ["the timeline follows the music"]),
          (escape, ["timeline: closed"]),
        ]
      ) {
        let bench = try TimelineBench()
        bench.application.perform(.program(.cancel))
        let plain = PlainBench(bench.application, of: bench)
        plain.application.perform(.timeline(.open))
        return plain
      },
      Layer(
        "TakeListLayer", "Takes: 1 of 3: take 1, 18 hits · 1970-01-01, without a track",
        keys: [
          (up, ["Takes: 1 of 3: take 1, 18 hits · 1970-01-01, without a track"]),
          (louder, ["no layer is selected: E lists the takes, and the layers below each"]),
          (pageDown, ["3 of 3: layer 2, 0 dB · 2 hits, without a track"]),
          (first, ["1 of 3: take 1, 18 hits · 1970-01-01, without a track"]),
          (down, ["2 of 3: layer 1, 0 dB · 16 hits, without a track"]),
          (louder, ["2 of 3: layer 1, +1 dB · 16 hits, without a track"]),
          (.press(.playback(.mute)), ["2 of 3: layer 1, mute · +1 dB · 16 hits, without a track"]),
          (.press(.take(.solo)), ["2 of 3: layer 1, mute · solo · +1 dB · 16 hits, without a track"]),
          (last, ["3 of 3: layer 2, 0 dB · 2 hits, without a track"]),
          (down, ["Takes: 3 of 3: layer 2, 0 dB · 2 hits, without a track"]),
          (escape, ["takes: closed"]),
        ]
      ) {
        let bench = try TimelineBench()
        bench.application.perform(.program(.cancel))
        let plain = PlainBench(bench.application, of: bench)
        plain.application.perform(.take(.list))
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
          (enter, ["the rows below are those of the whole pass"]), (escape, ["practice: closed"]),
        ]
      ) {
        let bench = try TimelineBench.practised(bars: 2)
        return PlainBench(bench.application, of: bench)
      },
      Layer(
        "ExportLayer", "Export take 1: \(format("wav"))",
        keys: [
          (.type(.insert("x")), []), (.type(.edit(.deleteBackward)), ["deleted x"]),
          (.type(.move(.down)), ["2 of 5: Range: empty\(range)"]), (.type(.insert("bar 3")), []),
          (
            .type(.complete),
            ["3 of 5: Stems: no; yes: also music, layers and pads in files; not for mid and pack"]
          ),
          (.type(.move(.up)), ["2 of 5: Range: bar 3\(range)"]),
          (.type(.accept), ["2 of 5: Range: bar 3 is not valid\(range)"]),
          (.type(.move(.start)), [format("wav")]), (.type(.cancel), ["export: left without a change"]),
        ]
      ) {
        let bench = try TimelineBench()
        bench.application.perform(.program(.cancel))
        bench.application.exports = ExportController(
          service: NoServices.shared, folder: FilePath("/music"))
        let plain = PlainBench(bench.application, of: bench)
        plain.application.perform(.take(.export))
        return plain
      },
    ] + listLayers + libraryLayers

  /// The classes of layers in the sources that are no prompts.
  private static func declared() throws -> Set<String> {
    var names = Set<String>()
    for line in try SourceText.lines(below: "Application") {
      // `package final class SettingsLayer: ScreenLayer {`
      let words = line.split(separator: " ").map { word in word.filter { $0.isLetter } }
      if words.contains("class"), words.last(where: { !$0.isEmpty }) == "ScreenLayer",
        let index = words.firstIndex(of: "class")
      {
        names.insert(words[index + 1])
      }
    }
    return names.subtracting(["PromptLayer"])
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
    #expect(bench.application.layers.isEmpty)
  }

  /// Services that note nothing and answer nothing.
  @MainActor fileprivate final class NoServices: KitServing, DeviceServing, TagServing, ExportServing {
    static let shared = NoServices()
    let outputName = "pulse:headset"
    func list() {}
    func complete(_ pads: PadSet) {}
    func load(_ path: FilePath) {}
    func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {}
    func save(_ kit: Kit, as name: String?) {}
    func isOwn(_ kit: Kit) -> Bool { true }
    func findDevices() {}
    func use(of row: DevicePicker.Row) -> DevicePicker.Use? { row.entry.name == outputName ? .chosen : nil }
    func read(_ source: TagSource) {}
    func preview(_ source: TagSource, _ operation: TagPreview.Operation) {}
    func write(_ changes: TagBatch) {}
    func run(_ request: ExportRequest) {}
    func cancel() {}
  }
}

// MARK: Lists

extension PlainLayerTests {
  /// A player without takes, in which something is opened.
  @MainActor private static func library(_ open: (LibraryScreenBench) throws -> Void) rethrows -> PlainBench {
    let bench = LibraryScreenBench()
    let plain = PlainBench(bench.application, of: bench)
    plain.settle = { bench.type("") }
    try open(bench)
    return plain
  }

  @MainActor private static func mixer(_ bench: LibraryScreenBench) -> MixOwner {
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    let catalog = MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)
    return MixOwner(engine.control, catalog) { _, _ in }
  }

  nonisolated private static let listLayers = [
    Layer(
      "MixerLayer", "Mixer · music, 2 of 4: 1 of 3: fader: 0 dB",
      keys: [
        (last, ["3 of 3: filter"]), (first, ["1 of 3: fader: 0 dB"]), (down, ["2 of 3: pan: centre"]),
        (.press(.playback(.volumeDown)), ["2 of 3: pan: 10 % left"]),
        (pageDown, ["3 of 3: filter"]), (louder, ["Mixer · music, 2 of 4: 3 of 3: filter"]),
        (right, ["Mixer · click, 3 of 4: 2 of 2: pan: centre"]),
        (left, ["Mixer · music, 2 of 4: 3 of 3: filter"]),
        (.press(.playback(.mute)), ["Mixer · music, 2 of 4 · mute: 3 of 3: filter"]),
        (.press(.take(.solo)), ["Mixer · music, 2 of 4 · mute solo: 3 of 3: filter"]),
        (enter, ["music · filter: 1 of 3: mode: low-pass"]), (right, ["1 of 3: mode: high-pass"]),
        (.press(.playback(.mute)), ["music: not muted"]),
        (escape, ["Mixer · music, 2 of 4 · solo: 3 of 3: filter"]),
        (.press(.take(.undo)), ["Mixer · music, 2 of 4 · mute solo: 3 of 3: filter"]),
        (.press(.list(.mark)), ["music · add: 1 of 11: filter"]), (pageDown, ["6 of 11: distortion"]),
        (escape, ["Mixer · music, 2 of 4 · mute solo: 3 of 3: filter"]),
        (escape, ["mixer: closed"]),
      ]
    ) {
      library { bench in
        let owner = mixer(bench)
        bench.application.mixer = MixerController(owner: owner, model: bench.model)
        owner.change { $0.add(.filter, to: .music) }
        bench.application.perform(.mixer(.open))
      }
    },
    Layer(
      "InstrumentLayer", "Guitar: chord E",
      keys: [(down, ["Guitar: chord E"]), (right, ["Guitar: chord E"]), (escape, ["guitar: closed"])]
    ) {
      library { bench in
        let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
        let catalog = MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)
        let owner = MixOwner(engine.control, catalog) { _, _ in }
        bench.application.instrument = InstrumentController(owner, engine.control.notePort(for: .control))
        bench.application.perform(.pads(.instrument))
      }
    },
    Layer(
      "KitListLayer", "Kits: 1 of 3: A, native · 8 pads",
      keys: [
        (down, ["2 of 3: B, native · 8 pads"]), (last, ["3 of 3: C, native · 8 pads"]),
        (down, ["Kits: 3 of 3: C, native · 8 pads"]), (first, ["1 of 3: A, native · 8 pads"]),
        (pageDown, ["3 of 3: C, native · 8 pads"]), (pageUp, ["1 of 3: A, native · 8 pads"]),
        (right, ["kits: closed", "the queue is empty: o finds a song, F6 scans a folder"]),
      ]
    ) {
      library { bench in
        let kits = KitController(loaded: kit, service: NoServices.shared)
        bench.application.kits = kits
        bench.application.perform(.pads(.kits))
        kits.list?.receive(
          ["A", "B", "C"].map {
            KitCatalog.Entry(
              path: FilePath("/k/\($0)"), name: $0, format: .native, pads: 8, isShipped: false, error: nil)
          })
      }
    },
    Layer(
      "PadFormLayer", "Pad 1 of A: 2 of 9: Name: snare",
      keys: [
        (down, ["3 of 9: Gain: 0 dB"]), (right, ["3 of 9: Gain: 1 dB"]), (left, ["3 of 9: Gain: 0 dB"]),
        (last, ["9 of 9: Sample: none"]), (right, ["Pad 1 of A: 9 of 9: Sample: none"]),
        (first, ["1 of 9: Pad: 1"]), (pageDown, ["5 of 9: Tune: 0 semitones"]), (pageUp, ["1 of 9: Pad: 1"]),
        (escape, ["pad form: closed"]),
      ]
    ) {
      library { bench in
        bench.application.kits = KitController(loaded: kit, service: NoServices.shared)
        bench.application.perform(.pads(.editPad))
      }
    },
    Layer(
      "DeviceListLayer", "Outputs: 1 of 4: Headset, pulse:headset, in use",
      keys: [
        (down, ["2 of 4: Phones, pulse:phones"]), (last, ["Inputs: 4 of 4: Microphone, default · pulse:mic"]),
        (down, ["Inputs: 4 of 4: Microphone, default · pulse:mic"]),
        (pageUp, ["Outputs: 1 of 4: Headset, pulse:headset, in use"]),
        (enter, ["chosen: 1 of 4: Headset, pulse:headset, in use"]),
        (escape, ["devices: closed"]),
      ]
    ) {
      library { bench in
        let devices = DeviceController(service: NoServices.shared)
        bench.application.devices = devices
        bench.application.perform(.program(.devices))
        devices.receive(
          DeviceList(
            outputs: [DeviceEntry("pulse:headset", "Headset"), DeviceEntry("pulse:phones", "Phones")],
            inputs: [DeviceEntry("pulse:mic", "Microphone", isDefault: true)]))
      }
    },
    Layer(
      "MIDIListLayer", "MIDI: 1 of 2: note 38 = play-pause",
      keys: [
        (down, ["2 of 2: note 40 = stop"]), (first, ["1 of 2: note 38 = play-pause"]),
        (last, ["2 of 2: note 40 = stop"]), (down, ["MIDI: 2 of 2: note 40 = stop"]),
        (escape, ["MIDI assignments: closed"]),
      ]
    ) {
      library { bench in
        bench.application.services.taughtMIDI = { ["note 38 = play-pause", "note 40 = stop"] }
        bench.application.perform(.request(.midi("list")))
      }
    },
    Layer(
      "SettingsLayer", "Settings: 1 of 2: crossfade=0  default",
      keys: [
        (down, ["2 of 2: theme=dark  config, line 3"]),
        (last, ["Settings: 2 of 2: theme=dark  config, line 3"]),
        (first, ["1 of 2: crossfade=0  default"]), (pageDown, ["2 of 2: theme=dark  config, line 3"]),
        (escape, ["settings: closed"]),
      ]
    ) {
      library { bench in
        bench.application.services.settings = {
          [
            SettingLine(name: "crossfade", value: "0", source: .standard),
            SettingLine(name: "theme", value: "dark", source: .file(line: 3)),
          ]
        }
        bench.application.perform(.program(.settings))
      }
    },
    Layer("NoticesLayer", "there are no messages", keys: []) {
      library { $0.application.perform(.program(.notices)) }
    },
    Layer(
      "PaletteLayer", "command: ",
      keys: [
        (.type(.insert("volu")), []), (.type(.move(.down)), ["Commands: 2 of 3: volume-up: volume up"]),
        (
          .type(.move(.up)),
          ["1 of 3: volume DB: set the volume in dB, -60 to 12, or in percent (80%)"]
        ),
        (.type(.cancel), ["command: left without a change"]),
      ]
    ) {
      library { $0.application.perform(.program(.palette)) }
    },
    Layer(
      "HelpLayer", "Keys: 1 of 161: play or pause: no key", "search: ",
      keys: [
        (.type(.insert("louder")), ["1 of 1: metronome louder: no key"]),
        (.type(.move(.down)), ["Keys: 1 of 1: metronome louder: no key"]),
        (.type(.remove), ["Keys: 1 of 1: metronome louder: no key"]),
        (.type(.cancel), ["help: closed"]),
      ]
    ) {
      library { $0.application.perform(.program(.help)) }
    },
    Layer(
      "LyricsLayer", "Lyrics: 3 lines",
      keys: [
        (down, ["2 of 3: two"]), (last, ["3 of 3: three"]), (first, ["1 of 3: one"]),
        (enter, ["3 lines"]), (escape, ["lyrics: closed"]),
      ]
    ) {
      library { bench in
        bench.application.perform(.program(.lyrics))
        bench.application.state.lyrics.content = Lyrics("one\ntwo\nthree").map { .found($0) } ?? .missing
      }
    },
  ]

  nonisolated private static let kit = Kit(
    name: "A", path: FilePath("/k/A"), format: .native,
    pads: [Pad(number: 1, name: "snare", layers: [])])
}

// MARK: The library

extension PlainLayerTests {
  nonisolated private static let libraryLayers = [
    Layer(
      "ChapterListLayer", "track: a.m4b", "Chapters: 1 of 2: Calm, 00:00, heard now",
      keys: [
        (down, ["2 of 2: Storm, 01:00"]), (first, ["1 of 2: Calm, 00:00, heard now"]),
        (last, ["2 of 2: Storm, 01:00"]), (down, ["Chapters: 2 of 2: Storm, 01:00"]),
        (escape, ["chapters: closed"]),
      ]
    ) {
      library { bench in
        let track = TrackLocation(path: FilePath("/a.m4b"))
        bench.model.append([TrackInfo(path: track.path)])
        bench.application.perform(.program(.chapters))
        bench.application.receive(
          ChaptersResult(
            track,
            .success([Chapter(start: 0, title: "Calm"), Chapter(start: 60, title: "Storm")])))
      }
    },
    Layer(
      "TrackInfoLayer", "Track: 1 of 3: File: /music/1.flac",
      keys: [
        (down, ["2 of 3: Title: Flower Duet"]), (last, ["3 of 3: Artist: Delibes"]),
        (first, ["1 of 3: File: /music/1.flac"]), (pageDown, ["3 of 3: Artist: Delibes"]),
        (escape, ["tags of the track: closed"]),
      ]
    ) {
      library { bench in
        var track = TrackInfo(path: FilePath("/music/1.flac"))
        (track.title, track.artist) = ("Flower Duet", "Delibes")
        bench.application.open(TrackInfoLayer(bench.application, TrackDetails(track, nil)))
      }
    },
    Layer(
      "PickerLayer", "song: ", "Songs: 1 of 5: Flower Duet, Léo Delibes · Album, ★★★★★  01:41",
      keys: [
        (.type(.move(.down)), ["2 of 5: Bell Song, Léo Delibes · Album, 01:42"]),
        (.type(.insert("army")), ["1 of 1: Army of Me, Björk · Album, ★★★☆☆  01:44"]),
        (.type(.complete), ["1 of 1: Army of Me, Björk · Album, ★★★☆☆  01:44, marked"]),
        (.type(.insert("xx")), ["nothing matches \"armyxx\""]), (.type(.cancel), ["songs: closed"]),
      ]
    ) {
      library { $0.press(.library(.pick)) }
    },
    Layer(
      "TagFormLayer", "Tags of 1.flac: 1 of 12: Title: Flower Duet", "new text: Flower Duet",
      keys: [
        (.type(.insert("s")), []), (.type(.move(.down)), ["2 of 12: Artist: Delibes"]),
        (.type(.move(.up)), ["1 of 12: Title: Flower Duet", "new text: Flower Duets"]),
        (.type(.mark), ["Tags of 1.flac: 1 of 12: Title: Flower Duet"]),
        (.type(.remove), ["deleted Flower Duet"]),
        (.type(.cancel), ["discard the changed tags? Enter discards them, Esc returns to the form"]),
        (enter, ["tags: left without a change"]),
      ]
    ) {
      library { bench in
        let tags = TagController(service: NoServices.shared)
        bench.application.tags = tags
        tags.open(.tracks([]))
        bench.application.open(TagFormLayer(bench.application, tags))
        var texts = TagTexts()
        (texts[.title], texts[.artist]) = ("Flower Duet", "Delibes")
        var reading = TagReading()
        reading.files = [TagReading.File(FilePath("/music/1.flac"), texts)]
        tags.receive(.read(reading))
      }
    },
    Layer(
      "TagPreviewLayer", "Rename 1 of 2 files: 1 of 2: 1.flac: → One.flac",
      keys: [
        (down, ["2 of 2: 2.flac: stays as it is"]),
        (last, ["Rename 1 of 2 files: 2 of 2: 2.flac: stays as it is"]),
        (first, ["1 of 2: 1.flac: → One.flac"]), (pageDown, ["2 of 2: 2.flac: stays as it is"]),
        (escape, ["preview: closed"]),
      ]
    ) {
      try library { bench in
        let tags = TagController(service: NoServices.shared)
        bench.application.tags = tags
        tags.openPreview(.tracks([]), .names(try #require(NamePattern("{title}"))))
        bench.application.open(TagPreviewLayer(bench.application, tags))
        tags.receive(
          .previewed(
            [
              TagPreview.Row(path: FilePath("/m/1.flac"), outcome: .renamed(to: FilePath("/m/One.flac"))),
              TagPreview.Row(path: FilePath("/m/2.flac"), outcome: .unchanged),
            ], TagReading.Skipped(), RenamedLists.Count()))
      }
    },
  ]
}
