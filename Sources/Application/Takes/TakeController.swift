import Player
import AudioBase
import Dubbing
import MixEngine
import Observation
import SystemBase

/// Takes as the player has them: records, plays and edits them. Main thread.
///
/// What is played reaches the disk without this: see `TakeJournal`.
@MainActor @Observable
package final class TakeController {
  package enum Phase: Hashable, Sendable {
    case idle
    /// As soon as the track has been read.
    case waitingForTrack
    case countingIn
    /// It begins with the first hit.
    case waitingForHit
    case recording
    /// The last keys are on their way.
    case ending

    /// Whether it has yet to begin by itself.
    var isBeforeStart: Bool { self == .countingIn || self == .waitingForHit }
  }

  /// What it works with.
  package struct Tools {
    var engine: AudioEngine
    var transport: LocalTransport
    var journal: TakeJournal
    var service: TakeService
    var store: TakeStore
    var kit: KitReference?
    var countIn: Int
    var recordStart: RecordStart
    /// Where relative paths start from.
    var folder: FilePath

    package init(
      engine: AudioEngine, transport: LocalTransport, journal: TakeJournal, service: TakeService,
      store: TakeStore,
      kit: KitReference?, countIn: Int, recordStart: RecordStart = .countIn,
      folder: FilePath = FilePath("")
    ) {
      self.recordStart = recordStart
      self.engine = engine
      self.transport = transport
      self.journal = journal
      self.service = service
      self.store = store
      self.kit = kit
      self.countIn = countIn
      self.folder = folder
    }
  }

  /// The track that is recorded to; none for a free take.
  struct Recorded {
    var track: TrackLocation?
    /// Layers from this one on are of this recording.
    var firstLayer: Int
    var journal: FilePath
  }

  /// A recording that was asked for while the keys of the one before were still on their way.
  struct WaitingRecording {
    var track: TrackLocation?
    var start: RecordingTarget.Start?
    var since: HostTime
    /// Where it was ended before it began.
    var until: HostTime?
  }

  // MARK: State

  package internal(set) var phase = Phase.idle
  /// Of the count-in that is heard; nil while none is.
  package internal(set) var beatsLeft: Int?
  /// Whether takes are heard.
  package internal(set) var isPlaybackOn = true
  package internal(set) var isMetronomeOn = false
  /// In the track's frames; an end that is missing is where the track ends.
  package internal(set) var loopStart: Int?
  package internal(set) var loopEnd: Int?
  package internal(set) var punchIn: Int?
  package internal(set) var punchOut: Int?
  var tracks: [TakeGroup: TrackTakes] = [:]
  /// The group of the take that was recorded or chosen last, since the track changed or played.
  var lastGroup: TakeGroup?
  /// What is recorded to; nil while nothing is recorded.
  var recorded: Recorded?
  /// Takes that could not be saved, as they were reported.
  var notSaved: [Take.ID: UnsavedTake] = [:]
  /// Why the journal of the recording cannot be written; nil while it can.
  var journalFailure: FileError?
  /// What is recorded next, in order.
  @ObservationIgnored var waiting: [WaitingRecording] = []

  // MARK: What it works with

  @ObservationIgnored let model: PlayerModel
  @ObservationIgnored private(set) var tools: Tools
  /// The last openings of tracks, the latest last.
  @ObservationIgnored var openings: [(stream: StreamID, track: TrackLocation)] = []
  @ObservationIgnored var taps = TapTempo()
  @ObservationIgnored var countIn: CountIn?
  /// The free plan that begins with the first hit.
  @ObservationIgnored var hitStart: Int?
  /// What undo brings back, until something else is done to takes.
  @ObservationIgnored var deleted: (group: TakeGroup, take: Take)?
  /// The take that sounds without a track, and until when.
  @ObservationIgnored var freePlayback: (take: Take.ID, end: HostTime)?
  /// When the key came that asked for the recording.
  @ObservationIgnored var askedAt = HostTime(nanoseconds: 0)
  /// Until the pads have their sounds, music that has hits to come waits.
  @ObservationIgnored private var awaitsKit: Bool
  @ObservationIgnored var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  @ObservationIgnored private var subscription: EventStream<PlayerEvent>.Subscription?

  private static let keptOpenings = 4

  /// - Parameter awaitsKit: whether the pads' sounds come later: see `kitIsLoaded`.
  package init(model: PlayerModel, tools: Tools, awaitsKit: Bool = false) {
    self.model = model
    self.tools = tools
    self.awaitsKit = awaitsKit
    tools.transport.onOpening = { [weak self] in self?.opened($0, $1) }
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  package var isRecording: Bool { phase != .idle }

  /// Whether the journal is at a recording, which may be over for the user.
  package var hasRecording: Bool { recorded != nil }

  /// The track of the recording that was asked for last; nil for a free take.
  var targetTrack: TrackLocation? { waiting.isEmpty ? recorded?.track : waiting.last?.track }

  /// Of the track at hand; nil while nothing is there to be played to.
  package var playedTrack: TrackLocation? {
    model.nowPlaying.map { TrackLocation(path: $0.path, section: $0.section) }
  }

  /// The takes at hand: of the track while it is not stopped, then those that were last recorded or chosen, else the
  /// free ones where the track has none.
  package var group: TakeGroup {
    guard let playedTrack else { return lastGroup ?? .free }
    if model.playbackState != .stopped { return .track(playedTrack) }
    return lastGroup ?? (tracks[.track(playedTrack)]?.take == nil ? .free : .track(playedTrack))
  }

  var track: TrackTakes { tracks[group] ?? TrackTakes() }

  /// All takes at hand, the oldest first.
  package var takes: [Take] { track.takes }

  /// The one of them that plays, and is recorded to.
  package var current: Take? { track.take }

  package var bpm: Double { track.knownTempo?.bpm ?? Metronome.usualTempo }

  /// The rate that the current take's frames are counted at.
  package var frameRate: SampleRate {
    current?.track?.sampleRate ?? format?.sampleRate ?? tools.engine.sampleRate
  }

  var format: StreamFormat? {
    guard let playedTrack, let opening = openings.last(where: { $0.track == playedTrack }) else { return nil }
    return tools.transport.names[opening.stream]?.format
  }

  // MARK: What others tell

  private func opened(_ stream: StreamID, _ entry: TransportEntry) {
    let track = TrackLocation(path: entry.path, section: entry.section)
    openings.append((stream, track))
    if openings.count > TakeController.keptOpenings { openings.removeFirst() }
    if let recorded, recorded.track == track { tools.journal.accept(stream) }
    look(for: track)
    sendPlans()
  }

  func look(for track: TrackLocation) {
    if tracks[.track(track)] != nil { return }
    tracks[.track(track)] = TrackTakes()
    tools.service.find(track.path, track.section)
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .item: itemChanged()
    case .state(let state):
      if state == .playing { lastGroup = nil }
      if state == .playing, phase.isBeforeStart, targetTrack != nil { countInIsOver() }
      if state == .stopped, targetTrack != nil { end() }
    case .volume, .balance, .shuffle, .repeatMode, .speed, .queue, .seeked, .output, .notice: break
    }
  }

  private func itemChanged() {
    (loopStart, loopEnd, punchIn, punchOut) = (nil, nil, nil, nil)
    lastGroup = nil
    if let playedTrack { look(for: playedTrack) }
    if let targetTrack, targetTrack != playedTrack { end() }
  }

  /// A segment of music that the engine told of.
  package func receive(_ segment: MusicSegment) {
    // The engine has begun by itself, on the very frame.
    if phase.isBeforeStart, targetTrack != nil, segment.speed > 0 { model.play() }
  }

  /// The engine has the sounds of the pads.
  ///
  /// - Parameter kit: the one that they are of; nil: the one that was named.
  package func kitIsLoaded(_ kit: KitReference? = nil) {
    awaitsKit = false
    if let kit { tools.kit = kit }
    plansChanged()
  }

  func tell(_ notice: TakeNotice) { model.report(.take(notice)) }

  // MARK: Plans

  /// Gives the engine what is to sound with the tracks that may be heard next.
  func sendPlans() {
    var list: [(stream: StreamID, plan: HitPlan)] = []
    var awaited: [StreamID] = []
    for opening in openings {
      guard let track = tracks[.track(opening.track)] else { continue }
      let plan = track.plan ?? plan(track, opening.stream)
      if !track.isFound || (awaitsKit && plan.count > 0) { awaited.append(opening.stream) }
      tracks[.track(opening.track)]?.plan = plan
      list.append((opening.stream, plan))
      guard let recorded, recorded.track == opening.track else { continue }
      let live = track.livePlan ?? livePlan(track, recorded)
      tracks[.track(opening.track)]?.livePlan = live
      list.append((opening.stream, live))
    }
    tools.engine.setPlans(list, awaited: awaited)
  }

  /// All plans have to be made anew.
  func plansChanged() {
    for track in tracks.keys { tracks[track]?.forgetPlans() }
    sendPlans()
  }

  /// Samples have the numbers that the kit gave them.
  func knowsSamples(_ take: Take) -> Bool { take.kit?.name == tools.kit?.name }

  private func livePlan(_ track: TrackTakes, _ recorded: Recorded) -> HitPlan {
    guard isPlaybackOn, let take = track.take else { return HitPlan([]) }
    return HitPlan(
      TakeCompiler.hits(of: take, layers: recorded.firstLayer..<Int.max, knowsSamples: knowsSamples(take)))
  }

  private func plan(_ track: TrackTakes, _ stream: StreamID) -> HitPlan {
    var hits: [PlannedHit] = []
    if isPlaybackOn, let take = track.take {
      let recording =
        recorded.map { tracks[TakeGroup($0.track)]?.current == take.id ? $0.firstLayer : .max } ?? .max
      hits = TakeCompiler.hits(of: take, layers: ..<recording, knowsSamples: knowsSamples(take))
    }
    if isMetronomeOn, let format = tools.transport.names[stream]?.format {
      let tempo = track.knownTempo ?? TempoMap(bpm: Metronome.usualTempo)
      // A damaged file may state any length: beats are planned for a day of it.
      let frames = min(
        format.length?.value ?? 3600 * format.sampleRate.hertz, 86_400 * format.sampleRate.hertz)
      hits += TakeCompiler.beats(tempo, frames: frames, rate: format.sampleRate)
    }
    return HitPlan(hits)
  }
}
