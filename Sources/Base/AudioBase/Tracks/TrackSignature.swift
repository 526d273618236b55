import SystemBase

/// The signature of the sound of a track. It identifies other files of the same recording and aligns them with it.
///
/// The fingerprint identifies the recording in any encoding. The excerpts align two files. Each bit of an excerpt states
/// whether the sound rises from one sample to the next. The correlation of signs has its maximum at the same lag as that of
/// the sound (J. H. Van Vleck, D. Middleton, "The Spectrum of Clipped Noise", Proceedings of the IEEE 54, 1966).
package struct TrackSignature: Hashable, Sendable {
  /// The version of the algorithm; signatures of other versions are not compared.
  package static let version = 1
  /// The sample rate of the mono sound that signatures are computed from.
  package static let rate = SampleRate(11_025)
  /// The limits of signatures in files, which other programs may have written.
  package static let mostItems = 4_096
  package static let mostExcerpts = 64

  /// A part of the sound with a duration of 186 ms.
  package struct Excerpt: Hashable, Sendable {
    package static let words = 32
    package static let length = words * 64

    /// The first sample in the track.
    package var start: Int
    /// The signs. The first sign is the lowest bit of the first word.
    package var signs: [UInt64]

    package init(start: Int, signs: [UInt64]) { (self.start, self.signs) = (start, signs) }
  }

  /// Chromaprint's fingerprint of the beginning.
  package var fingerprint: [UInt32]
  /// The excerpts in the order of their starts.
  package var excerpts: [Excerpt]

  package init(fingerprint: [UInt32], excerpts: [Excerpt]) {
    (self.fingerprint, self.excerpts) = (fingerprint, excerpts)
  }
}

/// The result of the comparison of a file with a signature.
package enum SignatureMatch: Hashable, Sendable {
  package struct Figures: Hashable, Sendable {
    /// The share of equal bits of the fingerprints, 0…1. For unrelated recordings it is about 0.5 to 0.65.
    package var similarity: Double
    /// The number of excerpts that match at the offset.
    package var found: Int
    /// The number of excerpts that lie within the file.
    package var compared: Int

    package init(similarity: Double, found: Int, compared: Int) {
      (self.similarity, self.found, self.compared) = (similarity, found, compared)
    }
  }

  /// The same recording. The sound in the file is later than in the signed track by the offset in seconds.
  case same(offset: Double, Figures)
  /// Similar recordings, such as another edit or a remastered version.
  case doubtful(offset: Double, Figures)
  case different(Figures)
}

/// Makes signatures of tracks and compares tracks with them. Any thread.
package protocol TrackSigning: Sendable {
  /// Decodes a track and makes its signature. Blocks for about a two-hundredth of the duration.
  ///
  /// - Returns: nil if cancelled.
  /// - Throws: the errors of opening and decoding; `unsupported` if Chromaprint is not installed.
  func signature(
    of track: TrackLocation, isCancelled: () -> Bool
  ) throws(FileError) -> TrackSignature?

  /// Decodes a track and compares it with a signature. Blocks as long as `signature`. Returns nil if cancelled.
  func compare(
    _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool
  ) throws(FileError) -> SignatureMatch?
}
