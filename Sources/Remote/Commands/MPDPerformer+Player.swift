import Application
import AudioBase
import Player

/// Playback, its options and its status.
extension MPDPerformer {
  func performOnPlayer(_ command: MPDCommand, _ arguments: MPDArguments) throws(MPDError) -> MPDOutcome? {
    switch command {
    case .next: request(.playback(.next))
    case .previous: request(.playback(.previous))
    case .stop: request(.playback(.stop))
    case .pause: try pause(arguments)
    case .play:
      if arguments.count == 0 || arguments[0] == "-1" { return play() }
      request(.direct(.playTrack(try item(at: arguments.integer(0)).id)))
    case .playid:
      if arguments.count == 0 || arguments[0] == "-1" { return play() }
      request(.direct(.playTrack(try item(withID: arguments.integer(0)).id)))
    case .seek: try seek(item(at: arguments.integer(0)), arguments.seconds(arguments[1]))
    case .seekid: try seek(item(withID: arguments.integer(0)), arguments.seconds(arguments[1]))
    case .seekcur: try seekCurrent(arguments)
    case .setvol: setVolume(try arguments.integer(0, in: 0...100))
    case .volume:
      let step = try arguments.integer(0, in: -100...100)
      setVolume(min(max(volume + step, 0), 100))
    case .getvol: return .reply(MPDReply("volume", volume))
    case .random: request(.direct(.shuffle(try arguments.boolean(0))))
    case .repeat: try setRepeat(arguments.boolean(0))
    case .single: try setSingle(arguments)
    case .consume:
      let modes: [String: ConsumeMode] = ["0": .off, "1": .on, "oneshot": .once]
      guard let mode = modes[arguments[0]] else { throw refused(arguments[0]) }
      request(.direct(.consume(mode)))
    case .crossfade: try setCrossfade(arguments)
    case .replayGainMode:
      guard let mode = ReplayGainMode(rawValue: arguments[0].lowercased()) else {
        throw MPDError(.argument, "Unrecognized replay gain mode")
      }
      request(.direct(.replayGain(mode)))
    case .replayGainStatus: return .reply(MPDReply("replay_gain_mode", model.replayGain.rawValue))
    case .clearerror: application.dismissNotice()
    case .status: return .reply(status)
    case .currentsong: return .reply(currentSong)
    case .mixrampdb:
      guard let level = Double(arguments[0]), level.isFinite else {
        throw MPDError(.argument, "Float expected: \(arguments[0])")
      }
      if level != 0 { throw MPDPerformer.noMixRamp }
    case .mixrampdelay:
      if arguments[0].lowercased() != "nan", try arguments.seconds(arguments[0]) >= 0 {
        throw MPDPerformer.noMixRamp
      }
    default: return nil
    }
    return .done
  }

  private func refused(_ value: String) -> MPDError {
    MPDError(.argument, "Boolean (0/1) or \"oneshot\" expected: \(value)")
  }

  private func play() -> MPDOutcome {
    request(.playback(.play))
    return .done
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
    if item.id != queue.currentID || model.playbackState == .stopped { request(.direct(.playTrack(item.id))) }
    request(.request(.position(seconds)))
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
    request(.request(.position(sign.map { max(model.elapsed + $0 * seconds, 0) } ?? seconds)))
  }

  private func checkSeek(_ item: QueueItem) throws(MPDError) {
    if item.location.address != nil {
      throw MPDError(.system, "a stream has no position that could be changed")
    }
  }

  // MARK: Options

  /// The volume in percent.
  var volume: Int { min(VolumeScale.percent(model.volume, isMuted: model.isMuted), 100) }

  private func setVolume(_ percent: Int) {
    if let level = VolumeScale.level(fraction: Double(percent) / 100) {
      return request(.request(.volume(level)))
    }
    if !model.isMuted { request(.playback(.mute)) }
  }

  private func setRepeat(_ isOn: Bool) {
    switch (isOn, queue.repeatMode) {
    case (true, .off): request(.direct(.repeatMode(.all)))
    case (false, .one), (false, .all): request(.direct(.repeatMode(.off)))
    case (true, .one), (true, .all), (false, .off): break
    }
  }

  /// Sets `single`: with `repeat`, the track is repeated; without it, playback stops after the track.
  private func setSingle(_ arguments: MPDArguments) throws(MPDError) {
    switch arguments[0] {
    case "0":
      if queue.repeatMode == .one { request(.direct(.repeatMode(.all))) }
      request(.direct(.stopAfterCurrent(false)))
    case "1" where queue.repeatMode != .off: request(.direct(.repeatMode(.one)))
    case "1", "oneshot": request(.direct(.stopAfterCurrent(true)))
    default: throw refused(arguments[0])
    }
  }

  private static let noMixRamp = MPDError(
    .argument, "MixRamp is not supported; crossfade overlaps tracks for a fixed time")

  private func setCrossfade(_ arguments: MPDArguments) throws(MPDError) {
    let seconds = try arguments.seconds(arguments[0])
    guard PlayerModel.crossfades.contains(seconds) else {
      throw MPDError(
        .argument,
        "Number too large: \(arguments[0]); a crossfade has 0 to \(Int(PlayerModel.crossfades.upperBound)) seconds"
      )
    }
    request(.direct(.crossfade(seconds)))
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
    if application.library?.isScanning == true { reply.add("updating_db", max(scans, 1)) }
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
