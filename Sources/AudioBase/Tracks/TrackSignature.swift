import SystemBase

/// What is stored of the sound of a track, so that another file of the same recording is recognised and aligned to it.
///
/// The fingerprint recognises the recording in any encoding. The excerpts align two files of it: each holds, bit by bit,
/// whether the sound rises from one sample to the next, since the correlation of signs has its maximum at the same lag as
/// that of the sound (J. H. Van Vleck, D. Middleton, "The Spectrum of Clipped Noise", Proceedings of the IEEE 54, 1966).
package struct TrackSignature: Hashable, Sendable {
  /// The version of the algorithm; signatures of other versions are not compared.
  package static let version = 1
  /// The rate of mono sound that signatures are made of.
  package static let rate = SampleRate(11_025)
  /// The limits of what is compared, for signatures of other programs.
  package static let mostItems = 4_096
  package static let mostExcerpts = 64

  /// A part of the sound, 186 ms long.
  package struct Excerpt: Hashable, Sendable {
    package static let words = 32
    package static let length = words * 64

    /// The sample of the track at which it begins.
    package var start: Int
    /// The signs, the first one in the lowest bit of the first word.
    package var signs: [UInt64]

    package init(start: Int, signs: [UInt64]) { (self.start, self.signs) = (start, signs) }
  }

  /// Chromaprint's fingerprint of the beginning.
  package var fingerprint: [UInt32]
  /// In the order of their starts.
  package var excerpts: [Excerpt]

  package init(fingerprint: [UInt32], excerpts: [Excerpt]) {
    (self.fingerprint, self.excerpts) = (fingerprint, excerpts)
  }
}

/// How the sound of a file compares with a signature.
package enum SignatureMatch: Hashable, Sendable {
  /// The figures of a comparison.
  package struct Figures: Hashable, Sendable {
    /// The equal part of the bits of the fingerprints, 0…1; that of unrelated recordings is about 0.5 to 0.65.
    package var similarity: Double
    /// The excerpts that were found at one offset, and all that lie within the file.
    package var found: Int
    package var compared: Int

    package init(similarity: Double, found: Int, compared: Int) {
      (self.similarity, self.found, self.compared) = (similarity, found, compared)
    }
  }

  /// The same recording. A sound at a time of the signed track is in the file that many seconds later.
  case same(offset: Double, Figures)
  /// Alike, but not the same throughout, such as another edit or a remastered version.
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

  /// Decodes a track and compares it with a signature. Blocks as long.
  ///
  /// - Returns: nil if cancelled.
  func compare(
    _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool
  ) throws(FileError) -> SignatureMatch?
}
