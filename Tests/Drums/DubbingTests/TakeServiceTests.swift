import AudioBase
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Takes are saved whatever the tracks are like that they belong to.
@Suite struct TakeServiceTests {
  /// Hangs while a lock is held.
  private final class HangingTrack: Sendable {
    let lock = Mutex(())
    let isReading = Flag()
  }

  @Test func hangingTrackDoesNotDelaySaving() throws {
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
      service.find(TrackLocation(path: FilePath("hanging")))
      try Wait.until("the reading of the track") { track.isReading.isSet }
      service.save(Sample.take())
      try Wait.until("the take") { !store.all().takes.isEmpty }
      #expect(!isFound.isSet)
    }
    try Wait.until("the takes of the track") { isFound.isSet }
    service.stop()
  }

  @Test func unsavedTakeIsFoundInItsLatestVersion() throws {
    let folder = try TemporaryFolder()
    // A folder that cannot be made stands for a disk that takes nothing.
    try folder.write("", to: "takes")
    let (found, failed) = (Mailbox<[Take]>(), Flag())
    let service = TakeService(
      store: TakeStore(folder: folder.file("takes")), key: { _ in Sample.key }
    ) { report in
      if case .found(_, _, let takes, _, _) = report { found.post(takes) }
      if case .notSaved = report { failed.set() }
    }
    let take = Sample.take()
    service.save(take)
    try Wait.until("the failure to be reported") { failed.isSet }
    #expect(service.isSaving([take.id]) && !service.isSaving(["other"]))
    service.find(TrackLocation(path: FilePath("a.wav")))
    #expect(found.receive() == [[take]])
    service.stop()
  }
}
