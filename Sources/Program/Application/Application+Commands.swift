import AudioBase
import Player
import SystemBase

extension Application {
  /// Performs a command. Commands that act on what is selected at a screen, or open something there, do nothing.
  ///
  /// - Parameters:
  ///   - source: where the command comes from. Only one from the user's hands answers questions.
  ///   - time: when the command was given, for what depends on the exact time; nil: now.
  @discardableResult
  package func perform(
    _ command: Command, from source: CommandSource = .key, at time: HostTime? = nil
  ) -> Response {
    EventLog.write(.command, "\(source): \(command.name)")
    defer { changes.send(.state) }
    guard source.isUser else {
      if model.isExternal, command.row.traits.contains(.needsOwnPlayer) { return .done }
      return performInAreas(command, from: source, at: time)
    }
    endConfirmations(before: command)
    return answer(command) ?? refuseOverOtherPlayer(command)
      ?? performInAreas(command, from: source, at: time)
  }

  /// Forgets requests that another command of the user does not confirm.
  package func endConfirmations(before command: Command) {
    if command != .queue(.clear) { state.clearTime = nil }
    if command != .program(.quit) { state.warnedOfQuitting = [] }
  }

  /// Performs a command that does not come from the front end, which receives the response nevertheless.
  package func request(_ command: Command, from source: CommandSource, at time: HostTime? = nil) {
    streams.requested.send(command)
    onResponse(
      screen?.perform(behind: command, from: source, at: time) ?? perform(command, from: source, at: time))
  }

  /// Performs a command that is not an answer and that the screen has not performed.
  package func performInAreas(
    _ command: Command, from source: CommandSource, at time: HostTime?
  ) -> Response {
    switch command {
    case .playback(.playPause) where source.isHand && takes?.free.toggle(at: time) == true: break
    case .playback(let command): perform(command)
    case .seek(let seconds): seek(by: seconds)
    case .queue(let command): perform(command)
    case .program(let command): return perform(command, from: source)
    case .take(let command): if let takes { perform(command, takes, at: time) }
    case .library(let command): if let library { perform(command, library) }
    case .pads(let command): return perform(command)
    case .mixer(let command): perform(command)
    case .request(let request): request.perform(on: self, from: source, at: time)
    // Hits of keys go from the terminal thread to the engine.
    case .pad(let key, let stroke):
      let refusal = program.strike(state.bank.pad(ofKey: key), stroke)
      if let refusal { report(.kit(.notStruck(refusal))) }
    // The screen performs them.
    case .move, .list, .search, .takeList, .practiceScreen, .mixerScreen, .timeline: break
    }
    return .done
  }

  /// Returns whether the program may end: while something is recorded or not saved, only the second request ends it, of
  /// the user or of the same kind of program.
  func mayQuit(from source: CommandSource) -> Bool {
    let source = source.isUser ? .key : source
    if state.warnedOfQuitting.contains(source) { return true }
    if let takes, takes.recording.isActive || !takes.list.unsaved.isEmpty {
      takes.list.warnOfQuitting()
    } else if let recording, recording.isRecording {
      recording.warnOfQuitting()
    } else {
      return true
    }
    state.warnedOfQuitting.insert(source)
    return false
  }

  // MARK: Over another player

  /// Refuses a command that is not possible while another player plays (`--system`).
  ///
  /// - Returns: nil if it is possible.
  package func refuseOverOtherPlayer(_ command: Command) -> Response? {
    guard model.isExternal, command.row.traits.contains(.needsOwnPlayer) else { return nil }
    report(.system(.notPossible))
    return .done
  }

  func attach(to player: String) {
    guard let attach = onAttach else { return report(.setting(.onlyAtStart(name: "system"))) }
    attach(player)
  }
}
