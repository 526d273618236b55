import AudioBase
import SystemBase

/// Lets the player follow the transport that programs share, and lead it. Main thread.
///
/// The position of the transport is that in the current track, at speed 1.
@MainActor
package final class TransportLink {
  package enum Mode: String, CaseIterable, Sendable {
    case off, follow, lead, both

    fileprivate var follows: Bool { self == .follow || self == .both }
    fileprivate var leads: Bool { self == .lead || self == .both }
  }

  /// Seconds by which the position of the music may differ from that of the transport.
  private static let tolerance = 0.005
  /// The longest duration of a seek that is compensated, in seconds.
  private static let longestSeek = 0.5

  package var mode: Mode { didSet { if mode.leads && !oldValue.leads { lead(model.playbackState) } } }
  private let model: PlayerModel
  private let send: (SharedTransportRequest) -> Void
  /// The number of starts and stops that were requested.
  private var stateRequests = 0
  private var subscription: EventStream<PlayerEvent>.Subscription?
  /// Whether the player changes because the transport has changed.
  private var isFollowing = false
  /// The change that the player seeks for, and where to, until that is heard; nil if there is none.
  private var followed: (change: SharedTransportChange, seconds: Double)?
  /// Whether the position is corrected if the duration of the seek was not the expected one.
  private var mayCorrect = false
  /// The last measured seconds from a seek to its sound.
  private var seekTime = 0.0

  /// Creates a link to a player. `changes` are what other programs do with the transport.
  package init(
    _ model: PlayerModel, mode: Mode, changes: MainThreadChannel<SharedTransportChange>,
    request: @escaping (SharedTransportRequest) -> Void
  ) {
    (self.model, self.mode, send) = (model, mode, request)
    changes.receive = { [weak self] in self?.receive($0) }
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  // MARK: Following

  /// Applies what another program has done with the transport, unless it was started or stopped from here since.
  ///
  /// A transport that rolls and is only relocated does not end the user's pause. It is relocated, too, when the output has
  /// missed cycles.
  func receive(_ change: SharedTransportChange) {
    guard mode.follows, model.queue.current != nil, change.precedingRequests == stateRequests else { return }
    mayCorrect = true
    let phase = model.phase
    guard change.isRolling else { return stop(with: change) }
    if change.isStateChanged ? change.isRelocated || !phase.isPlaying : !phase.isPaused { play(with: change) }
  }

  /// Plays from where the transport is when the music begins.
  private func play(with change: SharedTransportChange) {
    let seconds = change.seconds(at: model.now()) + seekTime
    follow(change, to: seconds) {
      model.seek(to: seconds)
      if !model.phase.isPlaying { model.play() }
    }
  }

  private func stop(with change: SharedTransportChange) {
    follow(change, to: change.seconds) {
      if change.isRelocated { model.seek(to: change.seconds) }
      if model.phase.isPlaying { model.pause() }
    }
  }

  private func follow(_ change: SharedTransportChange, to seconds: Double, _ apply: () -> Void) {
    isFollowing = true
    apply()
    isFollowing = false
    followed = model.phase.isSeeking ? (change, seconds) : nil
  }

  /// Measures how long a seek has taken, and seeks once more if the music is not at the position of the transport.
  private func correctSeek(for change: SharedTransportChange) {
    guard change.isRolling, model.phase.isPlaying, let position = model.position else { return }
    let format = model.output?.format
    let delay = format.map { ($0.buffer - $0.period).seconds(at: $0.sampleRate) } ?? 0
    let late =
      change.seconds(at: position.hostTime.advanced(bySeconds: -delay))
      - position.elapsed(at: position.hostTime)
    seekTime = min(max(seekTime + late, 0), TransportLink.longestSeek)
    if late.magnitude < TransportLink.tolerance || !mayCorrect { return }
    mayCorrect = false
    play(with: change)
  }

  // MARK: Leading

  private func receive(_ event: PlayerEvent) {
    if isFollowing { return }
    switch event {
    case .state(let state):
      let change = followed?.change
      if !model.phase.isSeeking { followed = nil }
      if let change, change.isRolling == (state == .playing) {
        if followed == nil { correctSeek(for: change) }
      } else {
        lead(state)
      }
    case .seeked(let seconds):
      // A correction is reported late.
      if followed?.seconds == seconds { return }
      followed = nil
      // What plays is located when it is heard.
      if mode.leads && !model.phase.isPlaying { request(.locate(seconds)) }
    case .item: if mode.leads { request(.locate(model.elapsed)) }
    case .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .transposition,
      .queue, .output, .notice:
      break
    }
  }

  private func request(_ request: SharedTransportRequest) {
    if request.changesState { stateRequests += 1 }
    send(request)
  }

  private func lead(_ state: PlaybackState) {
    guard mode.leads else { return }
    switch state {
    case .playing:
      request(.locate(model.elapsed))
      request(.start)
    case .paused, .stopped, .interrupted, .buffering, .reconnecting: request(.stop)
    case .seekingForward, .seekingBackward: break
    }
  }
}
