import ApplicationTestSupport
import Percussion
@testable import Application
@testable import TerminalUI
import AudioBase
import KitEditing
@testable import Player
import PlayerTestSupport
import SystemBase
import Testing

/// Commands by their names.
@MainActor @Suite struct PaletteTests {
  private let bench = PlayerBench("a", "b", "c")
  private let application: Application
  private let session: ScreenSession

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  /// Opens the palette, types a text and accepts it.
  private func run(_ text: String) -> Application.Response {
    session.perform(.program(.palette))
    session.type(.insert(text))
    return session.type(.accept)
  }

  @Test func everyCommandIsListedAndFoundByItsName() {
    for command in Command.plain {
      #expect(CommandRow.matching(command.name).first?.name == command.name)
    }
    for form in Command.arguments.map(\.row) {
      #expect(CommandRow.matching("\(form.name) 1") == [form])
      #expect(CommandRow.all.contains(form))
    }
    #expect(CommandRow.matching("VOL up").map(\.name) == ["volume-up"])
    #expect(CommandRow.matching("no such thing").isEmpty)
  }

  @Test func paletteRunsCommandsWithArguments() {
    #expect(run("volume -6") == .done && bench.model.levels.volume == Decibels(-6))
    #expect(run("speed 0.8") == .done && bench.model.speed == 0.8)
    #expect(session.coveringLayer == nil && session.field == nil)
    var (set, opened): ([String], [String]) = ([], [])
    application.services.changeSetting = { set.append("\($0)=\($1)") }
    application.services.openMusic = { opened.append($0) }
    _ = (run("theme light"), run("set replaygain track"), run("crossfade 4"), run("open /a b.wav"))
    #expect(set == ["theme=light", "replaygain=track", "crossfade=4"] && opened == ["/a b.wav"])
  }

  @Test func paletteChoosesBanksByNumberAndRefusesUnknownOnes() throws {
    var changes: [BankChange] = []
    application.services.changeBank = { changes.append($0) }
    _ = (run("bank 3"), run("bank-next"), run("bank-previous"), run("soft-hits"))
    #expect(changes == [.select(3), .next, .previous, .softHits])
    #expect(run("bank 17") == .acceptText)
  }

  @Test func padCommandsAcceptVelocitiesWithinRangeOnly() {
    for name in ["pad 1", "accent 12", "soft 3", "pad 128", "pad 3 64"] {
      #expect(Command(name: name)?.name == name)
    }
    for name in [
      "pad 0", "pad 129", "pad 1 0", "pad 1 128", "accent 1 64", "soft 1 64", "soft 0", "pad 1 2 3", "pad",
    ] {
      #expect(Command(name: name) == nil, "\(name)")
    }
  }

  @Test func padCommandsStrikeThePadsOfTheBankAndSayWhyNot() {
    var (strikes, notices): ([String], [Notice]) = ([], [])
    var refusal: PadRefusal?
    application.services.strikePad = { pad, stroke in
      strikes.append("\(pad) \(stroke)")
      return refusal
    }
    let subscription = application.streams.reported.subscribe { notices.append($0) }
    _ = (run("pad 1"), run("accent 2"))
    var bank = PadBank()
    bank.setCount(2)
    bank.select(2)
    application.receive(bank, isRequested: false)
    _ = run("pad 3 64")
    bank.isSoft = true
    application.receive(bank, isRequested: true)
    #expect(notices.last == .softHits(true))
    _ = (run("pad 1"), run("accent 1"), run("soft 2"))
    #expect(
      strikes == ["1 plain", "2 accented", "11 velocity(64)", "9 soft", "9 accented", "10 soft"])
    refusal = .kitIsLoading
    _ = run("pad 1")
    #expect(notices.last == .kit(.notStruck(.kitIsLoading)))
    withExtendedLifetime(subscription) {}
  }

  @Test func settingsAreListedAndKeptByTheCommandSet() throws {
    #expect(try Command.parse("set") == .program(.settings))
    #expect(try Command.parse("set theme") == .request(.setting(.tell(name: "theme"))))
    #expect(
      try Command.parse("set -s theme light") == .request(.setting(.keep(name: "theme", value: "light"))))
    #expect(
      try Command.parse("set -s theme=light") == .request(.setting(.keep(name: "theme", value: "light"))))
    #expect(try Command.parse("set -s theme") == .request(.setting(.keep(name: "theme", value: nil))))
    var kept: [String] = []
    application.services.shownSettings = {
      [
        SettingLine(name: "a", value: "1", source: .standard),
        SettingLine(name: "b", value: "2", source: .option),
      ]
    }
    application.services.keepSetting = { name, _ in kept.append(name) }
    #expect(run("set b") == .done)
    let line = SettingLine(name: "b", value: "2", source: .option)
    #expect(application.state.notices.last == .setting(.value(line)))
    #expect(run("set c") == .done)
    #expect(application.state.notices.last == .setting(.invalid(.unknownSetting("c"))))
    #expect(run("set") == .done)
    session.perform(.move(.down))
    session.perform(.program(.keepSetting))
    #expect(kept == ["b"])
    #expect(session.perform(.list(.activate)).response == .acceptText && session.field?.text == "set b 2")
  }

  @Test func aSettingThatIsKeptIsNotSaidToEndWithTheProgram() {
    application.report(.setting(.kept(name: "theme", value: "light")))
    application.report(.setting(.changed(name: "theme", value: "light")))
    #expect(application.state.notices.last == .setting(.kept(name: "theme", value: "light")))
    application.report(.setting(.changed(name: "theme", value: "dark")))
    #expect(application.state.notices.last == .setting(.changed(name: "theme", value: "dark")))
  }

  @Test func wrongArgumentStaysInThePaletteWithItsError() throws {
    #expect(run("volume loud") == .acceptText && session.field?.text == "volume loud")
    #expect(
      session.field?.error == .badArgument(try #require(Command.argument("volume")).row, "loud"))
    session.type(.edit(.deleteBackward))
    #expect(session.field?.error == nil)
    session.type(.cancel)
    #expect(session.coveringLayer == nil && bench.model.levels.volume == .unity)
    #expect(run("dance") == .acceptText && session.field?.error == .unknown("dance"))
  }

  @Test func paletteReturnsTheResponseOfTheCommand() {
    #expect(run("redraw") == .redraw && run("quit") == .quit)
    #expect(run("find") == .acceptText)
    #expect(session.field != nil && session.layers.last is QueueFilterPrompt)
  }

  @Test func paletteRunsPlainRowsAndFillsInCommandsWithArguments() {
    session.perform(.program(.palette))
    session.type(.insert("mut"))
    #expect(session.type(.accept) == .done && bench.model.levels.isMuted)
    session.perform(.program(.palette))
    session.type(.move(.down))
    #expect(session.type(.accept) == .acceptText)
    #expect(session.field?.text == "volume " && session.coveringLayer is PaletteLayer)
  }

  @Test func tabCompletesNamesAndArguments() {
    var names: [String] = []
    application.services.prepareChoices = { names = ["dark", "light", "lime"] }
    application.services.choices = { name, _ in name == "theme" ? names : [] }
    session.perform(.program(.palette))
    session.type(.insert("the"))
    session.type(.complete)
    #expect(session.field?.text == "theme ")
    session.type(.insert("l"))
    session.type(.complete)
    #expect(session.field?.text == "theme li")
    #expect(session.field?.choices == ["light", "lime"])
  }

  @Test func tabAfterStemsCompletesFilesOfSeveralSoundTracksToo() {
    session.perform(.program(.palette))
    session.type(.insert("stems so"))
    var typed: [String] = []
    application.services.completeFolder = { typed.append($0) }
    session.type(.complete)
    #expect(typed == ["so"])
    #expect(application.services.completedFiles == .extensions(["mp4", "m4a", "mka", "mkv"]))
  }

  @Test func usualValuesAreListedCompletedAndRead() throws {
    #expect(
      CommandRow.matching("loop").prefix(5).map(\.usage) == [
        "loop BARS", "loop start", "loop end", "loop off", "loop next",
      ])
    session.perform(.program(.palette))
    session.type(.insert("punc"))
    session.type(.complete)
    #expect(session.field?.text == "punch ")
    session.type(.complete)
    #expect(session.field?.choices == ["in", "out", "off"])
    #expect(try Command.parse("punch in") == .request(.punch(.in)))
    #expect(try Command.parse("click-level up") == .request(.clickLevel(.step(1))))
    for text in ["loop-start", "loop", "punch", "punch 3", "sweep up"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
  }

  @Test func commandThatAsksForATextNeedsItFromAProgram() throws {
    let folder = try #require(Command.argument("scan-folder")).row
    #expect(throws: CommandError.needsArgument(folder)) { try Command.parse(fromProgram: "scan-folder") }
    #expect(throws: CommandError.asksAtScreen("edit-tags")) {
      try Command.parse(fromProgram: "edit-tags")
    }
    #expect(throws: CommandError.asksAtScreen("default-keys")) {
      try Command.parse(fromProgram: "default-keys")
    }
    #expect(try Command.parse(fromProgram: "scan-folder /a b") == .request(.scanFolder("/a b")))
    #expect(try Command.parse("scan-folder") == .library(.scanFolder))
    let requests: [(String, Command.Request)] = [
      ("find flower duet", .find("flower duet")), ("save-queue my list", .saveQueue("my list")),
      ("save-query rock", .saveQuery("rock")), ("add-to-playlist mine", .addToPlaylist("mine")),
      ("rename-take verse", .renameTake("verse")),
    ]
    for (text, request) in requests {
      #expect(try Command.parse(fromProgram: text) == .request(request))
      #expect(Command.request(request).name == text)
      let form = try #require(Command.argument(text.prefix { $0 != " " })).row
      #expect(throws: CommandError.needsArgument(form)) { try Command.parse(fromProgram: form.name) }
      #expect(try Command.parse(form.name).row.traits.contains(.opensPrompt), "the user is asked")
    }
  }

  @Test func seekTakesATimeAsPositionAndANumberAsStep() throws {
    #expect(try Command.parse("seek 1:30") == .request(.seek(.position(90))))
    #expect(try Command.parse("seek 1:02:03") == .request(.seek(.position(3723))))
    #expect(try Command.parse("seek -30") == .seek(-30))
    #expect(try Command.parse("seek 50%") == .request(.seek(.part(0.5))))
    #expect(try Command.parse("volume 100%") == .request(.volume(.unity)))
    #expect(try Command.parse("volume 0%") == .request(.volume(Decibels(-60))))
    #expect(throws: CommandError.self) { try Command.parse("volume 400%") }
    #expect(throws: CommandError.self) { try Command.parse("seek 101%") }
    for text in ["seek \(Int.min)", "balance \(Int.min)"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
  }

  @Test(arguments: ["1:05", "59999", "60000", "71218", "86400", "seek 999:59", "seek 999:59:59"])
  func positionIsWrittenAsItIsRead(_ text: String) throws {
    let command = try Command.parse(text)
    #expect(try Command.parse(command.name) == command, "\(command.name)")
  }

  @Test func trackNoticeIsRenamedWhenTagsAreRead() throws {
    bench.model.play()
    var tags = TrackInfo(path: FilePath("a"))
    tags.title = "Flower Duet"
    #expect(application.state.notices.entries.contains { $0.notice.isAboutTrack })
    application.report(.terminal(.noShell(canDetach: true)))
    bench.model.tracksWereRead([(bench.id(0), tags)])
    #expect(
      application.state.notices.entries.filter { $0.notice.isAboutTrack }.map(\.notice)
        == [.nowPlaying(title: "Flower Duet")])
  }
}
