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
