import AudioBase
import SystemBase

/// An entry of the queue. A track that is queued twice has two entries.
package struct QueueItem: Hashable, Sendable, Identifiable {
  package struct ID: Hashable, Sendable {
    package let value: Int

    package init(_ value: Int) { self.value = value }
  }

  package let id: ID
  private var storage: Shared<Values>

  /// What is known of the track. Copies of the item share it until one of them is changed, so a copy of a long queue is cheap,
  /// and so is a comparison with it.
  private struct Values: Hashable, Sendable {
    var location: TrackLocation
    /// Nil if only the location is known.
    var listed: Shared<TrackInfo>?
    var tags: Shared<TrackInfo>?
    var isMissing = false
    /// Nil for the initial state.
    var state: Shared<State>?

    mutating func set(listed new: TrackInfo) {
      location = new.location
      listed = new == TrackInfo(location) ? nil : Shared(new)
    }
  }

  /// What few tracks of a queue have.
  private struct State: Hashable, Sendable {
    var indexGain: IndexGain?
    var indexAlbum: Int64?
    var failure: FileError?
    var priority = 0
    var station: Station?
    var isRemoteFile = false
    var cover: FilePath?
  }

  private final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (one: Shared, other: Shared) -> Bool { one === other || one.value == other.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  private var values: Values {
    get { storage.value }
    set { storage = Shared(newValue) }
  }

  private var state: State {
    get { storage.value.state?.value ?? State() }
    set { values.state = newValue == State() ? nil : Shared(newValue) }
  }

  /// The information of the playlist, the index or the saved session.
  package var listed: TrackInfo {
    get { storage.value.listed?.value ?? TrackInfo(location) }
    set { change { $0.set(listed: newValue) } }
  }
  /// The tags of the file; for a section, completed with the values of its playlist. Nil until they were
  /// read.
  package var tags: TrackInfo? { storage.value.tags?.value }
  /// The gain in the index; nil until the index has replied.
  var indexGain: IndexGain? {
    get { storage.value.state?.value.indexGain }
    set { state.indexGain = newValue }
  }
  /// The id of the album in the index; nil until the index has replied, and for a track without one there.
  var indexAlbum: Int64? {
    get { storage.value.state?.value.indexAlbum }
    set { state.indexAlbum = newValue }
  }
  /// The reason why the track cannot be played; nil if it can, or was not tried.
  package var failure: FileError? {
    get { storage.value.state?.value.failure }
    set { state.failure = newValue }
  }
  /// Whether the file did not exist when its playlist was opened. It is tried nevertheless.
  package internal(set) var isMissing: Bool {
    get { storage.value.isMissing }
    set { values.isMissing = newValue }
  }
  /// In shuffle mode, tracks of a higher priority play first. 0 to 255; 0 again when the track becomes the current one.
  package internal(set) var priority: Int {
    get { storage.value.state?.value.priority ?? 0 }
    set { state.priority = newValue }
  }
  /// The information that a stream of the network sends, or that the part of a chained file has which is heard.
  package private(set) var station: Station? {
    get { storage.value.state?.value.station }
    set { state.station = newValue }
  }
  /// Whether the track is a file of a server that can be sought; false before it was opened.
  package internal(set) var isRemoteFile: Bool {
    get { storage.value.state?.value.isRemoteFile ?? false }
    set { state.isRemoteFile = newValue }
  }
  /// The file of the picture in the tags of a file of a server.
  package var cover: FilePath? { storage.value.state?.value.cover }

  /// The station as the server of a stream describes it, or a part of a file.
  package struct Station: Hashable, Sendable {
    package var name: String?
    package var title: String?
    /// The artist of a part of a file.
    package var artist: String?
    /// Whether the connection was lost and is made again.
    package var isInterrupted = false
  }

  struct IndexGain: Hashable, Sendable {
    /// The gain; nil if the index does not know it.
    var gain: ReplayGain?

    init(_ gain: ReplayGain?) { self.gain = gain }
  }

  package init(id: ID, listed: TrackInfo, tags: TrackInfo? = nil) {
    self.id = id
    var values = Values(location: listed.location, tags: tags.map { Shared($0) })
    values.set(listed: listed)
    storage = Shared(values)
  }

  package var location: TrackLocation { storage.value.location }
  package var path: FilePath { storage.value.location.path }

  /// The gain of the track, from the best source. The gain in the tags is that of the whole file, so for a
  /// section the other sources take precedence.
  package var gain: ReplayGain? {
    let (inTags, listed) = (storage.value.tags?.value.replayGain, storage.value.listed?.value.replayGain)
    return location.section == nil
      ? inTags ?? indexGain?.gain ?? listed : indexGain?.gain ?? listed ?? inTags
  }

  /// Sets the tags of the file. They describe the whole file, so for a section the values of the playlist
  /// take precedence.
  mutating func apply(_ tags: TrackInfo) {
    var track = tags
    if location.section != nil, tags.section != location.section {
      track = tags.part(listed)
      // The gain of the whole file, which `gain` uses as the last resort.
      track.replayGain = tags.replayGain
    }
    change { ($0.tags, $0.isMissing) = (Shared(track), false) }
  }

  /// Changes several values at the price of one.
  private mutating func change(_ change: (inout Values) -> Void) { change(&values) }

  mutating func rename(to path: FilePath) {
    var (listed, tags) = (listed, tags)
    listed.location.path = path
    tags?.location.path = path
    change {
      $0.set(listed: listed)
      ($0.tags, $0.isMissing) = (tags.map { Shared($0) }, false)
    }
  }

  mutating func apply(_ event: StreamEvent) {
    switch event {
    case .connecting: station = Station()
    case .named(let name): station?.name = name
    case .titled(let title): station?.title = title
    case .part(let title, let artist): station = Station(title: title, artist: artist)
    case .tagged(let tags, let cover):
      apply(tags)
      state.cover = cover
    case .replaced: break
    case .interrupted: station?.isInterrupted = true
    case .resumed: station?.isInterrupted = false
    }
  }

  /// The track as it is saved: without tags, and with its gain, so that it is known before the first frame at the next start.
  var saved: TrackInfo {
    var track = listed
    track.replayGain = gain
    return track
  }

  /// Returns whether `saved` is the same for both.
  func isSaved(as other: QueueItem) -> Bool {
    if storage === other.storage { return true }
    let (own, others) = (storage.value, other.storage.value)
    return own.location == others.location && own.listed == others.listed && gain == other.gain
  }

  /// Replaces the track by another one, whose tags are not read yet.
  mutating func replace(with listed: TrackInfo) {
    var state = state
    (state.station, state.isRemoteFile, state.cover) = (nil, false, nil)
    self.state = state
    change {
      $0.set(listed: listed)
      ($0.tags, $0.isMissing) = (nil, false)
    }
  }

  /// The reason why the track could not be played, or why it probably cannot be.
  package var problem: FileError? { failure ?? (isMissing ? FileError(.notFound, path.shown) : nil) }

  /// Whether the track comes from a server and has no positions.
  package var isStream: Bool { location.address != nil && !isRemoteFile }

  /// The title, or the name of the file or stream.
  package var title: String { station?.title ?? name }
  /// The title without that of a stream, which changes.
  package var name: String {
    listedTitle ?? location.address.map { station?.name ?? $0.shown } ?? location.path.lastComponent.shown
  }
  /// The title in the tags, or in the playlist.
  package var listedTitle: String? { storage.value.tags?.value.title ?? storage.value.listed?.value.title }
  /// The title of the album in the tags.
  package var albumTitle: String? { storage.value.tags?.value.album }
  /// The artist; for a stream whose title is known, the name of the station; for a part of a file, that of the part.
  package var artist: String? {
    if let station, location.address == nil { return station.artist }
    return storage.value.tags?.value.artist ?? storage.value.listed?.value.artist
      ?? (station?.title == nil ? nil : name)
  }
  /// The duration in seconds; nil if unknown.
  package var duration: Double? {
    storage.value.tags?.value.duration ?? storage.value.listed?.value.duration
  }
}
