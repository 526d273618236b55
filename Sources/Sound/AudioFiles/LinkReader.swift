import AudioBase
import SystemBase

/// Reads a link of a chained file in the format of the file: adds channels, and converts the rate of mono and stereo.
struct LinkReader {
  private let decoder: any AudioDecoder
  private let format: StreamFormat
  private let conversion: LinkConversion?
  private var samples: [Float] = []

  /// Creates a reader of a decoder that is at its start. Throws `unsupported` if the rate cannot be converted.
  init(_ decoder: any AudioDecoder, _ format: StreamFormat) throws(FileError) {
    (self.decoder, self.format) = (decoder, format)
    let own = decoder.format.sampleRate
    conversion = own == format.sampleRate ? nil : try LinkConversion(decoder, to: format.sampleRate)
  }

  var endedEarly: Bool { decoder.endedEarly }

  /// Returns the number of frames of a link in another format; nil if its length is unknown or it cannot be converted.
  static func length(of link: StreamFormat, in format: StreamFormat) -> Int? {
    guard let frames = link.length?.value else { return nil }
    if link.sampleRate == format.sampleRate { return frames }
    guard format.channels <= 2 else { return nil }
    let (product, overflow) = frames.multipliedReportingOverflow(by: format.sampleRate.hertz)
    return overflow ? nil : product / link.sampleRate.hertz
  }

  /// Reads the next frames; 0 at the end of the link.
  ///
  /// - Parameter buffer: room for whole frames.
  mutating func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    if let conversion { return try conversion.read(into: buffer, channels: format.channels) }
    let own = decoder.format.channels
    if own == format.channels { return try decoder.read(into: buffer) }
    let room = buffer.count / format.channels
    if samples.count < room * own { samples = [Float](repeating: 0, count: room * own) }
    var failure: FileError?
    let decoder = decoder
    let got = samples.withUnsafeMutableBufferPointer { source -> Int in
      do throws(FileError) {
        return try decoder.read(into: UnsafeMutableBufferPointer(rebasing: source[..<(room * own)]))
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    spread(got, to: buffer)
    return got
  }

  /// Copies channels to the same places; mono goes to the first two.
  private func spread(_ frames: Int, to buffer: UnsafeMutableBufferPointer<Float>) {
    let (own, wanted) = (decoder.format.channels, format.channels)
    for frame in 0..<frames {
      for channel in 0..<wanted {
        let source = own == 1 && channel == 1 ? 0 : channel
        buffer[frame * wanted + channel] = source < own ? samples[frame * own + source] : 0
      }
    }
  }

  /// Seeks to a frame of the link in the format of the file.
  func seek(to frame: Int) throws(FileError) {
    if let conversion { try conversion.seek(to: frame) } else { try decoder.seek(to: FrameCount(frame)) }
  }
}

/// Converts the rate of a decoder with one or two channels.
final class LinkConversion {
  private let decoder: any AudioDecoder
  private let converter: any RateConverting
  /// As many frames of the decoder last as long as converted ones.
  private let period: (own: Int, converted: Int)
  private let samples: UnsafeMutableBufferPointer<Float>
  private let frames: UnsafeMutableBufferPointer<Frame>
  private let converted: UnsafeMutableBufferPointer<Frame>
  /// The frames of `frames` that the converter has not taken.
  private var waiting = 0..<0
  private var hasEnded = false

  private static let chunk = 2_048
  /// The frames decoded before the target of a seek, for the filter.
  private static let lead = 4_096

  init(_ decoder: any AudioDecoder, to rate: SampleRate) throws(FileError) {
    let own = decoder.format.sampleRate
    converter = try SampleRateConverterMaker().makeConverter(from: own, to: rate)
    self.decoder = decoder
    var (divisor, rest) = (own.hertz, rate.hertz)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    period = (own.hertz / divisor, rate.hertz / divisor)
    samples = .allocate(capacity: LinkConversion.chunk * decoder.format.channels)
    frames = .allocate(capacity: LinkConversion.chunk)
    converted = .allocate(capacity: LinkConversion.chunk)
  }

  deinit {
    samples.deallocate()
    frames.deallocate()
    converted.deallocate()
  }

  /// Reads converted frames of one or two channels; 0 at the end.
  func read(into buffer: UnsafeMutableBufferPointer<Float>, channels: Int) throws(FileError) -> Int {
    let got = try convert(atMost: buffer.count / channels)
    for frame in 0..<got {
      for channel in 0..<channels { buffer[frame * channels + channel] = converted[frame][channel] }
    }
    return got
  }

  /// Seeks to an exact frame: decodes from a time that is a whole number of frames at both rates.
  func seek(to frame: Int) throws(FileError) {
    let start = max(frame / period.converted - LinkConversion.lead / period.own - 1, 0)
    try decoder.seek(to: FrameCount(start * period.own))
    converter.reset()
    (waiting, hasEnded) = (0..<0, false)
    var left = frame - start * period.converted
    while left > 0 {
      let got = try convert(atMost: left)
      if got == 0 { return }
      left -= got
    }
  }

  private func convert(atMost room: Int) throws(FileError) -> Int {
    let target = UnsafeMutableBufferPointer(rebasing: converted[..<min(room, LinkConversion.chunk)])
    while true {
      if waiting.isEmpty, !hasEnded { try decode() }
      let (taken, made) = converter.convert(UnsafeBufferPointer(rebasing: frames[waiting]), into: target)
      waiting = (waiting.lowerBound + taken)..<waiting.upperBound
      if made > 0 || (hasEnded && waiting.isEmpty) { return made }
    }
  }

  private func decode() throws(FileError) {
    let got = try decoder.read(into: samples)
    hasEnded = got == 0
    let channels = decoder.format.channels
    for frame in 0..<got {
      frames[frame] = Frame(samples[frame * channels], samples[frame * channels + min(channels - 1, 1)])
    }
    waiting = 0..<got
  }
}
