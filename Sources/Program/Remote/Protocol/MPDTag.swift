import AudioBase

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
  // Tags that no track has here, which clients ask for.
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

  /// The tags that tracks may have.
  static let known: [MPDTag] = [
    .artist, .album, .albumArtist, .title, .track, .name, .genre, .date, .disc, .artistID, .albumID,
    .albumArtistID, .recordingID, .releaseTrackID, .releaseGroupID,
  ]

  /// The name in Vorbis comments. Source: https://xiph.org/vorbis/doc/v-comment.html, which states the first ones.
  package var vorbisName: String {
    switch self {
    case .track: "TRACKNUMBER"
    case .disc: "DISCNUMBER"
    default: rawValue.uppercased()
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
    default: []
    }
  }

  /// Returns the values of a tag for filters, lists and sorting: an album artist that is missing is the artist.
  package func effectiveValues(of tag: MPDTag) -> [String] {
    let values = values(of: tag)
    return values.isEmpty && tag == .albumArtist ? self.values(of: .artist) : values
  }

  package func lines(_ tags: Set<MPDTag>) -> MPDReply {
    var reply = MPDReply("file", uri)
    if let modifiedAt { reply.add("Last-Modified", MPDTime.text(modifiedAt)) }
    if let addedAt { reply.add("Added", MPDTime.text(addedAt)) }
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

/// Times of the protocol, in UTC (ISO 8601).
enum MPDTime {
  static func text(_ seconds: Int64) -> String {
    let (days, rest) = (seconds.dividedDown(by: 86_400), seconds - seconds.dividedDown(by: 86_400) * 86_400)
    let (year, month, day) = date(days)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  /// Returns the seconds since 1970 of a number, of `YYYY-MM-DD` or of `YYYY-MM-DDTHH:MM:SSZ`; nil for other texts.
  static func seconds(_ text: String) -> Int64? {
    if let number = Int64(text), number >= 0 { return number }
    let parts = text.split(separator: "T", maxSplits: 1)
    let date = parts.first?.split(separator: "-").compactMap { Int64($0) } ?? []
    guard date.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]),
      (1...31).contains(date[2])
    else { return nil }
    var seconds = days(date[0], date[1], date[2]) * 86_400
    guard parts.count == 2 else { return seconds }
    let clock = parts[1].prefix { $0 != "Z" }.split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, clock.allSatisfy({ (0...60).contains($0) }) else { return nil }
    seconds += clock[0] * 3600 + clock[1] * 60 + clock[2]
    return seconds
  }

  /// Converts days since 1970 to a date of the Gregorian calendar.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Counted from 1 March of year 0, in eras of 400 years.
    let shifted = days + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    return (year + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1)
  }

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.dividedDown(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int64 {
  /// Returns the quotient rounded down. The divisor is positive.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
