import AudioBase
import MixEngine
import Observation
import SystemBase

/// The player as everyone sees it: observable state, commands that never wait, and an ordered stream of changes.
///
/// Observation tells that something changed, once for any number of changes; `events` tells each change exactly once.
@MainActor @Observable
package final class PlayerModel {
  // MARK: State

  package internal(set) var phase = PlaybackPhase(.stopped)
  package var playbackState: PlaybackState { phase.state }
  package internal(set) var queue = PlayQueue()
  /// The track that is playing, paused, or would play.
  package var nowPlaying: QueueItem? { queue.current }
  /// Where the current track is; nil before it has been heard.
  package internal(set) var position: PositionAnchor?
  package internal(set) var volume = Decibels.unity
  package internal(set) var isMuted = false
  /// Steps towards the pads; negative towards the music.
  package internal(set) var balance = 0
  /// Seconds of the track for each second, at the track's own pitch.
  package internal(set) var speed = 1.0
  /// Which gains of the tracks are applied.
  package internal(set) var replayGain: ReplayGainMode
  package internal(set) var output: OutputStatus?
  /// A bit for each pad that sounds, pad 1 the lowest.
  package internal(set) var soundingPads: UInt64 = 0
  /// How hard each pad was struck last, pad 1 first.
  package internal(set) var lastVelocities = [Int](repeating: 0, count: 64)
  package internal(set) var notice: PlayerNotice?

  @ObservationIgnored package let events = EventStream<PlayerEvent>()

  // MARK: What it works with

  @ObservationIgnored let transport: any MusicTransport
  @ObservationIgnored let mixer: any MixerControl
  @ObservationIgnored package let levels: MixLevels
  @ObservationIgnored package let now: () -> HostTime
  @ObservationIgnored var random: any RandomNumberGenerator
  /// Whether the tags of queued files are being read, to be told by `tracksWereRead`.
  @ObservationIgnored package var readsTags = false
  /// Asks what the index knows of a track's loudness, to be told by `gainWasFound`; nil where there is no index.
  @ObservationIgnored package var findGain: (@MainActor (QueueItem) -> Void)?
  /// What was last given to the transport to follow.
  @ObservationIgnored var preparedNext: QueueItem.ID?
  /// Whether the track loaded last has begun: what begins after it has joined it.
  @ObservationIgnored var hasBegun = false
  /// The duration that the decoder tells, which is better than any tag's.
  @ObservationIgnored var streamDurations: [QueueItem.ID: Double] = [:]
  /// Where the current track starts once it is loaded, in seconds: after a resume.
  @ObservationIgnored var startSeconds = 0.0
  /// The edits of the queue.
  @ObservationIgnored var history = QueueHistory()
  /// Has the tags of these tracks read; they come by `tracksWereRead`.
  @ObservationIgnored package var readTracks: (([QueueItem.ID]) -> Void)?
  /// Whether the transport holds the current track.
  @ObservationIgnored var isLoaded = false

  /// - Parameters:
  ///   - levels: of music and pads at balance 0.
  ///   - random: shuffles; a seeded one in tests.
  ///   - now: the clock; another one in tests.
  package init(
    transport: any MusicTransport, mixer: any MixerControl, levels: MixLevels = MixLevels(),
    replayGain: ReplayGainMode = .auto,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    now: @escaping () -> HostTime = { .now }
  ) {
    self.transport = transport
    self.mixer = mixer
    self.levels = levels
    self.replayGain = replayGain
    self.random = random
    self.now = now
    transport.onEvent = { [weak self] in self?.take($0) }
    sendLevels()
    sendGainChoice()
  }

  // MARK: Derived

  /// Seconds into the current track, as heard now.
  package var elapsed: Double {
    guard let position else { return startSeconds }
    let elapsed = position.elapsed(at: now())
    return duration.map { min(elapsed, $0) } ?? elapsed
  }

  /// Seconds of the current track, nil where nobody knows.
  package var duration: Double? {
    guard let item = queue.current else { return nil }
    return streamDurations[item.id] ?? item.duration
  }

  // MARK: Transitions

  func apply(_ input: PlaybackInput) {
    let before = phase.state
    let (next, effects) = PlaybackTransition.next(phase, input, hasItem: queue.current != nil)
    if next != phase { phase = next }
    for effect in effects { carryOut(effect) }
    if phase.state != before { events.send(.state(phase.state)) }
  }

  private func carryOut(_ effect: PlaybackEffect) {
    switch effect {
    case .startCurrent: loadCurrent(playing: true)
    case .startNext: startNext()
    case .play: if isLoaded { transport.play() } else { loadCurrent(playing: true) }
    case .pause: transport.pause()
    case .stop:
      isLoaded = false
      position = nil
      startSeconds = 0
      preparedNext = nil
      transport.stop()
    }
  }

  func loadCurrent(playing: Bool) {
    guard let item = queue.current else { return }
    isLoaded = true
    position = nil
    preparedNext = nil
    hasBegun = false
    findGain?(item)
    let awaitsGain = item.gain == nil && !isGainSettled(item)
    transport.load(TransportEntry(item, awaitsGain: awaitsGain), at: startSeconds, playing: playing)
    prepareNext()
  }

  private func startNext() {
    guard case .item(let id) = queue.afterEnd else { return }
    select(id)
    loadCurrent(playing: true)
  }

  /// Makes a track the current one without playing it.
  func select(_ id: QueueItem.ID) {
    queue.select(id)
    startSeconds = 0
    position = nil
    events.send(.item(queue.currentID))
  }

  /// Tells the transport what joins the current track, where that has changed.
  func prepareNext() {
    guard isLoaded else { return }
    var next: QueueItem?
    if case .item(let id) = queue.afterEnd { next = queue[id] }
    if next?.id == preparedNext { return }
    preparedNext = next?.id
    if let next { findGain?(next) }
    transport.setNext(next.map { TransportEntry($0) })
  }

  func sendLevels() {
    mixer.set(.master, to: isMuted ? .silence : volume)
    mixer.set(.music, to: levels.music(balance: balance))
    mixer.set(.pads, to: levels.pads(balance: balance))
  }

  func sendGainChoice() {
    let choice: GainChoice =
      switch replayGain {
      case .auto: queue.isShuffled ? .track : .album
      case .album: .album
      case .track: .track
      case .off: .none
      }
    mixer.evenLoudness(by: choice)
  }

  func tell(_ notice: PlayerNotice) {
    self.notice = notice
    events.send(.notice(notice))
  }
}
