import AudioBase
import SystemBase
import Testing

@testable import Dubbing

/// Lanes in files of takes: what is kept, and what is refused with the name of the lane.
@Suite struct LaneFileTests {
  private let gain = Lane.ID("music/gain", layer: 1)

  private var take: Take {
    var take = Take(id: "a-1", name: "a", track: Sample.track(), created: 0)
    take.addLayer()
    return take
  }

  private func taking(_ lanes: [Lane]) -> Take {
    var take = take
    take.setLanes(lanes)
    return take
  }

  private func decode(_ text: String) throws -> Take {
    try TakeFile.decode(Array(text.utf8), subject: "a.dub")
  }

  private func text(_ take: Take) -> String { String(decoding: TakeFile.encode(take), as: UTF8.self) }

  /// Why a file is refused in whose only lane a text is replaced.
  private func reason(_ old: String, _ new: String) throws -> String? {
    let file = text(taking([Lane(gain, [Lane.Point(10, -3.5), Lane.Point(20, -6)])]))
    let range = try #require(file.firstRange(of: old))
    let damaged = file[..<range.lowerBound] + new + file[range.upperBound...]
    let error = #expect(throws: FileError.self) { try decode(String(damaged)) }
    #expect(error?.code == .damaged && error?.subject == "a.dub")
    return error?.detail
  }

  @Test func lanesOfUnknownAddressesAndFramesBehindTheTrackAreKept() throws {
    let take = taking([
      Lane(Lane.ID("music/http://example.org/unit/time"), [Lane.Point(0, 1.0 / 3), Lane.Point(7, -1e-300)]),
      Lane(Lane.ID("song/lead vocals/gain"), [Lane.Point(4_800, -12)]),
      Lane(gain, [Lane.Point(1, 0.1), Lane.Point(HitColumns.frameRange.upperBound, -6)], shape: .lines),
    ])
    #expect(take.lanes.count == 3)
    #expect(try decode(text(take)) == take)
  }

  @Test func unknownMembersOfALaneAreKept() throws {
    let file = text(taking([Lane(gain, [Lane.Point(10, -3.5)])]))
    let range = try #require(file.firstRange(of: "\"address\":"))
    let later = file[..<range.lowerBound] + "\"curve\":[1,2]," + file[range.lowerBound...]
    var read = try decode(String(later))
    #expect(text(read).contains("\"curve\""))
    read.record(Lane.Point(20, -6), in: gain)
    #expect(text(read).contains("\"curve\"") && read.lane(gain)?.count == 2)
    #expect(text(read.moved(to: Sample.track("/b.flac"), offset: 1).take).contains("\"curve\""))
  }

  @Test func pointsThatAreNoneAreRefusedWithTheirLane() throws {
    let lane = "music/gain of layer 1"
    for value in ["null", "1e999", "\"x\""] {
      #expect(
        try reason("-3.5", value) == "lanes[0].values: the value of point 1 of \(lane) is not a finite number"
      )
    }
    #expect(try reason("-3.5,", "") == "lanes[0].values: \(lane) has 1, and 2 frames")
    #expect(try reason("[10,20]", "[20,20]") == "lanes[0].frames: point 2 of \(lane) is not after point 1")
    #expect(
      try reason("[10,20]", "[-1,20]") == "lanes[0].frames: frame -1 of point 1 of \(lane) is out of range")
    #expect(try reason("steps", "bends") == "lanes[0].shape: steps or lines is expected for \(lane)")
    #expect(
      try reason("\"layer\":1", "\"layer\":9")
        == "lanes: music/gain of layer 9 is a lane of a layer that does not exist")
  }

  @Test func tooManyPointsAreRefusedWithTheLongestLane() throws {
    let take = taking([
      Lane(gain, [Lane.Point(1, 1), Lane.Point(2, 1)]), Lane(Lane.ID("a"), [Lane.Point(1, 1)]),
    ])
    var members = try JSONMembers(TakeFile.encode(take), subject: "a.dub")
    let error = #expect(throws: FileError.self) { _ = try TakeFile.lanes(&members, most: 2) }
    #expect(
      error?.detail
        == "lanes: they have 3 points, music/gain of layer 1 2 of them, and 2 are possible")
    var same = try JSONMembers(TakeFile.encode(take), subject: "a.dub")
    #expect(try TakeFile.lanes(&same, most: 3) == take.lanes)
  }

  // MARK: Shared takes

  @Test func pointBehindTheEndOfASharedTrackIsRefusedWithItsLane() throws {
    let end = 9_000_000 + 441_000
    try taking([Lane(gain, [Lane.Point(end, 1)])]).checkShared("f.dub")
    var late = taking([Lane(gain, [Lane.Point(3, 1), Lane.Point(end + 1, 1)])])
    let way = "is after the end of its track; ask for the take once more"
    for _ in 0..<2 {
      let error = #expect(throws: FileError.self) { try late.checkShared("f.dub") }
      #expect(error?.detail == "point 2 of its lane music/gain of layer 1 \(way)")
      late.deleteLayer(1)
    }
  }

  private func moved(_ lane: Lane, _ rate: Int, by offset: Double) -> Lane? {
    let file = TrackReference(
      key: TrackKey(high: 5, low: 6), path: FilePath("/b.mp3"), sampleRate: SampleRate(rate), frames: nil)
    return taking([lane]).moved(to: file, offset: offset).take.lane(gain)
  }

  @Test func lanesOfAMovedTakeHaveTheFramesOfTheOtherFile() {
    let lane = Lane(gain, [Lane.Point(4_410, -3), Lane.Point(88_200, -6)])
    #expect(
      moved(lane, 48_000, by: 0.5) == Lane(gain, [Lane.Point(28_800, -3), Lane.Point(120_000, -6)]))
    #expect(moved(lane, 44_100, by: 0) == lane)
  }

  @Test func laneThatBeginsBeforeTheOtherFileBeginsWithTheValueThatHoldsThere() {
    let points = [Lane.Point(0, -1), Lane.Point(22_050, -3), Lane.Point(66_150, -7)]
    #expect(
      moved(Lane(gain, points), 44_100, by: -1) == Lane(gain, [Lane.Point(0, -3), Lane.Point(22_050, -7)]))
    #expect(
      moved(Lane(gain, points, shape: .lines), 44_100, by: -1)
        == Lane(gain, [Lane.Point(0, -5), Lane.Point(22_050, -7)], shape: .lines))
    #expect(moved(Lane(gain, points), 44_100, by: -9) == Lane(gain, [Lane.Point(0, -7)]))
  }
}
