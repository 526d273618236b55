import AudioBase
import SystemBase

/// An entry of the queue. A track that is queued twice has two entries.
package struct QueueItem: Hashable, Sendable, Identifiable {
  package struct ID: Hashable, Sendable {
    package let value: Int

    package init(_ value: Int) { self.value = value }
  }

  package let id: ID
  /// The information of the playlist, the index or the saved session.
  package var listed: TrackInfo
  /// The tags of the file; for a section, completed with the values of its playlist. Nil until they were
  /// read.
  package private(set) var tags: TrackInfo?
  /// The gain in the index; nil until the index has replied.
  var indexGain: IndexGain?
  /// The id of the album in the index; nil until the index has replied, and for a track without one there.
  var indexAlbum: Int64?
  /// The reason why the track cannot be played; nil if it can, or was not tried.
  package var failure: FileError?
  /// Whether the file did not exist when its playlist was opened. It is tried nevertheless.
  package internal(set) var isMissing = false

  /// In shuffle mode, tracks of a higher priority play first. 0 to 255; 0 again when the track becomes the current one.
  package internal(set) var priority = 0

  /// The information that a stream of the network sends, or that the part of a chained file has which is heard.
  package private(set) var station: Station?

  /// Whether the track is a file of a server that can be sought; false before it was opened.
  package internal(set) var isRemoteFile = false
  /// The file of the picture in the tags of a file of a server.
  package private(set) var cover: FilePath?

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
    (self.id, self.listed, self.tags) = (id, listed, tags)
  }

  package var location: TrackLocation { listed.location }
  package var path: FilePath { location.path }

  /// The gain of the track, from the best source. The gain in the tags is that of the whole file, so for a
  /// section the other sources take precedence.
  package var gain: ReplayGain? {
    location.section == nil
      ? tags?.replayGain ?? indexGain?.gain ?? listed.replayGain
      : indexGain?.gain ?? listed.replayGain ?? tags?.replayGain
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
    self.tags = track
    isMissing = false
  }

  mutating func rename(to path: FilePath) {
    listed.location.path = path
    isMissing = false
    tags?.location.path = path
  }

  mutating func apply(_ event: StreamEvent) {
    switch event {
    case .connecting: station = Station()
    case .named(let name): station?.name = name
    case .titled(let title): station?.title = title
    case .part(let title, let artist): station = Station(title: title, artist: artist)
    case .tagged(let tags, let cover):
      apply(tags)
      self.cover = cover
    case .replaced: break
    case .interrupted: station?.isInterrupted = true
    case .resumed: station?.isInterrupted = false
    }
  }

  /// Replaces the track by another one, whose tags are not read yet.
  mutating func replace(with listed: TrackInfo) {
    (self.listed, tags, station, isMissing) = (listed, nil, nil, false)
    (isRemoteFile, cover) = (false, nil)
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
  package var listedTitle: String? { tags?.title ?? listed.title }
  /// The artist; for a stream whose title is known, the name of the station; for a part of a file, that of the part.
  package var artist: String? {
    if location.address == nil, let station { return station.artist }
    return tags?.artist ?? listed.artist ?? (station?.title == nil ? nil : name)
  }
  /// The duration in seconds; nil if unknown.
  package var duration: Double? { tags?.duration ?? listed.duration }
}
