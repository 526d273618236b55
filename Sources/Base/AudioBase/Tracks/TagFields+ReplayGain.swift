extension TagFields {
  /// The gains in the tags. Those of Opus (RFC 7845, section 5.2.1) are preferred to those of other formats.
  package var replayGain: ReplayGain? {
    let track = r128("R128_TRACK_GAIN") ?? level("REPLAYGAIN_TRACK")
    let album = r128("R128_ALBUM_GAIN") ?? level("REPLAYGAIN_ALBUM")
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  /// Reads a gain as `-7.21 dB`, and its peak.
  private func level(_ name: String) -> ReplayGain.Level? {
    guard let gain = first(name + "_GAIN").flatMap(TagFields.decibels) else { return nil }
    let peak = first(name + "_PEAK").flatMap(TagFields.number).flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
    return ReplayGain.Level(gain, peak: peak)
  }

  /// Reads a gain in 1/256 dB relative to −23 LUFS, which is 5 dB below the −18 LUFS of ReplayGain. The gain in the
  /// header of Opus is separate; the decoder applies it.
  private func r128(_ key: String) -> ReplayGain.Level? {
    guard let number = first(key).flatMap({ Int16($0) }) else { return nil }
    return ReplayGain.Level(Decibels(Double(number) / 256 + 5))
  }

  /// Rejects gains beyond 60 dB, which no music needs.
  private static func decibels(_ text: String) -> Decibels? {
    let number = text.lowercased().hasSuffix("db") ? String(text.dropLast(2)) : text
    return TagFields.number(number).flatMap { $0.magnitude <= 60 ? Decibels($0) : nil }
  }

  /// Accepts a decimal comma and blanks, which some programs write.
  private static func number(_ text: String) -> Double? {
    let text = text.filter { $0 != " " }.map { $0 == "," ? "." : $0 }
    return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
  }
}
