import Application
import AudioBase
import SystemBase
import TerminalKit
import TerminalUI
import Testing

@testable import Configuration

@Suite struct SettingsTests {
  private func read(_ text: String) -> ConfigurationFile {
    var file = ConfigurationFile(path: FilePath("config"))
    file.read(Array(text.utf8))
    return file
  }

  @Test func theLevelOfTheMetronomeHasTheRangeOfItsCommand() throws {
    for (text, isValid) in [("12", true), ("-60", true), ("12.5", false), ("-61", false)] {
      var settings = Settings()
      #expect(try Setting.named("click-level").apply(&settings, FilePath(text)) == isValid)
      #expect((Command(name: "click-level \(text)") != nil) == isValid)
    }
  }

  @Test func valuesAreReadPastCommentsAndBlankLines() {
    let file = read(
      "# mine\n\n output = fifo:/tmp/a#b   # a comment\r\nperiod=128 \t\0 7\nresume=play\npads-level=-3.5\n")
    #expect(file.warnings.isEmpty)
    #expect(file.settings.output == OutputChoice(.fifo, FilePath("/tmp/a#b")))
    #expect(file.settings.period == FrameCount(128))
    #expect(file.settings.resume == .play)
    #expect(file.settings.padsLevel == Decibels(-3.5))
  }

  @Test func wrongLinesAreReportedAndTheOthersApplied() {
    let file = read(
      "period=banana\nnonsense\nvolume-of-trade=3\nbind\nbind nokey quit\nbind F5 dance\nrate=96000")
    #expect(file.warnings.map(\.line) == [1, 2, 3, 4, 5, 6])
    #expect(ErrorText.sentence(file.warnings[0].error).contains("banana"))
    #expect(file.warnings[2].error == .unknownSetting("volume-of-trade"))
    #expect(file.settings.rate == SampleRate(96_000))
    #expect(file.settings.period == FrameCount(256))
  }

  @Test func recordStartIsReadAndUnknownValuesWarn() {
    #expect(read("").settings.recordStart == .countIn)
    #expect(read("record-start=first-hit").settings.recordStart == .firstHit)
    #expect(read("record-start=later").warnings.count == 1)
  }

  @Test func columnsAndSortAreReadAndUnknownNamesWarn() {
    let file = read("columns=title,year\nsort=-year,title")
    #expect(file.warnings.isEmpty && file.settings.columns == [.title, .year])
    #expect(file.settings.sort.map(\.field) == [.year, .title] && file.settings.sort[0].isDescending)
    #expect(read("sort=default").settings.sort.isEmpty && read("").settings.columns.count == 6)
    let wrong = read("columns=title,colour\nsort=colour")
    #expect(wrong.warnings.count == 2 && wrong.settings.columns == read("").settings.columns)
    let sentence = ErrorText.sentence(wrong.warnings[0].error)
    #expect(sentence.hasPrefix("columns cannot be title,colour; it must be names separated by commas"))
  }

  @Test func playbackSettingsAreReadAndInvalidValuesWarn() {
    let settings = read("replaygain=track\ncrossfade=4.5\nspeed=0.8").settings
    #expect(settings.replayGain == .track && settings.crossfade == 4.5 && settings.speed == 0.8)
    #expect(read("replaygain=loud\ncrossfade=13\nspeed=3\nspeed=nan\ncrossfade=-1").warnings.count == 5)
  }

  @Test func velocitiesAndBindingsChangeTheKeys() {
    let loud = read(
      "velocity=70\naccent-velocity=0\nsoft-velocity=30\nvelocity-curve=soft\nbind Q pad 12 40\nbind W pad 1 128"
    )
    #expect(loud.settings.velocities.plain == 70 && loud.settings.velocities.accent == 127)
    #expect(loud.settings.velocities.soft == 30 && Settings().velocities.soft == 40)
    #expect(loud.settings.velocities.curve == .soft && loud.warnings.count == 2)
    #expect(loud.settings.keyMaps.current.drumming.command(for: .typed("Q")) == .pad(12, .velocity(40)))
    let keys = read("bind x pad 3\nbind ctrl+k seek -60\nunbind q").settings.keyMaps.current.drumming
    #expect(keys.command(for: .typed("x")) == .pad(3, .plain))
    #expect(keys.command(for: KeyEvent(.character("k"), .ctrl)) == .seek(-60))
    #expect(keys.command(for: .typed("q")) == nil)
  }

  @Test func bindingsOfAScreenChangeItsKeysAlone() {
    let file = read(
      "bind timeline x volume-up\nunbind timeline +\nbind timeline\nbind timeline x\nunbind timeline\n"
        + "bind nowhere x quit\nunbind timeline x y")
    let keys = file.settings.keyMaps.current.drumming
    #expect(keys.command(for: .typed("x"), on: .timeline) == .playback(.volumeUp))
    #expect(keys.command(for: .typed("x")) == .mixer(.open))
    #expect(keys.command(for: .typed("="), on: .timeline) == .timeline(.velocityUp))
    #expect(keys.command(for: .typed("+"), on: .timeline) == .playback(.volumeUp))
    #expect(
      file.warnings.map(\.error) == [
        .incompleteBind, .incompleteBind, .incompleteUnbind, .binding(.unknownKey("nowhere")),
        .incompleteUnbind,
      ])
  }

  @Test func commandLineOptionsSetValuesAndOtherWordsAreFiles() throws {
    let arguments = try PlayerArguments(
      ["--period=512", "--timing", "tight", "a.ogg"].map { FilePath($0) } + [FilePath(bytes: [0x62, 0xE9])])
    #expect(arguments.operands == [FilePath("a.ogg"), FilePath(bytes: [0x62, 0xE9])])
    let (settings, _) = try arguments.settings()
    #expect(settings.period == FrameCount(512))
    #expect(settings.timing == .tight)
  }

  @Test func filesOfFileManagersAreThePathsOfTheirAddresses() throws {
    let words = [
      "--next", "file:///m/a%20b.ogg", "/m/a%20b.ogg", "http://x/a%20b", "FILE://localhost/m/%C3%A9",
    ]
    let arguments = try PlayerArguments(words.map { FilePath($0) })
    #expect(arguments.action == .next)
    #expect(
      arguments.operands == ["/m/a b.ogg", "/m/a%20b.ogg", "http://x/a%20b", "/m/é"].map { FilePath($0) })
    #expect(try PlayerArguments([FilePath("--add"), FilePath("a")]).action == .add)
  }

  @Test(arguments: [
    (["--nothing"], "unknown option --nothing"),
    (
      ["--kit-memory", "1T"],
      "--kit-memory must be a number of bytes, or a number with K, M or G: 1M to 64G, not 1T"
    ),
    (
      ["--kit-memory=1K"],
      "--kit-memory must be a number of bytes, or a number with K, M or G: 1M to 64G, not 1K"
    ),
    (["--period"], "option --period needs a value"),
    (["--period", "17"], "--period must be 64 to 2048, not 17"),
    (["--output", "file:"], "--output must be DEVICE, not file:"),
    (["--theme", "nope"], "--theme must be the name of a theme, not nope"),
    (["--output", "tape"], "--output must be DEVICE, not tape"),
    (["--help=yes"], "option --help=yes takes no value"),
    (["-x"], "unknown option -x"),
  ])
  func wrongOptionsAreRefusedWithTheReason(words: [String], message: String) {
    do {
      _ = try PlayerArguments(words.map { FilePath($0) })
      Issue.record("\(words) passed")
    } catch {
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }

  @Test(arguments: [
    ("alsa", OutputChoice(.alsa, FilePath("default"))),
    ("alsa:hw:1,0", OutputChoice(.alsa, FilePath("hw:1,0"))),
    ("null", OutputChoice(.null)), ("file:a:b.wav", OutputChoice(.file, FilePath("a:b.wav"))),
    ("fifo:/tmp/f", OutputChoice(.fifo, FilePath("/tmp/f"))),
  ])
  func outputTextsAreReadAsTheirChoices(text: String, choice: OutputChoice) {
    #expect(OutputChoice(FilePath(text)) == choice)
  }

  @Test(arguments: [
    ("1048576", 1 << 20), ("2048K", 2 << 20), ("300m", 300 << 20), ("2G", 2 << 30), ("64G", 64 << 30),
  ])
  func kitMemoryIsReadWithItsSuffix(_ text: String, bytes: Int) {
    var file = ConfigurationFile(path: FilePath("config"))
    file.read(Array("kit-memory=\(text)\n".utf8))
    #expect(file.warnings.isEmpty && file.settings.kitMemory == bytes)
  }

  @Test(arguments: ["", "M", "1.5G", "-1M", "65G", "99999999999999999999", "1MB", "0"])
  func invalidKitMemoryLeavesTheDefault(_ text: String) {
    var file = ConfigurationFile(path: FilePath("config"))
    file.read(Array("kit-memory=\(text)\n".utf8))
    #expect(file.warnings.count == 1 && file.settings.kitMemory == 512 << 20)
  }
}
