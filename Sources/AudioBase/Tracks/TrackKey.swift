import SystemBase

/// Names a recording by its sound, so that a file that is moved, renamed or tagged anew is still known.
///
/// A 128-bit hash of the size of the audio payload and of its first, middle and last 16 KiB; tags are left out.
package struct TrackKey: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// As text: 32 hexadecimal digits, as takes and the index write it.
extension TrackKey: CustomStringConvertible {
  package init?(_ text: some StringProtocol) {
    guard let hash = ContentHash(text) else { return nil }
    self.init(hash)
  }

  package init(_ hash: ContentHash) { self.init(high: hash.high, low: hash.low) }

  package var description: String { ContentHash(high: high, low: low).description }
}

extension TrackKey {
  /// The name of a part of the recording: its takes and its plays are none of the other parts'.
  package func of(_ section: TrackSection?) -> TrackKey {
    guard let section else { return self }
    // Odd factors keep different places apart (Knuth's multiplicative hashing).
    let place = UInt64(truncatingIfNeeded: section.start.frames + 1)
    return TrackKey(high: high, low: low ^ place &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Whether it names this recording or a part of it.
  package func isPart(of recording: TrackKey) -> Bool { high == recording.high }
}
