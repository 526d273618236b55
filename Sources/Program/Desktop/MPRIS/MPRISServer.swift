import Application
import AudioBase
import MusicLibrary
import Observation
import Player
import SystemBase

/// Serves the player to media keys, panels and remote controls as MPRIS describes it. Main thread.
@MainActor
package final class MPRISServer {
  /// The least difference in seconds between the position and the expected one that is announced as a jump.
  private static let jump = 0.2

  /// A position from which the following ones are expected.
  private struct ExpectedPosition {
    var item: QueueItem.ID?
    var seconds: Double
    var time: HostTime
    var rate: Double
  }

  let application: Application
  private let covers: CoverFiles
  let folder: FilePath
  private static let mainName = MPRIS.name + ".drumdub"
  /// The name of this player on the bus: while another player has the main one, a name with the number of the process.
  private var name = MPRISServer.mainName
  private let secondName: String
  private let bus: BusConnection
  private(set) var state = MPRISState()
  private var expected: ExpectedPosition?
  private var needsUpdate = true
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// Creates a server, which is not connected yet. `folder`: the folder that relative paths start from. `process`:
  /// the number of this process, for the name of a second player.
  package init(
    _ bus: BusConnection, application: Application, covers: CoverFiles, folder: FilePath, process: Int32
  ) throws(BusError) {
    (self.bus, self.application, self.covers, self.folder) = (bus, application, covers, folder)
    secondName = "\(MPRISServer.mainName).instance\(process)"
    application.library?.followsPlaylists = true
    update()
    try bus.serve(MPRIS.object) { [weak self] in self?.answer($0) }
    try bus.listen(
      "type='signal',sender='org.freedesktop.DBus',member='NameAcquired',arg0='\(MPRISServer.mainName)'"
    ) { [weak self] _ in self?.useMainName() }
    bus.requestName(name) { [weak self] isOwner in
      guard !isOwner, let self else { return }
      name = secondName
      self.bus.requestName(name) { _ in }
    }
    subscription = application.model.events.subscribe { [weak self] event in
      switch event {
      case .seeked, .state, .item: self?.needsUpdate = true
      case .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .transposition,
        .queue, .output, .notice:
        break
      }
    }
  }

  /// Takes the main name. Called when the player that had it has ended.
  private func useMainName() {
    if name == MPRISServer.mainName { return }
    bus.releaseName(name)
    name = MPRISServer.mainName
  }

  /// Returns whether a name on the bus belongs to this player, or has belonged to it.
  package func owns(_ other: String) -> Bool { other == name || other == secondName }

  // MARK: Changes

  /// Announces what has changed since the last call. Called in each turn of the main loop.
  package func update() {
    guard needsUpdate else { return }
    needsUpdate = false
    if let item = application.model.nowPlaying, item.location.address == nil {
      application.library?.show(queue: [item])
      covers.request(item.location)
    }
    let new = withObservationTracking {
      // A jump, the opening of the library, which knows ratings, and a change of its tracks.
      _ = (application.model.position, application.library?.stage, application.library?.queueLookupCount)
      return MPRISState(application, covers, folder: folder)
    } onChange: { [weak self] in
      // The model is isolated to the main actor, so it changes on the main thread.
      MainActor.assumeIsolated { self?.needsUpdate = true }
    }
    for signal in state.signals(to: new) { emit(signal) }
    state = new
    announceJump()
  }

  /// Announces a position that does not follow from the last one.
  private func announceJump() {
    let model = application.model
    let new = ExpectedPosition(
      item: model.queue.currentID, seconds: model.elapsed, time: model.now(),
      rate: model.playbackState == .playing && model.position != nil ? model.speed : 0)
    defer { expected = new }
    guard let expected, new.item != nil else { return }
    let place =
      expected.item == new.item
      ? expected.seconds + new.time.seconds(since: expected.time) * expected.rate : 0
    guard abs(new.seconds - place) > MPRISServer.jump else { return }
    bus.emit(MPRIS.object, MPRIS.player, "Seeked", [.int64(position)])
  }

  /// The position in microseconds.
  private var position: Int64 { Int64(max(application.model.elapsed, 0) * 1e6) }

  private func emit(_ signal: MPRISState.Signal) {
    func send(_ interface: String, _ name: String, _ arguments: [BusValue]) {
      bus.emit(MPRIS.object, interface, name, arguments)
    }
    switch signal {
    case .properties(let interface, let values, let invalidated):
      send(
        MPRIS.properties, "PropertiesChanged",
        [.string(interface), .dictionary(values), .strings(invalidated)])
    case .tracksReplaced(let ids, let current):
      let paths = ids.map { MPRISMetadata.path($0) }
      send(MPRIS.trackList, "TrackListReplaced", [.paths(paths), .path(MPRISMetadata.path(current))])
    case .added(let item, let previous):
      send(MPRIS.trackList, "TrackAdded", [metadata(item), .path(MPRISMetadata.path(previous))])
    case .removed(let id): send(MPRIS.trackList, "TrackRemoved", [.path(MPRISMetadata.path(id))])
    case .metadata(let item):
      send(MPRIS.trackList, "TrackMetadataChanged", [.path(MPRISMetadata.path(item.id)), metadata(item)])
    case .playlist(let list): send(MPRIS.playlists, "PlaylistChanged", [MPRISServer.value(list)])
    }
  }

  func metadata(_ item: QueueItem) -> BusValue {
    .dictionary(MPRISState.metadata(item, application, covers, folder: folder))
  }

  // MARK: Properties

  func properties(of interface: String) -> [String: BusValue] {
    update()
    switch interface {
    case MPRIS.root: return MPRISServer.rootProperties
    case MPRIS.player: return state.player.merging(["Position": .int64(position)]) { $1 }
    case MPRIS.trackList:
      let paths = state.tracks.map { MPRISMetadata.path($0.id) }
      return ["Tracks": .paths(paths), "CanEditTracks": .boolean(true)]
    case MPRIS.playlists:
      let none = BusValue.structure([.path("/"), .string(""), .string("")])
      return [
        "PlaylistCount": .uint32(UInt32(state.playlists.count)), "Orderings": .strings(["Alphabetical"]),
        "ActivePlaylist": .structure([.boolean(false), none]),
      ]
    default: return [:]
    }
  }

  private static let rootProperties: [String: BusValue] = [
    "CanQuit": .boolean(true), "CanRaise": .boolean(false), "HasTrackList": .boolean(true),
    "Identity": .string("DrumDub"), "DesktopEntry": .string("drumdub"),
    "SupportedUriSchemes": .strings(["file", "http", "https"]),
    "SupportedMimeTypes": .strings([
      "audio/flac", "audio/x-flac", "audio/mpeg", "audio/ogg", "audio/x-vorbis+ogg", "audio/opus",
      "audio/wav",
      "audio/x-wav", "audio/aiff", "audio/x-aiff", "audio/mp4", "audio/aac", "audio/x-mpegurl",
      "audio/x-scpls", "application/xspf+xml", "application/x-cue",
    ]),
  ]

  func set(_ name: String, of interface: String, to value: BusValue) -> BusReply {
    needsUpdate = true
    switch (name, value) {
    case ("LoopStatus", .string(let status)):
      guard let mode = MPRISState.repeatMode(status) else {
        return refuse("LoopStatus is None, Track or Playlist")
      }
      application.change { $0.setRepeat(mode) }
    case ("Shuffle", .boolean(let isOn)): application.setShuffled(isOn)
    case ("Rate", .double(let rate)):
      if !rate.isFinite { return refuse("Rate must be a number") }
      // As the specification requires.
      request(rate == 0 ? .playback(.pause) : .request(.speed(rate)))
    case ("Volume", .double(let volume)):
      if !volume.isFinite { return refuse("Volume must be a number") }
      setVolume(volume)
    default: return .error(BusError(BusError.unknownProperty, "there is no such property"))
    }
    return .done
  }

  private func setVolume(_ volume: Double) {
    if let level = VolumeScale.level(fraction: volume) { return request(.request(.volume(level))) }
    if !application.model.levels.isMuted { request(.playback(.mute)) }
  }

  func refuse(_ text: String) -> BusReply { .error(BusError(BusError.invalidArguments, text)) }

  // MARK: Requests

  func request(_ command: Command) { application.request(command, from: .program) }

  func perform(_ call: BusCall) -> BusReply {
    needsUpdate = true
    switch call.interface {
    case MPRIS.root: if call.member == "Quit" { request(.program(.quit)) }
    case MPRIS.player: return performOnPlayer(call)
    case MPRIS.trackList: return performOnTracks(call)
    case MPRIS.playlists: return performOnPlaylists(call)
    default: break
    }
    return .done
  }

  private func performOnPlayer(_ call: BusCall) -> BusReply {
    switch call.member {
    case "Next": if application.model.queue.current != nil { request(.playback(.next)) }
    case "Previous": request(.playback(.previous))
    case "Pause": request(.playback(.pause))
    case "PlayPause": request(.playback(.playPause))
    case "Stop": request(.playback(.stop))
    case "Play": request(.playback(.play))
    case "Seek": if let offset = call.arguments.first?.number { seek(by: offset / 1e6) }
    case "SetPosition":
      guard let place = call.arguments.last?.number else { break }
      let (seconds, id) = (place / 1e6, MPRISMetadata.id(call.arguments.first?.text))
      let range = 0...(application.model.duration ?? .infinity)
      // A position of a track that is over, or beyond its end, is ignored, as the specification requires.
      if id != nil, id == application.model.queue.currentID, range.contains(seconds) {
        request(.request(.seek(.position(seconds))))
      }
    case "OpenUri":
      guard let path = MPRISServer.music(call.arguments.first?.text) else {
        return refuse("the address is not one of a file or a web server")
      }
      application.insert(path, at: .afterCurrent, playing: true)
    default: break
    }
    return .done
  }

  /// Seeks; beyond the end, goes to the next track, as the specification requires.
  private func seek(by seconds: Double) {
    let target = application.model.elapsed + seconds
    let isBeyond = application.model.duration.map { target > $0 } ?? false
    request(isBeyond ? .playback(.next) : .request(.seek(.position(max(target, 0)))))
  }

  /// Returns the path or address of music; nil if it is neither.
  static func music(_ uri: String?) -> FilePath? {
    guard let uri else { return nil }
    return FileURL.path(uri) ?? StreamAddress(uri).map { FilePath($0.text) }
  }

  // MARK: The queue and the playlists of the index

  private static let playlistPrefix = "/org/drumdub/playlist/"

  func performOnTracks(_ call: BusCall) -> BusReply {
    let queue = application.model.queue
    let track = MPRISMetadata.id(call.arguments.first?.text).flatMap { queue[$0] }
    switch call.member {
    case "GetTracksMetadata":
      let items = call.arguments.first?.elements?.compactMap {
        MPRISMetadata.id($0.text).flatMap { queue[$0] }
      }
      return .values([.array(of: "a{sv}", (items ?? []).map(metadata))])
    case "AddTrack": return addTrack(call.arguments)
    case "RemoveTrack": if let track { application.change { $0.remove([track.id]) } }
    case "GoTo": if let track { application.change { $0.play(track.id) } }
    default: break
    }
    return .done
  }

  private func addTrack(_ arguments: [BusValue]) -> BusReply {
    guard arguments.count == 3, let path = MPRISServer.music(arguments[0].text) else {
      return refuse("the address is not one of a file or a web server")
    }
    let after = arguments[1].text
    let place: QueuePlace =
      after == MPRIS.noTrack ? .start : MPRISMetadata.id(after).map { .after($0) } ?? .end
    application.insert(path, at: place, playing: arguments[2].boolean ?? false)
    return .done
  }

  func performOnPlaylists(_ call: BusCall) -> BusReply {
    switch call.member {
    case "ActivatePlaylist":
      guard let list = playlist(call.arguments.first?.text) else {
        return refuse("there is no such playlist")
      }
      application.play(PlaylistName(id: list.id, name: list.name))
    case "GetPlaylists":
      guard call.arguments.count == 4, let first = call.arguments[0].number,
        let count = call.arguments[1].number
      else { break }
      let lists = call.arguments[3].boolean == true ? state.playlists.reversed() : state.playlists
      let part = lists.dropFirst(Int(first)).prefix(Int(count))
      return .values([.array(of: "(oss)", part.map(MPRISServer.value))])
    default: break
    }
    return .done
  }

  private func playlist(_ path: String?) -> SavedPlaylist? {
    guard let path, path.hasPrefix(MPRISServer.playlistPrefix),
      let id = Int64(path.dropFirst(MPRISServer.playlistPrefix.count))
    else { return nil }
    return state.playlists.first { $0.id == id }
  }

  /// Returns a playlist as MPRIS describes it: path, name, no icon.
  static func value(_ list: SavedPlaylist) -> BusValue {
    .structure([.path("\(playlistPrefix)\(list.id)"), .string(list.name), .string("")])
  }
}
