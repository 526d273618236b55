import Player
import SystemBase

/// Stores everything before the system sleeps or the shell stops the program, and continues afterwards. Main thread.
@MainActor
package final class SuspendController {
  /// A part that is stored before a suspension.
  package enum Part: Hashable, Sendable, CaseIterable {
    case session
    /// The hits of a recording, which ends.
    case journal
    case takes
  }

  /// The functions of other parts that a suspension needs.
  package struct Tools {
    /// Stores a part, and calls the function when it is on the disk or cannot be stored.
    package var store: (Part, _ done: @escaping @Sendable () -> Void) -> Void
    package var stopOutput: () -> Void
    /// Opens the output again.
    package var startOutput: () -> Void

    package init(
      store: @escaping (Part, _ done: @escaping @Sendable () -> Void) -> Void,
      stopOutput: @escaping () -> Void,
      startOutput: @escaping () -> Void
    ) {
      (self.store, self.stopOutput, self.startOutput) = (store, stopOutput, startOutput)
    }
  }

  private let application: Application
  private let tools: Tools
  private let report: ReportSink
  /// The parts that are not stored yet.
  private var missing: Set<Part> = []
  /// The number of the suspension. A part with a lower number was stored too late.
  private var number = 0
  private var isSuspended = false
  /// Called when everything is stored.
  private var onStored: () -> Void = {}

  /// Creates a controller that stores the application's state before a sleep.
  ///
  /// - Parameter report: receives the parts that are stored, on other threads.
  package init(_ application: Application, tools: Tools, report: @escaping ReportSink) {
    (self.application, self.tools, self.report) = (application, tools, report)
  }

  /// Interrupts the music, silences the pads, ends a recording of hits and stores everything.
  ///
  /// - Parameter onStored: called once when everything is on the disk.
  package func suspend(_ reason: SuspendReason, onStored: @escaping () -> Void) {
    if isSuspended { return onStored() }
    isSuspended = true
    number += 1
    missing = Set(Part.allCases)
    self.onStored = onStored
    application.takes?.end()
    application.model.suspend(reason)
    // The takes follow the journal, which completes the last one.
    for part in [Part.session, .journal] { store(part) }
    tools.stopOutput()
  }

  private func store(_ part: Part) {
    let (report, number) = (report, number)
    tools.store(part) { report(.stored(part, number)) }
  }

  /// Handles that a part is on the disk.
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
    tools.startOutput()
    application.model.resume(after: reason)
  }
}
