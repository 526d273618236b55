import AudioBase
import Player

extension PlayerScreen {
  /// Carries out what a key asked for.
  package func take(_ command: UserCommand) -> Request {
    defer { onChange?() }
    if state.isHelpOpen, takeInHelp(command) { return .nothing }
    if command != .quit { state.wasAskedToQuit = false }
    if takeForTakes(command) { return .nothing }
    if takeForPlayer(command) || takeForQueue(command) { return .nothing }
    switch command {
    case .help: state.isHelpOpen = true
    case .cancel:
      model.dismissNotice()
      state.selection = nil
    case .find: state.prompt = ""
    case .findNext: find(state.lastSearch, forward: true, startingAfter: true)
    case .findPrevious: find(state.lastSearch, forward: false, startingAfter: true)
    case .redraw: return .redraw
    case .suspend: return .suspend
    case .quit: return mayQuit() ? .quit : .nothing
    default: break
    }
    return .nothing
  }

  /// While the help is open, what moves moves in it; other commands close it and count.
  private func takeInHelp(_ command: UserCommand) -> Bool {
    let page = max(state.size.height - 6, 1)
    switch command {
    case .moveUp: state.firstHelpEntry = max(state.firstHelpEntry - 1, 0)
    case .moveDown: state.firstHelpEntry += 1
    case .pageUp: state.firstHelpEntry = max(state.firstHelpEntry - page, 0)
    case .pageDown: state.firstHelpEntry += page
    case .moveToStart: state.firstHelpEntry = 0
    case .help, .cancel, .activate: closeHelp()
    default:
      closeHelp()
      return false
    }
    return true
  }

  private func closeHelp() {
    state.isHelpOpen = false
    state.firstHelpEntry = 0
  }

  private func takeForPlayer(_ command: UserCommand) -> Bool {
    switch command {
    case .playPause: model.togglePlaying()
    case .play: model.play()
    case .pause: model.pause()
    case .stop: model.stop()
    case .next: model.next()
    case .previous: model.previous()
    case .seek(let seconds): model.seek(by: Double(seconds))
    case .volumeUp: model.changeVolume(by: Decibels(1))
    case .volumeDown: model.changeVolume(by: Decibels(-1))
    case .mute: model.toggleMute()
    case .balanceToMusic: model.changeBalance(by: -1)
    case .balanceToPads: model.changeBalance(by: 1)
    case .speedUp: model.changeSpeed(by: 1)
    case .speedDown: model.changeSpeed(by: -1)
    case .speedReset: model.setSpeed(1)
    case .shuffle: model.toggleShuffle()
    case .repeat: model.setRepeat(model.queue.repeatMode.following)
    default: return false
    }
    return true
  }

  private func takeForQueue(_ command: UserCommand) -> Bool {
    let page = max(MainScreen.queueRows(in: state.size) - 1, 1)
    switch command {
    case .moveUp: moveSelection(by: -1)
    case .moveDown: moveSelection(by: 1)
    case .pageUp: moveSelection(by: -page)
    case .pageDown: moveSelection(by: page)
    case .moveToStart: moveSelection(by: -model.queue.items.count)
    case .moveToEnd: moveSelection(by: model.queue.items.count)
    case .activate: if let selected { model.play(selected) }
    case .remove: removeSelected()
    case .clear: model.clearQueue()
    default: return false
    }
    return true
  }

  // MARK: The selection

  private var selected: QueueItem.ID? { state.selection ?? model.queue.currentID }

  private func moveSelection(by rows: Int) {
    guard !model.queue.isEmpty else { return }
    let index = selected.flatMap { model.queue.index(of: $0) } ?? 0
    let target = min(max(index + rows, 0), model.queue.items.count - 1)
    state.selection = model.queue.items[target].id
  }

  /// The row below takes the selection, so that the key can be pressed again.
  private func removeSelected() {
    guard let selected, let index = model.queue.index(of: selected) else { return }
    model.remove(selected)
    guard !model.queue.isEmpty else { return }
    state.selection = model.queue.items[min(index, model.queue.items.count - 1)].id
  }
}
