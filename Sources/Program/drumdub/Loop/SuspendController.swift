import Application
import Player
import SystemBase

/// Stores everything before the system sleeps or the shell stops the program, and continues afterwards. Main thread.
@MainActor
final class SuspendController {
  /// A part that is stored or stopped before a suspension.
  private enum Part: Hashable, Sendable, CaseIterable {
    case session
    /// The hits of a recording, which ends.
    case journal
    case takes
    /// The devices of the music and of the metronome.
    case output, clickOutput
  }

  private let application: Application
  private let sessions: SessionController
  private let takes: TakeServices
  private let output: OutputController
  private let clickOutput: ClickOutputController
  private let main: MainThread
  /// The parts that are not stored or stopped yet.
  private var missing: Set<Part> = []
  /// The number of the suspension. A part with a lower number was stored too late.
  private var number = 0
  private var isSuspended = false
  /// Called when everything is stored.
  private var onStored: () -> Void = {}

  init(
    _ application: Application, sessions: SessionController, takes: TakeServices, output: OutputController,
    clickOutput: ClickOutputController, main: MainThread
  ) {
    (self.application, self.sessions, self.takes) = (application, sessions, takes)
    (self.output, self.clickOutput, self.main) = (output, clickOutput, main)
  }

  /// Interrupts the music, silences the pads, ends a recording of hits and stores everything. `onStored`: called once
  /// when everything is on the disk and the devices are stopped.
  func suspend(_ reason: SuspendReason, onStored: @escaping () -> Void) {
    if isSuspended { return onStored() }
    isSuspended = true
    number += 1
    missing = Set(Part.allCases)
    self.onStored = onStored
    application.takes?.recording.end()
    application.model.suspend(reason)
    // The takes follow the journal, which completes the last one.
    for part in [Part.session, .journal, .output, .clickOutput] { store(part) }
  }

  /// Stores a part, and reports when it is on the disk or cannot be stored.
  private func store(_ part: Part) {
    let stored = main.sender { [weak self] in self?.stored(part, $0) }
    let done: @Sendable () -> Void = { [number] in stored(number) }
    switch part {
    case .session: sessions.save(done: done)
    case .journal: takes.storeJournal(done: done)
    case .takes: takes.storeTakes(done: done)
    case .output: output.suspend(done: done)
    case .clickOutput: clickOutput.suspend(done: done)
    }
  }

  /// Handles that a part is on the disk or stopped.
  private func stored(_ part: Part, _ number: Int) {
    guard isSuspended, number == self.number, missing.remove(part) != nil else { return }
    if part == .journal { store(.takes) }
    guard missing.isEmpty else { return }
    onStored()
    onStored = {}
  }

  /// Opens the output again and resumes the music that was interrupted.
  func resume(after reason: SuspendReason) {
    guard isSuspended else { return }
    isSuspended = false
    onStored = {}
    output.resume()
    clickOutput.resume()
    application.model.resume(after: reason)
  }
}
