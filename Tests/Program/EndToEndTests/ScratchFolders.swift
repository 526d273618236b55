import Synchronization
import TestSupport

/// Keeps a test's folders until the test has ended: its programs may outlive what the test still has in hand.
final class ScratchFolders: Sendable {
  @TaskLocal static var current: ScratchFolders?

  private let folders = Mutex<[TemporaryFolder]>([])

  func keep(_ folder: TemporaryFolder) { folders.withLock { $0.append(folder) } }
}
