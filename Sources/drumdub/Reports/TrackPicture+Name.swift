import AudioBase

extension TrackPicture {
  /// What the picture shows, for a reader; nil for a number that has no meaning.
  var typeName: String? {
    let names = [
      "other", "file icon", "other file icon", "front cover", "back cover", "leaflet", "medium",
      "lead artist",
      "artist", "conductor", "band", "composer", "lyricist", "recording location", "during recording",
      "during performance", "screen capture", "bright fish", "illustration", "band logo", "publisher logo",
    ]
    return names.indices.contains(type) ? names[type] : nil
  }
}
