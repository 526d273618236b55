import ApplicationTestSupport
import AudioBase
import Controls
@testable import KitEditing
import MixEngine
import Player
import Studio
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import Percussion
@testable import TerminalUI
@testable import TrackTags

/// The lists and forms of the mixer, the kits, the devices, the settings and the texts.
extension PlainLayerTests {
  /// A player without takes, in which something is opened.
  @MainActor private static func library(_ open: (LibraryScreenBench) throws -> Void) rethrows -> PlainBench {
    let bench = LibraryScreenBench()
    let plain = PlainBench(bench.session, of: bench)
    plain.settle = { bench.type("") }
    try open(bench)
    return plain
  }

  @MainActor private static func mixer() -> MixOwner {
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    let catalog = MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)
    return MixOwner(engine.control, catalog) { _, _ in }
  }

  nonisolated static let listLayers = [
    Layer(
      "MixerLayer", "Mixer · music, 2 of 4: 1 of 3: fader: 0 dB",
      keys: [
        (last, ["3 of 3: filter"]), (first, ["1 of 3: fader: 0 dB"]),
        (
          .press(.mixerScreen(.remove)),
          ["no effect is chosen in the mixer: alt+/ lists those that can be added"]
        ),
        (down, ["2 of 3: pan: centre"]),
        (.press(.mixerScreen(.valueDown)), ["2 of 3: pan: 10 % left"]),
        (pageDown, ["3 of 3: filter"]),
        (.press(.mixerScreen(.valueUp)), ["Mixer · music, 2 of 4: 3 of 3: filter"]),
        (.press(.mixerScreen(.right)), ["Mixer · click, 3 of 4: 2 of 2: pan: centre"]),
        (.press(.mixerScreen(.right)), ["Mixer · master, 4 of 4: 2 of 2: pan: centre"]),
        (.press(.mixerScreen(.right)), ["nothing beside this"]),
        (.press(.mixerScreen(.left)), ["Mixer · click, 3 of 4: 2 of 2: pan: centre"]),
        (.press(.mixerScreen(.left)), ["Mixer · music, 2 of 4: 3 of 3: filter"]),
        (.press(.mixer(.mute)), ["Mixer · music, 2 of 4 · mute: 3 of 3: filter"]),
        (.press(.mixer(.solo)), ["Mixer · music, 2 of 4 · mute solo: 3 of 3: filter"]),
        (.press(.mixerScreen(.open)), ["music · filter: 1 of 3: mode: low-pass"]),
        (.press(.mixerScreen(.right)), ["1 of 3: mode: high-pass"]),
        (.press(.mixer(.mute)), ["music: not muted"]),
        (escape, ["Mixer · music, 2 of 4 · solo: 3 of 3: filter"]),
        (
          .press(.program(.undo)),
          [
            "undone in the mixer: a change of music",
            "Mixer · music, 2 of 4 · mute solo: 3 of 3: filter",
          ]
        ),
        (.press(.mixer(.add)), ["music · add: 1 of 11: filter"]), (pageDown, ["6 of 11: distortion"]),
        (escape, ["Mixer · music, 2 of 4 · mute solo: 3 of 3: filter"]),
        (escape, ["mixer: closed"]),
      ]
    ) {
      library { bench in
        let owner = mixer()
        bench.application.mixer = MixerController(owner: owner, model: bench.model)
        owner.change { $0.add(.filter, to: .music) }
        bench.session.perform(.mixer(.open))
      }
    },
    Layer(
      "InstrumentLayer", "Guitar: chord E",
      keys: [
        (down, ["Guitar: chord E"]), (right, ["the queue is empty: o finds a song, F6 scans a folder"]),
        (escape, ["guitar: closed"]),
      ]
    ) {
      library { bench in
        let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
        _ = bench.addMixer(of: engine)
        bench.session.perform(.pads(.instrument))
      }
    },
    Layer(
      "KitListLayer", "Kits: 1 of 3: A, native · 8 pads",
      keys: [
        (down, ["2 of 3: B, native · 8 pads"]), (last, ["3 of 3: C, native · 8 pads"]),
        (down, ["nothing after this"]), (first, ["1 of 3: A, native · 8 pads"]),
        (pageDown, ["3 of 3: C, native · 8 pads"]), (pageUp, ["1 of 3: A, native · 8 pads"]),
        (right, ["nothing beside this"]), (escape, ["kits: closed"]),
      ]
    ) {
      library { bench in
        let kits = KitController(loaded: kit, service: NoServices.shared, events: .idle)
        bench.application.kits = kits
        bench.session.perform(.pads(.kits))
        kits.list?.receive(
          ["A", "B", "C"].map {
            KitCatalog.Entry(
              path: FilePath("/k/\($0)"), name: $0, format: .native, pads: 8, isShipped: false, error: nil)
          })
      }
    },
    Layer(
      "PadFormLayer", "Pad 1 of A: 2 of 11: Name: snare",
      keys: [
        (down, ["3 of 11: Gain: 0 dB"]), (.press(.padForm(.valueUp)), ["3 of 11: Gain: 1 dB"]),
        (.press(.padForm(.farDown)), ["3 of 11: Gain: −5 dB"]),
        (.press(.padForm(.reset)), ["3 of 11: Gain: 0 dB"]),
        (last, ["11 of 11: Sample: none"]),
        (.press(.padForm(.valueUp)), ["Pad 1 of A: 11 of 11: Sample: none"]),
        (first, ["1 of 11: Pad: 1"]), (pageDown, ["5 of 11: Tune: 0 semitones"]),
        (pageUp, ["1 of 11: Pad: 1"]),
        (escape, ["pad form: closed"]),
      ]
    ) {
      library { bench in
        bench.application.kits = KitController(loaded: kit, service: NoServices.shared, events: .idle)
        bench.session.perform(.pads(.editPad))
      }
    },
    Layer(
      "PadListLayer", "Pads of A: 1 of 2: pad 1: snare, note 38",
      keys: [
        (down, ["2 of 2: pad 2: bass, note 37"]), (escape, ["pads: closed"]),
      ]
    ) {
      library { bench in
        bench.application.kits = KitController(
          loaded: pads, service: NoServices.shared, events: .idle)
        bench.session.perform(.pads(.list))
      }
    },
    Layer(
      "DeviceListLayer", "Outputs: 1 of 4: Headset, pulse:headset, in use",
      keys: [
        (down, ["2 of 4: Phones, pulse:phones"]), (last, ["Inputs: 4 of 4: Microphone, default · pulse:mic"]),
        (down, ["nothing after this"]),
        (pageUp, ["Outputs: 1 of 4: Headset, pulse:headset, in use"]),
        (enter, ["chosen: 1 of 4: Headset, pulse:headset, in use"]),
        (escape, ["devices: closed"]),
      ]
    ) {
      library { bench in
        bench.application.devices = DeviceController(service: NoServices.shared)
        bench.session.perform(.program(.devices))
      }
    },
    Layer(
      "MIDIListLayer", "MIDI: 1 of 2: note 38 = play-pause",
      keys: [
        (down, ["2 of 2: note 40 = stop"]), (first, ["1 of 2: note 38 = play-pause"]),
        (last, ["2 of 2: note 40 = stop"]), (down, ["nothing after this"]),
        (escape, ["MIDI assignments: closed"]),
      ]
    ) {
      library { bench in
        bench.application.services.taughtMIDI = { ["note 38 = play-pause", "note 40 = stop"] }
        bench.session.perform(.request(.midi("list")))
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
        bench.application.services.shownSettings = {
          [
            SettingLine(name: "crossfade", value: "0", source: .standard),
            SettingLine(name: "theme", value: "dark", source: .file(line: 3)),
          ]
        }
        bench.session.perform(.program(.settings))
      }
    },
    Layer(
      "NoticesLayer", "Messages: there are no messages",
      keys: [(down, ["Messages: there are no messages"]), (escape, ["messages: closed"])]
    ) {
      library { $0.session.perform(.program(.notices)) }
    },
    Layer(
      "NoticesLayer", "the trainer is off", "saved take 1: 8 hits", "Messages: 1 of 2: saved take 1: 8 hits",
      keys: [
        (down, ["2 of 2: the trainer is off"]), (up, ["1 of 2: saved take 1: 8 hits"]),
        (escape, ["messages: closed"]),
      ]
    ) {
      library { bench in
        bench.application.report(.practice(.trainerIsOff))
        bench.application.report(.take(.recordingEnded(TakeNotice.SavedTake(name: "take 1", hits: 8))))
        bench.session.perform(.program(.notices))
      }
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
      library { $0.session.perform(.program(.palette)) }
    },
    Layer(
      "HelpLayer", "Keys: 1 of 231: play or pause: no key", "search: ",
      keys: [
        (.type(.insert("louder")), ["1 of 3: metronome louder: no key"]),
        (.type(.move(.down)), ["2 of 3: layer louder: no key"]),
        (.type(.remove), ["Keys: 2 of 3: layer louder: no key"]),
        (.type(.cancel), ["help: closed"]),
      ]
    ) {
      library { $0.session.perform(.program(.help)) }
    },
    Layer(
      "LyricsLayer", "Lyrics: 3 lines",
      keys: [
        (down, ["2 of 3: two"]), (last, ["3 of 3: three"]), (first, ["1 of 3: one"]),
        (.press(.program(.followLyrics)), ["3 lines"]), (escape, ["lyrics: closed"]),
      ]
    ) {
      library { bench in
        bench.session.perform(.program(.lyrics))
        bench.application.state.lyrics.content = .found(Lyrics("one\ntwo\nthree"))
      }
    },
  ]

  nonisolated private static let kit = Kit(
    name: "A", path: FilePath("/k/A"), format: .native,
    pads: [Pad(number: 1, name: "snare", layers: [])])
  /// The first pad has a note of its own.
  nonisolated private static let pads = {
    var snare = Pad(number: 1, name: "snare", layers: [])
    snare.midiNote = 38
    return Kit(
      name: "A", path: FilePath("/k/A"), format: .native,
      pads: [snare, Pad(number: 2, name: "bass", layers: [])])
  }()
}

/// The lists and forms of tracks and their tags.
extension PlainLayerTests {
  nonisolated static let libraryLayers = [
    Layer(
      "ChapterListLayer", "track: a.m4b", "Chapters: 1 of 2: Calm, 00:00, heard now",
      keys: [
        (down, ["2 of 2: Storm, 01:00"]), (first, ["1 of 2: Calm, 00:00, heard now"]),
        (last, ["2 of 2: Storm, 01:00"]), (down, ["nothing after this"]),
        (escape, ["chapters: closed"]),
      ]
    ) {
      library { bench in
        let track = TrackLocation(path: FilePath("/a.m4b"))
        bench.model.append([TrackInfo(path: track.path)])
        bench.session.perform(.program(.chapters))
        bench.application.receive(
          ChaptersResult(
            track,
            .success([Chapter(start: 0, title: "Calm"), Chapter(start: 60, title: "Storm")])))
      }
    },
    Layer(
      "FormerQueuesLayer",
      "Queues: 1 of 2: 2 tracks, at 2 Storm 01:00, left \(ShownText.date(1_700_000_000))",
      keys: [
        (down, ["2 of 2: 1 track, at 1 c.wav 00:00, left \(ShownText.date(1_600_000_000))"]),
        (first, ["1 of 2: 2 tracks, at 2 Storm 01:00, left \(ShownText.date(1_700_000_000))"]),
        (last, ["2 of 2: 1 track, at 1 c.wav 00:00, left \(ShownText.date(1_600_000_000))"]),
        (down, ["nothing after this"]),
        (escape, ["queues: closed"]),
      ]
    ) {
      library { bench in
        var queues = SavedQueues()
        var storm = TrackInfo(path: FilePath("/b.wav"))
        storm.title = "Storm"
        queues.former = [
          FormerQueue(
            [TrackInfo(path: FilePath("/a.wav")), storm], current: 1, position: 60, left: 1_700_000_000),
          FormerQueue([TrackInfo(path: FilePath("/c.wav"))], current: 0, position: 0, left: 1_600_000_000),
        ]
        bench.model.restore(queues, of: [])
        bench.session.perform(.queue(.former))
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
        bench.session.open(TrackInfoLayer(bench.session, TrackDetails(track, nil)))
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
      "TagFormLayer", "Tags of 1.flac: 1 of 12: Title: Flower Duet",
      "new text: Flower Duet, selected",
      keys: [
        (.type(.edit(.end)), ["end of the text"]), (.type(.insert("s")), []),
        (.type(.move(.down)), ["2 of 12: Artist: Delibes"]),
        (.type(.move(.up)), ["1 of 12: Title: Flower Duet", "new text: Flower Duets, selected"]),
        (.type(.mark), ["Tags of 1.flac: 1 of 12: Title: Flower Duet"]),
        (.type(.remove), ["deleted Flower Duet"]),
        (.type(.cancel), ["discard the changed tags? Enter discards them, Esc returns to the form"]),
        (enter, ["tags: left without a change"]),
      ]
    ) {
      library { bench in
        let tags = TagController(service: NoServices.shared)
        bench.application.tags = tags
        bench.session.open(TagFormLayer(bench.session, tags, .tracks([])))
        var texts = TagTexts()
        (texts[.title], texts[.artist]) = ("Flower Duet", "Delibes")
        var reading = TagReading()
        reading.files = [TagReading.File(FilePath("/music/1.flac"), texts)]
        tags.receive(reading)
      }
    },
    Layer(
      "TagPreviewLayer", "Rename 1 of 2 files: 1 of 2: 1.flac: becomes One.flac",
      keys: [
        (down, ["2 of 2: 2.flac: stays as it is"]),
        (last, ["Rename 1 of 2 files: 2 of 2: 2.flac: stays as it is"]),
        (first, ["1 of 2: 1.flac: becomes One.flac"]), (pageDown, ["2 of 2: 2.flac: stays as it is"]),
        (escape, ["preview: closed"]),
      ]
    ) {
      try library { bench in
        let tags = TagController(service: NoServices.shared)
        bench.application.tags = tags
        let operation = TagPreview.Operation.names(try #require(NamePattern("{title}")))
        tags.openPreview(.tracks([]), operation)
        bench.session.open(TagPreviewLayer(bench.session, tags))
        tags.receive(
          TagPreview(
            operation,
            [
              TagPreview.Row(path: FilePath("/m/1.flac"), outcome: .renamed(to: FilePath("/m/One.flac"))),
              TagPreview.Row(path: FilePath("/m/2.flac"), outcome: .unchanged),
            ]))
      }
    },
  ]

  /// An arrow to the side would seek the music.
  @Test(arguments: layers) func arrowsToTheSideActOnNoSoundWhileAListIsOpen(layer: Layer) throws {
    let bench = try layer.open()
    _ = bench.changes() + bench.changes()
    guard let list = bench.session.layers.last as? ListLayer, !list.isReadAlong else { return }
    for seconds in [5, -5, 60, -60] { #expect(bench.press(.seek(seconds)) == ["nothing beside this"]) }
    #expect(bench.session.layers.last === list)
  }

  @Test func bankNamesItsDrums() {
    #expect(PlainText.drums(PadBank(of: Self.pads), Self.pads).hasPrefix("snare, bass, no pad, no pad"))
  }

  @Test func pageOfTheHelpSaysTheKeysThatItPasses() throws {
    let bench = Self.library { $0.session.perform(.program(.help)) }
    _ = bench.changes()
    let entries = try #require(bench.session.layer(HelpLayer.self)?.entries.prefix(11))
    let lines = bench.type(.move(.pageDown))
    #expect(lines.prefix(9) == entries[1..<10].map { "\($0.text): no key" }[...])
    #expect(lines.count == 10 && lines.last?.hasPrefix("11 of 231: \(entries[10].text): ") == true)
  }
}
