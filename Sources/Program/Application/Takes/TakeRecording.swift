import AudioBase
import Dubbing
import MixEngine
import Observation
import Player
import SystemBase

/// Records takes. Main thread.
///
/// Hits are stored by `TakeJournal` on another thread.
@MainActor @Observable
package final class TakeRecording {
  package enum Phase: Hashable, Sendable {
    case idle
    /// Recording starts when the track has been read.
    case waitingForTrack
    case countingIn
    /// Recording starts with the first hit.
    case waitingForHit
    case recording
    /// The last hits have not arrived yet.
    case ending

    /// Whether recording starts without another command.
    var isBeforeStart: Bool { self == .countingIn || self == .waitingForHit }
  }

  /// The recording in progress; it has no track if the take is free.
  struct Recorded {
    var track: TrackLocation?
    /// The number of the first layer of this recording.
    var firstLayer: Int
    var journal: FilePath
  }

  /// A recording that was started while the last hits of the previous one had not arrived.
  struct WaitingRecording {
    var track: TrackLocation?
    /// The openings of the track.
    var streams: Set<StreamID>
    var start: RecordingTarget.Start?
    /// The frames of a take without a track that repeat.
    var loop: Range<Int>?
    /// The tempo to which a take without a track is played; nil if nothing states one.
    var tempo: TempoMap?
    var since: HostTime
    /// The time at which it was stopped, if that was before it started.
    var until: HostTime?
    /// Whether the previous recording continues with another track.
    var isContinuation = false
  }

  @ObservationIgnored unowned let owner: TakeController
  @ObservationIgnored let model: PlayerModel
  @ObservationIgnored let parts: TakeController.Parts
  package internal(set) var phase = Phase.idle {
    didSet { if phase != oldValue { owner.tempo.updateBeats() } }
  }
  /// The recording in progress; nil if there is none.
  var recorded: Recorded?
  /// The remaining beats of the count-in; nil if there is none.
  package internal(set) var beatsLeft: Int?
  /// The error of the journal of the recording; nil if it can be written.
  var journalFailure: FileError?
  /// What recordings get from the input; nil if it is off.
  package var input: InputFeed? { didSet { parts.journal.use(input) } }
  /// The event that starts a recording while no music plays.
  @ObservationIgnored var recordStart: RecordStart
  /// The beats of a count-in.
  @ObservationIgnored var countInBeats: Int
  @ObservationIgnored var countIn: CountIn?
  /// The recordings that start next, in order.
  @ObservationIgnored var waiting: [WaitingRecording] = []
  /// The reason why the last recording has ended without a command; nil if it has not.
  @ObservationIgnored var stopReason: TakeNotice.RecordingStop?
  /// The time at which the command to record was given.
  @ObservationIgnored var recordTime = HostTime(nanoseconds: 0)
  /// The serial number of the free sequence that starts with the first hit.
  @ObservationIgnored var hitStart: Int?
  @ObservationIgnored var freeRecording: FreeRecording?
  /// The beats of the free recording; nil if there is no recording, or if it has no audible beats.
  @ObservationIgnored var recordingBeats: FreeBeats?

  init(_ owner: TakeController) {
    self.owner = owner
    (model, parts) = (owner.model, owner.parts)
    (recordStart, countInBeats) = (owner.parts.recordStart, owner.parts.countIn)
  }

  package var isActive: Bool { phase != .idle }

  /// Whether the journal still stores a recording, which the user may have stopped.
  var isStoring: Bool { recorded != nil }

  /// The track of the recording that was started last; nil for a free take.
  var targetTrack: TrackLocation? { waiting.isEmpty ? recorded?.track : waiting.last?.track }

  /// The take that is being recorded.
  var recordedTake: Take? { recorded.flatMap { owner.list.tracks[TakeGroup($0.track)]?.take } }

  // MARK: Events

  /// Notes an opening of the track that is recorded, or will be.
  func accept(_ stream: StreamID, of track: TrackLocation) {
    if let last = waiting.indices.last {
      if waiting[last].track == track { waiting[last].streams.insert(stream) }
    } else if let recorded, recorded.track == track {
      parts.journal.accept(stream)
    }
  }

  func musicStarted() { if phase.isBeforeStart, targetTrack != nil { endCountIn() } }

  func musicStopped() { if targetTrack != nil { end(because: .musicStopped) } }

  func trackChanged() { if let targetTrack, targetTrack != owner.playedTrack { leaveRecordedTrack() } }

  /// Handles a segment of music that the engine has started, as it does at the end of a count-in.
  func receive(_ segment: MusicSegment) {
    if phase.isBeforeStart, targetTrack != nil, segment.speed > 0 { model.play() }
  }

  /// Starts a recording that waits for its track. The format of the track may be reported after its takes.
  package func resumeWaiting() {
    beginWaiting()
    guard phase == .waitingForTrack, owner.list.track.isFound,
      owner.list.track.key == nil || owner.playback.format != nil
    else { return }
    phase = unwantedPhase
    record()
  }
}
