import SystemBase

extension NoteEvent: ProducedEvent {
  var isStart: Bool { isOn }

  func due(at offset: Int, isLate: Bool) -> ScheduledNote {
    ScheduledNote(due: DueNote(self, offset: offset), isLate: isLate)
  }
}

/// A note of the block; the offset counts from the block's start.
struct ScheduledNote: DueEvent {
  var due: DueNote
  var isLate = false
  var isPlanned = false

  var offset: Int {
    get { due.offset }
    set { due.offset = newValue }
  }
  var isStart: Bool { due.note.isOn }
}

/// Passes notes to the instrument on their frames, and reports them. Audio thread.
struct NotePlayer: ~Copyable {
  private var notes: EventScheduler<NoteEvent>
  private let events: EventWriter
  /// Whether all sound is to end with the next block.
  private var endsSound = false
  /// Whether a take has moved a controller or bent the pitch since all sound ended.
  private var hasPlannedControl = false

  init(notes: consuming EventScheduler<NoteEvent>, events: EventWriter) {
    self.notes = notes
    self.events = events
  }

  /// Whether no note was due in the block.
  var isSilent: Bool { notes.due.count == 0 }

  var hasWaiting: Bool { notes.hasWaiting }

  /// Collects the notes of a block.
  ///
  /// - Parameter asked: when the block should have been requested.
  mutating func beginBlock(of count: Int, asked: HostTime) {
    notes.collect(blockOf: count, asked: asked)
  }

  /// Returns the first note of the block that a player begins; nil if there is none.
  func firstStruck(in count: Int) -> DueNote? {
    for index in 0..<notes.due.count {
      let entry = notes.due[index]
      if entry.offset >= count { return nil }
      if entry.due.note.isOn && !entry.isPlanned { return entry.due }
    }
    return nil
  }

  /// Adds a planned note or controller to the part of the block that begins at `start`.
  mutating func add(_ due: DuePlannedHit, from start: Int) {
    let note = NotePlayer.event(due.hit)
    if !note.isOn { hasPlannedControl = true }
    let entry = ScheduledNote(
      due: DueNote(note, offset: start + due.offset, gain: due.hit.gain, heldFrames: due.heldFrames),
      isPlanned: true)
    if !notes.add(entry) { events.count(.lostPlanned) }
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
    while let entry = notes.next(before: start + count) {
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
      events.push(.note(PlayedNote(note: due.note, outputFrame: frame, isPlanned: entry.isPlanned)))
    }
  }
}
