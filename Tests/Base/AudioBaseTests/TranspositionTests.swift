import AudioBase
import Testing

/// Changes of pitch: how they are read and printed, and their limits.
@Suite struct TranspositionTests {
  @Test(
    arguments: [
      ("-5", -500), ("+2", 200), ("0", 0), ("-4.7", -470), ("+30 cents", 30), ("-5 +30 cents", -470),
      ("12", 1_200), ("-12", -1_200), ("0.05", 5), ("1200 cents", 1_200), ("-0", 0),
    ])
  func semitonesAndCentsAreRead(text: String, cents: Int) throws {
    #expect(try #require(Transposition(text)).cents == cents)
  }

  @Test(
    arguments: [
      "", "x", "13", "-12.01", "1201 cents", "12 1 cents", "nan", "inf", "-inf cents", "5 semitones", "1 2",
      "1 2 3 cents", "1e300",
    ])
  func otherTextsAndLargerStepsAreRefused(text: String) { #expect(Transposition(text) == nil) }

  @Test(arguments: [
    (-500, "-5"), (200, "+2"), (0, "0"), (-470, "-4.7"), (30, "+0.3"), (5, "+0.05"), (-1_195, "-11.95"),
  ])
  func textIsReadAsItIsPrinted(cents: Int, text: String) {
    let transposition = Transposition(cents: cents)
    #expect(transposition.text == text && Transposition(text) == transposition)
  }

  @Test func factorIsThatOfTheFrequencies() {
    #expect(Transposition.none.factor == 1 && Transposition(cents: 1_200).factor == 2)
    #expect(abs(Transposition(cents: -500).factor - 0.749_153_538) < 1e-9)
    #expect(Transposition(cents: 5_000).cents == 1_200 && Transposition(cents: -5_000).cents == -1_200)
  }
}
