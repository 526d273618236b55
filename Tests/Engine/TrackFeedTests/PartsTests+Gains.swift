import AudioBase
import AudioFiles
import SystemBase
import Testing

@testable import MixEngine
@testable import TrackFeed

/// Parts whose gains change over the track.
extension PartsTests {
  /// The drums are off from frame 20,000 to 60,000.
  private func moving() -> SongParts {
    var moving = parts(1, 1)
    moving.course = PartCourse([(0, [1, 1]), (20_000, [0, 1]), (60_000, [1, 1])], length: 480)
    return moving
  }

  /// What is heard of the frames of the track with `moving`.
  private static let moved = music.indices.map { index in
    let share: Float =
      switch index {
      case ..<20_000: 0
      case ..<20_480: Float(index - 20_000) / 480
      case ..<60_000: 1
      case ..<60_480: 1 - Float(index - 60_000) / 480
      case _: 0
      }
    return music[index] - drums[index] * share
  }

  /// The largest difference of what is fed at a position from what is heard of a frame of the track on.
  private func difference(_ position: Int, _ frame: Int, count: Int) -> Float {
    (0..<count).map { abs(ring.peek(position + $0).x - PartsTests.moved[frame + $0].x) }.max() ?? 1
  }

  @Test func gainsChangeAtTheirFramesAlsoAfterASeek() {
    let filler = filler()
    filler.handle(.setParts(moving(), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(difference(0, 0, count: 90_000) < 1e-6)
    #expect(fed(0..<20_001) == Array(PartsTests.music[..<20_001]))
    #expect(fed(20_480..<60_001) == Array(PartsTests.withoutDrums[20_480..<60_001]))
    #expect(fed(60_480..<90_000) == Array(PartsTests.music[60_480..<90_000]))
    // Into the middle of a change.
    filler.handle(.load(item(), at: 0.42, generation: 2))
    ring.drop(ring.available)
    fillUp(filler)
    #expect(difference(0, 20_160, count: 80_000) < 1e-6)
  }

  @Test func roundsOfALoopHaveTheGainsOfTheirFrames() {
    let filler = filler()
    filler.handle(.setParts(moving(), of: track))
    filler.handle(.setLoop(StreamLoop(stream: StreamID(1), frames: 15_000..<25_000)))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(difference(0, 0, count: 24_760) < 1e-6)
    // The last 240 frames of a round are a crossfade, in the first 480 ones the gains of its end are left.
    for start in stride(from: 25_000, to: 75_000, by: 10_000) {
      #expect(difference(start + 480, 15_480, count: 9_280) < 1e-6)
      let half = PartsTests.music[15_240] - PartsTests.drums[15_240] * 0.5
      #expect(abs(ring.peek(start + 240).x - half.x) < 1e-6)
    }
  }

  @Test func gainsOverTheTrackThatComeWhileItPlaysAreReachedFromThoseThatAreHeard() {
    let filler = filler()
    filler.handle(.setParts(parts(0, 1), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    ring.drop(4_800)
    filler.handle(.setParts(moving(), of: track))
    #expect(fed(0..<480) == Array(PartsTests.withoutDrums[4_800..<5_280]))
    #expect(difference(960, 5_760, count: 80_000) < 1e-6)
    // A hand takes over where they are off, and leaves them again.
    ring.drop(30_000)
    filler.handle(.setParts(parts(), of: track))
    #expect(fed(0..<480) == Array(PartsTests.withoutDrums[34_800..<35_280]))
    #expect(fed(960..<50_000) == Array(PartsTests.music[35_760..<84_800]))
    filler.handle(.setParts(moving(), of: track))
    #expect(difference(960, 35_760, count: 50_000) < 1e-6)
  }

  @Test func gainsChangeAtTheFramesOfATrackOfAnotherRate() {
    let filler = filler(rate: SampleRate(24_000))
    filler.handle(.setParts(moving(), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    let plain = PartsTests()
    let other = plain.filler(rate: SampleRate(24_000))
    other.handle(.setParts(parts(0, 1), of: track))
    other.handle(.load(item(), at: 0, generation: 1))
    plain.fillUp(other)
    #expect(fed(40_960..<90_000) == plain.fed(40_960..<90_000))
    #expect(fed(39_000..<40_000) != plain.fed(39_000..<40_000))
  }

  @Test func sampleOfATrackHasTheGainsOfItsFrames() throws {
    var frames = Array(PartsTests.music[19_000..<29_000])
    try moving().sum(
      into: &frames, from: 19_000, at: .standard,
      decoders: PartDecoders(tracks: ["d": PartsTests.drums], rate: .standard),
      converters: SampleRateConverterMaker())
    let differences = frames.indices.map { abs(frames[$0].x - PartsTests.moved[19_000 + $0].x) }
    #expect(differences.max() ?? 1 < 1e-6)
  }

  @Test func changeThatIsNotReachedGoesOnFromWhereItIs() {
    let course = PartCourse([(0, [1]), (100, [0]), (150, [1]), (400, [1])], length: 100)
    #expect(course.frames == [0, 100, 150, 250] && course.gains == [[1], [1], [0.5], [1]])
    #expect(PartCourse([(5, [0.5])], length: 100).frames == [5])
  }
}
