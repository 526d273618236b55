import Application
import Configuration
import Glibc
import Player
import SystemBase
import TerminalUI

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
