import AudioBase
import Testing

/// The order of chapters, and the chapter at a position.
@Suite struct ChapterTests {
  @Test func chaptersAreSortedAndImpossibleOnesLeftOut() {
    let read = [
      Chapter(start: 20, title: "c"), Chapter(start: -1, title: "before"), Chapter(start: 0, title: "a"),
      Chapter(start: .infinity), Chapter(start: .nan), Chapter(start: 10, title: ""),
      Chapter(start: 20, title: "again"),
    ]
    #expect(
      Chapter.ordered(read) == [
        Chapter(start: 0, title: "a"), Chapter(start: 10), Chapter(start: 20, title: "c"),
      ])
  }

  @Test func chapterAtAPositionIsTheLastOneThatHasBegun() {
    let chapters = [Chapter(start: 5), Chapter(start: 10), Chapter(start: 20)]
    #expect(chapters.index(at: 0) == nil && [Chapter]().index(at: 1) == nil)
    #expect(chapters.index(at: 5) == 0 && chapters.index(at: 9.9) == 0)
    // A seek may end a moment before its target.
    #expect(chapters.index(at: 9.99) == 1 && chapters.index(at: 1e9) == 2)
  }

  @Test func chaptersBeyondTheEndAreLeftOut() {
    let chapters = [Chapter(start: 0), Chapter(start: 10), Chapter(start: 20)]
    #expect(chapters.within(20).count == 2 && chapters.within(nil).count == 3)
  }
}
