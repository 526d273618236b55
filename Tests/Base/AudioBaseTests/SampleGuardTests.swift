import AudioBase
import Testing

@Suite struct SampleGuardTests {
  /// 16 samples are looked at together, those after them one after the other.
  private static let count = 37

  private func silenced(_ value: Float, at index: Int) -> [Float] {
    var samples = [Float](repeating: -0.5, count: Self.count)
    samples[index] = value
    samples.withUnsafeMutableBufferPointer { SampleGuard.silence($0) }
    return samples
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, Float(1_000_000).nextUp, -.greatestFiniteMagnitude])
  func invalidSampleIsSilencedAtEachPlace(value: Float) {
    for index in 0..<Self.count {
      var expected = [Float](repeating: -0.5, count: Self.count)
      expected[index] = 0
      #expect(silenced(value, at: index) == expected)
    }
  }

  @Test(arguments: [Float(0), -0.0, 1_000_000, -1_000_000, .leastNonzeroMagnitude])
  func validSampleStays(value: Float) {
    for index in 0..<Self.count { #expect(silenced(value, at: index)[index] == value) }
  }
}
