import AudioBase
import Dubbing
import MixEngine
import Player
import SystemBase
import TrackFeed

/// Constructs the parts that record, play and edit takes, the practice and the trainer, and passes the events of the player
/// and the engine on to them. Main thread.
@MainActor
package final class TakeController {
  package struct Parts {
    var engine: EngineControl
    /// Sets the level of the metronome.
    var levels: any MixerControl
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
      countIn: Int, recordStart: RecordStart = .countIn,
      metronome: MetronomeSettings = MetronomeSettings(), folder: FilePath = FilePath(""),
      levels: (any MixerControl)? = nil
    ) {
      self.levels = levels ?? engine
      (self.engine, self.events, self.transport) = (engine, events, transport)
      (self.journal, self.service, self.store) = (journal, service, store)
      (self.clips, self.kit, self.folder) = (clips, kit, folder)
      (self.countIn, self.recordStart, self.metronome) = (countIn, recordStart, metronome)
    }
  }

  package let model: PlayerModel
  let parts: Parts
  package private(set) lazy var list = TakeList(self)
  package private(set) lazy var recording = TakeRecording(self)
  package private(set) lazy var playback = TakePlayback(self)
  package private(set) lazy var free = FreeTakePlayer(self)
  package private(set) lazy var tempo = TempoController(self)
  package private(set) lazy var ranges = TakeRanges(self)
  package private(set) lazy var songs = SongController(self)
  package private(set) lazy var lanes = LaneController(self)
  package private(set) lazy var practice = PracticeController(self)
  package private(set) lazy var trainer = TrainerController(self)
  var onNotice: (TakeNotice) -> Void = { _ in }
  /// Handles what the engine has reported by now. Called before a recording that the journal has ended is saved: a late main
  /// thread would get to know that first, and the change of the track that has ended it afterwards.
  package var followEngine: () -> Void = {}
  private var subscription: EventStream<PlayerEvent>.Subscription?
  /// The address that was opened last, until its format is known.
  private var remoteOpening: (stream: StreamID, track: TrackLocation)?
  /// The current track if it is a file of a web server.
  private var remoteTrack: TrackLocation?

  /// Creates a controller without takes. If it awaits the kit, that is loaded later: see `TakePlayback.kitIsLoaded`.
  package init(model: PlayerModel, parts: Parts, awaitsKit: Bool = false) {
    self.model = model
    self.parts = parts
    playback.awaitsKit = awaitsKit
    parts.levels.set(.click, to: parts.metronome.level)
    parts.transport.onOpening = { [weak self] in self?.opened($0, $1) }
    parts.transport.onFormat = { [weak self] in self?.formatIsKnown(of: $0) }
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  /// The current track; nil if the queue is empty, and for a stream, whose takes are free. A file of a web server counts as a
  /// stream until its format is known.
  var playedTrack: TrackLocation? { model.nowPlaying.flatMap { $0.isStream ? nil : $0.location } }

  package func notify(_ notice: TakeNotice) { onNotice(notice) }

  // MARK: Events

  private func opened(_ stream: StreamID, _ track: TrackLocation) {
    if track.address == nil { follow(stream, track) } else { remoteOpening = (stream, track) }
  }

  private func formatIsKnown(of stream: StreamID) {
    if let (opening, track) = remoteOpening, opening == stream,
      playback.streamFormat(of: track)?.length != nil
    {
      remoteOpening = nil
      follow(stream, track)
    }
    playback.formatIsKnown(of: stream)
  }

  private func follow(_ stream: StreamID, _ track: TrackLocation) {
    playback.open(stream, track)
    recording.apply(.opened(stream, track))
    list.look(for: track)
    tempo.readTagTempi()
    list.releaseTakes()
    playback.sendSequences()
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .item: itemChanged()
    case .state(let state):
      if state == .playing { musicStarted() }
      if state == .stopped { recording.musicStopped() }
      tempo.updateBeats()
      lanes.updateValues()
    case .speed, .seeked: tempo.updateBeats()
    case .queue:
      // The current track has turned out to be a file of a web server.
      if let playedTrack, playedTrack.address != nil, playedTrack != remoteTrack { itemChanged() }
      tempo.readTagTempi()
    default: break
    }
    songs.receive(event)
    practice.receive(event)
    trainer.receive(event)
  }

  private func musicStarted() {
    list.lastGroup = nil
    if free.playback?.loop != nil, recording.state.track != nil || !recording.isActive { free.end() }
    recording.apply(.musicStarted)
  }

  private func itemChanged() {
    ranges.trackChanged()
    tempo.countClickBars()
    list.lastGroup = nil
    remoteTrack = playedTrack.flatMap { $0.address == nil ? nil : $0 }
    if let playedTrack { list.look(for: playedTrack) }
    tempo.readTagTempi()
    recording.trackChanged()
    tempo.updateBeats()
    lanes.updateValues()
  }

  package func receive(_ segment: MusicSegment) {
    recording.receive(segment)
    lanes.receive(segment)
    tempo.receive(segment)
    ranges.applyRestoredLoop()
    practice.receive(segment)
    trainer.receive(segment)
  }

  /// Handles that the engine has started a free sequence at an output frame.
  package func freeBegan(_ serial: Int, at frame: Int) {
    tempo.beatsBegan(serial, at: frame)
    free.sequenceBegan(serial, at: frame)
    recording.sequenceBegan(serial, at: frame)
  }

  /// The time at which the next beat of the count-in or of the metronome is heard; nil if there is none.
  package var nextBeat: HostTime? {
    [recording.nextCountInBeat, tempo.nextMetronomeBeat].compactMap { $0 }.min()
  }
}

/// A part of the controller of takes. Main thread.
@MainActor
package class TakePart {
  unowned let owner: TakeController
  let model: PlayerModel
  let parts: TakeController.Parts

  init(_ owner: TakeController) { (self.owner, model, parts) = (owner, owner.model, owner.parts) }
}
