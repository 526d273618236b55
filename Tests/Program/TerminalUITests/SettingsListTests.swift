import ApplicationTestSupport
import AudioBase
import Controls
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The list of settings, where letters are commands.
@MainActor @Suite struct SettingsListTests {
  private let bench = LibraryScreenBench()
  private var application: Application { bench.application }
  private var session: ScreenSession { bench.session }
  private var list: SettingsLayer? { session.layers.last as? SettingsLayer }

  init() {
    bench.application.services.shownSettings = {
      [("crossfade", "0"), ("theme", "dark"), ("title", "yes")].map {
        SettingLine(name: $0, value: $1, source: .standard)
      }
    }
    bench.model.append(["a", "b"].map { TrackInfo(path: FilePath($0)) })
    bench.session.setLayout(.listen)
    bench.session.perform(.program(.settings))
  }

  @Test func slashSearchesTheSettings() {
    bench.press(.search(.find))
    bench.type("t")
    bench.type("DARK")
    #expect(list == nil && bench.shown(80, 24).contains("nothing found"), "the text is in a name or a value")
    for _ in 0..<5 { bench.type(.backspace) }
    bench.type("ti")
    #expect(bench.shown(80, 24).contains("Settings ▸ ti"))
    bench.type(.enter)
    #expect(list?.lines.map(\.name) == ["title"] && list?.filter == "ti")
    bench.press(.search(.find))
    bench.type(.escape)
    #expect(list?.lines.count == 3, "all again")
    bench.press(.move(.end), .list(.activate))
    #expect(session.field?.text == "set title yes")
  }

  @Test func lettersChangeNothingThatTheListHides() {
    let queue = bench.model.queue
    let map = KeyMaps()[session.state.mode]
    for character in "abcdegimnoprstuyzACDEGIJKMOPSTUXYZ" {
      let event = KeyEvent(.character(character))
      guard let command = map.command(for: event), command.actsOnPanels else { continue }
      session.perform(command)
      #expect(list != nil && session.field == nil, "\(character)")
      #expect(bench.model.queue == queue && application.state.question == nil, "\(character)")
    }
    session.perform(.move(.down))
    #expect(list?.selection == 1)
    session.perform(.playback(.shuffle), from: .palette)
    #expect(list == nil && bench.model.queue.isShuffled, "a command that is typed is performed")
  }

  @Test func aSettingIsKeptByTheCommandOfTheListAlone() throws {
    var kept: [String] = []
    application.services.keepSetting = { name, _ in kept.append(name) }
    let map = KeyMaps()[session.state.mode]
    let command = map.command(for: KeyEvent(.character("W")), on: session.shownScreen)
    #expect(command == .program(.keepSetting))
    session.perform(.queue(.save))
    #expect(kept.isEmpty && list != nil && session.field == nil)
    session.perform(try #require(command))
    #expect(kept == ["crossfade"] && list != nil && session.field == nil)
    session.setLayout(.both)
    session.perform(.queue(.save))
    #expect(kept == ["crossfade"] && list == nil && session.layers.last is SaveQueuePrompt)
    session.perform(.program(.keepSetting), from: .palette)
    #expect(kept == ["crossfade"] && list != nil, "it opens the list")
  }

  @Test func lettersOfOtherLayoutsCloseTheListAsInAnyList() {
    session.setLayout(.both)
    session.perform(.playback(.shuffle))
    #expect(list == nil && bench.model.queue.isShuffled)
  }
}
