import MixEngine
import SystemBase
import Testing

@Suite struct FrameOrderTests {
  /// Frames that were moved from their places by at most a distance; a great one leads to sorting without insertion.
  @Test(arguments: [0, 1, 20, 1_000_000]) func placesAreThoseOfAStableSort(distance: Int) {
    var random = SeededGenerator(seed: 5)
    for count in [0, 1, 2, 3_000] {
      let frames = (0..<count).map { $0 + Int.random(in: 0...distance, using: &random) }
      let expected = frames.indices.sorted { (frames[$0], $0) < (frames[$1], $1) }
      #expect(FrameOrder.places(of: frames).map(Int.init) == expected)
    }
  }

  @Test func earlyHitsAfterAllOthersComeFirst() {
    let frames = Array(100..<5_000) + Array(0..<100)
    #expect(FrameOrder.places(of: frames).map { frames[Int($0)] } == Array(0..<5_000))
  }
}
