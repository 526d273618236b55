import AudioBase

/// What the frames of the music ring consist of, as long as they are in it: where the levels of parts change, those frames
/// are summed again. The feeder's thread.
final class PartRing {
  /// The frames from a position of the music ring on that have the same parts, nil: none, and follow each other in the track.
  private struct Segment {
    let start: Int
    let set: PartSet?
    /// The place of the track from the start on.
    let place: TrackPlace
    /// The place that the track has left at the start, as at the end of a round of a loop; nil: it has not.
    var left: TrackPlace?
  }

  private static let block = 1024

  /// A power of two.
  private let capacity: Int
  /// The signals of the sets, at their positions of the music ring.
  private var signals: [UnsafeMutableBufferPointer<Frame>] = []
  private var segments: [Segment] = []
  private let sums: UnsafeMutableBufferPointer<Frame>

  /// - Parameter capacity: that of the music ring.
  init(capacity: Int) {
    self.capacity = capacity
    sums = .allocate(capacity: PartRing.block)
  }

  deinit {
    for signal in signals { signal.deallocate() }
    sums.deallocate()
  }

  /// Forgets what is in the ring, because that is discarded.
  func clear() { segments = [] }

  /// Notes that the frames from a position on have no parts.
  func end(at position: Int) {
    guard let last = segments.last, last.set != nil else { return }
    segments.append(Segment(start: position, set: nil, place: last.place))
  }

  /// Keeps frames of a set that come into the music ring at a position, where the track is at a place, and sums them.
  func add(
    _ set: PartSet, _ range: Range<Int>, at position: Int, _ place: TrackPlace,
    into chunk: UnsafeMutableBufferPointer<Frame>
  ) {
    while signals.count < set.signals.count {
      let signal = UnsafeMutableBufferPointer<Frame>.allocate(capacity: capacity)
      signal.initialize(repeating: .zero)
      signals.append(signal)
    }
    if segments.last?.set !== set || segments.last?.place.position != place.position {
      removeOld(before: position)
      let left = segments.last?.set === set ? segments.last?.place : nil
      segments.append(Segment(start: position, set: set, place: place, left: left))
    }
    for (signal, source) in zip(signals, set.signals) {
      for index in range {
        signal[(position + index - range.lowerBound) & (capacity - 1)] = source[index]
      }
    }
    guard let segment = segments.last else { return }
    sum(set, at: position, segment, into: UnsafeMutableBufferPointer(rebasing: chunk[range]))
  }

  private func removeOld(before position: Int) {
    while segments.count > 1, segments[1].start + capacity <= position { segments.removeFirst() }
  }

  /// Sets the gains of the parts of a track, from a position of the ring on that can be changed, or from its first parts behind
  /// that.
  func setGains(
    of parts: SongParts, track: TrackLocation, from place: Int, in ring: MusicRingWriter
  ) {
    var changed: [PartSet] = []
    for (index, segment) in segments.enumerated() {
      guard let set = segment.set, set.track == track, set.parts.hasNames(of: parts) else { continue }
      let start = max(segment.start, place)
      if !changed.contains(where: { $0 === set }) {
        if set.parts.hasGains(of: parts) { continue }
        set.setGains(of: parts, at: start, self.place(of: set, at: start) ?? segment.place)
        changed.append(set)
      }
      let end = index + 1 < segments.count ? segments[index + 1].start : ring.position
      rewrite(set, max(start, ring.position - capacity), end, segment, in: ring)
    }
  }

  /// Returns the first frame of a track, from a position of the ring on, that is heard in its parts; nil if none is.
  func frame(of track: TrackLocation, from position: Int) -> Int? {
    for (index, segment) in segments.enumerated() where segment.set?.track == track {
      let end = index + 1 < segments.count ? segments[index + 1].start : .max
      if end > position { return Int(segment.place.trackFrame(at: max(position, segment.start)).rounded()) }
    }
    return nil
  }

  /// Returns which frame of its track a set plays at a position of the ring; nil if it plays none there.
  private func place(of set: PartSet, at position: Int) -> TrackPlace? {
    let segment = segments.last { $0.start <= position }
    return segment?.set === set ? segment?.place : nil
  }

  private func rewrite(
    _ set: PartSet, _ start: Int, _ end: Int, _ segment: Segment, in ring: MusicRingWriter
  ) {
    var position = start
    while position < end {
      let part = UnsafeMutableBufferPointer(rebasing: sums[..<min(PartRing.block, end - position)])
      sum(set, at: position, segment, into: part)
      ring.replace(from: position, with: UnsafeBufferPointer(part))
      position += part.count
    }
  }

  /// Sums the signals at positions of the ring, which are in a segment.
  private func sum(
    _ set: PartSet, at position: Int, _ segment: Segment, into out: UnsafeMutableBufferPointer<Frame>
  ) {
    let mask = capacity - 1
    for index in out.indices { out[index] = signals[0][(position + index) & mask] }
    for (number, signal) in signals.prefix(set.signals.count).dropFirst().enumerated() {
      var factors = set.ramp.factors(of: number, from: position, segment.place, after: segment.left)
      if let constant = factors.constant(for: out.count) {
        if constant == 0 { continue }
        for index in out.indices { out[index] += signal[(position + index) & mask] * constant }
      } else {
        for index in out.indices { out[index] += signal[(position + index) & mask] * factors.next() }
      }
    }
  }
}
