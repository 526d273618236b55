import Application
import AudioBase
import Player
import SystemBase

/// Another player of the desktop as the transport of the music: commands go to it, and its state comes from it. Main
/// thread.
///
/// Its shuffle, repeat and queue are not changed, and it continues when this program ends.
@MainActor
package final class SystemTransport: MusicTransport {
  package var onEvent: (@MainActor (TransportEvent) -> Void)?
  package var onNotice: (SystemNotice) -> Void = { _ in }
  package var isExternal: Bool { true }

  private var bus: BusConnection?
  /// The well-known name of the player on the bus; nil while there is none.
  private(set) var player: String?
  private var properties: [String: BusValue] = [:]
  /// Whether the state of the player was not read yet.
  private var isNew = false
  /// The number of the last request for all properties: earlier answers are outdated.
  private var lastRequest = 0

  package init() {}

  private var shownName: String { player.map(SystemPlayers.short) ?? "" }

  // MARK: The player

  /// Receives the changes of all players from a bus.
  package func connect(_ bus: BusConnection) throws(BusError) {
    self.bus = bus
    let signal = "type='signal',path='\(MPRIS.object)'"
    try bus.listen("\(signal),interface='\(MPRIS.properties)',member='PropertiesChanged'") {
      [weak self] _ in self?.refresh()
    }
    try bus.listen("\(signal),interface='\(MPRIS.player)',member='Seeked'") { [weak self] _ in
      self?.refresh()
    }
  }

  package func attach(_ name: String) {
    player = name
    properties = [:]
    isNew = true
    refresh()
  }

  /// Releases the player. Called when it has ended.
  package func detach() {
    guard player != nil else { return }
    let name = shownName
    (player, properties) = (nil, [:])
    lastRequest += 1
    publish(SystemPlayerState.state([:], name: name, now: .now))
    onNotice(.ended(name))
  }

  /// Reads the state of the player. Several changes at once are read together.
  private func refresh() {
    guard let bus, let player else { return }
    lastRequest += 1
    let number = lastRequest
    bus.call(
      BusCall(player, MPRIS.object, MPRIS.properties, "GetAll", [.string(MPRIS.player)])
    ) { [weak self] reply in
      guard let self, number == lastRequest, case .success(let values) = reply,
        let all = values.first?.members
      else { return }
      properties = all
      publish(SystemPlayerState.state(all, name: shownName, now: .now))
      if isNew { onNotice(.attached(shownName)) }
      isNew = false
    }
  }

  private func publish(_ state: ExternalState) { onEvent?(.external(state)) }

  // MARK: Commands

  package func play() { send("Play") }
  package func pause() { send("Pause") }
  package func stop() { send("Stop") }

  package func skip(_ direction: SkipDirection) {
    switch direction {
    case .next: send("Next")
    case .previous: send("Previous")
    }
  }

  package func seek(to seconds: Double) {
    let metadata = properties["Metadata"]?.members ?? [:]
    guard case .path(let track)? = metadata["mpris:trackid"] else {
      // Without a name of the track, only steps are possible.
      let step = seconds * 1e6 - (properties["Position"]?.number ?? 0)
      return send("Seek", [.int64(Int64(step))])
    }
    send("SetPosition", [.path(track), .int64(Int64(seconds * 1e6))])
  }

  package func setVolume(_ level: Decibels?) {
    let value = level.map { VolumeScale.fraction($0, isMuted: false) } ?? 0
    send(
      "Set", [.string(MPRIS.player), .string("Volume"), .variant(.double(value))],
      of: MPRIS.properties)
  }

  /// Plays if requested. The only track of the queue is that of the player, so there is nothing to load.
  package func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool) {
    if playing { play() }
  }

  package func setNext(_ item: QueueItem?) {}
  package func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {}
  package func setSpeed(_ speed: Double) {}
  package func setCrossfade(_ seconds: Double) {}

  /// Calls a method of the player; its state is read afterwards, also if it refuses.
  private func send(_ method: String, _ arguments: [BusValue] = [], of interface: String = MPRIS.player) {
    guard let bus, let player else { return }
    let name = shownName
    bus.call(BusCall(player, MPRIS.object, interface, method, arguments)) { [weak self] reply in
      guard let self, self.player == player else { return }
      if case .failure(let error) = reply { onNotice(.refused(name, detail: error.detail)) }
      refresh()
    }
  }
}

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
    state.volume = properties["Volume"]?.number.map { VolumeScale.level(fraction: $0) ?? .silence }
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
