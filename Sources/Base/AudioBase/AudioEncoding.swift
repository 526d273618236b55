import SystemBase

/// A file format that sound is written in.
package enum AudioFileFormat: String, Hashable, Sendable, CaseIterable {
  /// WAV; RF64 if the file is too large for WAV.
  case wav
  case flac, aiff
  case ogg
  case opus, mp3

  /// Finds the format by the extension of a name.
  package init?(name: FilePath) {
    switch name.fileExtension {
    case "wav", "wave": self = .wav
    case "flac": self = .flac
    case "aiff", "aif", "aifc": self = .aiff
    case "ogg", "oga": self = .ogg
    case "opus": self = .opus
    case "mp3": self = .mp3
    default: return nil
    }
  }

  /// The sample formats that it can store, the usual one first; none for a lossy format.
  package var sampleFormats: [SampleFormat] {
    switch self {
    case .wav, .aiff: [.s24, .s16, .float]
    case .flac: [.s24, .s16]
    case .ogg, .opus, .mp3: []
    }
  }

  /// Returns whether it can store sound of a rate.
  package func accepts(_ rate: SampleRate) -> Bool {
    switch self {
    case .wav, .aiff: SampleRate.playable.contains(rate.hertz)
    // RFC 9639, section 9.1.2: larger rates have no place in the frame header of libFLAC 1.3.
    case .flac: (1_000...655_350).contains(rate.hertz)
    case .ogg: (8_000...192_000).contains(rate.hertz)
    case .opus: rate == .standard
    // ISO 11172-3 and ISO 13818-3, and the unofficial 8 to 12 kHz.
    case .mp3: AudioFileFormat.mpegRates.contains(rate.hertz)
    }
  }

  /// Returns the rate itself if the format accepts it, else one that it accepts.
  package func accepted(near rate: SampleRate) -> SampleRate {
    if accepts(rate) { return rate }
    return self == .mp3 && rate.hertz % 11_025 == 0 ? SampleRate(44_100) : .standard
  }

  private static let mpegRates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
}

package enum SampleFormat: String, Hashable, Sendable, CaseIterable {
  /// Integers of 16 and 24 bits.
  case s16, s24
  /// 32-bit floating point.
  case float
}

package struct AudioEncoding: Hashable, Sendable {
  package let format: AudioFileFormat
  /// The samples; nil for a lossy format.
  package let samples: SampleFormat?

  /// Creates the encoding of a format, with its usual samples if none are named; nil if the format cannot store such samples.
  package init?(_ format: AudioFileFormat, samples: SampleFormat? = nil) {
    if let samples, !format.sampleFormats.contains(samples) { return nil }
    self.format = format
    self.samples = samples ?? format.sampleFormats.first
  }
}

/// Texts that a writer stores in a file; an empty one is left out.
package struct FileTexts: Hashable, Sendable {
  package var title = ""
  package var artist = ""
  package var album = ""
  package var date = ""
  package var genre = ""
  package var track = ""
  package var comment = ""

  package init() {}
}

/// Makes writers of sound files. Any thread.
package protocol AudioWriterMaking: Sendable {
  /// Creates or truncates a file of stereo sound. Samples that lose bits are dithered, each file with the same noise.
  ///
  /// - Parameters:
  ///   - rate: one that the format accepts.
  ///   - length: the length if it is known.
  /// - Throws: `unsupported` if the library cannot write the format, and the errors of writing.
  func makeWriter(
    _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
  ) throws(FileError) -> any AudioFileWriter
}
