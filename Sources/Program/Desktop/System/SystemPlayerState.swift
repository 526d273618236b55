import Application
import AudioBase
import Player
import SystemBase

/// The state of another player, read from its MPRIS properties.
enum SystemPlayerState {
  /// Converts the properties of a player to its state. `properties`: those of the interface `Player`. `name`: the
  /// name of the player, which is shown while it has no track. `now`: when the properties were read.
  static func state(_ properties: [String: BusValue], name: String, now: HostTime) -> ExternalState {
    let metadata = properties["Metadata"]?.members ?? [:]
    let trackName = metadata["mpris:trackid"]?.text ?? ""
    let playback = playback(properties["PlaybackStatus"]?.text)
    let rate = properties["Rate"]?.number.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 1
    let seconds = (properties["Position"]?.number ?? 0) / 1e6
    let position = PositionAnchor(
      trackFrame: FrameCount(seconds: max(seconds, 0), at: .standard), sampleRate: .standard, hostTime: now,
      rate: playback == .playing ? rate : 0)
    var state = ExternalState(
      trackName: trackName, track: track(metadata, trackName, player: name), playback: playback,
      position: position)
    state.volume = properties["Volume"]?.number.map { volume in
      VolumeScale.level(fraction: volume).map { .level($0) } ?? .silent
    }
    state.cover = metadata["mpris:artUrl"]?.text.flatMap(cover)
    return state
  }

  private static func cover(_ address: String) -> ExternalState.Cover? {
    if let path = FileURL.path(address) { return .file(path) }
    return address.isEmpty || address.prefix(5).lowercased() == "file:" ? nil : .address(address)
  }

  private static func playback(_ status: String?) -> PlaybackPhase.State {
    switch status {
    case "Playing": .playing
    case "Paused": .paused
    default: .stopped
    }
  }

  private static func track(_ metadata: [String: BusValue], _ trackName: String, player: String) -> TrackInfo
  {
    // A track that is not a file is named by the id that the player gives it; no file has such a name.
    let file = metadata["xesam:url"]?.text.flatMap(FileURL.path)
    var track = TrackInfo(path: file ?? FilePath("/mpris\(trackName)"))
    let title = metadata["xesam:title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    track.title = title ?? (file == nil ? player : nil)
    track.artists = texts(metadata["xesam:artist"])
    track.artist = track.artists.isEmpty ? nil : track.artists.joined(separator: ", ")
    track.album = metadata["xesam:album"]?.text
    track.albumArtist = texts(metadata["xesam:albumArtist"]).first
    track.trackNumber = metadata["xesam:trackNumber"]?.number.flatMap { Int(exactly: $0) }
    track.genres = texts(metadata["xesam:genre"])
    track.stream.duration = metadata["mpris:length"]?.number.flatMap { $0 > 0 ? $0 / 1e6 : nil }
    return track
  }

  /// Texts that are not empty; some players send one text instead of a list.
  private static func texts(_ value: BusValue?) -> [String] {
    (value?.elements?.compactMap(\.text) ?? value?.text.map { [$0] } ?? []).filter { !$0.isEmpty }
  }
}
