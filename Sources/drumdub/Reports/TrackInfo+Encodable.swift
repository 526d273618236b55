import AudioBase

/// The fields of a file as every report prints them; what is absent is left out.
extension TrackInfo: Encodable {
  package enum CodingKeys: String, CodingKey {
    case title, artist, artists, album, albumArtist
    case trackNumber, trackSide, trackTotal, discNumber, discTotal
    case date, genre, genres, bpm
    case duration, sampleRate, channels, bitsPerSample, codec, bitrate
    case pictures, start, end, tracks
  }

  package func encode(to encoder: any Encoder) throws {
    try PathReport(path: path).encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encodeIfPresent(artist, forKey: .artist)
    try fields.encodeIfPresent(artists.isEmpty ? nil : artists, forKey: .artists)
    try fields.encodeIfPresent(album, forKey: .album)
    try fields.encodeIfPresent(albumArtist, forKey: .albumArtist)
    try fields.encodeIfPresent(trackNumber, forKey: .trackNumber)
    try fields.encodeIfPresent(trackSide, forKey: .trackSide)
    try fields.encodeIfPresent(trackTotal, forKey: .trackTotal)
    try fields.encodeIfPresent(discNumber, forKey: .discNumber)
    try fields.encodeIfPresent(discTotal, forKey: .discTotal)
    try fields.encodeIfPresent(date, forKey: .date)
    try fields.encodeIfPresent(genre, forKey: .genre)
    try fields.encodeIfPresent(genres.isEmpty ? nil : genres, forKey: .genres)
    try fields.encodeIfPresent(bpm, forKey: .bpm)
    try fields.encodeIfPresent(pictures.isEmpty ? nil : pictures, forKey: .pictures)
    try fields.encodeIfPresent(section?.start.seconds, forKey: .start)
    try fields.encodeIfPresent(section?.end?.seconds, forKey: .end)
    try fields.encodeIfPresent(parts.isEmpty ? nil : parts, forKey: .tracks)
    try encodeStream(to: &fields)
  }

  private func encodeStream(to fields: inout KeyedEncodingContainer<CodingKeys>) throws {
    try fields.encodeIfPresent(stream.duration, forKey: .duration)
    try fields.encodeIfPresent(stream.sampleRate, forKey: .sampleRate)
    try fields.encodeIfPresent(stream.channels, forKey: .channels)
    try fields.encodeIfPresent(stream.bitsPerSample, forKey: .bitsPerSample)
    try fields.encodeIfPresent(stream.codec?.rawValue, forKey: .codec)
    try fields.encodeIfPresent(stream.bitrate, forKey: .bitrate)
  }
}
