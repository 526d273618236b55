/// The valid ranges of numbers from outside: a damaged index, a tag worker that read a bad file, a playlist. Numbers
/// outside count as unknown, so that later computations do not overflow.
package enum PlausibleRange {
  /// Seconds, up to the limit of `TrackSection`.
  static let lengths = 0.0...36_000_000
  static let sampleRates = 100...100_000_000
  static let channels = 1...65_535
  static let bits = 1...64
  static let bitrates = 1...Int(Int32.max) * 1_000
  /// Numbers of tracks and discs, and types of pictures.
  static let numbers = Int(Int32.min)...Int(Int32.max)
  /// Beats a minute.
  static let tempos = 0.0...1_000_000
  /// Decibels; no music needs a gain beyond 60 dB.
  static let gains = -60.0...60
  static let peaks = 0.0...100
  /// Pixels.
  static let pixels = 0...Int(Int32.max)

  /// Returns a length in seconds, or nil if it is implausible.
  package static func length(_ seconds: Double?) -> Double? { seconds.within(lengths) }
}

extension Optional where Wrapped: Comparable {
  /// Returns nil if the value is outside of the range or NaN.
  fileprivate func within(_ range: ClosedRange<Wrapped>) -> Wrapped? {
    flatMap { range.contains($0) ? $0 : nil }
  }
}

extension TrackInfo {
  /// Removes numbers outside of `PlausibleRange`.
  package mutating func dropImplausible() {
    trackNumber = trackNumber.within(PlausibleRange.numbers)
    trackTotal = trackTotal.within(PlausibleRange.numbers)
    discNumber = discNumber.within(PlausibleRange.numbers)
    discTotal = discTotal.within(PlausibleRange.numbers)
    bpm = bpm.within(PlausibleRange.tempos)
    replayGain = replayGain?.plausible
    stream.dropImplausible()
    pictures = pictures.filter(\.isPlausible)
    for index in parts.indices { parts[index].dropImplausible() }
  }
}

extension PlaylistEntry {
  fileprivate mutating func dropImplausible() {
    trackNumber = trackNumber.within(PlausibleRange.numbers)
    discNumber = discNumber.within(PlausibleRange.numbers)
    discTotal = discTotal.within(PlausibleRange.numbers)
    duration = PlausibleRange.length(duration)
    replayGain = replayGain?.plausible
  }
}

extension SoundProperties {
  fileprivate mutating func dropImplausible() {
    duration = PlausibleRange.length(duration)
    sampleRate = sampleRate.within(PlausibleRange.sampleRates)
    channels = channels.within(PlausibleRange.channels)
    bitsPerSample = bitsPerSample.within(PlausibleRange.bits)
    bitrate = bitrate.within(PlausibleRange.bitrates)
  }
}

extension ReplayGain {
  fileprivate var plausible: ReplayGain? {
    let (track, album) = (track?.plausible, album?.plausible)
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }
}

extension ReplayGain.Level {
  fileprivate var plausible: ReplayGain.Level? {
    guard PlausibleRange.gains.contains(gain.value) else { return nil }
    return ReplayGain.Level(gain, peak: peak.within(PlausibleRange.peaks))
  }
}

extension TrackPicture {
  fileprivate var isPlausible: Bool {
    let sides = [width ?? 0, height ?? 0]
    return PlausibleRange.numbers.contains(type) && PlausibleRange.pixels.contains(bytes)
      && sides.allSatisfy(PlausibleRange.pixels.contains)
  }
}
