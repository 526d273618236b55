import AudioBase
import Player
import SystemBase
import Testing

@testable import Remote

@Suite struct QueueVersionsTests {
  private func items(_ names: String...) -> [QueueItem] {
    names.enumerated().map { QueueItem(id: QueueItem.ID($0), listed: TrackInfo(path: FilePath($1))) }
  }

  @Test func changedPositionsAreReported() {
    var versions = QueueVersions()
    let (first, second) = (items("a", "b", "c"), items("a", "x", "c", "d"))
    let isFirst = versions.update(first)
    #expect(isFirst)
    let version = versions.version
    #expect(versions.positions(since: 0) == [0, 1, 2])
    let isSame = !versions.update(first)
    #expect(isSame && versions.version == version)
    let isSecond = versions.update(second)
    #expect(isSecond)
    #expect(versions.positions(since: version) == [1, 3])
    #expect(versions.positions(since: versions.version) == [])
  }

  @Test func aShorterQueueHasAnotherVersion() {
    var versions = QueueVersions()
    _ = versions.update(items("a", "b"))
    let version = versions.version
    let isShorter = versions.update(items("a"))
    #expect(isShorter)
    #expect(versions.version > version && versions.positions(since: version) == [])
  }

  @Test func unknownVersionReportsAllPositions() {
    var versions = QueueVersions()
    _ = versions.update(items("a", "b"))
    #expect(versions.positions(since: 1_000) == [0, 1])
  }
}
