import CSystem
import Glibc
import Synchronization

/// The log of `--log`: one line for each event of the program, with the time, the thread and the kind of the event.
///
///     2026-11-25T15:20:01.123Z audio       device   opened pulse, 48000 Hz, 256 frames
///
/// Lines are written by a thread of the log, so that no thread waits for the disk. Without a log, a call costs one read
/// of an atomic flag. Any thread but the audio thread.
package enum EventLog {
  /// What an event is about.
  package enum Kind: String, Sendable {
    case program, command, player, notice, device, stream, scan
  }

  private struct State: Sendable {
    var descriptor: Int32 = -1
    var path = FilePath("")
    var worker: SerialWorker?
    /// Why the file cannot be opened or written.
    var failure: FileError?
    var report: (@Sendable (FileError) -> Void)?
  }

  private static let state = Mutex(State())
  private static let isOpen = Atomic(false)

  /// Opens a file to which the lines are appended. Called once; a failure is reported by `onFailure`.
  package static func open(_ path: FilePath) {
    // A pipe without a reader is an error, not a wait.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK
    let descriptor = path.withCString { Glibc.open($0, flags, 0o666) }
    guard descriptor >= 0 else {
      return fail(FileError(errno: errno, path.shown, call: "open", writing: true))
    }
    state.withLock { state in
      (state.descriptor, state.path, state.worker) = (descriptor, path, SerialWorker(name: "log"))
    }
    isOpen.store(true, ordering: .releasing)
  }

  /// Sets what is called once, on any thread, if the file cannot be opened or a line cannot be written. The log ends there.
  package static func onFailure(_ report: @escaping @Sendable (FileError) -> Void) {
    let failure = state.withLock { state in
      state.report = report
      return state.failure
    }
    if let failure { report(failure) }
  }

  private static func fail(_ error: FileError) {
    isOpen.store(false, ordering: .relaxed)
    let report = state.withLock { state -> (@Sendable (FileError) -> Void)? in
      if state.failure != nil { return nil }
      state.failure = error
      return state.report
    }
    report?(error)
  }

  /// Writes all lines and closes the file. After the deadline, a disk that hangs is no longer waited for.
  package static func close(until deadline: HostTime) {
    isOpen.store(false, ordering: .relaxed)
    let (worker, descriptor) = state.withLock { ($0.worker, $0.descriptor) }
    if let worker {
      guard worker.stop(until: deadline) else { return }
      Glibc.close(descriptor)
    }
    state.withLock { $0 = State() }
  }

  /// Adds a line.
  ///
  /// - Parameter text: is evaluated on the calling thread, and only if there is a log. Control characters are escaped.
  package static func write(_ kind: Kind, _ text: @autoclosure () -> String) {
    guard isOpen.load(ordering: .acquiring) else { return }
    let line = line(kind, text())
    let worker = state.withLock { $0.worker }
    worker?.run { append(line) }
  }

  /// Writes a line to the file. After the first failure nothing is written. The log's thread.
  private static func append(_ line: String) {
    let (descriptor, path, hasFailed) = state.withLock { ($0.descriptor, $0.path, $0.failure != nil) }
    if hasFailed || FileBytes.writeAll(Array(line.utf8), to: descriptor) { return }
    fail(FileError(errno: errno, path.shown, call: "write", writing: true))
  }

  private static func line(_ kind: Kind, _ text: String) -> String {
    let text = text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return "\(time) \(padded(thread, to: 11)) \(padded(kind.rawValue, to: 8)) \(text.joined())\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.utf8.count, 0))
  }

  /// The time in UTC with milliseconds.
  private static var time: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let milliseconds = "\(1_000 + now.tv_nsec / 1_000_000)".dropFirst()
    return Timestamp.text(now.tv_sec).dropLast() + ".\(milliseconds)Z"
  }

  /// The name of the calling thread, as `top -H` shows it.
  private static var thread: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { name in
      guard let start = name.baseAddress else { return "" }
      drumdub_thread_name(start)
      return String(cString: start)
    }
  }
}
