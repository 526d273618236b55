import AudioBase
import Testing

@Suite struct TrackKeyTests {
  /// The place of a part of a recording is computed from its key.
  @Test(arguments: [0, 1, 75, 4_500, 123_456, 35_999_999])
  func keyOfAPartGivesTheStartOfThePart(_ start: Int) throws {
    let recording = TrackKey(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    let section = try #require(TrackSection(start: DiscTime(frames: start)))
    #expect(recording.of(section).sectionStart(in: recording) == DiscTime(frames: start))
  }

  @Test func keyOfAnotherRecordingGivesNoStart() {
    let recording = TrackKey(high: 7, low: 9)
    #expect(recording.sectionStart(in: recording) == nil)
    #expect(TrackKey(high: 8, low: 12).sectionStart(in: recording) == nil)
    // It would begin after 10,000 hours.
    #expect(TrackKey(high: 7, low: 10).sectionStart(in: recording) == nil)
  }
}
