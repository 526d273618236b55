import Player

/// Playing: the commands of the transport, the sleep timer, and the events of the player.
extension Application {
  func sleep(afterMinutes minutes: Int) -> Outcome {
    model.sleep(afterMinutes: minutes)
    return .notice(.sleepTimer(.pauses(minutes: minutes)))
  }

  /// Starts the sleep timer with the minutes that were typed.
  package func sleep(typed text: String) -> Outcome {
    guard let minutes = Int(text), PlayerModel.sleepMinutes.contains(minutes) else {
      return .notice(.sleepTimer(.invalid))
    }
    return sleep(afterMinutes: minutes)
  }

  package func seek(by seconds: Int) -> Outcome { seek(to: model.elapsed + Double(seconds)) }

  /// The seconds at the end of a track that a seek does not reach from before them, since the track would end at once.
  private static let lastSeconds = 1.0

  /// Seeks to a position in seconds; a position after the end is the last second of the track.
  package func seek(to seconds: Double) -> Outcome {
    if model.queue.isEmpty && !model.isExternal { return .notice(.queue(.isEmpty)) }
    let last = model.duration.map { max($0 - Application.lastSeconds, model.elapsed, 0) } ?? .infinity
    model.seek(to: min(seconds, last))
    return .position
  }

  /// Seeks to a part of the track.
  ///
  /// - Parameter part: 0…1.
  package func seek(toPart part: Double) -> Outcome {
    guard model.queue.current?.location.address == nil, model.duration == nil, !model.queue.isEmpty else {
      return seek(to: (model.duration ?? 0) * part)
    }
    return .notice(.lengthUnknown)
  }

  // MARK: Events of the player

  func receive(_ event: PlayerEvent) {
    switch event {
    case .notice(let notice): report(.player(notice))
    case .queue: retitleNowPlaying()
    case .state(let playback):
      notePlayback(playback)
      if playback == .playing { findChapters() }
    case .item:
      if model.playbackState == .playing { notePlayback(.playing) }
      if model.playbackState == .playing { findChapters() }
    case .seeked(let seconds):
      findChapters()
      if model.phase.state == .stopped {
        report(model.isExternal ? .library(.nothingPlays) : .playBegins(at: seconds))
      }
    case .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .transposition,
      .output:
      break
    }
  }

  private func notePlayback(_ playback: PlaybackState) {
    let notice: Notice
    switch playback {
    case .playing:
      guard let item = model.nowPlaying else { return }
      state.announced = item
      notice = .nowPlaying(title: item.title)
    case .paused: notice = .paused
    case .stopped: notice = .stopped
    // They are shown by other means.
    case .interrupted, .seekingForward, .seekingBackward, .buffering, .reconnecting: return
    }
    if state.notices.last != notice { note(notice) }
  }

  /// Replaces the name of the current track in its notice by the title that the screen shows, once the tags have been
  /// read.
  func retitleNowPlaying() {
    guard let item = model.nowPlaying, let before = state.announced, before.id == item.id,
      before.title != item.title
    else { return }
    state.announced = item
    state.notices.replace(.nowPlaying(title: before.title), by: .nowPlaying(title: item.title))
  }
}
