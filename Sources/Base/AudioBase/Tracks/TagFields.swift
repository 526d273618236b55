/// The properties of a file by name, and what they say of a track.
package struct TagFields {
  private var values: [String: [String]] = [:]

  package init(_ fields: [TagField]) {
    for field in fields {
      // ID3v2.3 has one title; what follows a zero is to be ignored (section 4.2).
      if field.hasSlashes, field.key == "TITLE", values["TITLE"] != nil { continue }
      let text = TagFields.trimmed(field.value)
      // Duplicate values are dropped.
      if !text.isEmpty, values[field.key]?.contains(text) != true {
        values[field.key, default: []].append(text)
      }
    }
  }

  /// Returns the text up to the first NUL, without white space at the end.
  package static func trimmed(_ text: String) -> String {
    // Most texts are complete.
    if let last = text.utf8.last, (0x21..<0x80).contains(last), !text.utf8.contains(0) { return text }
    let scalars = text.unicodeScalars.prefix { $0 != "\0" }
    let end = scalars.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(scalars[...$0]) } ?? ""
  }

  /// Sets the metadata of a track from the properties.
  package func fill(_ track: inout TrackInfo) {
    track.title = joined(all("TITLE"))
    track.album = first("ALBUM")
    track.date = first("DATE", "YEAR", "ORIGINALDATE")
    let names = all("ARTIST")
    track.artist = joined(names)
    track.artists = values["ARTISTS"] ?? names
    track.albumArtist = joined(all("ALBUMARTIST", "ALBUM ARTIST"))
    track.genres = all("GENRE")
    track.genre = joined(track.genres)
    track.bpm = first("BPM", "TEMPO").flatMap(TagFields.positive)
    fillNumbers(&track)
    track.replayGain = replayGain
    track.rating = TrackRating(tags: { first($0) })
    track.isCompilation = first("COMPILATION", "ITUNESCOMPILATION").map { $0 != "0" } ?? false
    track.musicBrainz = musicBrainz
    track.otherTags = otherTags
  }

  private var otherTags: [OtherTag: [String]] {
    var tags: [OtherTag: [String]] = [:]
    for tag in Set(values.keys.compactMap { OtherTag.byKey[$0] }) {
      guard let found = tag.keys.lazy.compactMap({ values[$0] }).first else { continue }
      tags[tag] = found.map(TagFields.shortened)
    }
    // ID3v2 names performers by their instruments.
    let performers = values.keys.filter { $0.hasPrefix("PERFORMER:") }.sorted().flatMap { values[$0] ?? [] }
    if !performers.isEmpty { tags[.performer, default: []] += performers.map(TagFields.shortened) }
    return tags
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= OtherTag.longestValue ? text : String(text.prefix(OtherTag.longestValue))
  }

  private var musicBrainz: MusicBrainzIDs {
    var ids = MusicBrainzIDs()
    ids.recording = first("MUSICBRAINZ_TRACKID")
    ids.releaseTrack = first("MUSICBRAINZ_RELEASETRACKID")
    ids.release = first("MUSICBRAINZ_ALBUMID")
    ids.releaseGroup = first("MUSICBRAINZ_RELEASEGROUPID")
    ids.artists = all("MUSICBRAINZ_ARTISTID")
    ids.albumArtists = all("MUSICBRAINZ_ALBUMARTISTID")
    return ids
  }

  private func fillNumbers(_ track: inout TrackInfo) {
    let text = first("TRACKNUMBER", "TRACK")
    let side = RecordSide(text)
    let number = side?.number ?? (side == nil ? NumberOfTotal(text) : nil)
    track.trackSide = side?.letters
    track.trackNumber = number?.number
    track.trackTotal = total("TRACKTOTAL", "TOTALTRACKS", "TRACKC") ?? number?.total
    let disc = NumberOfTotal(first("DISCNUMBER", "DISC"))
    track.discNumber = disc?.number
    track.discTotal = total("DISCTOTAL", "TOTALDISCS", "DISCC") ?? disc?.total
  }

  private func all(_ keys: String...) -> [String] { keys.lazy.compactMap { values[$0] }.first ?? [] }
  /// Returns the first value of the first key that has one.
  package func first(_ keys: String...) -> String? { keys.lazy.compactMap { values[$0]?.first }.first }
  private func joined(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ", ") }

  private func total(_ keys: String...) -> Int? {
    let texts = keys.lazy.compactMap { values[$0]?.first }
    return texts.compactMap { NumberOfTotal($0)?.number }.first { $0 > 0 }
  }

  private static func positive(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite, number > 0 else { return nil }
    return number
  }
}
