import Player
import SystemBase

/// Stores everything before the system sleeps or the shell stops the program, and continues afterwards. Main thread.
@MainActor
package final class SuspendController {
  /// What is stored or stopped.
  package enum Part: Hashable, Sendable, CaseIterable {
    case session
    /// The hits of a recording, which ends.
    case journal
    case takes
    /// The device of the output.
    case output
    /// The device of the metronome.
    case clickOutput
  }

  /// Work of other parts.
  package struct Tools {
    /// Stores or stops a part, and calls the function when that is done or cannot be done.
    package var store: (Part, _ done: @escaping @Sendable () -> Void) -> Void
    /// Opens the devices again.
    package var startOutput: () -> Void

    package init(
      store: @escaping (Part, _ done: @escaping @Sendable () -> Void) -> Void,
      startOutput: @escaping () -> Void
    ) {
      (self.store, self.startOutput) = (store, startOutput)
    }
  }

  private let application: Application
  private let sessions: SessionController
  private let takes: TakeServices
  /// Stops and opens the output.
  private weak var pump: EventPump?
  private let report: ReportSink
  /// The parts that are not stored or stopped yet.
  private var missing: Set<Part> = []
  /// The number of the suspension. A part with a lower number was stored too late.
  private var number = 0
  private var isSuspended = false
  /// Called when everything is stored.
  private var onStored: () -> Void = {}

  /// Creates a controller that stores the application's state before a sleep.
  ///
  /// - Parameter report: receives the parts that are stored, on other threads.
  package init(
    _ application: Application, sessions: SessionController, takes: TakeServices, pump: EventPump,
    report: @escaping ReportSink
  ) {
    (self.application, self.report) = (application, report)
    (self.sessions, self.takes, self.pump) = (sessions, takes, pump)
  }

  /// Interrupts the music, silences the pads, ends a recording of hits and stores everything.
  ///
  /// - Parameter onStored: called once when everything is on the disk and the devices are stopped.
  package func suspend(_ reason: SuspendReason, onStored: @escaping () -> Void) {
    if isSuspended { return onStored() }
    isSuspended = true
    number += 1
    missing = Set(Part.allCases)
    self.onStored = onStored
    application.takes?.end()
    application.model.suspend(reason)
    // The takes follow the journal, which completes the last one.
    for part in [Part.session, .journal, .output, .clickOutput] { store(part) }
  }

  /// Stores a part, and reports when it is on the disk or cannot be stored.
  private func store(_ part: Part) {
    let (report, number) = (report, number)
    let done: @Sendable () -> Void = { report(.stored(part, number)) }
    switch part {
    case .session: sessions.save(done: done)
    case .journal: takes.storeJournal(done: done)
    case .takes: takes.storeTakes(done: done)
    }
  }

  /// A part is on the disk or stopped.
  package func stored(_ part: Part, _ number: Int) {
    guard isSuspended, number == self.number, missing.remove(part) != nil else { return }
    if part == .journal { store(.takes) }
    guard missing.isEmpty else { return }
    onStored()
    onStored = {}
  }

  /// Opens the output again and resumes the music that was interrupted.
  package func resume(after reason: SuspendReason) {
    guard isSuspended else { return }
    isSuspended = false
    onStored = {}
    pump?.startOutput()
    application.model.resume(after: reason)
  }
}
