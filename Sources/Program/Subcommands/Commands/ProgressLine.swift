import Glibc
import MusicLibrary
import Synchronization
import SystemBase

/// Shows the progress of a subcommand on the last line of the terminal; does nothing if standard error is not a
/// terminal.
struct ProgressLine: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ progress: ScanProgress) { show(ProgressLine.text(progress)) }

  func show(_ text: String) {
    if isShown { write("\r\(text)\u{1B}[K") }
  }

  func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  static func text(_ progress: ScanProgress) -> String {
    switch progress.stage {
    case .looking: return progress.total == 0 ? "looking for music" : "\(progress.total) files found"
    case .naming: return "\(progress.done) tracks identified"
    case .reading: break
    }
    var text = "\(progress.done) of \(progress.total) files"
    if progress.done > 0, progress.seconds > 0 { text += ", \(Int(progress.perSecond)) per second" }
    if let remaining = progress.remaining {
      let seconds = Int(remaining.rounded(.up))
      text += ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }
    return text
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// Progress that appears once a command has worked for half a second, and is drawn when its text changes.
struct LateProgress {
  private static let delay = 0.5

  private let line = ProgressLine()
  private let start = HostTime.now
  private var shown = ""

  mutating func show(_ text: String) {
    guard text != shown, HostTime.now.seconds(since: start) >= LateProgress.delay else { return }
    shown = text
    line.show(text)
  }

  /// Shows `verb: 12 %`.
  mutating func show(_ verb: String, _ done: Int, of total: Int) {
    show("\(verb): \(min(done * 100 / max(total, 1), 100)) %")
  }

  /// Removes the line, so that a message can be printed.
  mutating func clear() {
    if shown.isEmpty { return }
    shown = ""
    line.clear()
  }
}

/// Buffered standard output. If it was closed, writing stops without an error.
struct OutputWriter {
  private var buffer: [UInt8] = []
  private var isBroken = false

  mutating func write(_ bytes: [UInt8]) {
    buffer += bytes
    if buffer.count >= 1 << 16 { flush() }
  }

  mutating func flush() {
    if !isBroken { isBroken = !FileBytes.writeAll(buffer, to: STDOUT_FILENO) }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Signals such as Ctrl-C during a command: they set a flag, so that no partial file is left.
enum StopSignals {
  /// The signal that came; 0 while none has.
  private static let signal = Atomic<Int32>(0)

  /// Notes signals from now on, which no longer end the program.
  static func watch() {
    // Made before a handler needs it.
    signal.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      Glibc.signal(number) { StopSignals.signal.store($0, ordering: .relaxed) }
    }
  }

  static var hasCome: Bool { signal.load(ordering: .relaxed) != 0 }

  /// Ends the program as the signal would have.
  static func end() -> Never {
    let number = signal.load(ordering: .relaxed)
    Glibc.signal(number, SIG_DFL)
    raise(number)
    exit(1)
  }
}
