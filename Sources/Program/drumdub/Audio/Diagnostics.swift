import Application
import Configuration
import Glibc
import MixEngine
import Player
import SystemBase
import TerminalUI

/// Writes a JSON line for each hit: `{"pad","velocity","readNs","frame","heardNs","late"}`, with `"take":true` for the
/// hits of takes, whose `readNs` has no meaning.
///
/// Times are of `CLOCK_MONOTONIC`, the frame is the output's. The lines are written by a thread, so that a slow disk does not
/// delay the main thread. Main thread.
final class HitTraceWriter {
  private let descriptor: Int32
  private let worker = SerialWorker(name: "trace")

  init(path: FilePath) throws(FileError) {
    descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
  }

  /// Writes all lines and closes the file. `deadline`: when a disk that hangs is no longer waited for.
  func close(until deadline: HostTime) { if worker.stop(until: deadline) { Glibc.close(descriptor) } }

  func write(_ hit: StartedHit, heard: HostTime) {
    let line = """
      {"pad":\(hit.pad),"velocity":\(hit.velocity),"readNs":\(hit.keyTime.nanoseconds),\
      "frame":\(hit.outputFrame),"heardNs":\(heard.nanoseconds),"late":\(hit.isLate)\(hit.isPlanned ? ",\"take\":true" : "")}

      """
    worker.run { [descriptor] in _ = FileBytes.writeAll(Array(line.utf8), to: descriptor) }
  }
}

/// The counters of a run, written at the end of the program for `--stats`.
struct RunStatistics {
  let counters: JSONObject

  /// Writes a JSON object.
  func write(to path: FilePath) throws(FileError) {
    let bytes = JSONWriter.bytes(of: .object(counters), layout: .line)
    try AtomicFile.replace(path, with: bytes + [UInt8(ascii: "\n")])
  }
}

/// Writes what the player and the application report to the log of `--log`. Main thread.
@MainActor
final class SessionLog {
  private let application: Application
  private let subscriptions: (EventStream<PlayerEvent>.Subscription, EventStream<Notice>.Subscription)

  init(_ wiring: Wiring) {
    let notify = wiring.mainThread.notices.send
    EventLog.onFailure { notify(.file($0)) }
    let (application, bindings) = (wiring.application, wiring.keys.bindings)
    self.application = application
    let model = application.model
    subscriptions = (
      model.events.subscribe { event in
        if let line = PlainText.line(event, model) { EventLog.write(.player, line) }
      },
      application.streams.reported.subscribe { EventLog.write(.notice, PlainText.line($0, bindings.map)) }
    )
  }

  /// Opens the log, and writes what is known of the program and the system. The log ends with `EventLog.close`.
  static func open(_ path: FilePath) {
    EventLog.open(path)
    EventLog.write(.program, "drumdub \(Version.number) starts as process \(getpid()) on \(system)")
    for name in ["TERM", "COLORTERM", "LANG", "LC_ALL"] {
      guard let value = BaseFolders.environment(name) else { continue }
      EventLog.write(.program, "\(name)=\(value.shown)")
    }
  }

  /// The kernel and the machine.
  private static var system: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "an unknown system" }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
  }
}
