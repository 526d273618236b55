import ApplicationTestSupport
import PlayerTestSupport
import SystemBase
import TerminalUI
import Testing

@testable import Application
@testable import Configuration

/// Changes of settings while the program runs.
@MainActor
@Suite struct LiveSettingsTests {
  /// A player that records the parts that settings reach.
  private final class Player: LiveSettings {
    private let bench = PlayerBench()
    let application: Application
    let screenSession: ScreenSession
    var settings = Settings()
    var pausesOnUnplug = true
    private(set) var changes: [String] = []

    init() {
      application = Application(model: bench.model)
      screenSession = ScreenSession(application)
    }

    /// Called when the output opens.
    private(set) var outputOpens: () -> Void = {}
    func changeOutput(to choice: OutputChoice, then: @escaping () -> Void) {
      changes.append("output \(choice.name)")
      outputOpens = then
    }
    func changeClickOutput() { changes.append("click-output \(settings.clickOutput?.name ?? "main")") }
    func changeKit() { changes.append("kit \(settings.chosenKit.shown)") }
    func midiChanged() { changes.append("midi \(settings.midi.name)") }
    func midiClockChanged() { changes.append("midi clock \(settings.midiClock)") }
    func transportChanged() { changes.append("transport \(settings.transport)") }
    func resumeLongChanged() { changes.append("resume-long \(settings.resumeLong ?? 0)") }
    func padOrderChanged() { changes.append("pads by \(settings.padOrder)") }
    func velocitiesChanged() { changes.append("velocity \(settings.velocities.plain)") }
    func keysChanged() { changes.append("keys \(settings.keyLayout)") }
    func showSettings() { changes.append("direction \(settings.direction)") }
    func readTheme(_ setting: Setting, _ name: FilePath) {
      var changed = settings
      do throws(ConfigurationError) {
        try setting.assign(name, to: &changed)
        changes.append("theme \(changed.theme)")
      } catch {
        application.report(.setting(.invalid(error)))
      }
    }
    private(set) var stored: [String] = []
    /// The disk is slow: a test reports when it has written.
    func store(_ name: String, _ value: FilePath) { stored.append("\(name)=\(value.shown)") }
    func desktopSettingsChanged() { changes.append("others \(settings.others)") }

    /// The sentence of the latest notice.
    var answer: String? {
      guard case .setting(let notice)? = application.state.notices.last else { return nil }
      return switch notice {
      case .changed(let name, let value), .saved(let name, let value): "\(name) is \(value)"
      case .onlyAtStart(let name): "\(name) needs a start"
      case .invalid(let error): ErrorText.sentence(error)
      case .value(let line): "\(line.name) has the value \(line.value)"
      case .kept(let name, let value): "\(name)=\(value) is kept"
      case .nothingToKeep(let name): "\(name) has no value"
      case .outputKept, .kitKept: nil
      }
    }
  }

  /// A valid value of each setting other than the default, and an invalid one.
  nonisolated private static let values: [String: (valid: String, invalid: String?)] = [
    "output": ("null", "tape"), "click-output": ("alsa:hw:1", "tape"), "fifo-format": ("s16", "s8"),
    "input": ("file:/a.wav", "tape"), "input-latency": ("12.5", "1001"), "input-monitor": ("yes", "maybe"),
    "midi": ("raw:/dev/snd/midiC1D0", "tape"), "midi-output": ("fifo:/tmp/clock", "auto"),
    "midi-clock": ("send", "tape"), "midi-curve": ("20:16,110:120", "loud"), "midi-threshold": ("8", "127"),
    "midi-mask": ("30", "501"), "midi-crosstalk": ("5:20", "5"),
    "jack-transport": ("both", "yes"), "kit": ("Big", ""), "kit-memory": ("2048M", "1K"),
    "period": ("128", "63"), "rate": ("96000", "7999"), "timing": ("tight", "loose"),
    "held-key": ("repeat", "hold"), "theme": ("light", "a/b"), "layout": ("listen", "wide"),
    "panes": ("library:2|(queue,lyrics); drum=mixer", "library|library"),
    "direction": ("rtl", "up"),
    "bidi": ("no", "maybe"), "title": ("no", "maybe"),
    "speech": ("words", "loud"), "suspend": ("play", "stop"),
    "on-unplug": ("continue", "stop"),
    "on-hangup": ("detach", "stop"), "keys": ("vi", "emacs"), "artwork": ("no", "maybe"),
    "graphics": ("sixel", "oil"), "plain": ("yes", "maybe"), "mouse": ("no", "maybe"),
    "trace-hits": ("/t", ""), "stats": ("/s", ""), "log": ("/l", ""), "record": ("/r.wav", "/r.mp3"),
    "record-format": ("ogg", "mp3"), "notifications": ("yes", "maybe"), "others": ("duck", "mute"),
    "listen": ("127.0.0.1:6600", "host:6600"), "remote-password": ("secret", "a\u{7}"),
    "second-start": ("new", "maybe"),
    "resume": ("play", "maybe"), "resume-long": ("90s", "20"), "on-track": ("now-playing", "bin/now-playing"),
    "pad-keys": ("azerty", "abc"),
    "pad-order": ("kit", "note"),
    "velocity": ("1", "0"),
    "accent-velocity": ("1", "128"), "soft-velocity": ("30", "0"), "velocity-curve": ("soft", "steep"),
    "music-level": ("-6", "7"),
    "limiter-ceiling": ("-3", "1"), "limiter-release": ("200", "5"), "pads-level": ("0.5", "-61"),
    "speed": ("0.75", "2.1"), "crossfade": ("2.5", "13"),
    "count-in": ("8", "9"), "record-start": ("first-hit", "later"),
    "scene-start": ("bar", "later"), "scene-fade": ("2 bars", "5 bars"), "tempo": ("90", "401"),
    "time-signature": ("6/8", "6/7"), "click-level": ("12", "13"), "replaygain": ("off", "loud"),
    "columns": ("title,year", "title,colour"), "linked-lists": ("artist,album,tracks", "genre,colour"),
    "sort": ("-year,title", "colour"), "radio-gap": ("50", "many"), "web-cache": ("0M", "65G"),
    "write-ratings": ("yes", "maybe"), "library": ("/index.db", ""),
  ]

  @Test(arguments: Setting.all.map(\.name))
  func settingIsReadAndWritten(name: String) throws {
    let setting = try Setting.named(name)
    let value = try #require(LiveSettingsTests.values[name]?.valid, "a value of \(name)")
    var settings = Settings()
    let usual = setting.text(settings)
    #expect(usual != value)
    if let usual { #expect(setting.apply(&settings, FilePath(usual))) }
    #expect(setting.text(settings) == usual)
    #expect(setting.apply(&settings, FilePath(value)))
    #expect(setting.text(settings) == value)
  }

  @Test(arguments: Setting.all.map(\.name))
  func invalidValueIsRefusedAndNamesTheSetting(name: String) throws {
    let player = Player()
    let value = try #require(LiveSettingsTests.values[name]?.invalid, "an invalid value of \(name)")
    let before = try Setting.named(name).text(player.settings)
    player.set(name, FilePath(value))
    let answer = try #require(player.answer)
    let start = "\(name) cannot be \(value.isEmpty ? "empty" : FilePath(value).shown); it must be "
    #expect(answer.hasPrefix(start), "\(answer)")
    #expect(try Setting.named(name).text(player.settings) == before && player.changes.isEmpty)
  }

  @Test(arguments: Setting.all.map(\.name))
  func validValueIsAppliedOrNeedsAStart(name: String) throws {
    let player = Player()
    let setting = try Setting.named(name)
    let value = try #require(LiveSettingsTests.values[name]?.valid, "a value of \(name)")
    let before = setting.text(player.settings)
    player.set(name, FilePath(value))
    switch setting.change {
    case .atStart:
      #expect(player.answer == "\(name) needs a start" && setting.text(player.settings) == before)
    case .now: #expect(player.answer == "\(name) is \(value)" && setting.text(player.settings) == value)
    case .opens, .reads: #expect(player.answer == nil && player.changes == ["\(name) \(value)"])
    }
  }

  @Test func changedSettingsReachThePartsOfThePlayer() {
    let player = Player()
    for (name, value) in [
      ("speed", "0.75"), ("crossfade", "2.5"), ("replaygain", "off"), ("music-level", "-12"),
      ("velocity", "70"), ("direction", "rtl"), ("others", "duck"), ("on-unplug", "continue"),
      ("layout", "listen"), ("keys", "vi"), ("panes", "queue|lyrics"), ("midi", "fifo:/pads"),
    ] { player.set(name, FilePath(value)) }
    let model = player.application.model
    #expect(model.speed == 0.75 && model.crossfade == 2.5 && model.levels.replayGain == .off)
    #expect(
      player.changes
        == ["velocity 70", "direction rightToLeft", "others duck", "keys vi", "midi fifo:/pads"])
    #expect(!player.pausesOnUnplug && player.screenSession.state.mode.layout == .listen)
    #expect(player.screenSession.state.panes.text == "queue|lyrics")
  }

  @Test func namesOfAListAreCompletedBehindThoseThatAreTyped() throws {
    let choices = ArgumentChoices()
    #expect(choices.choices("panes", "library|qu").contains("library|queue"))
    #expect(!choices.choices("panes", "library|qu").contains("library|library"))
    #expect(choices.choices("set", "-s panes library|(queue,ly").contains("library|(queue,lyrics"))
    #expect(choices.choices("set", "columns title,ye").contains("title,year"))
    #expect(choices.choices("set", "sort -ye").contains("-year"))
  }

  @Test(arguments: ["music-level", "pads-level"])
  func levelsAreAcceptedInPercent(name: String) throws {
    let player = Player()
    let setting = try Setting.named(name)
    for (percent, decibels) in [("100%", "0"), ("80 %", "-7.1"), ("0%", "-60")] {
      player.set(name, FilePath(percent))
      #expect(setting.text(player.settings) == decibels, "\(percent)")
    }
    player.set(name, FilePath("999%"))
    #expect(player.answer?.contains("or a percentage such as 80%") == true)
  }

  @Test func unknownSettingIsRefused() {
    let player = Player()
    player.set("volume-of-trade", FilePath("3"))
    #expect(player.answer == "unknown setting volume-of-trade; drumdub(5) lists them")
  }

  @Test func keptSettingActsAtOnceAndIsStored() {
    let player = Player()
    player.keep("crossfade", FilePath("4"))
    #expect(player.settings.crossfade == 4 && player.stored == ["crossfade=4"])
    #expect(player.answer == nil, "Nothing is said before the file is written.")
    player.set("repeat-mode-that-is-none", FilePath("x"))
    player.keep("crossfade", FilePath("40"))
    #expect(player.stored == ["crossfade=4"], "An invalid value is not stored.")
    player.set("replaygain", FilePath("track"))
    player.keep("replaygain", nil)
    #expect(player.stored.last == "replaygain=track", "Without a value, that of now is stored.")
    player.keep("period", FilePath("128"))
    #expect(player.stored.last == "period=128", "A setting that needs a start is stored for it.")
  }

  @Test func outputIsWrittenWhenItWasOpened() {
    let player = Player()
    player.keep("output", FilePath("alsa:none"))
    #expect(player.changes == ["output alsa:none"] && player.stored.isEmpty)
    #expect(player.settings.sources["output"] == nil)
    player.outputOpens()
    #expect(player.stored == ["output=alsa:none"] && player.settings.sources["output"] == .session)
  }

  @Test(arguments: ["columns", "sort", "keys", "theme", "layout", "panes", "crossfade", "replaygain"])
  func keptSettingActsNowAndIsReadByTheNextStart(name: String) throws {
    let player = Player()
    let (setting, value) = (try Setting.named(name), try #require(LiveSettingsTests.values[name]?.valid))
    #expect(setting.isLive)
    player.keep(name, FilePath(value))
    #expect(setting.text(player.settings) == value || player.changes == ["\(name) \(value)"])
    var file = ConfigurationFile(path: FilePath("/c"))
    for line in player.stored { file.read(Array("\(line)\n".utf8)) }
    #expect(setting.text(file.settings) == value && file.warnings.isEmpty)
  }

  /// The session keeps the layout unless the configuration names one.
  @Test func settingOfTheSessionLastsUnlessTheConfigurationGivesIt() {
    func notice(_ text: String) -> SettingNotice? {
      let player = Player()
      var file = ConfigurationFile(path: FilePath("/c"))
      file.read(Array(text.utf8))
      player.settings = file.settings
      player.set("layout", FilePath("listen"))
      guard case .setting(let notice)? = player.application.state.notices.last else { return nil }
      return notice
    }
    #expect(notice("") == .saved(name: "layout", value: "listen"))
    #expect(notice("layout=drum\n") == .changed(name: "layout", value: "listen"))
  }

  @Test func listStatesWhereEachValueComesFrom() throws {
    let player = Player()
    var file = ConfigurationFile(path: FilePath("/c"))
    file.read(Array("# mine\ncrossfade=3\nreplaygain=album\n".utf8))
    player.settings = file.settings
    player.set("replaygain", FilePath("track"))
    let lines = player.lines
    #expect(lines.count == Setting.all.count)
    func line(_ name: String) -> SettingLine? { lines.first { $0.name == name } }
    #expect(line("crossfade") == SettingLine(name: "crossfade", value: "3", source: .file(line: 2)))
    #expect(line("replaygain") == SettingLine(name: "replaygain", value: "track", source: .session))
    #expect(line("theme")?.source == .standard)
  }
}
