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

  private final class File: Sendable {
    let path: FilePath
    let descriptor: Int32
    let worker = SerialWorker(name: "log")
    private let report: @Sendable (FileError) -> Void
    private let hasFailed = Atomic(false)

    init(_ path: FilePath, _ descriptor: Int32, report: @escaping @Sendable (FileError) -> Void) {
      (self.path, self.descriptor, self.report) = (path, descriptor, report)
    }

    /// Writes a line. After the first failure, which is reported, nothing is written.
    func write(_ line: String) {
      if hasFailed.load(ordering: .relaxed) { return }
      if FileBytes.writeAll(Array(line.utf8), to: descriptor) { return }
      let error = FileError(errno: errno, path.shown, call: "write", writing: true)
      hasFailed.store(true, ordering: .relaxed)
      report(error)
    }
  }

  private static let file = Mutex<File?>(nil)
  private static let isOpen = Atomic(false)

  /// Opens a file to which the lines are appended. A log that is open is closed.
  ///
  /// - Parameter report: called once, on the log's thread, if a line cannot be written. The log ends there.
  /// - Throws: if the file cannot be opened for writing.
  package static func open(
    _ path: FilePath, onFailure report: @escaping @Sendable (FileError) -> Void
  ) throws(FileError) {
    // A pipe without a reader is an error, not a wait.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK
    let descriptor = path.withCString { Glibc.open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    close()
    file.withLock { $0 = File(path, descriptor, report: report) }
    isOpen.store(true, ordering: .releasing)
  }

  /// Writes all lines and closes the file.
  ///
  /// - Parameter deadline: when a disk that hangs is no longer waited for; nil waits until all lines are written.
  package static func close(until deadline: HostTime? = nil) {
    isOpen.store(false, ordering: .relaxed)
    guard let file = file.withLock({ $0.take() }) else { return }
    if let deadline {
      guard file.worker.stop(until: deadline) else { return }
    } else {
      file.worker.stop()
    }
    Glibc.close(file.descriptor)
  }

  /// Adds a line.
  ///
  /// - Parameter text: is evaluated on the calling thread, and only if there is a log. Control characters are escaped.
  package static func write(_ kind: Kind, _ text: @autoclosure () -> String) {
    guard isOpen.load(ordering: .acquiring) else { return }
    let line = line(kind, text())
    file.withLock { file in
      guard let file else { return }
      file.worker.run { file.write(line) }
    }
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
