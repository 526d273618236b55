import SystemBase

/// Ends the parts of the program that run on other threads, within a second in all. Main thread.
///
/// Each part is stopped on its own thread. A part that hangs, for instance in a file system that does not respond, delays
/// another part by its share of the second at most. The time for which a busy machine runs other programs is not counted.
@MainActor
package struct Shutdown {
  package enum Part: Hashable, Sendable {
    case input
    case midi
    /// The threads that read and load kits.
    case kit
    /// The threads that make plug-ins, which are not waited for.
    case plugins
    /// The monitor of the devices.
    case devices
    case tags
    case library
    case waveforms
    case output
    /// The device of the metronome.
    case clickOutput
    /// The threads that feed the engine with music.
    case feeder
    /// The saved session.
    case session
    /// Playlists that are being written.
    case playlists
    /// The file of a recording of the output.
    case recording
    /// Changes of the index that are being written: ratings, play counts, playlists.
    case index
    /// The tags of a file that are being written.
    case tagEdits
    /// The export of a take, which is cancelled.
    case exports
    /// The work that clients of the remote control wait for.
    case remote
    /// The thread that writes a recording's hits to its journal.
    case journal
    /// The thread that saves takes.
    case takes

    /// Whether the part stores data that would be lost.
    fileprivate var isWriting: Bool {
      [.session, .playlists, .recording, .index, .tagEdits, .journal, .takes].contains(self)
    }
  }

  /// The shares of the second, as seconds after its begin until which a part is waited for.
  package enum Deadline: Double {
    /// The share of the output, which the recording waits for.
    case output = 0.4
    /// The share of the disk, for what was written before; a saved session is in place by then, but not stored yet.
    case sync = 0.5
    /// The share of the parts that wait for the output: the end of a recording.
    case recording = 0.65
    /// The share of all other parts.
    case last = 0.9
  }

  /// Seconds between two looks at the clock.
  private static let step = 0.01

  private let begin = HostTime.now
  private let factor: Double
  private let now: () -> HostTime
  /// The seconds that were waited for parts. A step of which more has passed counts as two: the machine is busy.
  private var waited = 0.0
  private var threads: [(part: Part, thread: WorkerThread, hasData: @Sendable () -> Bool)] = []

  /// The parts that had not ended when their time was over.
  package private(set) var unfinished: Set<Part> = []
  /// Those of them that had data to write. On a busy machine, a part may not end in time that has none.
  package private(set) var unwritten: Set<Part> = []

  /// Creates a shutdown without parts.
  ///
  /// - Parameters:
  ///   - factor: how many times longer parts that write are waited for.
  ///   - now: the clock that is looked at.
  package init(factor: Double = 1, now: @escaping () -> HostTime = { .now }) {
    (self.factor, self.now) = (factor, now)
  }

  /// Returns the time at which the share of a part is over.
  package func end(of deadline: Deadline, for part: Part) -> HostTime {
    begin.advanced(bySeconds: deadline.rawValue * (part.isWriting ? factor : 1))
  }

  /// Begins to end a part, which nothing else waits for.
  ///
  /// - Parameters:
  ///   - hasData: whether data of the part is not written yet; called when its time is over.
  ///   - stop: returns when the part has ended; called on another thread.
  package mutating func start(
    _ part: Part, hasData: @escaping @Sendable () -> Bool = { true }, _ stop: @escaping @Sendable () -> Void
  ) {
    threads.append((part, WorkerThread(name: "shutdown", stop), hasData))
  }

  /// Ends a part that others wait for, and waits for its end until a deadline.
  ///
  /// - Parameter stop: returns when the part has ended; called on another thread.
  package mutating func run(
    _ part: Part, by deadline: Deadline, _ stop: @escaping @Sendable () -> Void
  ) {
    join(part, WorkerThread(name: "shutdown", stop), deadline) { true }
  }

  package mutating func wait() {
    for (part, thread, hasData) in threads { join(part, thread, .last, hasData) }
    threads = []
  }

  private mutating func join(
    _ part: Part, _ thread: WorkerThread, _ deadline: Deadline, _ hasData: () -> Bool
  ) {
    let share = deadline.rawValue * (part.isWriting ? factor : 1)
    repeat {
      let start = now()
      let rest = max(share - waited, 0)
      let hasEnded = thread.join(until: HostTime.now.advanced(bySeconds: min(Shutdown.step, rest)))
      waited += min(now().seconds(since: start), 2 * Shutdown.step)
      if hasEnded { return }
    } while waited < share
    unfinished.insert(part)
    if hasData() { unwritten.insert(part) }
  }
}
