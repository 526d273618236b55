import Application
import AudioBase
import MusicLibrary
import Player
import SystemBase

/// The state of the player as MPRIS shows it, as a value: the difference of two states gives the changes.
struct MPRISState: Hashable, Sendable {
  /// The most tracks of the queue that are listed, around the current one.
  static let mostTracks = 200

  /// The properties of the player but for the position.
  var player: [String: BusValue] = [:]
  var tracks: [QueueItem] = []
  var current: QueueItem.ID?
  var playlists: [SavedPlaylist] = []

  enum Signal: Hashable, Sendable {
    /// Properties of an interface with their new values, and the names of others that have changed.
    case properties(String, [String: BusValue], invalidated: [String])
    case tracksReplaced([QueueItem.ID], current: QueueItem.ID?)
    case added(QueueItem, after: QueueItem.ID?)
    case removed(QueueItem.ID)
    case metadata(QueueItem)
    case playlist(SavedPlaylist)
  }

  /// Returns the signals for the change to a newer state, in order.
  func signals(to new: MPRISState) -> [Signal] {
    var signals: [Signal] = []
    let changed = new.player.filter { player[$0.key] != $0.value }
    if !changed.isEmpty { signals.append(.properties(MPRIS.player, changed, invalidated: [])) }
    return signals + trackSignals(to: new) + playlistSignals(to: new)
  }

  private func trackSignals(to new: MPRISState) -> [Signal] {
    if tracks == new.tracks { return [] }
    let before = Dictionary(uniqueKeysWithValues: tracks.map { ($0.id, $0) })
    let retagged = new.tracks.filter { track in before[track.id].map { $0 != track } ?? false }
    let list = listSignals(to: new)
    let property: [Signal] =
      list.isEmpty ? [] : [.properties(MPRIS.trackList, [:], invalidated: ["Tracks"])]
    return list + retagged.map { .metadata($0) } + property
  }

  /// Returns the signals of a changed list: one added or removed track is announced as such, any other change as a new
  /// list.
  private func listSignals(to new: MPRISState) -> [Signal] {
    let ids = new.tracks.map(\.id)
    let changes = ids.difference(from: tracks.map(\.id))
    if changes.isEmpty { return [] }
    guard changes.count == 1, let change = changes.first else {
      return [.tracksReplaced(ids, current: new.current)]
    }
    switch change {
    case .remove(_, let id, _): return [.removed(id)]
    case .insert(let index, _, _): return [.added(new.tracks[index], after: index > 0 ? ids[index - 1] : nil)]
    }
  }

  private func playlistSignals(to new: MPRISState) -> [Signal] {
    let names = Dictionary(uniqueKeysWithValues: playlists.map { ($0.id, $0.name) })
    let renamed = new.playlists.filter { list in names[list.id].map { $0 != list.name } ?? false }
    let signals = renamed.map { Signal.playlist($0) }
    if playlists.count == new.playlists.count { return signals }
    let count = BusValue.uint32(UInt32(new.playlists.count))
    return signals + [.properties(MPRIS.playlists, ["PlaylistCount": count], invalidated: [])]
  }

  /// Returns the range of the queue that is listed. It moves in steps, so that the list seldom changes with the track.
  static func listed(count: Int, current: Int?) -> Range<Int> {
    if count <= mostTracks { return 0..<count }
    let step = mostTracks / 4
    let start = min(max((current ?? 0) / step * step - step, 0), count - mostTracks)
    return start..<(start + mostTracks)
  }
}

extension MPRISState {
  /// Reads the state of the application. `folder`: the folder that relative paths start from.
  @MainActor
  init(_ application: Application, _ covers: CoverFiles, folder: FilePath) {
    let (model, queue) = (application.model, application.model.queue)
    current = queue.currentID
    tracks = Array(queue.items[MPRISState.listed(count: queue.items.count, current: queue.currentIndex)])
    playlists = application.library?.savedPlaylists ?? []
    let item = queue.current
    let isStream = item?.isStream == true
    player = [
      "PlaybackStatus": .string(MPRISState.status(model.playbackState, isPlaying: model.phase.isPlaying)),
      "LoopStatus": .string(MPRISState.loopStatus(queue.repeatMode)),
      "Rate": .double(model.speed), "Shuffle": .boolean(queue.isShuffled),
      "Metadata": .dictionary(MPRISState.metadata(item, application, covers, folder: folder)),
      "Volume": .double(VolumeScale.fraction(model.levels.volume, isMuted: model.levels.isMuted)),
      "MinimumRate": .double(PlayerModel.speedRange.lowerBound),
      "MaximumRate": .double(PlayerModel.speedRange.upperBound),
      "CanGoNext": .boolean(queue.following != nil), "CanGoPrevious": .boolean(item != nil),
      "CanPlay": .boolean(item != nil), "CanPause": .boolean(item != nil),
      "CanSeek": .boolean(item != nil && !isStream), "CanControl": .boolean(true),
    ]
  }

  /// Returns the metadata of a track; that of no track if it is nil.
  @MainActor
  static func metadata(
    _ item: QueueItem?, _ application: Application, _ covers: CoverFiles, folder: FilePath
  ) -> [String: BusValue] {
    guard let item else { return ["mpris:trackid": .path(MPRIS.noTrack)] }
    let model = application.model
    let isCurrent = item.id == model.queue.currentID
    var values = MPRISMetadata.values(
      item, seconds: isCurrent ? model.duration : item.duration, folder: folder,
      cover: item.cover ?? covers.file(of: item.location),
      rating: application.library.map { $0.rating(of: item) } ?? item.tags?.rating)
    let state = model.playbackState
    if isCurrent, state.awaitsStream { values["xesam:comment"] = .strings([state.rawValue]) }
    return values
  }

  /// Returns the value of `PlaybackStatus`. `isPlaying`: whether music is heard or will be as soon as it is
  /// available.
  static func status(_ state: PlaybackState, isPlaying: Bool) -> String {
    // The position stands still while a stream is awaited, as in a pause.
    if state.awaitsStream { return "Paused" }
    if isPlaying { return "Playing" }
    return state == .stopped ? "Stopped" : "Paused"
  }

  static func loopStatus(_ mode: RepeatMode) -> String {
    switch mode {
    case .off: "None"
    case .one: "Track"
    // MPRIS has no album.
    case .all, .album: "Playlist"
    }
  }

  static func repeatMode(_ status: String) -> RepeatMode? {
    RepeatMode.allCases.first { loopStatus($0) == status }
  }
}

/// The metadata of a track under the names of MPRIS, and the paths that stand for tracks.
enum MPRISMetadata {
  private static let prefix = "/org/drumdub/track/"

  static func path(_ id: QueueItem.ID?) -> String { id.map { "\(prefix)\($0.value)" } ?? MPRIS.noTrack }

  /// Returns the track of a path; nil for another path.
  static func id(_ path: String?) -> QueueItem.ID? {
    guard let path, path.hasPrefix(prefix) else { return nil }
    return Int(path.dropFirst(prefix.count)).map { QueueItem.ID($0) }
  }

  /// Returns the metadata of a track. `seconds`: the duration; nil if unknown. `folder`: the folder that relative
  /// paths start from. `cover`: the picture file; nil if there is none.
  static func values(
    _ item: QueueItem, seconds: Double?, folder: FilePath, cover: FilePath?, rating: TrackRating?
  ) -> [String: BusValue] {
    let track = item.tags ?? item.listed
    var values: [String: BusValue] = [
      "mpris:trackid": .path(path(item.id)), "xesam:title": .string(item.title),
    ]
    values["mpris:length"] = seconds.map { .int64(Int64($0 * 1e6)) }
    values["mpris:artUrl"] = cover.map { .string(FileURL.text($0)) }
    values["xesam:url"] = .string(
      item.location.address?.shown ?? FileURL.text(item.location.inside(folder).path))
    // A part of a chained file has one text for its artists.
    let hasList = !track.artists.isEmpty && item.station == nil
    let artists = hasList ? track.artists : item.artist.map { [$0] } ?? []
    if !artists.isEmpty { values["xesam:artist"] = .strings(artists) }
    values["xesam:album"] = (track.album ?? item.listed.album).map { .string($0) }
    values["xesam:albumArtist"] = track.albumArtist.map { .strings([$0]) }
    if !track.genres.isEmpty { values["xesam:genre"] = .strings(track.genres) }
    values["xesam:trackNumber"] = (track.trackNumber ?? item.listed.trackNumber).map {
      .int32(Int32(clamping: $0))
    }
    values["xesam:discNumber"] = track.discNumber.map { .int32(Int32(clamping: $0)) }
    values["xesam:audioBPM"] = track.bpm.flatMap { Int32(exactly: $0.rounded()) }.map { .int32($0) }
    values["xesam:contentCreated"] = track.date.map { .string($0) }
    values["xesam:userRating"] = rating.map { .double($0.fraction) }
    return values
  }
}
