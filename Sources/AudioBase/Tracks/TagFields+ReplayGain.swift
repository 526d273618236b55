extension TagFields {
  /// Opus has gains of its own kind (RFC 7845, section 5.2.1), which come before those of other formats.
  package var replayGain: ReplayGain? {
    let track = r128("R128_TRACK_GAIN") ?? level("REPLAYGAIN_TRACK")
    let album = r128("R128_ALBUM_GAIN") ?? level("REPLAYGAIN_ALBUM")
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  /// `-7.21 dB` and, beside it, the peak.
  private func level(_ name: String) -> ReplayGain.Level? {
    guard let gain = first(name + "_GAIN").flatMap(TagFields.decibels) else { return nil }
    let peak = first(name + "_PEAK").flatMap(TagFields.number).flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
    return ReplayGain.Level(gain, peak: peak)
  }

  /// In 256ths of a dB against −23 LUFS, which is 5 dB below the −18 LUFS of ReplayGain. It adds to the gain in the
  /// header of Opus, which the decoder applies.
  private func r128(_ key: String) -> ReplayGain.Level? {
    guard let number = first(key).flatMap({ Int16($0) }) else { return nil }
    return ReplayGain.Level(Decibels(Double(number) / 256 + 5))
  }

  /// A gain beyond 60 dB was not measured on any music.
  private static func decibels(_ text: String) -> Decibels? {
    let number = text.lowercased().hasSuffix("db") ? String(text.dropLast(2)) : text
    return TagFields.number(number).flatMap { $0.magnitude <= 60 ? Decibels($0) : nil }
  }

  /// Some writers put a comma into the number, or blanks around it.
  private static func number(_ text: String) -> Double? {
    let text = text.filter { $0 != " " }.map { $0 == "," ? "." : $0 }
    return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
  }
}
