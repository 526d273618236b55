import Testing

@testable import AudioAnalysis

@Suite struct BarSearchTests {
  /// Accents of 48 beats: `strong` where the beat is the first of some beats, else 1; no two are equal.
  private static func accents(each beats: Int, _ strong: Float) -> [Float] {
    (0..<48).map { ($0 % beats == 0 ? strong : 1) + Float($0 * 7 % 5) / 100 }
  }

  @Test func bassThatRepeatsAfterThreeBeatsMakesBarsOfThreeUnlessTheSnareAlternates() {
    let (three, four) = (BarSearchTests.accents(each: 3, 2), BarSearchTests.accents(each: 4, 2))
    let (even, backbeat) = (BarSearchTests.accents(each: 1, 1), BarSearchTests.accents(each: 2, 2))
    #expect(BarSearch.bars(bass: three, middle: even)?.beats == 3)
    #expect(BarSearch.bars(bass: three, middle: backbeat) == nil)
    #expect(BarSearch.bars(bass: four, middle: backbeat)?.beats == 4)
    #expect(BarSearch.bars(bass: even, middle: even) == nil)
  }
}
