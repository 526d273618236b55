import AudioBase
import Dubbing
import MixEngine
import Studio

/// What addresses of values mean, and the lanes of the take that is shown.
extension LaneController {
  nonisolated static let volume = MixGraph.Address(.master, .gain).text

  /// Returns whether a value is held until it is 0: a move, a throw, and the mute of the output.
  static func isHold(_ address: String) -> Bool {
    switch MixGraph.Address(address)?.part {
    case .move, .throw: true
    case .mute: address == MixerLanes.mute
    case .gain, .pan, .solo, .send, .parameter, .sweep, .song, nil: false
    }
  }

  /// Returns the addresses whose lanes move a level.
  static func addresses(of level: EngineCommand.Level) -> [String] {
    switch level {
    case .music: ["music/gain"]
    case .pads: ["pads/gain"]
    case .click: ["click/gain"]
    case .master: [volume, MixerLanes.mute]
    }
  }

  /// Returns a level of the player as the user has set it; that of the output is the volume, also while it is muted.
  func gain(of level: EngineCommand.Level) -> Decibels {
    let levels = model.levels
    return switch level {
    case .music: levels.mix.music(balance: levels.balance)
    case .pads: levels.mix.pads(balance: levels.balance)
    case .click: owner.tempo.metronome.level
    case .master: levels.volume
    }
  }

  /// Has the values of a part of the song that a hand has changed recorded, and held while lanes move them.
  func record(_ level: SongPartLevel, after former: SongPartLevel, ofPart name: String) {
    if let recorded = owner.recording.recorded, recorded.track == nil { return }
    for value in MixGraph.Address.SongValue.allCases where level.value(value) != former.value(value) {
      let (number, address) = (level.value(value), MixGraph.Address(songPart: name, value).text)
      record(number, at: address)
      // At once, so that what is reported is heard from the same frame on.
      if heardPlan?.values[address] != nil, touch(address, number) { touchesChanged([address]) }
    }
  }

  /// Reports once which lanes of a take are not played. While plug-ins are awaited, this waits.
  func tell(of plan: LanePlan, _ take: Take) {
    guard !plan.unknown.isEmpty, mixer?.isComplete == true, told.insert(take.id).inserted else { return }
    owner.notify(.lane(.unknown(take: take.name, plan.unknown.sorted())))
  }

  /// Reports once which lanes of the take of a track move parts that its song does not have.
  ///
  /// - Parameter names: the parts of the song.
  func tell(ofParts names: [String], of track: TrackLocation) {
    guard let take = owner.list.tracks[.track(track)]?.take, !toldOfParts.contains(take.id),
      let plan = plans[take.id]
    else { return }
    let unknown = plan.values.keys.filter { address in
      MixGraph.Address(address)?.songPart.map { !names.contains($0) } ?? false
    }
    if unknown.isEmpty { return }
    toldOfParts.insert(take.id)
    owner.notify(.lane(.unknownParts(take: take.name, unknown.sorted(), known: names)))
  }

  private func isKnown(_ lane: Lane) -> Bool {
    lane.isOfSongPart || mixer?.value(at: lane.id.address) != nil
  }

  /// The lanes of the current take. If the track that is heard has none, those of the take without a track.
  var list: LaneNotice {
    let shown = owner.list.shown
    guard let take = shown ?? owner.list.freeTake else { return .list(take: nil, []) }
    return .list(
      take: take.name, isFree: shown == nil,
      take.lanes.map { lane in
        LaneNotice.Line(
          address: lane.id.address, layer: lane.id.layer.flatMap { take.layer($0)?.settings.name },
          points: lane.count,
          mode: isKnown(lane) ? mode(of: lane.id.address) : nil)
      })
  }
}
