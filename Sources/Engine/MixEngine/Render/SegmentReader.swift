import AudioBase

/// Reads the markers of the music ring: which track is at which position. Audio thread.
struct SegmentReader: BitwiseCopyable {
  private let markers: RingReader<StreamMarker>
  /// The frames of a generation that must be in the ring before its music begins: the feeder has just been woken, and
  /// may not get its next turn at once on a busy machine.
  private let cushion: Int
  /// The generation that is to be played.
  var generation = 0
  /// The start marker of the track that is being played.
  var current: StreamMarker?

  init(_ markers: RingReader<StreamMarker>, rate: SampleRate) {
    self.markers = markers
    cushion = rate.hertz / 10
  }

  var hasMarkers: Bool { markers.available > 0 }

  /// The position of the next marker in the music ring; `.max` if there is none.
  var nextPosition: Int { markers.available > 0 ? markers.peek(0).position : .max }

  /// Returns the track frame at a position of the music ring; 0 if no track is played.
  func trackFrame(at exactPosition: Double) -> Int {
    guard let current else { return 0 }
    return current.trackFrame + Int((exactPosition - Double(current.position)) * current.ratio)
  }

  mutating func begin(_ marker: StreamMarker, _ gains: TrackGains) {
    current = marker
    current?.gains = gains
  }

  /// Removes and returns the next marker if it is of the wanted generation and at or before a position.
  func nextMarker(at position: Int) -> StreamMarker? {
    if markers.available == 0 { return nil }
    let marker = markers.peek(0)
    if marker.position > position || marker.generation != generation { return nil }
    markers.drop(1)
    return marker
  }

  /// Returns whether a track begins where another one ends: its successor was found in time.
  func isFollowedByStart(_ position: Int) -> Bool {
    if markers.available == 0 { return false }
    let next = markers.peek(0)
    return next.position == position && next.generation == generation
  }

  /// Returns a marker of the requested generation that has not been applied yet, by its place in the ring; nil if there
  /// is none.
  func upcoming(_ index: Int) -> StreamMarker? {
    if index >= markers.available { return nil }
    let marker = markers.peek(index)
    return marker.generation == generation ? marker : nil
  }

  /// Returns the track that plays from an upcoming marker on; nil if none does, or if it is not known yet.
  func segment(from marker: StreamMarker, _ index: Int) -> StreamMarker? {
    switch marker.kind {
    case .start: return marker
    case .end:
      guard let next = upcoming(index + 1), next.position == marker.position else { return nil }
      return next
    }
  }

  /// Discards markers and frames of older generations.
  ///
  /// - Returns: whether the wanted generation has come, with enough frames to begin or with the end of its track.
  func findGeneration(in source: inout MusicSource) -> Bool {
    // Read before the markers: a frame of the wanted generation is never written before its marker.
    let end = source.position + source.waiting
    while markers.available > 0 {
      let marker = markers.peek(0)
      if marker.generation == generation {
        source.jump(to: marker.position)
        return source.waiting >= cushion || markers.available > 1
      }
      if marker.generation > generation { return false }
      markers.drop(1)
    }
    source.jump(to: end)
    return false
  }
}
