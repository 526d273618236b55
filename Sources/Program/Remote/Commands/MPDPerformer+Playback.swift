import Application
import AudioBase
import Player

extension MPDPerformer {
  func perform(_ command: MPDCommand.Playback, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
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
    _ arguments: [String], _ item: (Int) throws(MPDError) -> QueueItem
  ) throws(MPDError) {
    if arguments.count == 0 || arguments[0] == "-1" {
      request(.playback(.play))
    } else {
      let id = try item(arguments.integer(0)).id
      application.change { $0.play(id) }
    }
  }

  private func pause(_ arguments: [String]) throws(MPDError) {
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
    if item.id != queue.currentID || model.playbackState == .stopped {
      application.change { $0.play(item.id) }
    }
    request(.request(.seek(.position(seconds))))
  }

  /// Seeks to a position, or with a sign by an offset.
  private func seekCurrent(_ arguments: [String]) throws(MPDError) {
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
    if item.isStream {
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
    if let id = queue.afterEnd, let index = queue.index(of: id) {
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

  // MARK: Options of playback

  func perform(_ command: MPDCommand.Options, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
    switch command {
    case .setvol: setVolume(try arguments.integer(0, in: 0...100))
    case .volume:
      let step = try arguments.integer(0, in: -100...100)
      setVolume(min(max(volume + step, 0), 100))
    case .getvol: return .reply(MPDReply("volume", volume))
    case .random: application.setShuffled(try arguments.boolean(0))
    case .repeat: try setRepeat(arguments.boolean(0))
    case .single: try setSingle(arguments[0])
    case .consume: try setConsume(arguments[0])
    case .crossfade: try setCrossfade(arguments)
    case .replayGainMode: try setReplayGain(arguments[0])
    case .replayGainStatus: return .reply(MPDReply("replay_gain_mode", model.levels.replayGain.rawValue))
    case .mixrampdb: try checkMixRamp(level: arguments[0])
    case .mixrampdelay: try checkMixRamp(delay: arguments)
    }
    return .done
  }

  /// The volume in percent.
  var volume: Int { min(VolumeScale.percent(model.levels.volume, isMuted: model.levels.isMuted), 100) }

  func setVolume(_ percent: Int) {
    if let level = VolumeScale.level(fraction: Double(percent) / 100) {
      request(.request(.volume(level)))
    } else if !model.levels.isMuted {
      request(.playback(.mute))
    }
  }

  private func setRepeat(_ isOn: Bool) {
    if isOn == (queue.repeatMode == .off) { application.change { $0.setRepeat(isOn ? .all : .off) } }
  }

  /// Sets the option `single`. With `repeat`, the track is repeated; without it, playback stops after the track.
  private func setSingle(_ value: String) throws(MPDError) {
    switch value {
    case "0":
      if queue.repeatMode == .one { application.change { $0.setRepeat(.all) } }
      application.setStopsAfterCurrent(false)
    case "1" where queue.repeatMode != .off: application.change { $0.setRepeat(.one) }
    case "1", "oneshot": application.setStopsAfterCurrent(true)
    default: throw refused(value)
    }
  }

  private func setCrossfade(_ arguments: [String]) throws(MPDError) {
    let seconds = try arguments.seconds(arguments[0])
    guard PlayerModel.crossfades.contains(seconds) else {
      throw MPDError(
        .argument,
        "Number too large: \(arguments[0]); a crossfade has 0 to \(Int(PlayerModel.crossfades.upperBound)) seconds"
      )
    }
    application.setCrossfade(ofClient: seconds)
  }

  private func setConsume(_ value: String) throws(MPDError) {
    let modes: [String: ConsumeMode] = ["0": .off, "1": .on, "oneshot": .once]
    guard let mode = modes[value] else { throw refused(value) }
    application.change { if $0.queue.consumeMode != mode { $0.setConsume(mode) } }
  }

  private func refused(_ value: String) -> MPDError {
    MPDError(.argument, "Boolean (0/1) or \"oneshot\" expected: \(value)")
  }

  private func setReplayGain(_ value: String) throws(MPDError) {
    guard let mode = ReplayGainMode(rawValue: value.lowercased()) else {
      throw MPDError(.argument, "Unrecognized replay gain mode")
    }
    application.setReplayGain(ofClient: mode)
  }

  // MARK: MixRamp

  private static let noMixRamp = MPDError(
    .argument, "MixRamp is not supported; crossfade overlaps tracks for a fixed time")

  /// Checks the argument of `mixrampdb`.
  ///
  /// - Throws: if the level is not 0, since MixRamp is not supported.
  private func checkMixRamp(level: String) throws(MPDError) {
    guard let number = Double(level), number.isFinite else {
      throw MPDError(.argument, "Float expected: \(level)")
    }
    if number != 0 { throw MPDPerformer.noMixRamp }
  }

  /// Checks the argument of `mixrampdelay`.
  ///
  /// - Throws: if the delay is not `nan` or negative, since MixRamp is not supported.
  private func checkMixRamp(delay arguments: [String]) throws(MPDError) {
    if arguments[0].lowercased() != "nan", try arguments.seconds(arguments[0]) >= 0 {
      throw MPDPerformer.noMixRamp
    }
  }
}
