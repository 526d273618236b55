import AudioBase
import Player
import TerminalKit

/// The screen of the player: carries commands to the model, keeps its own state, and says what is to be drawn.
@MainActor
package final class PlayerScreen {
  /// What a command asks of the program rather than of the player.
  package enum Request: Hashable, Sendable { case nothing, redraw, suspend, quit }

  let model: PlayerModel
  /// Nil where there are no takes.
  package var takes: TakeDesk?
  private let keys: KeyMap
  private let pads: [PadContent]
  private let theme: Theme
  package internal(set) var state = ScreenState()
  /// Called when something but the model has changed what is shown.
  package var onChange: (@MainActor () -> Void)?
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// - Parameter padNames: of the kit, pad 1 first.
  package init(model: PlayerModel, keys: KeyMap, padNames: [String], theme: Theme) {
    self.model = model
    self.keys = keys
    self.theme = theme
    pads = padNames.prefix(UserCommand.padCount).enumerated().map { index, name in
      let key = keys.keys(for: .pad(index + 1, accent: false)).first
      return PadContent(key: key?.label ?? "", name: name)
    }
    subscription = model.events.subscribe { [weak self] in self?.take($0) }
  }

  /// Draws all of it.
  package func draw(on surface: inout Surface) {
    state.size = surface.size
    scrollToSelection()
    MainScreen(content, theme: theme).draw(on: &surface, in: Rect(surface.size))
  }

  private var content: ScreenContent {
    var content = ScreenContent(model, state, pads: pads, keys: keys, now: .now)
    content.take = takes.map(TakeContent.init)
    if let takes, let selection = state.takeSelection {
      content.takeList = TakeListContent(takes, selection: selection)
    }
    return content
  }

  /// When the picture changes by itself next; nil while nothing moves.
  package func nextChange(after now: HostTime) -> HostTime? {
    guard model.playbackState == .playing else { return nil }
    let elapsed = model.elapsed
    return now.advanced(bySeconds: elapsed.rounded(.down) + 1 - elapsed + 0.002)
  }

  private func take(_ event: PlayerEvent) {
    if case .notice = event { state.noticeTime = .now }
    if case .queue = event, let selection = state.selection, model.queue[selection] == nil {
      state.selection = nil
    }
  }

  private func scrollToSelection() {
    let selection = (state.selection ?? model.queue.currentID).flatMap { model.queue.index(of: $0) }
    state.firstRow = QueueContent.first(
      after: state.firstRow, selection: selection, count: model.queue.items.count,
      height: MainScreen.queueRows(in: state.size))
  }
}
