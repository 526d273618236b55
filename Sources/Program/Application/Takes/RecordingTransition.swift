import AudioBase
import MixEngine
import SystemBase

/// The transitions of the recording, as a pure function.
struct RecordingTransition {
  /// Seconds before and after the report of a change of the track in which that change may be heard.
  static let changeover = 2.0

  /// Returns the next state and the required actions, in order.
  ///
  /// - Parameter isOpened: whether the track of the recording that was started last was opened.
  static func next(
    _ state: RecordingState, _ event: RecordingEvent, isOpened: Bool
  ) -> (RecordingState, [RecordingEffect]) {
    var transition = RecordingTransition(state: state, isOpened: isOpened)
    let effects = transition.apply(event)
    return (transition.state, effects)
  }

  private var state: RecordingState
  private let isOpened: Bool

  private mutating func apply(_ event: RecordingEvent) -> [RecordingEffect] {
    switch event {
    case .toggle(let time): return toggle(time)
    case .end(let time): return end(at: time)
    case .unread: return move(to: .waitingForTrack)
    case .unreadable(let problem):
      return (problem.map { [.notify(.noTrack($0))] } ?? []) + move(to: unwantedPhase)
    case .playing(let recording): return add(recording) + move(to: .recording)
    case .paused(let start):
      return move(to: start == .firstHit ? .waitingForHit : .countingIn) + [.arm]
    case .free(.firstHit, _): return move(to: .waitingForHit) + [.startFree]
    case .free(_, let beats): return move(to: beats > 0 ? .countingIn : .recording) + [.startFree]
    case .repeating: return move(to: .recording) + [.joinFree]
    case .armed(let recording, let serial):
      state.hitStart = state.phase == .waitingForHit ? serial : nil
      return add(recording)
    case .countedIn:
      return state.phase == .countingIn && state.track == nil ? move(to: .recording) : []
    case .sequenceBegan(let serial):
      let isStart = state.phase == .waitingForHit && state.hitStart == serial && state.track == nil
      return isStart ? move(to: .recording) : []
    case .musicStarted:
      guard state.phase.isBeforeStart, state.track != nil else { return [] }
      return move(to: .recording) + [.forgetStart, .stopSequence]
    case .musicStopped(let time):
      return state.track == nil ? [] : end(at: time, because: .musicStopped)
    case .trackRead:
      guard state.phase == .waitingForTrack else { return [] }
      return move(to: unwantedPhase) + [.prepare]
    case .opened(let stream, let track): return open(stream, track)
    case .trackChanged(let next, let reason, let time):
      guard let track = state.track, track != next?.track else { return [] }
      return leaveTrack(for: next, else: reason, at: time)
    case .ready: return canBegin ? [.begin(state.waiting.removeFirst())] : []
    case .failed(let problem): return canBegin ? skip(problem) : []
    case .begun(let recorded):
      state.recorded = recorded
      return []
    case .stored:
      state.recorded = nil
      let isOver = state.waiting.isEmpty && state.phase != .waitingForTrack
      return isOver ? move(to: .idle) : []
    }
  }

  private mutating func move(to phase: RecordingPhase) -> [RecordingEffect] {
    if phase != .ending { state.endTime = nil }
    if state.phase == phase { return [] }
    state.phase = phase
    return [.updateBeats]
  }

  /// The phase when no recording is wanted.
  private var unwantedPhase: RecordingPhase { state.recorded == nil ? .idle : .ending }

  private mutating func toggle(_ time: HostTime) -> [RecordingEffect] {
    switch state.phase {
    case .idle, .ending:
      state.commandTime = time
      return [.prepare]
    case .waitingForTrack: return move(to: unwantedPhase)
    case .countingIn, .waitingForHit, .recording:
      return end(at: time, isLooped: true)
    }
  }

  private mutating func add(_ recording: RecordingState.Waiting) -> [RecordingEffect] {
    state.stopReason = nil
    state.waiting.append(recording)
    return [.beginNext]
  }

  private mutating func open(_ stream: StreamID, _ track: TrackLocation) -> [RecordingEffect] {
    guard let last = state.waiting.indices.last else {
      return state.recorded != nil && state.recorded?.track == track ? [.accept(stream)] : []
    }
    if state.waiting[last].track == track { state.waiting[last].streams.insert(stream) }
    return []
  }

  // MARK: The next recording

  /// Whether the journal can begin the next recording: not before the previous one has ended, because both may be of one
  /// take.
  private var canBegin: Bool { state.recorded == nil && !state.waiting.isEmpty }

  /// Ends a recording that would continue with a track that cannot be read.
  private mutating func skip(_ problem: FileError?) -> [RecordingEffect] {
    state.waiting.removeFirst()
    let notice = problem.map { RecordingEffect.notify(.recordingStopped(.unreadable($0), saved: nil)) }
    return (notice.map { [$0] } ?? []) + (state.waiting.isEmpty ? move(to: .idle) : []) + [.beginNext]
  }

  // MARK: The end

  /// Ends a recording that has begun, or would without another command. Hits up to a time are stored.
  ///
  /// - Parameters:
  ///   - reason: why the program ends the recording, which is reported at once; nil if the user ends it.
  ///   - isLooped: whether a first recording without a track that began with a hit becomes a loop.
  private mutating func end(
    at time: HostTime, because reason: TakeNotice.RecordingStop? = nil, isLooped: Bool = false
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
    let isNothingLeft = dropUnopened() && state.waiting.isEmpty && state.recorded == nil
    effects += move(to: isNothingLeft ? .idle : .ending) + [.forgetStart]
    state.endTime = isNothingLeft ? nil : time
    return isNothingLeft ? effects : effects + endKeys(at: time)
  }

  /// Drops the last recording if it continues with a track that was not opened, of which nothing was heard.
  private mutating func dropUnopened() -> Bool {
    guard let last = state.waiting.last, last.isContinuation, !isOpened else { return false }
    state.waiting.removeLast()
    return true
  }

  /// Hits of the last recording after a time are not stored.
  private mutating func endKeys(at time: HostTime) -> [RecordingEffect] {
    guard let last = state.waiting.indices.last else { return [.endJournal(at: time)] }
    state.waiting[last].until = time
    return []
  }

  /// Continues the recording with another track, whose music is heard later than now or was heard a moment ago. Each hit
  /// belongs to the track that was heard with it, so both recordings overlap in time. If it has not begun, or there is no
  /// other track, it ends. If it was ended after the change was heard, the main thread is late, and the recording of the other
  /// track ends at the same time.
  private mutating func leaveTrack(
    for next: RecordingState.Waiting?, else reason: TakeNotice.RecordingStop, at time: HostTime
  ) -> [RecordingEffect] {
    if state.phase.isBeforeStart {
      return end(at: time, because: .trackChanged)
    }
    if state.phase == .ending, let next, next.until != nil {
      state.waiting.append(next)
      return [.beginNext]
    }
    guard state.phase == .recording else { return [] }
    guard let next else { return end(at: time, because: reason) }
    let isDropped = dropUnopened()
    let last = time.advanced(bySeconds: RecordingTransition.changeover)
    let effects = isDropped ? [] : endKeys(at: last)
    state.waiting.append(next)
    return effects + [.beginNext]
  }
}
