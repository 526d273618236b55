import Testing

@testable import AudioBase

/// Frames by times in seconds, which files may state as they like.
@Suite struct FrameCountTests {
  @Test func frameCountOfAnExtremeTimeIsLimited() {
    #expect(FrameCount(seconds: 1.5, at: .standard).value == 72_000)
    #expect(FrameCount(seconds: .nan, at: .standard).value == 0)
    #expect(FrameCount(seconds: 1e300, at: .standard) == FrameCount(seconds: .infinity, at: .standard))
    #expect(FrameCount(seconds: -.infinity, at: .standard).value < 0)
    #expect(DiscTime(seconds: 2).frames == 150 && DiscTime(seconds: 1e300).frames > 0)
    #expect(DiscTime(seconds: .nan).frames == 0)
  }
}
