import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// What an entry of the queue knows of its track, which its copies share.
@Suite struct QueueItemTests {
  private let listed = TrackInfo("/a/b.flac", title: "Aria", artist: "A Guest", duration: 3)
  private let tags = TrackInfo("/a/b.flac", title: "The File", artist: "The Band", duration: 4)

  private func item(_ listed: TrackInfo) -> QueueItem { QueueItem(id: QueueItem.ID(1), listed: listed) }

  @Test func changedCopyLeavesTheOthersAsTheyAre() {
    let item = item(listed)
    var copy = item
    copy.apply(tags)
    copy.failure = FileError(.notFound, "b")
    copy.priority = 3
    #expect(item.tags == nil && item.failure == nil && item.priority == 0 && item.title == "Aria")
    #expect(copy.tags == tags && copy.failure != nil && copy.priority == 3 && copy.title == "The File")
    #expect(copy != item && copy.listed == item.listed)
  }

  @Test func itemsWithTheSameValuesAreEqual() {
    for listed in [listed, TrackInfo(path: FilePath("/a/b.flac"))] {
      var (one, other) = (item(listed), item(listed))
      #expect(one == other && one.hashValue == other.hashValue && one.listed == listed)
      one.apply(tags)
      #expect(one != other)
      other.apply(tags)
      #expect(one == other && one.hashValue == other.hashValue)
      one.priority = 1
      #expect(one != other)
      one.priority = 0
      #expect(one == other)
    }
  }

  @Test func renamedFileKeepsWhatIsKnownOfIt() {
    for listed in [listed, TrackInfo(path: FilePath("/a/b.flac"))] {
      var item = item(listed)
      item.apply(tags)
      item.isMissing = true
      item.rename(to: FilePath("/c"))
      #expect(item.path == FilePath("/c") && item.listed.path == FilePath("/c"))
      #expect(item.tags?.path == FilePath("/c") && !item.isMissing && item.title == "The File")
      #expect(item.listed.title == listed.title)
    }
  }

  @Test func onlyWhatIsSavedDistinguishesSavedItems() {
    let item = item(listed)
    var copy = item
    #expect(copy.isSaved(as: item))
    copy.apply(tags)
    #expect(copy.isSaved(as: item) && copy.saved == item.saved)
    var loud = tags
    loud.replayGain = ReplayGain(track: ReplayGain.Level(Decibels(-6)))
    copy.apply(loud)
    #expect(!copy.isSaved(as: item) && copy.saved != item.saved)
    copy.apply(tags)
    copy.listed.title = "Duet"
    #expect(!copy.isSaved(as: item))
    copy = item
    copy.rename(to: FilePath("/c"))
    #expect(!copy.isSaved(as: item))
  }
}
