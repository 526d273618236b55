import AudioBase

extension PlayerModel {
  // MARK: Playing

  package func play() { apply(.play) }
  package func pause() { apply(.pause) }
  package func togglePlaying() { apply(.toggle) }
  package func stop() { apply(.stop) }

  /// Plays a track of the queue from its start.
  package func play(_ id: QueueItem.ID) {
    guard queue[id] != nil else { return }
    queue.update(id) { $0.failure = nil }
    select(id)
    phase = PlaybackPhase(.playing)
    loadCurrent(playing: true)
    reportState()
  }

  /// Goes to the next track; after the last one, playback ends unless the queue repeats.
  package func next() {
    if isExternal { return transport.skip(.next) }
    let played = phase.state == .stopped ? nil : queue.currentID
    if let id = queue.following { go(to: id) } else { endOfQueue() }
    consume(played)
  }

  /// Goes to the start of the track; within its first three seconds, to the previous track.
  package func previous() {
    if isExternal { return transport.skip(.previous) }
    let isAtStart = elapsed <= PlayerModel.secondsForPrevious || queue.current?.isStream == true
    if isAtStart, let id = queue.preceding { go(to: id) } else { seek(to: 0) }
  }

  private static let secondsForPrevious = 3.0

  /// Goes to another track; a paused player stays paused.
  private func go(to id: QueueItem.ID) {
    select(id)
    continueWithCurrent()
  }

  /// Stops and makes the first track current.
  func endOfQueue() {
    apply(.stop)
    if let first = queue.first, first != queue.currentID { select(first) }
  }

  /// Makes playback stop at the end of the current track, or continue after it.
  package func toggleStopAfterCurrent() {
    queue.stopsAfterCurrent.toggle()
    prepareNext()
  }

  // MARK: Seeking

  /// Seeks to a position in seconds, limited to the duration.
  package func seek(to seconds: Double) {
    guard let item = queue.current else { return }
    if item.isStream { return notify(.streamCannotSeek(item.id)) }
    let target = max(0, duration.map { min(seconds, $0) } ?? seconds)
    guard loaded.isLoaded, phase.state != .stopped else {
      loaded.startSeconds = target
      events.send(.seeked(target))
      return
    }
    let forward = target >= elapsed
    // Until the target is heard, it counts as the position, so that a second key adds to the first.
    hold(at: target, position?.sampleRate ?? .standard)
    apply(.seek(forward: forward))
    transport.seek(to: target)
    events.send(.seeked(target))
  }

  // MARK: Levels

  nonisolated package static let volumeRange = -60.0...12.0

  /// Sets the volume, limited to `volumeRange`, and ends muting.
  package func setVolume(_ level: Decibels) {
    levels.volume = level.clamped(to: PlayerModel.volumeRange)
    levels.isMuted = false
    volumeChanged()
  }

  package func changeVolume(by step: Decibels) { setVolume(levels.volume + step) }

  package func toggleMute() {
    levels.isMuted.toggle()
    volumeChanged()
  }

  private func volumeChanged() {
    if isExternal { transport.setVolume(levels.isMuted ? nil : levels.volume) } else { sendLevels() }
    events.send(.volume(levels.volume, isMuted: levels.isMuted))
  }

  /// Changes the balance by steps; positive towards the pads.
  package func changeBalance(by steps: Int) {
    let limit = MixLevels.balanceSteps
    levels.balance = min(max(levels.balance + steps, -limit), limit)
    sendLevels()
    events.send(.balance(levels.balance))
  }

  package func setReplayGain(_ mode: ReplayGainMode) {
    levels.replayGain = mode
    sendGainChoice()
  }

  // MARK: Crossfade

  nonisolated package static let crossfades = 0.0...12.0

  /// Sets the seconds for which tracks overlap, from the next join on, limited to `crossfades`.
  package func setCrossfade(_ seconds: Double) {
    let range = PlayerModel.crossfades
    crossfade = min(max(seconds, range.lowerBound), range.upperBound)
    transport.setCrossfade(crossfade)
  }

  // MARK: Speed

  nonisolated package static let speedRange = TimeStretch.speeds
  nonisolated private static let speedStep = 0.05

  /// Sets the speed, rounded to hundredths.
  package func setSpeed(_ value: Double) {
    let range = PlayerModel.speedRange
    let rounded = (min(max(value, range.lowerBound), range.upperBound) * 100).rounded() / 100
    if rounded == speed { return }
    stretch.speed = rounded
    transport.setSpeed(rounded)
    events.send(.speed(rounded))
  }

  package func changeSpeed(by steps: Int) { setSpeed(speed + Double(steps) * PlayerModel.speedStep) }

  /// Sets the pitch. It stays when the track changes.
  package func transpose(_ transposition: Transposition) {
    if transposition == self.transposition { return }
    stretch.transposition = transposition
    transport.transpose(transposition)
    events.send(.transposition(transposition))
  }

  // MARK: Modes

  package func toggleShuffle() { setShuffle(!queue.isShuffled) }

  func setShuffle(_ isOn: Bool, byAlbum: Bool = false) {
    queue.setShuffled(isOn, byAlbum: byAlbum, using: &random)
    events.send(.shuffle(isOn))
    sendGainChoice()
    prepareNext()
    findAlbums()
  }

  package func setRepeat(_ mode: RepeatMode) {
    queue.repeatMode = mode
    events.send(.repeatMode(mode))
    prepareNext()
    findAlbums()
  }

  package nonisolated static let priorities = 0...255

  /// Sets the priority of tracks in shuffle mode.
  package func setPriority(_ priority: Int, of ids: [QueueItem.ID]) {
    queue.setPriority(priority, of: ids)
    queueChanged()
  }

  package func setConsume(_ mode: ConsumeMode) {
    queue.consumeMode = mode
    events.send(.consume(mode))
    prepareNext()
  }
}
