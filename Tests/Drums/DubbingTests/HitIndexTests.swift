import SystemBase
import Testing

@testable import Dubbing

@Suite struct HitIndexTests {
  private let hits = HitIndexTests.hits(500)

  private static func hits(_ count: Int) -> HitColumns {
    var random = SeededGenerator(seed: 4)
    return HitColumns(
      (0..<count).map { _ in
        TakeHit(
          frame: .random(in: 0..<10_000, using: &random), pad: .random(in: 1...4, using: &random),
          velocity: .random(in: 1...127, using: &random), length: .random(in: 0...1, using: &random) * 50,
          sample: 0)
      })
  }

  @Test func levelsAreTheHighestVelocitiesOfTheColumnsOfEachRow() {
    let (edges, rows) = ([100, 150, 151, 4_000, 9_000, 9_000, 9_999], [2: 0, 0: 1])
    let levels = HitIndex(hits).levels(in: edges, rows: rows, rowCount: 3)
    #expect(levels.columns == 6)
    for column in 0..<6 {
      let inside = hits.filter { (edges[column]..<edges[column + 1]).contains($0.frame) }
      for row in 0..<3 {
        let own = inside.filter { ($0.pad == 2 ? 0 : 1) == row }
        #expect(levels.velocity(row: row, column: column) == own.map(\.velocity).max() ?? 0)
      }
    }
    let shown = (0..<hits.count).filter { (100..<9_999).contains(hits.frames[$0]) && hits.lengths[$0] > 0 }
    #expect(Set(levels.held.map(Int.init)) == Set(shown))
  }

  @Test func hitsOfOtherPadsAreInNoRowUnlessOneHasThem() {
    let levels = HitIndex(hits).levels(in: [0, 10_000], rows: [3: 0], rowCount: 1)
    let own = hits.filter { $0.pad == 3 }
    #expect(levels.velocity(row: 0, column: 0) == own.map(\.velocity).max())
    #expect(levels.held.allSatisfy { hits.pads[Int($0)] == 3 })
  }

  @Test(arguments: [480, 7, 10_007]) func partsHaveTheHighestVelocities(frames: Int) {
    var expected = [UInt8](repeating: 0, count: 48)
    for hit in hits where hit.frame < frames {
      let part = hit.frame * 48 / frames
      expected[part] = max(expected[part], UInt8(hit.velocity))
    }
    #expect(hits.loudest(inParts: 48, of: frames) == expected)
  }
}
