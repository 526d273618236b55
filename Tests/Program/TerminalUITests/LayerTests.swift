import Controls
import Player
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// A screen that is added: one layer.
private final class CounterLayer: ScreenLayer {
  override var field: TextField? { isNaming ? TextField(text) : nil }
  var isNaming = false
  var (count, text, closings) = (0, "", 0)

  override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .list(.activate): isNaming = true
    case .program(.cancel): close()
    default: return nil
    }
    return .done
  }

  override func move(_ movement: Movement) { count += movement == .up ? 1 : -1 }
  override func type(_ text: String) { self.text = text }

  override func accept() -> Application.Response {
    isNaming = false
    return .done
  }

  override func wasClosed() { closings += 1 }

  override var fieldName: String { "counter" }
  override func hints(_ keys: KeyMap) -> [KeyHint] { [KeyHint("↑ ↓", "count")] }
  override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    CounterContent(text: "counted: \(count)")
  }
  override var selectedRow: (list: String, row: String)? { ("Counter", "\(count)") }
}

private struct CounterContent: LayerContent {
  let text: String

  func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    surface.write(text, in: area.row(0), theme[.plain])
  }
}

/// The stack of layers, by a layer that only this test has.
@MainActor @Suite struct LayerTests {
  private let bench = LibraryScreenBench()
  private let session: ScreenSession
  private let layer: CounterLayer

  init() {
    session = bench.session
    layer = CounterLayer(session)
    session.open(layer)
  }

  private func drawn() -> String { bench.shown(80, 24) }

  @Test func addedLayerIsDrawnWithHintsAndTextField() {
    #expect(drawn().contains("counted: 0") && drawn().contains("↑ ↓ count"))
    #expect(session.perform(.list(.activate)).response == .acceptText)
    session.type(.insert("beats"))
    #expect(drawn().contains("counter: beats"))
    #expect(PlainSelection.text(session)?.list == "Counter")
  }

  @Test func movementsScrollingAndTextReachTheHighestLayer() {
    session.perform(.move(.up))
    session.scroll(.queue, by: -3)
    #expect(layer.count == 4 && session.state.selection == nil)
    session.perform(.list(.activate))
    session.type(.insert("ab"))
    session.type(.edit(.deleteBackward))
    #expect(layer.text == "a" && session.field?.text == "a")
    #expect(session.type(.accept) == .done && session.field == nil)
  }

  @Test func typedTextEndsAtTheLimitOfTheLayer() {
    session.perform(.list(.activate))
    session.type(.insert(String(repeating: "x", count: 300)))
    #expect(layer.text.count == layer.longestText && layer.longestText == 200)
  }

  @Test func passedOnCommandClosesTheLayerUnlessOnlyTheSoundChanges() {
    session.perform(.playback(.mute))
    #expect(session.coveringLayer === layer && bench.model.levels.isMuted)
    session.perform(.playback(.shuffle))
    #expect(session.layers.isEmpty && layer.closings == 1 && bench.model.queue.isShuffled)
  }

  @Test func sleepPromptReplacesACoveringLayerAndClosesOnCancel() {
    session.open(CounterLayer(session))
    #expect(layer.closings == 1 && session.layers.count == 1, "one layer covers the panels")
    #expect(session.perform(.playback(.sleep)).response == .done)
    #expect(session.layers.last is SleepPrompt && session.field != nil)
    session.type(.cancel)
    #expect(session.field == nil)
  }

  @Test func clickBesideALayerClosesTheLayer() {
    #expect(session.perform(.list(.activate)).response == .acceptText)
    #expect(session.dismissLayer() == .rejectText)
    #expect(session.layers.isEmpty && layer.closings == 1)
  }

  /// A device that sends commands all the time neither closes a layer nor answers for the user.
  @Test(arguments: [CommandSource.midi, .program, .remote]) func programsDoNotReachLayers(
    source: CommandSource
  ) {
    session.perform(.playback(.shuffle), from: source)
    session.perform(.list(.activate), from: source)
    #expect(session.coveringLayer === layer && !layer.isNaming && bench.model.queue.isShuffled)
  }
}
