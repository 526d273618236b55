import AudioBase
import Dubbing
import Player
import Studio

/// The argument of the command `take-mixer`.
package enum TakeMixerCommand: String, CaseIterable, Hashable, Sendable {
  /// The take gets the mixer that is heard.
  case keep
  /// The mixer of the take is heard.
  case load
}

extension Command.Request {
  package static let takeMixer = Argument<TakeMixerCommand>(
    "take-mixer", "ACTION", "keep the mixer in the take, or load that of the take: keep or load", .drum,
    .keepsLayers, read: { TakeMixerCommand(rawValue: $0) }, text: \.rawValue,
    choices: { _, _ in TakeMixerCommand.allCases.map(\.rawValue) }
  ) { application, command, _ in application.perform(command) }
}

/// A comparison of the mixer of a take with the present one. It is kept, since the header is made after each change.
struct MixComparison {
  struct Subject: Hashable {
    /// The number of changes of the present mixer.
    var changes: Int
    var gains: MixGains
    var take: Take.ID
    var mixer: TakeMixer
    /// The present levels of the parts of the song.
    var songParts: [String: SongPartLevel]
    /// The addresses of lanes, whose values change while the take plays.
    var lanes: [String]
  }

  let subject: Subject
  let isChanged: Bool
}

extension PlayerModel {
  /// The levels that belong to the mix.
  package var mixGains: MixGains {
    MixGains(music: levels.mix.music, pads: levels.mix.pads, balance: levels.balance)
  }

  /// The levels that a take stores.
  package var storedGains: MixGains {
    var gains = mixGains
    gains.volume = levels.volume
    return gains
  }
}

extension TakeController {
  /// The take that is heard; nil if none is, and while one is recorded.
  fileprivate var playedTake: Take? {
    guard playback.isOn, !recording.isActive else { return nil }
    if free.isPlaying, let entry = free.playback?.entry { return list.take(entry) }
    return model.playbackState == .stopped ? nil : list.current
  }
}

extension Application {
  /// The name of the take that is heard with another mixer than its own; nil if it has the present one, or none.
  package var takeOfOtherMixer: String? {
    guard let mixer, let take = takes?.playedTake, take.mixer != nil else { return nil }
    let subject = MixComparison.Subject(
      changes: mixer.owner.changes, gains: model.mixGains, take: take.id, mixer: take.ownMixer,
      songParts: songParts(of: take), lanes: take.lanes.map(\.id.address))
    if mixer.comparison?.subject != subject {
      mixer.comparison = MixComparison(
        subject: subject, isChanged: !isHeard(take, ignoring: Set(subject.lanes)))
    }
    return mixer.comparison?.isChanged == true ? take.name : nil
  }

  /// The present levels of the parts of the song of a take; its own if it has no track.
  private func songParts(of take: Take) -> [String: SongPartLevel] {
    guard take.track != nil, let takes else { return take.songParts }
    return takes.list.track.song.partLevels
  }

  /// Returns whether the present mixer and levels are those of a take, except the values at some addresses.
  private func isHeard(_ take: Take, ignoring ignored: Set<String> = []) -> Bool {
    let own = take.ownMixer
    guard let graph = own.graph, mixer?.owner.matches(graph, ignoring: ignored) == true,
      own.hasSongParts(songParts(of: take), ignoring: ignored)
    else { return false }
    guard let gains = own.gains else { return true }
    let present = model.mixGains
    return gains.balance == present.balance
      && (gains.music == present.music || ignored.contains(MixScene.music.text))
      && (gains.pads == present.pads || ignored.contains(MixScene.pads.text))
  }

  func perform(_ command: TakeMixerCommand) -> Outcome {
    guard let mixer else { return .refused(.noMixer) }
    guard let takes, let take = takes.list.shown else { return .refused(.noLayer) }
    if isHeard(take) { return .notice(.mixer(.isOfTake(take.name))) }
    switch command {
    case .keep:
      let heard = TakeMixer(mixer.owner.snapshot, model.storedGains, songParts: songParts(of: take))
      takes.list.edit(takes.list.shownEntry) { $0.setMixer(heard) }
      return .notice(.mixer(.keptInTake(take.name)))
    case .load:
      guard let graph = take.mixer else { return .notice(.mixer(.takeHasNone(take.name))) }
      mixer.scene = nil
      var player = gainsPort
      if take.track != nil, takes.list.group == TakeGroup(takes.playedTrack) {
        player.turned = takes.songs.setLevels(take.songParts)
      }
      mixer.owner.replace(by: graph, take.gains, of: player)
      return .notice(.mixer(announced(.loadedOfTake(take.name), mixer)))
    }
  }

  /// The levels of the player for changes of the whole mix.
  var gainsPort: MixGainsPort {
    MixGainsPort(present: { [model] in model.mixGains }, set: { [weak self] in self?.setGains($0) })
  }

  /// Sets the levels but the volume, which is no part of the mix.
  private func setGains(_ gains: MixGains) {
    let former = model.mixGains
    if (former.music, former.pads, former.balance) == (gains.music, gains.pads, gains.balance) { return }
    model.setLevels(MixLevels(music: gains.music, pads: gains.pads))
    model.changeBalance(by: gains.balance - former.balance)
    // A later change of one level would bring back the former value of the other one from the settings.
    if gains.music != former.music { program.set("music-level", "\(gains.music.value)") }
    if gains.pads != former.pads { program.set("pads-level", "\(gains.pads.value)") }
  }
}
