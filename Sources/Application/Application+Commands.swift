import AudioBase
import SystemBase

extension Application {
  /// Performs a command.
  ///
  /// - Parameter time: when it was given: what keeps time goes by it, however late this thread is; nil: now.
  @discardableResult
  package func perform(_ command: Command, at time: HostTime? = nil) -> Response {
    if let movement = command.movement, state.overlay == nil, state.clearTime == nil, state.question == nil {
      moveSelection(movement)
      changes.send(.selection)
      return .done
    }
    defer { changes.send(.state) }
    if command != .clear { state.clearTime = nil }
    if command != .quit { state.wasAskedToQuit = false }
    return answer(command) ?? performInOverlay(command, at: time) ?? performInLibrary(command)
      ?? carryOut(command, at: time)
  }

  /// Performs a command that nothing which is open or asked has taken.
  private func carryOut(_ command: Command, at time: HostTime?) -> Response {
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
    case .moveUp: moveSelection(.up)
    case .moveDown: moveSelection(.down)
    case .pageUp: moveSelection(.pageUp)
    case .pageDown: moveSelection(.pageDown)
    case .moveToStart: moveSelection(.start)
    case .moveToEnd: moveSelection(.end)
    case .activate: playSelected()
    case .mark: markSelected()
    case .trackUp: moveTrack(by: -1)
    case .trackDown: moveTrack(by: 1)
    case .remove: removeFromQueue()
    case .clear: clearQueue()
    case .saveQueue: openPrompt(takes?.unsaved.isEmpty == false ? .takeFolder : .saveQueue)
    case .undoQueue: undoQueueEdit()
    case .redoQueue: redoQueueEdit()
    case .nextPanel: showNextPanel()
    case .spectrum: state.showsSpectrum.toggle()
    case .notices: open(.notices)
    case .lockPads: lockPads()
    case .find: openFilter()
    case .findNext: findNext(by: 1)
    case .findPrevious: findNext(by: -1)
    case .cancel: cancel()
    case .help: open(.help)
    case .redraw: return .redraw
    case .suspend: return .suspend
    case .quit: return mayQuit() ? .quit : .done
    case .take(let command): if let takes { perform(command, takes, at: time) }
    case .library(let command): if let library { perform(command, library) }
    // A strike goes from the thread that reads it into the engine.
    case .pad: break
    }
    return .done
  }

  /// Moves in the list that has the keys.
  private func moveSelection(_ movement: Movement) {
    if !moveInLibrary(movement) { moveInQueue(movement) }
  }

  /// Gives the keys to the other list.
  package func showNextPanel() { state.panel = state.panel == .queue ? .library : .queue }

  private func lockPads() {
    state.isLocked.toggle()
    note(.padsLocked(state.isLocked))
  }

  private func cancel() {
    dismissNotice()
    if state.filter != nil { return endFilter() }
    state.selection = nil
    state.marks = []
    state.lastSearch = ""
  }

  func dismissNotice() {
    model.dismissNotice()
    state.notices.dismiss()
  }

  /// Quitting while something is recorded or not saved must be asked for twice.
  private func mayQuit() -> Bool {
    guard let takes, takes.isRecording || !takes.unsaved.isEmpty, !state.wasAskedToQuit else { return true }
    state.wasAskedToQuit = true
    takes.warnOfQuitting()
    return false
  }

  /// Seeks to a part of the track, 0…1.
  package func seek(toPart part: Double) {
    if let duration = model.duration { model.seek(to: duration * part) }
  }
}
