import Application
import AudioBase
import Player

/// Options of playback.
extension MPDPerformer {
  func perform(_ command: MPDCommand.Options, _ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
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
    switch (isOn, queue.repeatMode) {
    case (true, .off): application.setRepeat(.all)
    case (false, .one), (false, .all): application.setRepeat(.off)
    case (true, .one), (true, .all), (false, .off): break
    }
  }

  /// Sets the option `single`. With `repeat`, the track is repeated; without it, playback stops after the track.
  private func setSingle(_ value: String) throws(MPDError) {
    switch value {
    case "0":
      if queue.repeatMode == .one { application.setRepeat(.all) }
      application.setStopsAfterCurrent(false)
    case "1" where queue.repeatMode != .off: application.setRepeat(.one)
    case "1", "oneshot": application.setStopsAfterCurrent(true)
    default: throw refused(value)
    }
  }

  private func setCrossfade(_ arguments: MPDArguments) throws(MPDError) {
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
    application.setConsume(mode)
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
  private func checkMixRamp(delay arguments: MPDArguments) throws(MPDError) {
    if arguments[0].lowercased() != "nan", try arguments.seconds(arguments[0]) >= 0 {
      throw MPDPerformer.noMixRamp
    }
  }
}
