import AudioBase
import SystemBase

/// The tags of the protocol, by their names in replies.
package enum MPDTag: String, Hashable, Sendable, CaseIterable {
  case artist = "Artist"
  case album = "Album"
  case albumArtist = "AlbumArtist"
  case title = "Title"
  case track = "Track"
  /// The name of a station.
  case name = "Name"
  case genre = "Genre"
  case date = "Date"
  case disc = "Disc"
  case artistID = "MUSICBRAINZ_ARTISTID"
  case albumID = "MUSICBRAINZ_ALBUMID"
  case albumArtistID = "MUSICBRAINZ_ALBUMARTISTID"
  case recordingID = "MUSICBRAINZ_TRACKID"
  case releaseTrackID = "MUSICBRAINZ_RELEASETRACKID"
  case releaseGroupID = "MUSICBRAINZ_RELEASEGROUPID"
  case artistSort = "ArtistSort"
  case albumSort = "AlbumSort"
  case albumArtistSort = "AlbumArtistSort"
  case titleSort = "TitleSort"
  case composer = "Composer"
  case composerSort = "ComposerSort"
  case performer = "Performer"
  case conductor = "Conductor"
  case work = "Work"
  case ensemble = "Ensemble"
  case movement = "Movement"
  case movementNumber = "MovementNumber"
  case showMovement = "ShowMovement"
  case location = "Location"
  case grouping = "Grouping"
  case comment = "Comment"
  case label = "Label"
  case mood = "Mood"
  case originalDate = "OriginalDate"
  case workID = "MUSICBRAINZ_WORKID"

  /// The tags of the answers for a client that has not chosen any: all but the comments, which may be long.
  static let usual = Set(allCases).subtracting([.comment])

  /// The name in Vorbis comments. Source: https://xiph.org/vorbis/doc/v-comment.html, which states the first ones.
  package var vorbisName: String {
    switch self {
    case .track: "TRACKNUMBER"
    case .disc: "DISCNUMBER"
    default: rawValue.uppercased()
    }
  }

  private static let others = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { tag in OtherTag(rawValue: tag.vorbisName).map { (tag, $0) } })

  /// The tag of the index, if the player itself does not use it.
  package var other: OtherTag? { MPDTag.others[self] }

  /// The tags whose values count for filters, lists and sorting if a song does not have this one, the first one first.
  ///
  /// Source: MPD, src/tag/Fallback.hxx.
  var fallbacks: [MPDTag] {
    switch self {
    case .albumArtistSort: [.albumArtist, .artistSort, .artist]
    case .albumArtist, .artistSort: [.artist]
    case .albumSort: [.album]
    case .titleSort: [.title]
    case .composerSort: [.composer]
    default: []
    }
  }

  /// Finds the tag of a name; case is ignored.
  package init?(name: String) {
    let wanted = name.lowercased()
    guard let tag = MPDTag.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
    self = tag
  }

  /// Returns the tag of a name; throws `argument` if there is none.
  static func named(_ name: String) throws(MPDError) -> MPDTag {
    guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown tag type: \(name)") }
    return tag
  }
}

/// A track as clients see it: its address in the protocol, its tags, and what the index has of it.
package struct MPDSong: Hashable, Sendable {
  package var uri: String
  package var track: TrackInfo
  /// The name of the station of a stream.
  package var station: String?
  /// The time at which it was added to the index, in seconds since 1970.
  package var addedAt: Int64?
  /// The time at which its file was changed, in seconds since 1970.
  package var modifiedAt: Int64?
  /// The priority in the queue, 0 to 255.
  package var priority = 0

  package init(uri: String, track: TrackInfo, station: String? = nil, addedAt: Int64? = nil) {
    (self.uri, self.track, self.station, self.addedAt) = (uri, track, station, addedAt)
  }

  /// Returns the values of a tag; empty if the track does not have it.
  package func values(of tag: MPDTag) -> [String] {
    let ids = track.musicBrainz
    return switch tag {
    case .artist: track.artists.isEmpty ? [track.artist].compactMap(\.self) : track.artists
    case .album: [track.album].compactMap(\.self)
    case .albumArtist: [track.albumArtist].compactMap(\.self)
    case .title: [track.title].compactMap(\.self)
    case .track: [track.numberText].compactMap(\.self)
    case .name: [station].compactMap(\.self)
    case .genre: track.genres.isEmpty ? [track.genre].compactMap(\.self) : track.genres
    case .date: [track.date].compactMap(\.self)
    case .disc: [track.discNumber.map(String.init)].compactMap(\.self)
    case .artistID: ids.artists
    case .albumID: [ids.release].compactMap(\.self)
    case .albumArtistID: ids.albumArtists
    case .recordingID: [ids.recording].compactMap(\.self)
    case .releaseTrackID: [ids.releaseTrack].compactMap(\.self)
    case .releaseGroupID: [ids.releaseGroup].compactMap(\.self)
    default: track.otherTags.isEmpty ? [] : tag.other.flatMap { track.otherTags[$0] } ?? []
    }
  }

  /// Returns the values of a tag for filters, lists and sorting: see `MPDTag.fallbacks`.
  package func effectiveValues(of tag: MPDTag) -> [String] {
    let values = values(of: tag)
    if !values.isEmpty { return values }
    return tag.fallbacks.lazy.map(self.values).first { !$0.isEmpty } ?? []
  }

  package func lines(_ tags: Set<MPDTag>) -> MPDReply {
    var reply = MPDReply("file", uri)
    if let modifiedAt { reply.add("Last-Modified", Timestamp.text(Int(modifiedAt))) }
    if let addedAt { reply.add("Added", Timestamp.text(Int(addedAt))) }
    if let rate = track.sampleRate {
      let bits = track.bitsPerSample.map(String.init) ?? "f"
      reply.add("Format", "\(rate):\(bits):\(track.channels ?? 2)")
    }
    for tag in MPDTag.allCases where tags.contains(tag) {
      for value in values(of: tag) { reply.add(tag.rawValue, value) }
    }
    if let duration = track.duration {
      reply.add("Time", wholeSeconds: duration)
      reply.add("duration", seconds: duration)
    }
    return reply
  }
}
