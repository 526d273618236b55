import ApplicationTestSupport
import Controls
import MusicLibrary
import TestSupport
import Testing

@testable import Application
@testable import TerminalUI

/// What the plain mode says about each prompt: its name, the old value, and what has become of it.
@MainActor @Suite struct PlainPromptTests {
  /// A prompt: its class, the command or the call that opens it, its first line, a text, and the answer to Enter.
  struct Prompt: Sendable, CustomStringConvertible {
    let description: String
    let open: @MainActor (TimelineBench) -> PromptLayer
    let asked: String
    let done: String

    init(
      _ name: String, asked: String, done: String, _ open: @escaping @MainActor (ScreenSession) -> PromptLayer
    ) {
      (description, self.asked, self.done) = (name, asked, done)
      self.open = { open($0.session) }
    }
  }

  nonisolated static let prompts = [
    Prompt("QueueFilterPrompt", asked: "filter: old, selected", done: "filter: 3, done") {
      QueueFilterPrompt($0, text: "old")
    },
    Prompt("LibraryFilterPrompt", asked: "filter: old, selected", done: "filter: 3, done") {
      LibraryFilterPrompt($0, text: "old")
    },
    Prompt("ListFilterPrompt", asked: "filter: old, selected", done: "filter: 3, done") {
      let list = SettingsLayer($0)
      list.filter = "old"
      return ListFilterPrompt(list)
    },
    Prompt("MixerFilterPrompt", asked: "filter: old, selected", done: "filter: 3, done") {
      MixerFilterPrompt($0, text: "old")
    },
    Prompt("SaveQueuePrompt", asked: "save as: ", done: "save as: 3, done") { SaveQueuePrompt($0) },
    Prompt("ScanPrompt", asked: "folder to scan: /old, selected", done: "folder to scan: 3, done") {
      ScanPrompt($0, text: "/old")
    },
    Prompt("AddToPlaylistPrompt", asked: "add to the playlist: ", done: "add to the playlist: 3, done") {
      AddToPlaylistPrompt($0)
    },
    Prompt("SaveQueryPrompt", asked: "save the query as: ", done: "save the query as: 3, done") {
      SaveQueryPrompt($0)
    },
    Prompt("PlaylistNamePrompt", asked: "playlist name: old, selected", done: "playlist name: 3, done") {
      PlaylistNamePrompt($0, PlaylistName(id: 1, name: "old"))
    },
    Prompt("LetterJumpPrompt", asked: "jump to: ", done: "jump to: 3, done") { LetterJumpPrompt($0) },
    Prompt("JoinAlbumPrompt", asked: "title of the album: old, selected", done: "title of the album: 3, done")
    {
      JoinAlbumPrompt($0, text: "old")
    },
    Prompt("TakeNamePrompt", asked: "take name: old, selected", done: "take name: 3, done") {
      TakeNamePrompt($0, text: "old")
    },
    Prompt("MarkNamePrompt", asked: "name of the mark: old, selected", done: "name of the mark: 3, done") {
      MarkNamePrompt($0, "old")
    },
    Prompt("TakeFolderPrompt", asked: "folder for the take: ", done: "folder for the take: 3, done") {
      TakeFolderPrompt($0)
    },
    Prompt("TempoPrompt", asked: "tempo in BPM, now 120: ", done: "tempo in BPM: 3, done") {
      TempoPrompt($0)
    },
    Prompt("TimeSignaturePrompt", asked: "time signature, now 4/4: ", done: "time signature: 3, done") {
      TimeSignaturePrompt($0)
    },
    Prompt(
      "SleepPrompt", asked: "minutes to the pause, 0 for none, now off: ",
      done: "minutes to the pause, 0 for none: 3, done"
    ) { SleepPrompt($0) },
    Prompt("PointPrompt", asked: "value of the lane: ", done: "value of the lane: 3, done") {
      PointPrompt($0)
    },
    Prompt("PadValuePrompt", asked: "value: old, selected", done: "value: 3, done") {
      PadValuePrompt($0, text: "old")
    },
    Prompt("PadSamplePrompt", asked: "sound file: /old/, selected", done: "sound file: 3, done") {
      PadSamplePrompt($0, text: "/old/")
    },
    Prompt("PadSwapPrompt", asked: "swap with pad: ", done: "swap with pad: 3, done") { PadSwapPrompt($0) },
    Prompt("KitNamePrompt", asked: "save the kit as: old, selected", done: "save the kit as: 3, done") {
      KitNamePrompt($0, text: "old")
    },
    Prompt("MixerNamePrompt", asked: "save the mixer as: old, selected", done: "save the mixer as: 3, done") {
      MixerNamePrompt($0, text: "old")
    },
  ]

  /// The classes of prompts in the sources.
  private static func declared() throws -> Set<String> {
    let kinds = ["PromptLayer", "FilterPrompt", "FolderPrompt"]
    var names = Set<String>()
    for line in try SourceText.lines(below: "Program/TerminalUI") {
      // `package final class TempoPrompt: PromptLayer {`
      let words = line.split(separator: " ").map { word in word.filter { $0.isLetter } }
      if words.count == 6, words[2] == "class", kinds.contains(words[4]) { names.insert(words[3]) }
    }
    return names
  }

  @Test func eachPromptOfTheSourcesIsInTheTable() throws {
    #expect(try Self.declared() == Set(Self.prompts.map(\.description)))
  }

  @Test(arguments: prompts) func promptSaysWhatItAsksAndWhatWasDone(prompt: Prompt) throws {
    let bench = try TimelineBench([])
    let session = bench.session
    func open() -> PromptLayer {
      let layer = prompt.open(bench)
      session.open(layer)
      return layer
    }
    var reporter = PlainReporter(session: session)
    var layer = open()
    #expect(reporter.update(KeyMap(), at: .now).first == prompt.asked)
    #expect(layer.text.text.isEmpty || layer.text.isSelected)
    // Escape.
    let left = PlainAnswer(session)
    session.type(.cancel)
    let view = layer
    #expect(left.closed(session) == ["\(view.name): \(view.leaving)"])
    #expect(!view.name.isEmpty && session.layers.isEmpty)
    // Enter with a text, and with none.
    for (text, done) in [("3", prompt.done), ("", "\(view.name): \(view.leaving)")] {
      layer = open()
      layer.type(text)
      let answer = PlainAnswer(session)
      session.type(.accept)
      #expect(answer.line(.accept, session) == done)
    }
  }

  /// An arrow keeps the text, and a name replaces the folder, in which it is nevertheless.
  @Test func folderInFrontOfASampleIsReplacedByANameOrAPath() throws {
    let session = try TimelineBench([]).session
    session.open(PadSamplePrompt(session, text: "/old/"))
    session.type(.insert("k"))
    #expect(session.field?.text == "k" && session.field?.isSelected == false)
    session.type(.complete)
    #expect(session.field?.text == "/old/k")
    session.closePrompts()
    for (edits, text) in [
      ([.edit(.end), .insert("k")], "/old/k"), ([.insert("/new")], "/new"),
      ([.edit(.left), .insert("er")], "/older/"), ([.edit(.deleteBackward)], ""),
    ] as [([PromptEdit], String)] {
      session.open(PadSamplePrompt(session, text: "/old/"))
      #expect(session.field?.isSelected == true)
      edits.forEach { session.type($0) }
      #expect(session.field?.text == text)
      session.closePrompts()
    }
  }

  @Test func keysThatEditTheTextAreAnswered() throws {
    let session = try TimelineBench([]).session
    session.open(SaveQueuePrompt(session))
    session.type(.insert("ab c"))
    let answers: [(PromptEdit, String?)] = [
      (.insert("d"), nil), (.edit(.left), "d"), (.edit(.left), "c"), (.edit(.wordLeft), "a"),
      (.edit(.start), "start of the text"), (.edit(.left), "start of the text"), (.edit(.right), "b"),
      (.edit(.deleteForward), "deleted b"), (.edit(.deleteForward), "deleted space"),
      (.edit(.deleteToEnd), "deleted cd"), (.edit(.yank), "inserted cd"), (.edit(.end), "end of the text"),
      (.edit(.deleteForward), "end of the text"), (.edit(.deleteBackward), "deleted d"),
      (.complete, "there is no completion"), (.history(older: true), "there is no older text"),
      (.move(.down), "there is no newer text"), (.edit(.deleteToStart), "deleted ac"),
      (.edit(.deleteBackward), "the text is empty"), (.mark, "there is nothing to mark"),
    ]
    for (edit, line) in answers {
      let answer = PlainAnswer(session)
      session.type(edit)
      #expect(answer.line(edit, session) == line, "\(edit)")
    }
    #expect(session.field?.text == "")
  }

  /// A command with an argument changes a value, which the palette says, or it does something that has none.
  @Test func eachCommandWithAnArgumentSaysTheOldValueOrIsAnAction() throws {
    let actions: Set<String> = [
      "sort-queue", "open", "scan-folder", "tags-from-names", "rename-files", "import-midi", "midi", "system",
      "after", "jump-to",
      "view", "find", "save-queue", "save-query", "add-to-playlist", "join-album", "rename-take",
      "rate", "mark", "add", "load", "play-note", "quantise", "humanise", "pattern", "repeat-hits",
      "place", "section", "go", "repeat-section", "rename-mark", "remove-mark", "drums", "part", "stems",
      "take-mixer", "lanes", "scene", "store-scene", "lane", "point", "thin", "sample", "chop",
      "stretch-sample", "add-sample", "swap-pads",
    ]
    // Their values need a mixer, a kit with a room, or a layer with recorded sound.
    let others: Set<String> = [
      "mixer", "mix", "meters", "sweep", "sweep-echo", "throw", "stutter", "brake", "feedback", "instrument",
      "save-mixer",
      "layer-offset", "room",
    ]
    let session = try TimelineBench([]).session
    session.application.services.shownSettings = {
      [
        "crossfade", "layout", "panes", "theme", "output", "click-output", "input", "input-latency", "kit",
      ].map { SettingLine(name: $0, value: "old", source: .standard) }
    }
    for form in Command.arguments.map(\.row) where !actions.contains(form.name) && !others.contains(form.name)
    {
      #expect(session.presentValue(form.name, "theme") != nil, "\(form.name)")
    }
    for name in actions { #expect(session.presentValue(name) == nil) }
    session.application.services.shownSettings = {
      ["panes", "layout", "kit"].map { SettingLine(name: $0, value: "", source: .standard) }
    }
    #expect(session.presentValue("set", "panes") == "library|queue")
    #expect(session.presentValue("layout") == "both" && session.presentValue("set", "kit") == nil)
    #expect(others.union(actions).isSubset(of: Command.arguments.map(\.row.name)))
  }

  @Test func movementsInThePaletteAreRowsAndItsCommandIsTheAnswer() throws {
    let session = try TimelineBench([]).session
    session.open(PaletteLayer(session))
    session.type(.insert("volu"))
    session.type(.move(.down))
    let entries = CommandRow.matching("volu")
    let row = PlainSelection.text(session)
    #expect(
      row?.list == "Commands" && row?.row.hasPrefix("2 of \(entries.count): \(entries[1].name)") == true)
    session.type(.insert("me-up"))
    let answer = PlainAnswer(session)
    session.type(.accept)
    #expect(answer.line(.accept, session) == "volume +1.0 dB · 103%")
  }

  @Test func escapeSaysWhatItHasClosed() throws {
    let session = try TimelineBench([]).session
    func escape() -> [String] {
      let answer = PlainAnswer(session)
      let outcome = session.perform(.program(.cancel)).outcome
      let closed = answer.closed(session)
      let line = answer.line(.program(.cancel), outcome, session)
      return closed.isEmpty ? line.map { [$0] } ?? [] : closed
    }
    session.perform(.program(.chapters))
    #expect(escape() == ["chapters: closed"])
    session.perform(.take(.list))
    #expect(escape() == ["takes: closed"])
    #expect(escape() == ["nothing is open"])
  }
}
