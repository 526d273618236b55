import SystemBase

/// Identifies a recording by its sound, so that a file is recognised after it was moved, renamed or tagged.
///
/// It is a 128-bit hash of the size of the audio payload and of its first, middle and last 16 KiB, without tags.
package struct TrackKey: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

/// The key as text: 32 hexadecimal digits, as in takes and in the index.
extension TrackKey: CustomStringConvertible {
  package init?(_ text: some StringProtocol) {
    guard let hash = ContentHash(text) else { return nil }
    self.init(hash)
  }

  package init(_ hash: ContentHash) { self.init(high: hash.high, low: hash.low) }

  package var description: String { ContentHash(high: high, low: low).description }
}

extension TrackKey {
  /// Returns the key of a part of the recording, whose takes and plays are counted apart from those of other parts.
  package func of(_ section: TrackSection?) -> TrackKey {
    guard let section else { return self }
    let place = UInt64(truncatingIfNeeded: section.start.frames + 1)
    return TrackKey(high: high, low: low ^ place &* TrackKey.factor)
  }

  /// Multiplication by an odd factor maps different places to different keys (Knuth's multiplicative hashing).
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the start of the section that has this key, the inverse of `of`; nil if this is not the key of a section.
  package func sectionStart(in recording: TrackKey) -> DiscTime? {
    guard isPart(of: recording), self != recording else { return nil }
    // Each step of Newton's method doubles the correct bits of the inverse modulo 2^64; the factor itself has three.
    var inverse = TrackKey.factor
    for _ in 0..<5 { inverse &*= 2 &- TrackKey.factor &* inverse }
    let place = (low ^ recording.low) &* inverse
    guard let frames = Int(exactly: place), let section = TrackSection(start: DiscTime(frames: frames - 1))
    else { return nil }
    return section.start
  }

  /// Returns whether it is the key of the recording or of a part of it.
  package func isPart(of recording: TrackKey) -> Bool { high == recording.high }
}
