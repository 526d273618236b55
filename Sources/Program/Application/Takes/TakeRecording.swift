import Dubbing
import MixEngine
import Observation
import SystemBase

/// Records takes. Main thread.
///
/// Hits are stored by `TakeJournal` on another thread.
@MainActor @Observable
package final class TakeRecording: TakePart {
  private(set) var state = RecordingState()
  /// The remaining beats of the count-in; nil if there is none.
  package internal(set) var beatsLeft: Int?
  /// The error of the journal of the recording; nil if it can be written.
  var journalFailure: FileError?
  /// What recordings get from the input; nil if it is off.
  package var input: InputFeed? { didSet { parts.journal.use(input) } }
  /// The event that starts a recording while no music plays.
  @ObservationIgnored var recordStart: RecordStart
  @ObservationIgnored var countInBeats: Int
  @ObservationIgnored var countIn: CountIn?
  @ObservationIgnored var freeRecording: FreeRecording?
  /// The beats of the free recording; nil if there is no recording, or if it has no audible beats.
  @ObservationIgnored var recordingBeats: FreeBeats?

  override init(_ owner: TakeController) {
    (recordStart, countInBeats) = (owner.parts.recordStart, owner.parts.countIn)
    super.init(owner)
  }

  package var phase: RecordingPhase { state.phase }

  /// The recording in progress; nil if there is none.
  var recorded: RecordingState.Recorded? { state.recorded }

  package var isActive: Bool { phase != .idle }

  /// Whether a recording runs or will start. The last hits of one that was ended may not have arrived.
  var isWanted: Bool { phase != .idle && phase != .ending }

  /// Whether the journal still stores a recording, which the user may have stopped.
  package var isStoring: Bool { recorded != nil }

  package var recordedTake: Take? { recorded.flatMap { owner.list.tracks[TakeGroup($0.track)]?.take } }

  // MARK: Events

  /// Starts or stops recording. The next recording can start before the last hits of the previous one have arrived; its
  /// hits are stored when the previous one has ended.
  ///
  /// - Parameter time: when the key was read, which is when the recording starts or ends; nil: now.
  func toggle(at time: HostTime? = nil) { apply(.toggle(time ?? model.now())) }

  /// Ends a recording. Hits up to now are stored.
  package func end(at time: HostTime? = nil) { apply(.end(time ?? model.now())) }

  func musicStopped() { apply(.musicStopped(model.now())) }

  func trackChanged() {
    apply(
      .trackChanged(
        owner.playedTrack.map(continuation),
        else: model.nowPlaying.map { .stream($0.name) } ?? .musicStopped, model.now()))
  }

  /// Handles a segment of music that the engine has started, as it does at the end of a count-in.
  func receive(_ segment: MusicSegment) {
    if phase.isBeforeStart, state.track != nil, segment.speed > 0 { model.play() }
  }

  /// Starts a recording that waits for its track. The format of the track may be reported after its takes.
  package func resumeWaiting() {
    beginNext()
    guard owner.list.track.isFound, owner.list.track.key == nil || owner.playback.format != nil else {
      return
    }
    apply(.trackRead)
  }

  func apply(_ event: RecordingEvent) {
    let isOpened = state.waiting.last?.track.flatMap(owner.playback.streamFormat) != nil
    let (next, effects) = RecordingTransition.next(state, event, isOpened: isOpened)
    if state != next { state = next }
    effects.forEach(perform)
  }

  private func perform(_ effect: RecordingEffect) {
    switch effect {
    case .prepare: prepare()
    case .arm: arm()
    case .startFree: startFree()
    case .joinFree: joinFree()
    case .beginNext: beginNext()
    case .begin(let next): begin(next)
    case .accept(let stream): parts.journal.accept(stream)
    case .loop(let time): owner.free.loopFirstRecording(at: time)
    case .stopSequence: parts.engine.startFree(HitSequence([]))
    case .stopUnlessLooping: if owner.free.playback?.loop == nil { parts.engine.startFree(HitSequence([])) }
    case .forgetFreePlayback: owner.free.playback = nil
    case .pauseMusic: parts.engine.send(.pause)
    case .forgetStart: (countIn, beatsLeft, freeRecording, recordingBeats) = (nil, nil, nil, nil)
    case .endJournal(let time): parts.journal.end(at: time, holding: owner.lanes.heldValues)
    case .updateBeats: owner.tempo.updateBeats()
    case .notify(let notice): owner.notify(notice)
    }
  }
}
