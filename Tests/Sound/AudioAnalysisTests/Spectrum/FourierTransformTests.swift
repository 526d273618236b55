import SystemBase
import Testing

@testable import AudioAnalysis

@Suite struct FourierTransformTests {
  @Test(arguments: [2, 64, 2_048, 4_096]) func libraryAndOwnTransformAgree(count: Int) throws {
    try #require(FFTWPlan(count: count) != nil, "the package libfftw3-single3 is installed")
    var generator = SeededGenerator(seed: 1)
    var (library, own) = (FourierTransform(count: count), FourierTransform(count: count, byLibrary: false))
    for _ in 0..<2 {
      let samples = (0..<count).map { _ in
        SIMD2(Float.random(in: -1...1, using: &generator), .random(in: -1...1, using: &generator))
      }
      library.run { samples[$0] }
      own.run { samples[$0] }
      for line in 0..<count {
        let difference = library.values[line] - own.values[line]
        #expect((difference * difference).sum() < 1e-6 * Float(count))
      }
    }
  }

  @Test func lineOfASineHasHalfOfItsSum() {
    for byLibrary in [true, false] {
      var transform = FourierTransform(count: 64, byLibrary: byLibrary)
      transform.run { SIMD2([Float(1), 0, -1, 0][$0 % 4], 0) }
      #expect(abs(transform.power(of: 16) - 1_024) < 0.1 && transform.power(of: 15) < 1e-6)
    }
  }
}
