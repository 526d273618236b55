import AudioBase

/// A track's place in its file, in the file's own frames, and what the converter hears around it.
///
/// Where another rate is made, the converter is fed with a little of what comes before and after the track: two tracks
/// that join in the file then join in the output as if they had never been apart. That needs the edges to fall on whole
/// frames of both rates, as disc frames do at 44.1 and 48 kHz.
struct SectionBounds {
  let start: Int
  /// nil goes to the file's end, wherever that is.
  let length: Int?
  /// Frames before the start that the converter is fed first.
  let lead: Int
  /// Frames that it makes of those; they are thrown away.
  let leadOutput: Int
  private let rate: SampleRate
  private let outputRate: SampleRate
  private let hasEnd: Bool

  /// Longer than any converter's filter reaches back: 0.1 s.
  private static let lead = DiscTime(frames: 8)

  /// - Parameters:
  ///   - section: nil is the whole file.
  ///   - format: the file's.
  /// - Returns: nil where the section begins behind the file's end.
  init?(_ section: TrackSection?, format: StreamFormat, outputRate: SampleRate) {
    rate = format.sampleRate
    self.outputRate = outputRate
    start = section?.start.position(at: rate).value ?? 0
    let ends = [section?.end?.position(at: rate).value, format.length?.value].compactMap { $0 }
    length = section == nil ? format.length?.value : ends.min().map { [start] in $0 - start }
    if section != nil, let length, length <= 0 { return nil }
    let isExact = [rate, outputRate].allSatisfy { $0.hertz.isMultiple(of: DiscTime.perSecond) }
    let before = min(section?.start ?? DiscTime(frames: 0), SectionBounds.lead)
    let hasLead = rate != outputRate && isExact
    lead = hasLead ? before.position(at: rate).value : 0
    leadOutput = hasLead ? before.position(at: outputRate).value : 0
    hasEnd = section?.end != nil
  }

  /// Frames of the output from a frame of the track to its end; nil where only the file's end tells.
  func outputFrames(from frame: Int) -> Int? {
    guard hasEnd, let length else { return nil }
    let frames = max(0, length - frame)
    // In two steps: a long track's frames times a rate have no room in 64 bits.
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate.hertz)
    return seconds * outputRate.hertz + (rest * outputRate.hertz + rate.hertz / 2) / rate.hertz
  }
}
