import Application
import AudioBase
import SystemBase

extension PlayerScreen {
  /// Carries out what a key asked for.
  ///
  /// - Parameter time: when the key was read: what keeps time goes by it, however late this thread is; nil: now.
  package func take(_ command: Command, at time: HostTime? = nil) -> Request {
    if command.movesSelection, state.overlay == nil, state.clearTime == nil, state.question == nil {
      if !moveInLibrary(command) { _ = takeForQueue(command) }
      onSelect?()
      return .nothing
    }
    defer { onChange?() }
    if command != .clear { state.clearTime = nil }
    if command != .quit { state.wasAskedToQuit = false }
    if let request = answer(command) { return request }
    if let request = takeInOverlay(command, at: time) { return request }
    if let request = takeForLibrary(command) { return request }
    if takeForTakes(command, at: time) { return .nothing }
    if takeForPlayer(command) || takeForQueue(command) { return .nothing }
    switch command {
    case .help: open(.help)
    case .notices: open(.notices)
    case .cancel: cancel()
    case .find: openFilter()
    case .saveQueue:
      state.prompt = ScreenState.Prompt(purpose: hasUnsavedTakes ? .takeFolder : .saveQueue)
    case .findNext: findNext(by: 1)
    case .findPrevious: findNext(by: -1)
    case .nextPanel: state.panel = state.panel == .queue ? .library : .queue
    case .spectrum:
      state.showsSpectrum.toggle()
      sound.followMix(state.showsSpectrum)
    case .lockPads: lock()
    case .redraw: return .redraw
    case .suspend: return .suspend
    case .quit: return mayQuit() ? .quit : .nothing
    default: break
    }
    return .nothing
  }

  private func lock() {
    state.isLocked.toggle()
    let key = keys.keys(for: .lockPads).first?.label ?? ""
    let text = state.isLocked ? "keys for pads only: \(key) frees them" : "all keys again"
    state.notices.add(text, .info, at: .now)
  }

  private func cancel() {
    model.dismissNotice()
    state.notices.dismiss()
    if state.filter != nil { return endFilter() }
    state.selection = nil
    state.marks = []
    state.lastSearch = ""
  }

  private func takeForPlayer(_ command: Command) -> Bool {
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
}
