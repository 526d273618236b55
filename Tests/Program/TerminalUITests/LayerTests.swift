import Controls
import Player
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// A screen that is added: one layer and its view.
private final class CounterLayer: ScreenLayer {
  unowned let application: Application
  var field: TextField? { isNaming ? TextField(name) : nil }
  var isNaming = false
  var (count, name, closings) = (0, "", 0)

  init(_ application: Application) { self.application = application }

  func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .list(.activate): isNaming = true
    case .program(.cancel): close()
    default: return nil
    }
    return .done
  }

  func move(_ movement: Movement) { count += movement == .up ? 1 : -1 }
  func type(_ text: String) { name = text }

  func accept() -> Application.Response {
    isNaming = false
    return .done
  }

  func wasClosed() { closings += 1 }
}

private struct CounterContent: LayerContent {
  let text: String

  func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    surface.write(text, in: area.row(0), theme[.plain])
  }
}

extension CounterLayer: LayerView {
  var fieldName: String { "counter" }
  func hints(_ keys: KeyMap) -> [KeyHint]? { [KeyHint("↑ ↓", "count")] }
  func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    CounterContent(text: "counted: \(count)")
  }
  var selectedRow: (list: String, row: String)? { ("Counter", "\(count)") }
}

/// The stack of layers, by a layer that only this test has.
@MainActor @Suite struct LayerTests {
  private let bench = LibraryScreenBench()
  private let application: Application
  private let layer: CounterLayer

  init() {
    application = bench.application
    layer = CounterLayer(application)
    application.open(layer)
  }

  private func drawn() -> String { bench.shown(80, 24) }

  @Test func addedLayerIsDrawnWithHintsAndTextField() {
    #expect(drawn().contains("counted: 0") && drawn().contains("↑ ↓ count"))
    #expect(application.perform(.list(.activate)) == .acceptText)
    application.type(.insert("beats"))
    #expect(drawn().contains("counter: beats"))
    #expect(PlainSelection.text(application)?.list == "Counter")
  }

  @Test func movementsScrollingAndTextReachTheHighestLayer() {
    application.perform(.move(.up))
    application.scroll(.queue, by: -3)
    #expect(layer.count == 4 && application.state.selection == nil)
    application.perform(.list(.activate))
    application.type(.insert("ab"))
    application.type(.edit(.deleteBackward))
    #expect(layer.name == "a" && application.field?.text == "a")
    #expect(application.type(.accept) == .done && application.field == nil)
  }

  @Test func typedTextEndsAtTheLimitOfTheLayer() {
    application.perform(.list(.activate))
    application.type(.insert(String(repeating: "x", count: 300)))
    #expect(layer.name.count == layer.longestText && layer.longestText == 200)
  }

  @Test func passedOnCommandClosesTheLayerUnlessOnlyTheSoundChanges() {
    application.perform(.playback(.mute))
    #expect(application.coveringLayer === layer && bench.model.levels.isMuted)
    application.perform(.playback(.shuffle))
    #expect(application.layers.isEmpty && layer.closings == 1 && bench.model.queue.isShuffled)
  }

  @Test func sleepPromptReplacesACoveringLayerAndClosesOnCancel() {
    application.open(CounterLayer(application))
    #expect(layer.closings == 1 && application.layers.count == 1, "one layer covers the panels")
    #expect(application.perform(.playback(.sleep)) == .done)
    #expect(application.layers.last is SleepPrompt && application.field != nil)
    application.type(.cancel)
    #expect(application.field == nil)
  }

  @Test func clickBesideALayerClosesTheLayer() {
    #expect(application.perform(.list(.activate)) == .acceptText)
    #expect(application.dismissLayer() == .rejectText)
    #expect(application.layers.isEmpty && layer.closings == 1)
  }

  /// A device that sends commands all the time neither closes a layer nor answers for the user.
  @Test(arguments: [CommandSource.midi, .program, .remote]) func programsDoNotReachLayers(
    source: CommandSource
  ) {
    application.perform(.playback(.shuffle), from: source)
    application.perform(.list(.activate), from: source)
    #expect(application.coveringLayer === layer && !layer.isNaming && bench.model.queue.isShuffled)
  }
}
