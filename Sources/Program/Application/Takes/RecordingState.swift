import AudioBase
import Dubbing
import MixEngine
import SystemBase

package enum RecordingPhase: Hashable, Sendable, CaseIterable {
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

/// The phase of the recording, the recording that the journal stores, and those that start next.
struct RecordingState: Hashable {
  /// The recording in progress; it has no track if the take is free.
  struct Recorded: Hashable {
    var track: TrackLocation?
    /// The number of the first layer of this recording.
    var firstLayer: Int
    var journal: FilePath

    /// Returns the last layer of the recording that has recorded sound; nil if there is none.
    func soundLayer(of take: Take) -> Layer? {
      take.layers.last { $0.id >= firstLayer && $0.audio != nil }
    }
  }

  /// A recording that was started while the last hits of the previous one had not arrived.
  struct Waiting: Hashable {
    var track: TrackLocation?
    /// The openings of the track.
    var streams: Set<StreamID> = []
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

  var phase = RecordingPhase.idle
  /// The recording in progress; nil if there is none.
  var recorded: Recorded?
  /// The recordings that start next, in order.
  var waiting: [Waiting] = []
  /// The time at which the command to record was given.
  var commandTime = HostTime(nanoseconds: 0)
  /// The time at which the recording was ended whose last hits have not arrived; nil in other phases.
  var endTime: HostTime?
  /// The serial number of the free sequence that starts with the first hit.
  var hitStart: Int?
  /// The reason why the last recording has ended without a command; nil if it has not.
  var stopReason: TakeNotice.RecordingStop?

  /// The track of the recording that was started last; nil for a free take.
  var track: TrackLocation? { waiting.isEmpty ? recorded?.track : waiting.last?.track }
}

/// An event that may change the recording.
enum RecordingEvent: Hashable {
  /// The command that starts and ends recordings.
  case toggle(HostTime)
  case end(HostTime)

  /// What a recording would be of, as the answer to `RecordingEffect.prepare`.
  case unread
  case unreadable(FileError?)
  /// A track that plays.
  case playing(RecordingState.Waiting)
  /// A track that is paused.
  case paused(RecordStart)
  /// A take without a track.
  case free(RecordStart, countIn: Int)
  /// A take without a track that plays and repeats.
  case repeating

  /// The engine's sequence of the recording was started.
  case armed(RecordingState.Waiting, serial: Int)
  case countedIn
  /// The engine has begun a free sequence.
  case sequenceBegan(Int)
  case musicStarted
  case musicStopped(HostTime)
  /// The waiting track was read, or cannot be.
  case trackRead
  case opened(StreamID, TrackLocation)
  /// The current track is another one: the recording continues with it, or ends for a reason if it is nil. A recording that
  /// was ended continues only with a track that states until when: it was heard before the end.
  case trackChanged(RecordingState.Waiting?, else: TakeNotice.RecordingStop, HostTime)

  /// The next recording can begin, or cannot since its track cannot be read.
  case ready
  case failed(FileError?)
  /// The journal begins to store a recording.
  case begun(RecordingState.Recorded)
  /// The journal has stored all hits of the recording.
  case stored
}

/// An action that a transition requires.
enum RecordingEffect: Hashable {
  /// Finds what there is to record, and answers with an event.
  case prepare
  /// Starts a sequence in the engine, for a paused track or for a take without a track. Continues a sequence that repeats.
  case arm, startFree, joinFree
  /// Begins the next recording if it can be.
  case beginNext
  case begin(RecordingState.Waiting)
  case accept(StreamID)
  /// Makes a first recording without a track that began with a hit a loop.
  case loop(at: HostTime)
  /// Stops the engine's free sequence, or only one that does not repeat.
  case stopSequence, stopUnlessLooping
  case forgetFreePlayback
  /// Prevents the engine from starting the music.
  case pauseMusic
  /// Forgets the count-in and the beats of the recording.
  case forgetStart
  /// Hits after a time are not stored.
  case endJournal(at: HostTime)
  case updateBeats
  case notify(TakeNotice)
}
