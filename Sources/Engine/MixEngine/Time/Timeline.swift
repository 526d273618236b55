import SystemBase

/// Converts between host time, output frames and track frames. No other type does.
///
/// Host time is `CLOCK_MONOTONIC`, as keys are stamped with it. Output frames count the rendered frames since the
/// engine began; the device's clock states when each is heard. Track frames count in the track's own rate from its
/// first frame.
///
/// It is a value: `EngineEvents.timeline` returns the state by the events that were received so far.
///
///     let timeline = engine.events.timeline
///     timeline.position(heardAt: hit.keyTime)            // what the player heard when the key was struck
///     timeline.position(atOutputFrame: hit.outputFrame)  // what the hit sounds with
///     timeline.time(ofOutputFrame: hit.outputFrame)      // when it is heard
///
/// It keeps the last 64 joins, seeks, pauses and changes of speed, and the last 32 restarts of the device: enough for
/// what is still to be heard and for hits that were just struck.
package struct Timeline: Sendable {
  /// A place in a track at an output frame. A track that is repeated is opened again for each round.
  package typealias Position = MusicSegment

  private static let keptSegments = 64
  private static let keptClocks = 32
  private var segments: [Segment] = []
  private var clocks: [Clock] = []

  package init() {}

  // MARK: Events

  /// Applies an event of the engine. Events are applied in the order in which they were reported.
  package mutating func apply(_ event: EngineEvent) {
    switch event {
    case .music(let segment): append(.music(segment))
    case .ended(_, let frame): append(.nothing(from: frame))
    case .clock(let report): begin(report)
    case .hit, .hitEnded, .note, .freeBegan, .automation: break
    }
  }

  /// Notes the latest report of the device's clock.
  package mutating func follow(_ report: ClockReport) {
    // The event of a restart may come later than its report.
    guard let last = clocks.last, last.latest.restarts == report.restarts else { return begin(report) }
    if report.outputFrame > last.latest.outputFrame { clocks[clocks.count - 1].latest = report }
  }

  private mutating func append(_ segment: Segment) {
    segments.append(segment)
    if segments.count > Timeline.keptSegments { segments.removeFirst() }
  }

  private mutating func begin(_ report: ClockReport) {
    if let known = clocks.lastIndex(where: { $0.latest.restarts == report.restarts }) {
      clocks[known].start = min(clocks[known].start, report.outputFrame)
      return
    }
    clocks.append(Clock(start: report.outputFrame, latest: report))
    if clocks.count > Timeline.keptClocks { clocks.removeFirst() }
  }

  // MARK: Conversions

  /// Returns the position at an output frame; nil before the first track and after the end of the last one.
  package func position(atOutputFrame frame: Int) -> Position? {
    guard case .music(let segment)? = segments.last(where: { $0.outputFrame <= frame }) else { return nil }
    var position = segment
    position.trackFrame += Int(Double(frame - segment.outputFrame) * segment.ratio)
    position.outputFrame = frame
    return position
  }

  /// Returns the first position after an output frame at which music begins to sound; nil if none is known.
  package func nextMusic(afterOutputFrame frame: Int) -> Position? {
    let next = segments.first { segment in
      if case .music(let music) = segment { music.outputFrame > frame && music.speed > 0 } else { false }
    }
    return next.flatMap { position(atOutputFrame: $0.outputFrame) }
  }

  /// Returns the output frame at which the music of a stream begins; nil if it is not known.
  package func start(of stream: StreamID) -> Int? {
    for case .music(let segment) in segments where segment.stream == stream { return segment.outputFrame }
    return nil
  }

  /// Returns the output frame at which the last music of some streams ends; nil if it is not known or no music follows.
  package func end(of streams: Set<StreamID>) -> Int? {
    func isOf(_ segment: Segment) -> Bool {
      if case .music(let music) = segment { streams.contains(music.stream) } else { false }
    }
    guard let last = segments.lastIndex(where: isOf), last + 1 < segments.count else { return nil }
    return segments[last + 1].outputFrame
  }

  /// Returns the position that is heard at a time. While the device is starved or suspended, it is where it stopped.
  package func position(heardAt time: HostTime) -> Position? {
    outputFrame(heardAt: time).flatMap(position(atOutputFrame:))
  }

  /// Returns the time at which an output frame is or was heard.
  package func time(ofOutputFrame frame: Int) -> HostTime {
    report(ofOutputFrame: frame)?.heard(outputFrame: frame) ?? .now
  }

  /// Returns the number of the device's clock that states when an output frame is heard. It changes when the device has
  /// restarted, after which times do not continue those before.
  package func clockNumber(ofOutputFrame frame: Int) -> Int { report(ofOutputFrame: frame)?.restarts ?? 0 }

  private func report(ofOutputFrame frame: Int) -> ClockReport? {
    (clocks.last { $0.start <= frame } ?? clocks.first)?.latest
  }

  /// Returns the output frame that is heard at a time; nil before the first block.
  package func outputFrame(heardAt time: HostTime) -> Int? {
    guard let index = clocks.lastIndex(where: { $0.startTime <= time }) else { return clocks.first?.start }
    let frame = clocks[index].latest.outputFrame(heardAt: time)
    return index + 1 < clocks.count ? min(frame, clocks[index + 1].start) : frame
  }
}

extension Timeline {
  /// The content of the output from a frame on.
  private enum Segment: Sendable {
    case music(MusicSegment)
    case nothing(from: Int)

    var outputFrame: Int {
      switch self {
      case .music(let segment): segment.outputFrame
      case .nothing(let frame): frame
      }
    }
  }

  /// The clock of the device between two restarts.
  private struct Clock: Sendable {
    /// The first output frame.
    var start: Int
    var latest: ClockReport

    var startTime: HostTime { latest.heard(outputFrame: start) }
  }
}
