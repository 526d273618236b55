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
  ) -> Outcome {
    EventLog.write(.command, "\(source): \(command.name)")
    defer { changes.send(.state) }
    guard source.isUser else {
      if model.isExternal, command.row.traits.contains(.needsOwnPlayer) { return .done }
      return report(performInAreas(command, from: source, at: time))
    }
    endConfirmations(before: command)
    return report(
      answer(command) ?? refuseOverOtherPlayer(command)
        ?? performInAreas(command, from: source, at: time))
  }

  /// Forgets requests that another command of the user does not confirm.
  package func endConfirmations(before command: Command) {
    if command != .queue(.clear) { state.clearTime = nil }
    if command != .program(.quit) { state.warnedOfQuitting = [] }
  }

  /// Performs a command that does not come from the front end, which receives the response nevertheless.
  @discardableResult
  package func request(
    _ command: Command, from source: CommandSource, at time: HostTime? = nil
  ) -> Outcome {
    streams.requested.send(command)
    let performed = screen?.perform(behind: command, from: source, at: time)
    let outcome = performed?.outcome ?? perform(command, from: source, at: time)
    streams.performed.send((command, outcome))
    streams.responses.send(performed?.response ?? outcome.response)
    return outcome
  }

  /// Performs a command that is not an answer and that the screen has not performed. The caller reports the outcome.
  package func performInAreas(
    _ command: Command, from source: CommandSource, at time: HostTime?
  ) -> Outcome {
    switch command {
    case .playback(.playPause) where source.isHand && takes?.free.toggle(at: time) == true:
      return .playback
    case .playback(let command): return perform(command)
    case .seek(let seconds): return seek(by: seconds)
    case .queue(let command): return perform(command)
    case .program(let command): return perform(command, from: source)
    case .take(let command):
      return takes.map { perform(command, $0, at: time) } ?? .refused(.noTakes)
    case .library(let command): return library.map { perform(command, $0) } ?? .refused(.noLibrary)
    case .pads(let command): return perform(command)
    case .mixer(let command): return perform(command)
    case .request(let request): return request.run(self, CommandContext(source: source, time: time))
    // Hits of keys go from the terminal thread to the engine.
    case .pad(let key, let stroke):
      let pad = state.bank.pad(ofKey: key)
      return program.strike(pad, stroke.softened(state.bank.isSoft)).map { .notice(.kit(.notStruck($0))) }
        ?? .hit(pad: pad)
    // The screen performs them.
    case .move, .list, .search, .takeList, .practiceScreen, .padForm, .mixerScreen, .timeline: return .done
    }
  }

  /// Reports the message of an outcome.
  @discardableResult
  package func report(_ outcome: Outcome) -> Outcome {
    if case .notice(let notice) = outcome { report(notice) }
    return outcome
  }

  /// Returns whether the program may end: while something is recorded or not saved, only the second request ends it, of
  /// the user or of the same kind of program.
  func mayQuit(from source: CommandSource) -> Bool {
    let source = source.isUser ? .key : source
    if state.warnedOfQuitting.contains(source) { return true }
    if let takes, takes.recording.isWanted || !takes.list.unsaved.isEmpty {
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
  package func refuseOverOtherPlayer(_ command: Command) -> Outcome? {
    model.isExternal && command.row.traits.contains(.needsOwnPlayer) ? .notice(.system(.notPossible)) : nil
  }

  func attach(to player: String) -> Outcome {
    program.attach(to: player) ? .done : .notice(.setting(.onlyAtStart(name: "system")))
  }
}
