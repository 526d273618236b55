import AudioBase
import MixEngine
import SystemBase

/// The transitions of the recording, as a pure function.
enum RecordingTransition {
  /// Seconds before and after the report of a change of the track in which that change may be heard.
  static let changeover = 2.0

  /// Returns the next state and the required actions, in order.
  ///
  /// - Parameter isOpened: whether the track of the recording that was started last was opened.
  static func next(
    _ state: RecordingState, _ event: RecordingEvent, isOpened: Bool
  ) -> (RecordingState, [RecordingEffect]) {
    var next = state
    let effects = apply(event, to: &next, isOpened: isOpened)
    return (next, effects)
  }

  private static func apply(
    _ event: RecordingEvent, to state: inout RecordingState, isOpened: Bool
  ) -> [RecordingEffect] {
    switch event {
    case .toggle(let time): return toggle(&state, time, isOpened: isOpened)
    case .end(let time): return end(&state, at: time, isOpened: isOpened)
    case .unread: return move(&state, to: .waitingForTrack)
    case .unreadable(let problem):
      return (problem.map { [.notify(.noTrack($0))] } ?? []) + move(&state, to: unwantedPhase(state))
    case .playing(let recording): return add(recording, to: &state) + move(&state, to: .recording)
    case .paused(let start):
      return move(&state, to: start == .firstHit ? .waitingForHit : .countingIn) + [.arm]
    case .free(.firstHit, _): return move(&state, to: .waitingForHit) + [.startFree]
    case .free(_, let beats): return move(&state, to: beats > 0 ? .countingIn : .recording) + [.startFree]
    case .repeating: return move(&state, to: .recording) + [.joinFree]
    case .armed(let recording, let serial):
      state.hitStart = state.phase == .waitingForHit ? serial : nil
      return add(recording, to: &state)
    case .countedIn:
      return state.phase == .countingIn && state.track == nil ? move(&state, to: .recording) : []
    case .sequenceBegan(let serial):
      let isStart = state.phase == .waitingForHit && state.hitStart == serial && state.track == nil
      return isStart ? move(&state, to: .recording) : []
    case .musicStarted:
      guard state.phase.isBeforeStart, state.track != nil else { return [] }
      return move(&state, to: .recording) + [.forgetStart, .stopSequence]
    case .musicStopped(let time):
      return state.track == nil ? [] : end(&state, at: time, because: .musicStopped, isOpened: isOpened)
    case .trackRead:
      guard state.phase == .waitingForTrack else { return [] }
      return move(&state, to: unwantedPhase(state)) + [.prepare]
    case .opened(let stream, let track): return open(stream, track, &state)
    case .trackChanged(let next, let reason, let time):
      guard let track = state.track, track != next?.track else { return [] }
      return leaveTrack(&state, for: next, else: reason, at: time, isOpened: isOpened)
    case .ready: return canBegin(state) ? [.begin(state.waiting.removeFirst())] : []
    case .failed(let problem): return canBegin(state) ? skip(&state, problem) : []
    case .begun(let recorded):
      state.recorded = recorded
      return []
    case .stored:
      state.recorded = nil
      let isOver = state.waiting.isEmpty && state.phase != .waitingForTrack
      return isOver ? move(&state, to: .idle) : []
    }
  }

  private static func move(_ state: inout RecordingState, to phase: RecordingPhase) -> [RecordingEffect] {
    if state.phase == phase { return [] }
    state.phase = phase
    return [.updateBeats]
  }

  /// Returns the phase when no recording is wanted.
  private static func unwantedPhase(_ state: RecordingState) -> RecordingPhase {
    state.recorded == nil ? .idle : .ending
  }

  private static func toggle(
    _ state: inout RecordingState, _ time: HostTime, isOpened: Bool
  ) -> [RecordingEffect] {
    switch state.phase {
    case .idle, .ending:
      state.commandTime = time
      return [.prepare]
    case .waitingForTrack: return move(&state, to: unwantedPhase(state))
    case .countingIn, .waitingForHit, .recording:
      return end(&state, at: time, isLooped: true, isOpened: isOpened)
    }
  }

  private static func add(
    _ recording: RecordingState.Waiting, to state: inout RecordingState
  ) -> [RecordingEffect] {
    state.stopReason = nil
    state.waiting.append(recording)
    return [.beginNext]
  }

  private static func open(
    _ stream: StreamID, _ track: TrackLocation, _ state: inout RecordingState
  ) -> [RecordingEffect] {
    guard let last = state.waiting.indices.last else {
      return state.recorded != nil && state.recorded?.track == track ? [.accept(stream)] : []
    }
    if state.waiting[last].track == track { state.waiting[last].streams.insert(stream) }
    return []
  }

  // MARK: The next recording

  /// Returns whether the journal can begin the next recording: not before the previous one has ended, because both may be
  /// of one take.
  private static func canBegin(_ state: RecordingState) -> Bool {
    state.recorded == nil && !state.waiting.isEmpty
  }

  /// Ends a recording that would continue with a track that cannot be read.
  private static func skip(_ state: inout RecordingState, _ problem: FileError?) -> [RecordingEffect] {
    state.waiting.removeFirst()
    let notice = problem.map { RecordingEffect.notify(.recordingStopped(.unreadable($0), saved: nil)) }
    return (notice.map { [$0] } ?? []) + (state.waiting.isEmpty ? move(&state, to: .idle) : []) + [.beginNext]
  }

  // MARK: The end

  /// Ends a recording that has begun, or would without another command. Hits up to a time are stored.
  ///
  /// - Parameters:
  ///   - reason: why the program ends the recording, which is reported at once; nil if the user ends it.
  ///   - isLooped: whether a first recording without a track that began with a hit becomes a loop.
  private static func end(
    _ state: inout RecordingState, at time: HostTime, because reason: TakeNotice.RecordingStop? = nil,
    isLooped: Bool = false, isOpened: Bool
  ) -> [RecordingEffect] {
    var effects: [RecordingEffect] = reason.map { [.notify(.recordingStopped($0, saved: nil))] } ?? []
    if state.phase.isBeforeStart {
      effects += [.forgetFreePlayback, .stopSequence]
      if state.track != nil { effects.append(.pauseMusic) }
    } else if state.phase == .recording {
      if isLooped { effects.append(.loop(at: time)) }
      if state.track == nil { effects.append(.stopUnlessLooping) }
    } else {
      return []
    }
    state.stopReason = reason
    let isNothingLeft =
      dropUnopened(&state, isOpened: isOpened) && state.waiting.isEmpty
      && state.recorded == nil
    effects += move(&state, to: isNothingLeft ? .idle : .ending) + [.forgetStart]
    return isNothingLeft ? effects : effects + endKeys(&state, at: time)
  }

  /// Drops the last recording if it continues with a track that was not opened, of which nothing was heard.
  private static func dropUnopened(_ state: inout RecordingState, isOpened: Bool) -> Bool {
    guard let last = state.waiting.last, last.isContinuation, !isOpened else { return false }
    state.waiting.removeLast()
    return true
  }

  /// Hits of the last recording after a time are not stored.
  private static func endKeys(_ state: inout RecordingState, at time: HostTime) -> [RecordingEffect] {
    guard let last = state.waiting.indices.last else { return [.endJournal(at: time)] }
    state.waiting[last].until = time
    return []
  }

  /// Continues the recording with another track, whose music is heard later than now or was heard a moment ago. Each hit
  /// belongs to the track that was heard with it, so both recordings overlap in time. If it has not begun, or there is no
  /// other track, it ends.
  private static func leaveTrack(
    _ state: inout RecordingState, for next: RecordingState.Waiting?, else reason: TakeNotice.RecordingStop,
    at time: HostTime, isOpened: Bool
  ) -> [RecordingEffect] {
    if state.phase.isBeforeStart {
      return end(&state, at: time, because: .trackChanged, isOpened: isOpened)
    }
    guard state.phase == .recording else { return [] }
    guard let next else { return end(&state, at: time, because: reason, isOpened: isOpened) }
    let isDropped = dropUnopened(&state, isOpened: isOpened)
    let last = time.advanced(bySeconds: changeover)
    let effects = isDropped ? [] : endKeys(&state, at: last)
    state.waiting.append(next)
    return effects + [.beginNext]
  }
}
