import SystemBase
import AudioBase
import Synchronization
import TestSupport
import Testing

@testable import Dubbing

/// Takes are saved whatever the tracks are like that they belong to.
@Suite struct TakeKeeperTests {
  /// Hangs while a lock is held.
  private final class HangingTrack: Sendable {
    let lock = Mutex(())
    let isReading = Flag()
  }

  @Test func aTrackThatHangsHoldsUpNoSaving() throws {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.path)
    let (track, isFound) = (HangingTrack(), Flag())
    let service = TakeService(
      store: store,
      key: { _ in
        track.isReading.set()
        return track.lock.withLock { _ in Sample.key }
      }
    ) { report in
      if case .found = report { isFound.set() }
    }
    try track.lock.withLock { _ in
      service.find(FilePath("hanging"))
      try Wait.until("the reading of the track") { track.isReading.isSet }
      service.save(Sample.take())
      try Wait.until("the take") { !store.all().takes.isEmpty }
      #expect(!isFound.isSet)
    }
    try Wait.until("the takes of the track") { isFound.isSet }
    service.stop()
  }
}
