import AudioBase
import SystemBase

/// Assigns the notes of all ports to frames of the block, by the same rule as hits. Audio thread.
struct NoteScheduler: ~Copyable {
  /// A note of the block; the offset counts from the block's start.
  struct Entry: BitwiseCopyable {
    var due: DueNote
    var isLate = false
    var isPlanned = false
  }

  static var capacity: Int { 1024 }

  private let ports: UnsafeMutablePointer<RingReader<NoteEvent>>
  private let portCount: Int
  private let placer: FramePlacer
  private let entries: UnsafeMutablePointer<Entry>
  /// The notes of the block and of later ones, in the order of their offsets.
  private(set) var count = 0
  private let rate: Float
  /// The frames of the block.
  private var blockLength = 0

  init(ports readers: [RingReader<NoteEvent>], rate: SampleRate, timing: HitTiming) {
    placer = FramePlacer(rate: rate, timing: timing)
    self.rate = Float(rate.hertz)
    ports = .allocate(capacity: max(readers.count, 1))
    for (index, reader) in readers.enumerated() { (ports + index).initialize(to: reader) }
    portCount = readers.count
    entries = .allocate(capacity: NoteScheduler.capacity)
  }

  deinit {
    ports.deallocate()
    entries.deallocate()
  }

  /// Whether notes wait for a later block.
  var hasWaiting: Bool { (0..<portCount).contains { ports[$0].available > 0 } }

  func entry(_ index: Int) -> Entry { entries[index] }

  /// Removes the notes whose keys belong to this block from their rings, and orders them by frames.
  mutating func collect(blockOf length: Int, asked: HostTime) {
    removePassed()
    blockLength = length
    for port in 0..<portCount {
      while count < NoteScheduler.capacity && ports[port].available > 0 {
        let note = ports[port].peek(0)
        let frame = placer.place(note.time, count: length, asked: asked)
        if frame >= length { break }
        ports[port].drop(1)
        // The comparison is false for NaN.
        let delay = note.delay > 0 ? Int(min(note.delay, 10) * rate) : 0
        _ = insert(Entry(due: DueNote(note, offset: max(frame, 0) + delay), isLate: frame < 0))
      }
    }
  }

  /// Removes the notes of the former block.
  private mutating func removePassed() {
    var kept = 0
    for index in 0..<count where entries[index].due.offset >= blockLength {
      entries[kept] = entries[index]
      entries[kept].due.offset -= blockLength
      kept += 1
    }
    count = kept
  }

  /// Inserts a note in the order of offsets, after equal ones. Returns false if there is no room.
  mutating func insert(_ new: Entry) -> Bool {
    if count == NoteScheduler.capacity { return false }
    var index = count
    while index > 0 && entries[index - 1].due.offset > new.due.offset {
      entries[index] = entries[index - 1]
      index -= 1
    }
    entries[index] = new
    count += 1
    return true
  }

  /// Discards the notes that wait. Returns the number of notes that would have begun.
  mutating func dropWaiting() -> Int {
    removePassed()
    blockLength = 0
    var dropped = 0
    for index in 0..<count where entries[index].due.note.isOn { dropped += 1 }
    count = 0
    for port in 0..<portCount {
      let waiting = ports[port].available
      for index in 0..<waiting where ports[port].peek(index).isOn { dropped += 1 }
      ports[port].drop(waiting)
    }
    return dropped
  }
}

/// Passes notes to the instrument on their frames, and reports them. Audio thread.
struct NotePlayer: ~Copyable {
  private var notes: NoteScheduler
  private let events: EventWriter
  /// The first note of the block that was not passed on yet.
  private var next = 0
  /// Whether all sound is to end with the next block.
  private var endsSound = false
  /// Whether a take has moved a controller or bent the pitch since all sound ended.
  private var hasPlannedControl = false

  init(notes: consuming NoteScheduler, events: EventWriter) {
    self.notes = notes
    self.events = events
  }

  /// Whether no note was due in the block.
  var isSilent: Bool { notes.count == 0 }

  var hasWaiting: Bool { notes.hasWaiting }

  /// Collects the notes of a block.
  ///
  /// - Parameter asked: when the block should have been requested.
  mutating func beginBlock(of count: Int, asked: HostTime) {
    notes.collect(blockOf: count, asked: asked)
    next = 0
  }

  /// Returns the first note of the block that a player begins; nil if there is none.
  func firstStruck(in count: Int) -> DueNote? {
    for index in 0..<notes.count {
      let entry = notes.entry(index)
      if entry.due.offset >= count { return nil }
      if entry.due.note.isOn && !entry.isPlanned { return entry.due }
    }
    return nil
  }

  /// Adds a planned note or controller to the part of the block that begins at `start`.
  mutating func add(_ due: DuePlannedHit, from start: Int) {
    let note = NotePlayer.event(due.hit)
    if !note.isOn { hasPlannedControl = true }
    let entry = NoteScheduler.Entry(
      due: DueNote(note, offset: start + due.offset, gain: due.hit.gain, heldFrames: due.heldFrames),
      isPlanned: true)
    if !notes.insert(entry) { events.count(.lostPlanned) }
  }

  private static func event(_ hit: PlannedHit) -> NoteEvent {
    let time = HostTime(nanoseconds: 0)
    switch hit.kind {
    case .control where hit.pad < 0:
      return NoteEvent(.bend, value: Float(hit.sample) / Float(NoteEvent.bendSteps), time: time)
    case .control: return NoteEvent(.control, key: hit.pad, value: Float(hit.sample), time: time)
    case .pad, .note, .beat, .accent:
      return NoteEvent(.on, key: hit.pad, string: hit.sample, value: Float(hit.velocity), time: time)
    }
  }

  /// Ends all sound with the next block. The pedal and the bend of a take return to rest.
  ///
  /// - Parameter dropsNotes: whether notes that wait are discarded and counted.
  mutating func silence(dropsNotes: Bool) {
    endsSound = true
    if dropsNotes { events.count(.lostHit, notes.dropWaiting()) }
  }

  /// Passes the notes of a part to a source and reports them; without a source, they are ignored.
  ///
  /// - Parameters:
  ///   - start: where the part begins in the block.
  ///   - outputFrame: the frame at which the block comes out.
  mutating func deliver(
    to inbox: UnsafeMutablePointer<NoteInbox>?, from start: Int, count: Int, outputFrame: Int
  ) {
    if endsSound {
      endsSound = false
      let end = NoteEvent(.control, key: NoteEvent.soundOff, time: HostTime(nanoseconds: 0))
      inbox?.pointee.add(DueNote(end))
      if hasPlannedControl {
        hasPlannedControl = false
        let time = HostTime(nanoseconds: 0)
        inbox?.pointee.add(DueNote(NoteEvent(.control, key: NoteEvent.hold, time: time)))
        inbox?.pointee.add(DueNote(NoteEvent(.bend, time: time)))
      }
    }
    while next < notes.count && notes.entry(next).due.offset < start + count {
      let entry = notes.entry(next)
      next += 1
      guard let inbox else { continue }
      var due = entry.due
      due.offset -= start
      if !inbox.pointee.add(due) {
        events.count(entry.isPlanned ? .lostPlanned : .lostHit)
        continue
      }
      if entry.isLate { events.count(.lateHit) }
      let frame = outputFrame + entry.due.offset
      events.sender?.pointee.play(entry.due, at: frame)
      events.push(.note(PlayedNote(due.note, outputFrame: frame, isPlanned: entry.isPlanned)))
    }
  }
}
