import SystemBase

/// What the output holds when: the one owner of conversions between host time, output frames and track frames.
///
/// Three kinds of frames meet here. Host time is `CLOCK_MONOTONIC`, as keys are stamped with it. Output frames count what
/// was rendered since the engine began; the device's clock tells when each is heard. Track frames count in the
/// track's own rate from its first frame.
///
/// `AudioEngine.timeline` gives it as it stands by the events taken so far; a value, to be asked by whoever got it:
///
///     let timeline = engine.timeline
///     timeline.position(heardAt: hit.keyTime)          // what the player heard as the key went down
///     timeline.position(atOutputFrame: hit.outputFrame)  // what the hit sounds with
///     timeline.time(ofOutputFrame: hit.outputFrame)      // when it is heard
///
/// It looks back over the last 64 joins, seeks, pauses and changes of speed, and the last 32 restarts of the device:
/// long enough for all that is still to be heard or has just been struck.
package struct Timeline: Sendable {
  /// A place in a track.
  package struct Position: Hashable, Sendable {
    /// The opening of the track: a track that is repeated has a new one for each round.
    package var stream: StreamID
    /// In the track's own frames.
    package var trackFrame: Int
    package var outputFrame: Int
    /// Track frames for each output frame; 0 while the track stands still.
    package var ratio: Double
    /// Seconds of the track for each second; 0 while it stands still.
    package var speed: Double
    /// The seek or jump that it belongs to.
    package var generation: Int
  }

  private static let keptSegments = 64
  private static let keptClocks = 32
  private var segments: [Segment] = []
  private var clocks: [Clock] = []

  package init() {}

  // MARK: What is told

  /// Applies an event of the engine. Events are applied in the order in which they were reported.
  package mutating func apply(_ event: EngineEvent) {
    switch event {
    case .music(let segment): append(.music(segment))
    case .ended(_, let frame): append(.nothing(from: frame))
    case .clock(let report): begin(report)
    case .hit, .hitEnded, .freeBegan: break
    }
  }

  /// Notes the latest report of the device's clock.
  package mutating func follow(_ report: ClockReport) {
    // The event of a restart may still be on its way.
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

  // MARK: What is asked

  /// What stands at an output frame; nil before the first track and after the last one's end.
  package func position(atOutputFrame frame: Int) -> Position? {
    guard case .music(let segment)? = segments.last(where: { $0.outputFrame <= frame }) else { return nil }
    let passed = Double(frame - segment.outputFrame) * segment.ratio
    return Position(
      stream: segment.stream, trackFrame: segment.trackFrame + Int(passed), outputFrame: frame,
      ratio: segment.ratio, speed: segment.speed, generation: segment.generation)
  }

  /// What is heard at a time; of a moment in which the device was starved or suspended, what it stopped at.
  package func position(heardAt time: HostTime) -> Position? {
    outputFrame(heardAt: time).flatMap(position(atOutputFrame:))
  }

  /// When an output frame is heard, or was.
  package func time(ofOutputFrame frame: Int) -> HostTime {
    let clock = clocks.last { $0.start <= frame } ?? clocks.first
    return clock?.latest.heard(outputFrame: frame) ?? .now
  }

  /// The output frame that is heard at a time; nil before the first block was asked for.
  package func outputFrame(heardAt time: HostTime) -> Int? {
    guard let index = clocks.lastIndex(where: { $0.startTime <= time }) else { return clocks.first?.start }
    let frame = clocks[index].latest.outputFrame(heardAt: time)
    return index + 1 < clocks.count ? min(frame, clocks[index + 1].start) : frame
  }
}

extension Timeline {
  /// From an output frame on: a track, or nothing.
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

  /// The device's clock from a restart to the next one.
  private struct Clock: Sendable {
    /// Its first output frame.
    var start: Int
    var latest: ClockReport

    var startTime: HostTime { latest.heard(outputFrame: start) }
  }
}
