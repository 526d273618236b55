import AudioBase
import SystemBase

/// Starts free sequences, at once or with the next hit that is struck, and the music after them. Audio thread.
struct FreeSequenceStarter: BitwiseCopyable {
  /// A free sequence as a command carries it.
  struct Request: BitwiseCopyable {
    var table: HitSequenceTable
    var lanes: CourseSet
    var id: RetirementID
    /// Output frames from the sequence's beginning to the music's; nil leaves the music as it is.
    var musicAfter: Int?
    var isOpen: Bool
  }

  private let events: EventWriter
  /// The sequence that begins with the next hit.
  private var armed: Request?
  /// When the key of the last hit or note that a player struck was read.
  private var lastStrike = HostTime(nanoseconds: 0)
  /// The name of the sequence that has begun.
  private var current = RetirementID(0)
  /// Frames until the music begins by itself; nil if it does not.
  private(set) var framesUntilMusic: Int?

  init(events: EventWriter) { self.events = events }

  /// Whether the music is to begin by itself.
  var startsMusic: Bool { framesUntilMusic != nil }

  /// Leaves the music to the user, who has started or paused it.
  mutating func cancelMusic() { framesUntilMusic = nil }

  /// Replaces the free sequence by one that begins after an output frame.
  ///
  /// - Parameters:
  ///   - outputFrame: the frame at which the block comes out.
  ///   - delay: frames from there to the beginning.
  mutating func start(
    _ request: Request, _ sequencer: inout HitSequencer, at outputFrame: Int, after delay: Int
  ) {
    disarm()
    begin(request, &sequencer, at: outputFrame, after: delay)
  }

  /// Ends the free sequence and lets another one begin with the next hit. If a hit since then has been struck already,
  /// it begins at once.
  ///
  /// - Parameter since: hits with earlier keys do not begin it.
  mutating func arm(
    _ request: Request, _ sequencer: inout HitSequencer, at outputFrame: Int, since: HostTime
  ) {
    disarm()
    if lastStrike >= since { return begin(request, &sequencer, at: outputFrame, after: 0) }
    armed = request
    sequencer.startFree(HitSequenceTable(), at: outputFrame, isOpen: false)
    events.retire(current)
    current = RetirementID(0)
    framesUntilMusic = nil
  }

  /// Begins the armed sequence with the first hit or note of this block that a player struck.
  ///
  /// - Parameters:
  ///   - note: the first note of the block; nil if there is none.
  ///   - outputFrame: the frame at which the block comes out.
  mutating func startArmed(
    _ hits: borrowing EventScheduler<Hit>, orNote note: DueNote?, _ sequencer: inout HitSequencer,
    at outputFrame: Int
  ) {
    var first = note?.offset
    if let note { lastStrike = max(lastStrike, note.note.time) }
    for index in 0..<hits.due.count {
      let due = hits.due[index]
      if due.isPlanned || !due.hit.isStrike { continue }
      first = min(first ?? due.offset, due.offset)
      lastStrike = max(lastStrike, due.hit.time)
    }
    guard let armed, let first else { return }
    self.armed = nil
    begin(armed, &sequencer, at: outputFrame, after: first)
  }

  /// Replaces the hits of the sequence that plays; while another one waits for a hit, does nothing.
  mutating func replace(
    _ table: HitSequenceTable, _ lanes: CourseSet, _ id: RetirementID, _ sequencer: inout HitSequencer,
    movedBy frames: Int,
    at outputFrame: Int
  ) {
    if armed != nil { return events.retire(id) }
    sequencer.replaceFree(table, lanes, movedBy: frames, at: outputFrame)
    events.retire(current)
    current = id
  }

  /// Counts the frames down to the start of the music.
  ///
  /// - Parameter count: the frames of the part that is being rendered.
  /// - Returns: the frames of the part before the music; nil if it does not begin within the part.
  mutating func framesBeforeMusic(_ count: Int) -> Int? {
    guard let left = framesUntilMusic else { return nil }
    if left >= count {
      framesUntilMusic = left - count
      return nil
    }
    framesUntilMusic = nil
    return left
  }

  private mutating func disarm() {
    if let armed { events.retire(armed.id) }
    armed = nil
  }

  private mutating func begin(
    _ request: Request, _ sequencer: inout HitSequencer, at outputFrame: Int, after frames: Int
  ) {
    let start = outputFrame + frames
    sequencer.startFree(request.table, request.lanes, at: start, isOpen: request.isOpen)
    events.retire(current)
    current = request.id
    framesUntilMusic = nil
    if let musicAfter = request.musicAfter, musicAfter >= 0 { framesUntilMusic = musicAfter + frames }
    events.push(.freeBegan(serial: request.id.value, outputFrame: start))
  }
}
