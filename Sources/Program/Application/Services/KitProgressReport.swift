import Percussion
import Synchronization
import SystemBase

/// Reports the progress of loading a kit once it takes longer, and then ten times a second.
final class KitProgressReport: Sendable {
  private static let delay = 0.2
  private static let step = 0.1

  private let name: String
  private let report: @Sendable (KitProgress) -> Void
  private let next = Mutex(HostTime.now.advanced(bySeconds: delay))

  init(name: String, _ report: @escaping @Sendable (KitProgress) -> Void) {
    (self.name, self.report) = (name, report)
  }

  /// Reports the progress. Any thread.
  @Sendable func receive(done: Int, total: Int) {
    let now = HostTime.now
    let isDue = next.withLock { next in
      guard now >= next, done < total else { return false }
      next = now.advanced(bySeconds: KitProgressReport.step)
      return true
    }
    if isDue { report(KitProgress(name: name, done: done, total: total)) }
  }
}
