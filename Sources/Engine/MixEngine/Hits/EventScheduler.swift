import AudioBase
import SystemBase

/// What producers send to be heard on a frame: a hit or a note.
protocol ProducedEvent: BitwiseCopyable {
  associatedtype Due: DueEvent

  /// The time at which its key or message was received.
  var time: HostTime { get }
  /// Seconds after that time at which it is due, at most 10.
  var delay: Float { get }
  /// Whether it begins a sound.
  var isStart: Bool { get }

  /// Returns the event with its place in the block.
  func due(at offset: Int, isLate: Bool) -> Due
}

/// What is due on a frame.
protocol DueEvent: BitwiseCopyable {
  /// Frames from the start of the block, or of the part that is being rendered.
  var offset: Int { get set }
  /// Whether it begins a sound.
  var isStart: Bool { get }
}

/// Assigns the events of all ports to frames of the block. Audio thread.
struct EventScheduler<Event: ProducedEvent>: ~Copyable {
  private let ports: UnsafeMutablePointer<RingReader<Event>>
  private let portCount: Int
  private let placer: FramePlacer
  private let rate: Float
  /// The events of the block and of later ones.
  private(set) var due = DueList<Event.Due>(capacity: 1024)
  /// The frames of the block.
  private var blockLength = 0
  /// The first event of the block that was not returned by `next`.
  private var nextIndex = 0

  init(ports readers: [RingReader<Event>], rate: SampleRate, timing: HitTiming) {
    placer = FramePlacer(rate: rate, timing: timing)
    self.rate = Float(rate.hertz)
    ports = .allocate(capacity: max(readers.count, 1))
    for (index, reader) in readers.enumerated() { (ports + index).initialize(to: reader) }
    portCount = readers.count
  }

  deinit { ports.deallocate() }

  /// Whether events wait for a later block.
  var hasWaiting: Bool { (0..<portCount).contains { ports[$0].available > 0 } }

  /// Removes the events whose keys belong to this block from their rings, and orders them by frames; later ones stay in the
  /// rings.
  ///
  /// - Parameter asked: when the block should have been requested.
  mutating func collect(blockOf length: Int, asked: HostTime) {
    due.pass(blockLength)
    blockLength = length
    nextIndex = 0
    for port in 0..<portCount {
      while !due.isFull && ports[port].available > 0 {
        let event = ports[port].peek(0)
        let frame = placer.place(event.time, count: length, asked: asked)
        if frame >= length { break }
        ports[port].drop(1)
        // The comparison is false for NaN.
        let delay = event.delay > 0 ? Int(min(event.delay, 10) * rate) : 0
        _ = due.insert(event.due(at: max(frame, 0) + delay, isLate: frame < 0))
      }
    }
  }

  /// Returns whether an event is due before a frame of the block that was not returned yet.
  func hasNext(before end: Int) -> Bool { nextIndex < due.count && due[nextIndex].offset < end }

  /// Returns the next event that is due before a frame of the block; nil if there is none.
  mutating func next(before end: Int) -> Event.Due? {
    if !hasNext(before: end) { return nil }
    nextIndex += 1
    return due[nextIndex - 1]
  }

  /// Adds a planned event to the block, at a place that was not rendered yet. Returns false if there is no room.
  mutating func add(_ planned: Event.Due) -> Bool { due.insert(planned) }

  /// Discards the events that wait. Returns the number of those that would have begun a sound.
  mutating func dropWaiting() -> Int {
    due.pass(blockLength)
    blockLength = 0
    var dropped = 0
    for index in 0..<due.count where due[index].isStart { dropped += 1 }
    due.removeAll()
    for port in 0..<portCount {
      let waiting = ports[port].available
      for index in 0..<waiting where ports[port].peek(index).isStart { dropped += 1 }
      ports[port].drop(waiting)
    }
    return dropped
  }
}

/// Events in the order of their frames. Audio thread.
struct DueList<Event: DueEvent>: ~Copyable {
  private let events: UnsafeMutablePointer<Event>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    events = .allocate(capacity: capacity)
  }

  deinit { events.deallocate() }

  var isFull: Bool { count == capacity }

  subscript(index: Int) -> Event { events[index] }

  /// Inserts an event after those of the same frame. Returns false if there is no room.
  mutating func insert(_ new: Event) -> Bool {
    if isFull { return false }
    var index = count
    while index > 0 && events[index - 1].offset > new.offset {
      (events + index).initialize(to: events[index - 1])
      index -= 1
    }
    (events + index).initialize(to: new)
    count += 1
    return true
  }

  /// Moves on by frames, and removes the events in them.
  mutating func pass(_ frames: Int) {
    var kept = 0
    for index in 0..<count where events[index].offset >= frames {
      events[kept] = events[index]
      events[kept].offset -= frames
      kept += 1
    }
    count = kept
  }

  mutating func removeAll() { count = 0 }
}
