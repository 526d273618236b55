import Player
import AudioBase
import Dubbing
import MixEngine
import Observation
import Studio
import SystemBase
import TrackFeed

/// Records, plays and edits takes. Main thread.
///
/// Hits are stored by `TakeJournal` on another thread.
@MainActor @Observable
package final class TakeController {
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

  /// The parts that the controller uses.
  package struct Parts {
    var engine: EngineControl
    var events: EngineEvents
    var transport: LocalTransport
    var journal: TakeJournal
    var service: TakeService
    var store: TakeStore
    /// The recorded sound that is heard with tracks.
    var clips: TrackClips
    var kit: KitReference?
    var countIn: Int
    var recordStart: RecordStart
    var metronome: MetronomeSettings
    /// The folder that relative paths start from.
    var folder: FilePath

    package init(
      engine: EngineControl, events: EngineEvents, transport: LocalTransport, journal: TakeJournal,
      service: TakeService, store: TakeStore, clips: TrackClips = TrackClips(), kit: KitReference?,
      countIn: Int,
      recordStart: RecordStart = .countIn, metronome: MetronomeSettings = MetronomeSettings(),
      folder: FilePath = FilePath("")
    ) {
      self.recordStart = recordStart
      self.metronome = metronome
      self.engine = engine
      self.events = events
      self.transport = transport
      self.journal = journal
      self.service = service
      self.store = store
      self.clips = clips
      self.kit = kit
      self.countIn = countIn
      self.folder = folder
    }
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

  // MARK: State

  package internal(set) var phase = Phase.idle {
    didSet { if phase != oldValue { updateBeats() } }
  }
  /// The remaining beats of the count-in; nil if there is none.
  package internal(set) var beatsLeft: Int?
  /// Whether takes are heard.
  package internal(set) var isPlaybackOn = true
  package internal(set) var isMetronomeOn = false
  package internal(set) var metronome: MetronomeSettings
  /// The pattern of the metronome.
  package internal(set) var click = ClickPattern()
  /// The count of bars of the current track for the pattern of the metronome.
  @ObservationIgnored var clickBars = ClickBars()
  /// The place in its bar of the beat that is heard, from 0; nil if none is.
  package internal(set) var beat: Int?
  /// Frames of the track; a missing end is the end of the track.
  package internal(set) var loopStart: Int?
  package internal(set) var loopEnd: Int?
  /// The loop of the last session, until its track is heard or another one is chosen.
  @ObservationIgnored var restoredLoop: (track: TrackLocation, seconds: ClosedRange<Double>)?
  package internal(set) var punchIn: Int?
  package internal(set) var punchOut: Int?
  var tracks: [TakeGroup: TrackTakes] = [:]
  /// The group of the take that was recorded or chosen last; nil after the track changed or was played.
  var lastGroup: TakeGroup?
  /// The recording in progress; nil if there is none.
  var recorded: Recorded?
  /// Takes that could not be saved.
  var notSaved: [Take.ID: UnsavedTake] = [:]
  /// The error of the journal of the recording; nil if it can be written.
  var journalFailure: FileError?
  /// The recordings that start next, in order.
  @ObservationIgnored var waiting: [WaitingRecording] = []
  /// The reason why the last recording has ended without a command; nil if it has not.
  @ObservationIgnored var stopReason: TakeNotice.RecordingStop?

  /// The hits that were copied last, for the timeline.
  @ObservationIgnored var clip: HitClip?
  /// Whether hits were copied that can be pasted.

  /// What recordings get from the input; nil if it is off.
  package var input: InputFeed? { didSet { parts.journal.use(input) } }

  // MARK: Parts

  /// Called with the pads of a take that will be played.
  @ObservationIgnored var onPads: (PadSet) -> Void = { _ in }
  @ObservationIgnored var onNotice: (TakeNotice) -> Void = { _ in }
  /// Called with the tempo that is heard, in beats per minute, when it has changed.
  @ObservationIgnored var onTempo: (Double) -> Void = { _ in }
  /// Called with the beats that are heard, when they have changed; nil while no clock is sent.
  @ObservationIgnored var onClock: ((ClockPlan) -> Void)?
  /// The output frame of the segment of music that was rendered last.
  @ObservationIgnored var segmentFrame = 0
  /// The tempo with which `onTempo` was called last.
  @ObservationIgnored var reportedTempo = 0.0
  /// Returns the mixer that recordings store.
  @ObservationIgnored var mixer: () -> MixGraph = { MixGraph() }
  @ObservationIgnored let model: PlayerModel
  @ObservationIgnored var parts: Parts
  /// The streams that were opened last, newest last.
  @ObservationIgnored var openStreams: [(stream: StreamID, track: TrackLocation)] = []
  @ObservationIgnored var taps = TapTempo()
  /// The changes of tempi, as the tempo before or after each.
  @ObservationIgnored var tempi: [TakeGroup: UndoStack<TempoMap>] = [:]
  /// Finds the beats of tracks; nil where nothing decodes.
  @ObservationIgnored var beatSearch: BeatSearchThread?
  @ObservationIgnored var countIn: CountIn?
  @ObservationIgnored var freeBeats: FreeBeats?
  /// The beats of the MIDI clock that is followed, as they were reported last; nil if none was.
  @ObservationIgnored var clock: ClockBeats?
  /// The tempo and a beat of the clock in frames of a track without a tempo.
  @ObservationIgnored var clockTempo: (track: TrackLocation, tempo: TempoMap)?
  /// The takes whose tempo is that of the clock, which is followed while they are current.
  @ObservationIgnored var clockTakes: Set<Take.ID> = []
  /// The takes without a track that were recorded or played in this run.
  @ObservationIgnored var usedTakes: Set<Take.ID> = []
  /// The beats of the free recording; nil if there is no recording, or if it has no audible beats.
  @ObservationIgnored var recordingBeats: FreeBeats?
  /// The time at which the next beat of the metronome is heard; nil if none follows.
  @ObservationIgnored var nextMetronomeBeat: HostTime?
  /// The serial number of the free sequence that starts with the first hit.
  @ObservationIgnored var hitStart: Int?
  /// The deletions of takes.
  @ObservationIgnored var deletions = UndoStack<Deletion>(limit: TakeController.keptDeletions)
  /// The take that plays without its track.
  var freePlayback: FreePlayback?
  var freeLoop: FreeLoop?
  @ObservationIgnored var freeRecording: FreeRecording?
  /// The time at which the command to record was given.
  @ObservationIgnored var recordTime = HostTime(nanoseconds: 0)
  /// Whether the kit is not loaded yet: music with planned hits waits for it.
  @ObservationIgnored var awaitsKit: Bool
  /// Whether the kit of the current take is compared as soon as the hash of the loaded kit is known.
  @ObservationIgnored var awaitsKitCheck = false
  /// Takes that were begun before the hash of their kit was known.
  @ObservationIgnored var unidentified: Set<Take.ID> = []
  @ObservationIgnored var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  /// The takes that were chosen for tracks whose takes were released.
  @ObservationIgnored var choices: [TakeGroup: Take.ID?] = [:]
  /// The hits of the take that was shown last; nil after its hits have changed otherwise than by a recording.
  @ObservationIgnored var hitMarks: HitMarks?
  @ObservationIgnored private var subscription: EventStream<PlayerEvent>.Subscription?

  private static let keptStreams = 4
  private static let keptDeletions = 20

  /// Creates a controller without takes.
  ///
  /// - Parameter awaitsKit: whether the kit is loaded later: see `kitIsLoaded`.
  package init(model: PlayerModel, parts: Parts, awaitsKit: Bool = false) {
    self.model = model
    self.parts = parts
    self.awaitsKit = awaitsKit
    metronome = parts.metronome
    parts.engine.set(.click, to: metronome.level)
    parts.transport.onOpening = { [weak self] in self?.opened($0, $1) }
    parts.transport.onFormat = { [weak self] in self?.formatIsKnown(of: $0) }
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  package var isRecording: Bool { phase != .idle }

  /// Whether the journal still stores a recording, which the user may have stopped.
  var hasRecording: Bool { recorded != nil }

  /// The track of the recording that was started last; nil for a free take.
  var targetTrack: TrackLocation? { waiting.isEmpty ? recorded?.track : waiting.last?.track }

  /// The current track; nil if the queue is empty, and for a stream, whose takes are free.
  var playedTrack: TrackLocation? {
    model.nowPlaying.flatMap { $0.location.address == nil ? $0.location : nil }
  }

  /// The group whose takes are shown: that of the current track while it is not stopped, then the group that was
  /// recorded or chosen last, then that of the current track if it has takes, else the free takes.
  package var group: TakeGroup {
    guard let playedTrack else { return lastGroup ?? .free }
    if model.playbackState != .stopped { return .track(playedTrack) }
    return lastGroup ?? (tracks[.track(playedTrack)]?.take == nil ? .free : .track(playedTrack))
  }

  var track: TrackTakes { tracks[group] ?? TrackTakes() }

  /// The takes of the group, oldest first.
  package var takes: [Take] { track.takes }

  /// The take of the group that plays and is recorded to.
  package var current: Take? { track.take }

  var format: StreamFormat? { playedTrack.flatMap(streamFormat) }

  func track(of stream: StreamID) -> TrackLocation? { openStreams.last { $0.stream == stream }?.track }

  /// Returns the format of a track that was opened; nil before it is known.
  func streamFormat(of track: TrackLocation) -> StreamFormat? { parts.transport.names.format(of: track) }

  // MARK: Events

  private func opened(_ stream: StreamID, _ track: TrackLocation) {
    guard track.address == nil else { return }
    openStreams.append((stream, track))
    if openStreams.count > TakeController.keptStreams { openStreams.removeFirst() }
    if let last = waiting.indices.last {
      if waiting[last].track == track { waiting[last].streams.insert(stream) }
    } else if let recorded, recorded.track == track {
      parts.journal.accept(stream)
    }
    look(for: track)
    readTagTempi()
    releaseTakes()
    sendSequences()
  }

  /// Plans the beats of a track, which need its format. It may be known after the takes of the track were found.
  private func formatIsKnown(of stream: StreamID) {
    guard isMetronomeOn, let track = track(of: stream) else { return }
    tracks[.track(track)]?.sequences = nil
    sendSequences()
  }

  func look(for track: TrackLocation) {
    if tracks[.track(track)] != nil { return }
    tracks[.track(track)] = TrackTakes()
    parts.service.find(track)
  }

  /// Releases the takes of tracks that were not opened last and are not used. They are read again when needed.
  func releaseTakes() {
    let used = Set(openStreams.map(\.track) + waiting.compactMap(\.track)).union(
      [playedTrack, recorded?.track].compactMap { $0 })
    for (group, takes) in tracks {
      guard case .track(let track) = group, !used.contains(track), group != self.group,
        !deletions.undoSteps.contains(where: { $0.entry.group == group }), takes.isFound || takes.tempo == nil
      else { continue }
      let ids = Set(takes.takes.map(\.id))
      if ids.isDisjoint(with: notSaved.keys), ids.isDisjoint(with: unidentified), !parts.service.isSaving(ids)
      {
        if takes.isFound, takes.current != takes.latest { choices.updateValue(takes.current, forKey: group) }
        tracks[group] = nil
      }
    }
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .item: itemChanged()
    case .state(let state):
      if state == .playing {
        lastGroup = nil
        if freePlayback?.loop != nil, targetTrack != nil || !isRecording { endFree() }
      }
      if state == .playing, phase.isBeforeStart, targetTrack != nil { endCountIn() }
      if state == .stopped, targetTrack != nil { end(because: .musicStopped) }
      updateBeats()
    case .speed: updateBeats()
    case .queue: readTagTempi()
    case .seeked: updateBeats()
    case .volume, .balance, .shuffle, .repeatMode, .consume, .output, .notice: break
    }
  }

  private func itemChanged() {
    (loopStart, loopEnd, punchIn, punchOut) = (nil, nil, nil, nil)
    if restoredLoop?.track != playedTrack { restoredLoop = nil }
    countClickBars()
    lastGroup = nil
    if let playedTrack { look(for: playedTrack) }
    readTagTempi()
    if let targetTrack, targetTrack != playedTrack { leaveRecordedTrack() }
    updateBeats()
  }

  /// Handles a segment of music that the engine has started.
  package func receive(_ segment: MusicSegment) {
    // The engine starts the music at the end of the count-in.
    if phase.isBeforeStart, targetTrack != nil, segment.speed > 0 { model.play() }
    segmentFrame = segment.outputFrame
    updateClock()
    applyRestoredLoop()
  }

  func notify(_ notice: TakeNotice) { onNotice(notice) }
}
