import Glibc
import Synchronization

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
