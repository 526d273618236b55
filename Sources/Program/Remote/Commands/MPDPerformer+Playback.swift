import Application
import AudioBase
import Player

/// Playback and its status.
extension MPDPerformer {
  func perform(_ command: MPDCommand.Playback, _ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
    switch command {
    case .next: request(.playback(.next))
    case .previous: request(.playback(.previous))
    case .stop: request(.playback(.stop))
    case .pause: try pause(arguments)
    case .play: try play(arguments, item(at:))
    case .playid: try play(arguments, item(withID:))
    case .seek: try seek(item(at: arguments.integer(0)), arguments.seconds(arguments[1]))
    case .seekid: try seek(item(withID: arguments.integer(0)), arguments.seconds(arguments[1]))
    case .seekcur: try seekCurrent(arguments)
    case .clearerror: application.dismissNotice()
    case .status: return .reply(status)
    case .currentsong: return .reply(currentSong)
    }
    return .done
  }

  /// Plays on, or plays the track that `item` returns for the argument.
  private func play(
    _ arguments: MPDArguments, _ item: (Int) throws(MPDError) -> QueueItem
  ) throws(MPDError) {
    if arguments.count == 0 || arguments[0] == "-1" {
      request(.playback(.play))
    } else {
      application.play(try item(arguments.integer(0)).id)
    }
  }

  private func pause(_ arguments: MPDArguments) throws(MPDError) {
    if arguments.count == 0 {
      if model.playbackState != .stopped { request(.playback(.playPause)) }
    } else if try arguments.boolean(0) {
      request(.playback(.pause))
    } else if model.playbackState != .stopped {
      request(.playback(.play))
    }
  }

  private func seek(_ item: QueueItem, _ seconds: Double) throws(MPDError) {
    try checkSeek(item)
    if item.id != queue.currentID || model.playbackState == .stopped { application.play(item.id) }
    request(.request(.seek(.position(seconds))))
  }

  /// Seeks to a position, or with a sign by an offset.
  private func seekCurrent(_ arguments: MPDArguments) throws(MPDError) {
    guard let item = queue.current, model.playbackState != .stopped else {
      throw MPDError(.system, "Not playing")
    }
    try checkSeek(item)
    let text = arguments[0]
    let sign: Double? = text.hasPrefix("+") ? 1 : text.hasPrefix("-") ? -1 : nil
    let seconds = try arguments.seconds(sign == nil ? text : String(text.dropFirst()))
    let target = sign.map { max(model.elapsed + $0 * seconds, 0) } ?? seconds
    request(.request(.seek(.position(target))))
  }

  private func checkSeek(_ item: QueueItem) throws(MPDError) {
    if item.location.address != nil {
      throw MPDError(.system, "a stream has no position that could be changed")
    }
  }

  // MARK: Status

  private var status: MPDReply {
    let queue = queue
    var reply = MPDReply("volume", volume)
    reply.add("repeat", queue.repeatMode == .off ? 0 : 1)
    reply.add("random", queue.isShuffled ? 1 : 0)
    reply.add("single", queue.stopsAfterCurrent ? "oneshot" : queue.repeatMode == .one ? "1" : "0")
    reply.add("consume", queue.consumeMode == .off ? "0" : queue.consumeMode == .on ? "1" : "oneshot")
    reply.add("partition", MPDPerformer.partition)
    reply.add("playlist", queueVersion)
    reply.add("playlistlength", queue.items.count)
    reply.add("mixrampdb", "0")
    reply.add("state", state)
    // MPD has no such states.
    if model.playbackState.awaitsStream { reply.add("waiting", model.playbackState.rawValue) }
    if model.crossfade > 0 { reply.add("xfade", Int(model.crossfade.rounded())) }
    if let item = queue.current, let index = queue.currentIndex { addCurrent(item, index, to: &reply) }
    if case .item(let id) = queue.afterEnd, let index = queue.index(of: id) {
      reply.add("nextsong", index)
      reply.add("nextsongid", id.value)
    }
    if application.library?.scans.isRunning == true { reply.add("updating_db", max(scans, 1)) }
    if let item = queue.current, let failure = item.failure {
      reply.add("error", "\(failure.subject): \(failure.detail ?? "\(failure.code)")")
    }
    return reply
  }

  private func addCurrent(_ item: QueueItem, _ index: Int, to reply: inout MPDReply) {
    reply.add("song", index)
    reply.add("songid", item.id.value)
    guard model.playbackState != .stopped else { return }
    let (elapsed, duration) = (MPDReply.limited(model.elapsed), model.duration.map(MPDReply.limited))
    reply.add("time", "\(Int(elapsed.rounded())):\(Int((duration ?? 0).rounded()))")
    reply.add("elapsed", seconds: elapsed)
    let sound = (item.tags ?? item.listed).stream
    reply.add("bitrate", sound.bitrate.map { $0 / 1000 } ?? 0)
    if let duration { reply.add("duration", seconds: duration) }
    if let rate = sound.sampleRate {
      reply.add("audio", "\(rate):\(sound.bitsPerSample.map(String.init) ?? "f"):\(sound.channels ?? 2)")
    }
  }

  /// `play`, `pause` or `stop`. A stream that is awaited pauses: its position stands still.
  var state: String {
    let state = model.playbackState
    if model.phase.isPlaying, !state.awaitsStream { return "play" }
    return state == .stopped ? "stop" : "pause"
  }
}
