import Application
import SystemBase
import TerminalKit

extension PlayerScreen {
  func open(_ overlay: ScreenState.Overlay) {
    state.overlay = overlay
    (state.helpSelection, state.helpSearch, state.firstNotice) = (0, "", 0)
  }

  /// While something lies over the screen, what moves moves in it; other commands close it and count.
  ///
  /// - Returns: nil where nothing lies there, or the command is for what is below.
  func takeInOverlay(_ command: Command, at time: HostTime?) -> Request? {
    switch state.overlay {
    case nil: return nil
    case .help: if let request = takeInHelp(command) { return request }
    case .notices: if takeInNotices(command) { return .nothing }
    case .takes: if takeInTakes(command, at: time) { return .nothing }
    // Its keys are typed; what comes all the same ends it.
    case .picker:
      state.prompt = nil
      leaveLibrary(.pick)
    }
    // The sound can be changed below what is open.
    switch command {
    case .playPause, .volumeUp, .volumeDown, .mute, .redraw, .suspend: break
    default: state.overlay = nil
    }
    return nil
  }

  private func takeInHelp(_ command: Command) -> Request? {
    let last = max(help.entries.count - 1, 0)
    let page = max(state.size.height - 6, 1)
    let place = min(state.helpSelection, last)
    switch command {
    case .moveUp: state.helpSelection = max(place - 1, 0)
    case .moveDown: state.helpSelection = min(place + 1, last)
    case .pageUp: state.helpSelection = max(place - page, 0)
    case .pageDown: state.helpSelection = min(place + page, last)
    case .moveToStart: state.helpSelection = 0
    case .moveToEnd: state.helpSelection = last
    case .find: state.prompt = ScreenState.Prompt(purpose: .searchHelp, text: state.helpSearch)
    case .activate: return rebind()
    case .help, .cancel: state.overlay = nil
    default: return nil
    }
    return .nothing
  }

  private func rebind() -> Request {
    let entries = help.entries
    guard entries.indices.contains(help.selection), let command = entries[help.selection].command else {
      return .nothing
    }
    state.rebinding = command
    return .captureKey
  }

  /// The key that was waited for: it is for the chosen command from now on. Escape leaves all as it is.
  package func take(captured chord: KeyChord) -> Request {
    defer { onChange?() }
    guard let command = state.rebinding else { return .nothing }
    state.rebinding = nil
    if chord.key == .escape { return .nothing }
    keys.bind(chord, to: command)
    return .bound(chord, command)
  }

  private func takeInNotices(_ command: Command) -> Bool {
    let last = max(state.notices.entries.count - 1, 0)
    switch command {
    case .moveUp: state.firstNotice = max(state.firstNotice - 1, 0)
    case .moveDown: state.firstNotice = min(state.firstNotice + 1, last)
    case .pageUp: state.firstNotice = max(state.firstNotice - 10, 0)
    case .pageDown: state.firstNotice = min(state.firstNotice + 10, last)
    case .moveToStart: state.firstNotice = 0
    case .moveToEnd: state.firstNotice = last
    case .notices, .cancel, .activate: state.overlay = nil
    default: return false
    }
    return true
  }
}
