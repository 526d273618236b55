/// Sends the beats of music to a device of the metronome while the music is still in its ring: through joins and loops,
/// up to the horizon of the sender. Audio thread.
struct MusicBeats: BitwiseCopyable {
  /// The position of the music ring up to which beats were sent; nil if none were since the music has jumped.
  private var reached: Double?
  /// The speed by which they were sent.
  private var speed = 1.0
  /// Whether beats that the device has rendered are not sent again.
  private var skipsRendered = false
  /// The output frame at which the music is to begin by itself, if beats were sent for it.
  private var plannedStart: Int?

  /// Cancels the beats that were sent. The next ones are sent from where the music is then.
  ///
  /// - Parameter keepsRendered: whether those that the device has rendered stay valid because the music continues.
  mutating func restart(_ sequencer: borrowing HitSequencer, keepsRendered: Bool) {
    sequencer.sender?.cancel(.music)
    (reached, skipsRendered, plannedStart) = (nil, keepsRendered, nil)
  }

  /// Notes that the music begins at an output frame.
  mutating func musicBegins(_ sequencer: borrowing HitSequencer, at outputFrame: Int) {
    if let plannedStart, plannedStart == outputFrame {
      self.plannedStart = nil
    } else {
      restart(sequencer, keepsRendered: false)
    }
  }

  /// Sends beats of music that is to begin by itself.
  mutating func sendBeforeStart(
    _ sequencer: inout HitSequencer, _ segments: SegmentReader, _ source: borrowing MusicSource,
    at outputFrame: Int
  ) {
    guard let sender = sequencer.sender, outputFrame < sender.horizon else { return }
    if let plannedStart, plannedStart != outputFrame { restart(sequencer, keepsRendered: false) }
    plannedStart = outputFrame
    send(&sequencer, segments, source, at: outputFrame)
  }

  /// Sends the beats up to the sender's horizon.
  ///
  /// - Parameter outputFrame: the frame at which the next frame of the ring comes out.
  mutating func send(
    _ sequencer: inout HitSequencer, _ segments: SegmentReader, _ source: borrowing MusicSource,
    at outputFrame: Int
  ) {
    guard let sender = sequencer.sender, let current = segments.current else { return }
    let here = source.exactPosition
    if reached != nil && source.speed != speed { restart(sequencer, keepsRendered: true) }
    speed = source.speed
    var from = reached ?? here
    if reached == nil && skipsRendered {
      from = max(here, here + (Double(sender.rendered) - Double(outputFrame)) * speed)
    }
    let written = Double(source.position + source.waiting)
    let end = min(here + Double(sender.horizon - outputFrame) * speed, written)
    var (segment, index) = (current, 0)
    while from < end {
      let marker = segments.upcoming(index)
      let stop = min(end, Double(marker?.position ?? .max))
      if from < stop {
        send(&sequencer, segment, from: from, end: stop, here: here, at: outputFrame)
        from = stop
      }
      guard let marker, stop < end, let next = segments.segment(from: marker, index) else { break }
      segment = next
      index += 1
    }
    reached = max(from, reached ?? from)
  }

  /// Sends the beats of a part of a segment.
  ///
  /// - Parameters:
  ///   - from: the first position of the music ring.
  ///   - end: the position after the last one.
  ///   - here: the position that comes out at `outputFrame`.
  private func send(
    _ sequencer: inout HitSequencer, _ segment: StreamMarker, from: Double, end: Double, here: Double,
    at outputFrame: Int
  ) {
    sequencer.sendMusic(
      segment.stream, from: segment.trackFrame(at: from), end: segment.trackFrame(at: end),
      origin: segment.trackFrame(at: here), step: segment.ratio * speed, outputFrame: outputFrame)
  }
}

extension StreamMarker {
  /// Returns the frame of its track at a position of the music ring.
  func trackFrame(at place: Double) -> Double {
    Double(trackFrame) + (place - Double(position)) * ratio
  }
}
