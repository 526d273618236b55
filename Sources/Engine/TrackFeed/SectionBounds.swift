import AudioBase

/// The place of a track in its file, in the file's own frames, and the frames around it that the rate converter
/// needs.
///
/// A converter is also fed with some frames before and after the track, so that two tracks that join in the file join
/// in the output too. This needs edges on whole frames of both rates, which disc frames are at 44.1 and 48 kHz.
struct SectionBounds {
  let start: Int
  /// The length in frames; nil if the track goes to the file's end and the file does not state its length.
  let length: Int?
  /// Frames before the start that are fed to the converter first.
  let lead: Int
  /// The output frames that these become, which are discarded.
  let leadOutput: Int
  private let rate: SampleRate
  private let outputRate: SampleRate
  private let hasEnd: Bool

  /// The lead, which is longer than the filter of any converter: 0.1 s.
  private static let lead = DiscTime(frames: 8)

  /// Determines the frames of a section.
  ///
  /// - Parameters:
  ///   - section: nil is the whole file.
  ///   - format: the format of the file.
  /// - Returns: nil if the section begins behind the file's end.
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

  /// Returns the output frames from a frame of the track to its end; nil if the track goes to the file's end.
  func outputFrames(from frame: Int) -> Int? {
    guard hasEnd, let length else { return nil }
    let frames = max(0, length - frame)
    // In two steps, since the frames of a long track times a rate exceed 64 bits.
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate.hertz)
    return seconds * outputRate.hertz + (rest * outputRate.hertz + rate.hertz / 2) / rate.hertz
  }
}
