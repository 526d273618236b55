import Synchronization
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Tags are read on another thread: those of the latest request first, then all others.
@Suite struct TrackLoaderTests {
  private func items(_ range: Range<Int>) -> [(id: QueueItem.ID, path: FilePath)] {
    range.map { (QueueItem.ID($0), FilePath("\($0)")) }
  }

  @Test func allTracksAreReadInOrder() {
    let log = LoaderLog()
    let loader = TrackLoader(read: log.read, deliver: log.deliver)
    loader.load(items(0..<500))
    #expect(log.wait(for: 500))
    loader.stop()
    #expect(log.delivered == Array(0..<500))
    #expect(log.largestBatch > 1)
  }

  @Test func firstTrackIsDeliveredBeforeTheNextIsRead() {
    let log = LoaderLog(holdingBack: "1")
    let loader = TrackLoader(read: log.read, deliver: log.deliver)
    loader.load(items(0..<4))
    #expect(log.wait(for: 1))
    #expect(log.delivered == [0])
    log.release()
    #expect(log.wait(for: 4))
    loader.stop()
  }

  @Test(arguments: [false, true]) func filesThatAreReadFastAreDeliveredInLargerBatches(isFast: Bool) {
    let log = LoaderLog()
    let time = Mutex(HostTime(nanoseconds: 0))
    let now: @Sendable () -> HostTime = {
      time.withLock { time in
        if !isFast { time = time.advanced(bySeconds: TrackLoader.interval) }
        return time
      }
    }
    let loader = TrackLoader(read: log.read, deliver: log.deliver, now: now)
    loader.load(items(0..<3_000))
    #expect(log.wait(for: 3_000))
    loader.stop()
    #expect(log.delivered == Array(0..<3_000))
    #expect(log.batchSizes.first == 1)
    #expect(log.largestBatch == (isFast ? TrackLoader.batch.upperBound : TrackLoader.batch.lowerBound))
  }

  @Test func fileWithoutTagsIsNotDelivered() {
    let log = LoaderLog(silent: ["1", "3"])
    let loader = TrackLoader(read: log.read, deliver: log.deliver)
    loader.load(items(0..<5))
    #expect(log.wait(for: 3))
    loader.stop()
    #expect(log.delivered == [0, 2, 4])
  }

  @Test func tracksRequestedLaterAreReadFirst() {
    let log = LoaderLog(holdingBack: "0")
    let loader = TrackLoader(read: log.read, deliver: log.deliver)
    loader.load(items(0..<4))
    #expect(log.waitUntilHeldBack())
    loader.load(items(10..<13))
    log.release()
    #expect(log.wait(for: 7))
    loader.stop()
    #expect(log.delivered == [0, 10, 11, 12, 1, 2, 3])
  }

  @Test func stoppingTheLoaderLeavesTheRestUnread() {
    let log = LoaderLog()
    // Reads for ever: each file wants itself read again.
    let again = Mutex<TrackLoader?>(nil)
    let loader = TrackLoader(
      read: { path in
        let loader = again.withLock { $0 }
        loader?.load([(QueueItem.ID(0), path)])
        return TrackInfo(path: path)
      }, deliver: log.deliver)
    again.withLock { $0 = loader }
    loader.load(items(0..<1))
    #expect(log.wait(for: 1))
    loader.stop()
    let delivered = log.delivered.count
    loader.load(items(0..<10))
    loader.stop()
    #expect(log.delivered.count == delivered)
    again.withLock { $0 = nil }
  }
}

/// What a loader read and delivered, with a file that can be held back.
private final class LoaderLog: Sendable {
  private let silent: Set<String>
  private let heldBack: String?
  private let batches = Mutex<[[Int]]>([])
  private let news = ConditionVariable()
  private let isHeldBack = Atomic<Bool>(false)
  private let permission = WakeSignal()

  init(silent: Set<String> = [], holdingBack: String? = nil) {
    self.silent = silent
    heldBack = holdingBack
  }

  var read: TrackLoader.Read {
    { [self] path in
      if path.shown == heldBack {
        isHeldBack.store(true, ordering: .releasing)
        news.tell()
        permission.wait(milliseconds: nil)
      }
      return silent.contains(path.shown) ? nil : TrackInfo(path: path)
    }
  }

  var deliver: @Sendable ([TrackLoader.Result]) -> Void {
    { [self] results in
      batches.withLock { $0.append(results.map(\.id.value)) }
      news.tell()
    }
  }

  var delivered: [Int] { batches.withLock { $0.flatMap(\.self) } }
  var batchSizes: [Int] { batches.withLock { $0.map(\.count) } }
  var largestBatch: Int { batches.withLock { $0.map(\.count).max() ?? 0 } }

  func waitUntilHeldBack() -> Bool { news.wait { isHeldBack.load(ordering: .acquiring) } }
  func release() { permission.wake() }

  /// - Returns: false if fewer arrive.
  func wait(for count: Int) -> Bool { news.wait { delivered.count >= count } }
}
