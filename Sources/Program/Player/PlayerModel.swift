import AudioBase
import MixEngine
import Observation
import SystemBase

/// The observable state of the player, its commands, which return at once, and an ordered stream of its
/// changes. Main thread.
///
/// Observation reports any number of changes once; `events` reports each change exactly once.
@MainActor @Observable
package final class PlayerModel {
  // MARK: State

  package internal(set) var phase = PlaybackPhase(.stopped)
  package internal(set) var queue = PlayQueue()
  /// The track that is playing, paused, or would play.
  package var nowPlaying: QueueItem? { queue.current }
  /// The position in the current track; nil before it is heard.
  package internal(set) var position: PositionAnchor?
  /// Whether the music has stopped because too little of it has been decoded or received.
  var isStarved = false
  /// The speed and the pitch of the music.
  var stretch = (speed: 1.0, transposition: Transposition.none)
  /// The speed, in seconds of the track per second; the pitch is kept.
  package var speed: Double { stretch.speed }
  /// The change of the pitch; the speed is kept. It belongs to the song, so the session does not keep it.
  package var transposition: Transposition { stretch.transposition }
  /// The seconds for which consecutive tracks overlap; 0 joins them without a gap.
  package internal(set) var crossfade: Double
  /// The output device and its state; nil before a device is started.
  package internal(set) var output: OutputStatus?
  /// Pauses the music later; nil if it is off.
  var sleepTimer: SleepTimer?
  /// The last notice to the user; nil after it was dismissed.
  package internal(set) var notice: PlayerNotice?

  @ObservationIgnored package let events = EventStream<PlayerEvent>()

  // MARK: Collaborators

  @ObservationIgnored let transport: any MusicTransport
  @ObservationIgnored package let levels: PlayerLevels
  @ObservationIgnored package let pads = PadActivity()
  @ObservationIgnored package let now: () -> HostTime
  @ObservationIgnored var random: any RandomNumberGenerator
  @ObservationIgnored package var tracks = TrackReading()
  @ObservationIgnored var loaded = LoadedTracks()
  /// The state of another player; nil before it is known, and if this program plays.
  package internal(set) var external: ExternalState?
  @ObservationIgnored var history = QueueHistory()
  /// The playback state that was reported last, and whether music played or was to play after a seek.
  @ObservationIgnored private var reported = (state: PlaybackState.stopped, isPlaying: false)

  /// Creates a player with an empty queue. `levels` are those at balance 0; `crossfade` is in seconds. Tests have a
  /// seeded `random`, which shuffles, and a clock of their own.
  package init(
    transport: any MusicTransport, mixer: any MixerControl, levels: MixLevels = MixLevels(),
    replayGain: ReplayGainMode = .auto, crossfade: Double = 0,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    now: @escaping () -> HostTime = { .now }
  ) {
    (self.transport, self.crossfade) = (transport, crossfade)
    self.levels = PlayerLevels(mixer, levels, replayGain)
    (self.random, self.now) = (random, now)
    transport.onEvent = { [weak self] in self?.receive($0) }
    sendLevels()
    sendGainChoice()
  }

  // MARK: Derived

  /// The state of playback as the user hears it.
  package var playbackState: PlaybackState {
    // The position is asked first, since this runs often and the item is copied.
    guard phase.state == .playing, position == nil || isStarved, !isExternal, let item = queue.current,
      item.location.address != nil
    else { return PlaybackState(phase.state) }
    return item.station?.isInterrupted == true ? .reconnecting : .buffering
  }

  /// Seconds into the current track, as heard now. Stands still while the device accepts no sound.
  package var elapsed: Double {
    guard let position else { return loaded.startSeconds }
    let elapsed = position.elapsed(at: transport.renderedUntil.map { min($0, now()) } ?? now())
    return duration.map { min(elapsed, $0) } ?? elapsed
  }

  /// The duration of the current track in seconds; nil if unknown.
  package var duration: Double? {
    guard let id = queue.currentID else { return nil }
    return loaded.durations[id] ?? queue.currentDuration
  }

  // MARK: Transitions

  func apply(_ input: PlaybackEvent) {
    let (next, effects) = PlaybackTransition.next(phase, input, hasItem: queue.current != nil)
    if next.state == .interrupted, phase.state != .interrupted { holdPosition() }
    if next != phase { phase = next }
    for effect in effects { carryOut(effect) }
    reportState()
  }

  /// Makes the position stand still where it is now, since nothing more is heard.
  private func holdPosition() {
    guard let moving = position, moving.rate > 0, let item = queue.currentID else { return }
    hold(at: transport.seconds(of: item, heardAt: now()) ?? elapsed, moving.sampleRate)
  }

  /// Makes the position stand still at a time of the track in seconds.
  func hold(at seconds: Double, _ rate: SampleRate) {
    position = PositionAnchor(
      trackFrame: FrameCount(seconds: seconds, at: rate), sampleRate: rate, hostTime: now(), rate: 0)
  }

  /// Reports the playback state if it has changed since the last report. A pause during a seek, and its end, change it, too.
  func reportState() {
    let new = (state: playbackState, isPlaying: phase.isPlaying)
    if new == reported { return }
    reported = new
    events.send(.state(new.state))
  }

  private func carryOut(_ effect: PlaybackEffect) {
    switch effect {
    case .startCurrent: loadCurrent(playing: true)
    case .startNext: startNext()
    case .play: if loaded.isLoaded { transport.play() } else { loadCurrent(playing: true) }
    case .pause: transport.pause()
    case .stop:
      loaded.isLoaded = false
      position = nil
      loaded.startSeconds = 0
      loaded.next = nil
      transport.stop()
    }
  }

  func loadCurrent(playing: Bool) {
    guard let item = queue.current else { return }
    loaded.isLoaded = true
    (position, isStarved) = (nil, false)
    loaded.next = nil
    loaded.hasBegun = false
    if item.location.address == nil { tracks.findGain?(item) }
    let awaitsGain = item.gain == nil && !isGainSettled(item)
    transport.load(item, awaitsGain: awaitsGain, at: loaded.startSeconds, playing: playing)
    prepareNext()
  }

  private func startNext() {
    guard let id = queue.afterEnd else { return }
    select(id)
    loadCurrent(playing: true)
  }

  /// Makes a track the current one without playing it.
  func select(_ id: QueueItem.ID) {
    queue.select(id)
    currentChanged()
  }

  /// Notes that another track is the current one, which begins at a position in seconds.
  func currentChanged(at seconds: Double = 0) {
    (position, loaded.startSeconds) = (nil, seconds)
    events.send(.item(queue.currentID))
  }

  /// Loads the current track in the same state of playback; a seek or an interruption ends.
  func continueWithCurrent() {
    guard phase.state != .stopped else { return }
    if phase.isSeeking || phase.state == .interrupted {
      phase = PlaybackPhase(phase.isPlaying ? .playing : .paused)
    }
    loadCurrent(playing: phase.isPlaying)
    reportState()
  }

  /// Sends the successor of the current track to the transport, if it has changed.
  func prepareNext() {
    guard loaded.isLoaded else { return }
    if queue.awaitsAlbums { queue.setShuffled(true, using: &random) }
    let next = queue.afterEnd.flatMap { queue[$0] }
    if next?.id == loaded.next { return }
    loaded.next = next?.id
    if let next, next.location.address == nil { tracks.findGain?(next) }
    transport.setNext(next)
  }

  /// Sets the levels of music and pads at balance 0.
  package func setLevels(_ levels: MixLevels, isTold: Bool = true) {
    self.levels.mix = levels
    sendLevels()
    if isTold { events.send(.balance(self.levels.balance)) }
  }

  func sendLevels() { levels.send(isExternal: isExternal) }

  func sendGainChoice() { levels.mixer.evenLoudness(by: gainChoice) }

  /// The gains that are applied to tracks now.
  package var gainChoice: GainChoice {
    switch levels.replayGain {
    case .auto: queue.shuffleMode == .tracks ? .track : .album
    case .album: .album
    case .track: .track
    case .off: .none
    }
  }

  func notify(_ notice: PlayerNotice) {
    self.notice = notice
    events.send(.notice(notice))
  }
}
