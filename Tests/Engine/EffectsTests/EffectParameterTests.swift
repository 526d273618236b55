import Effects
import Testing

/// How parameters are moved by controls and shown.
@Suite struct EffectParameterTests {
  private let cutoff = EffectParameter("cutoff", .hertz, 20...20_000, initial: 1000, scale: .logarithmic)
  private let gain = EffectParameter("gain", .decibels, -12...12, initial: 0)
  private let mode = EffectParameter("mode", choices: ["one", "two", "three"])

  @Test func positionOfALogarithmicValueCountsRatios() {
    #expect(cutoff.position(of: 20) == 0)
    #expect(cutoff.position(of: 20_000) == 1)
    #expect(abs(cutoff.position(of: 632.4555) - 0.5) < 1e-6)
    #expect(abs(cutoff.value(at: 0.5) - 632.4555) < 1e-3)
    #expect(gain.position(of: 6) == 0.75)
    #expect(gain.value(at: 0.25) == -6)
  }

  @Test func valuesAndPositionsOutsideAreLimited() {
    #expect(cutoff.value(at: 2) == 20_000)
    #expect(cutoff.value(at: -1) == 20)
    #expect(cutoff.position(of: 5) == 0)
    #expect(cutoff.clamped(.nan) == 1000)
    #expect(gain.clamped(-.infinity) == -12)
  }

  @Test func choiceTakesTheNearestName() {
    #expect(mode.range == 0...2)
    #expect(mode.value(at: 0.7) == 1)
    #expect(mode.value(at: 0.8) == 2)
    #expect(mode.text(1) == "two")
    #expect(EffectParameter("empty", choices: []).text(0) == "")
  }

  @Test(arguments: [
    (EffectParameter.Unit.decibels, -12.0, "−12.0 dB"), (.decibels, -0.04, "0.0 dB"),
    (.decibels, 3.25, "3.3 dB"),
    (.hertz, 440, "440 Hz"), (.hertz, 999.4, "999 Hz"), (.hertz, 999.6, "1.0 kHz"), (.hertz, 1200, "1.2 kHz"),
    (.hertz, 12_345, "12 kHz"), (.percent, 35.2, "35 %"), (.seconds, 1.5, "1.50 s"),
    (.seconds, 0.05, "0.05 s"), (.milliseconds, 12.34, "12.3 ms"), (.milliseconds, 250, "250 ms"),
    (.ratio, 0.707, "0.71"), (.ratio, 12, "12.0"), (.beats, 0.75, "3/4 beat"), (.beats, 1, "1 beat"),
    (.beats, 1.5, "3/2 beats"), (.beats, 1.0 / 3, "1/3 beat"), (.beats, 0.71, "0.71 beat"),
  ])
  func textHasTheUnit(unit: EffectParameter.Unit, value: Double, text: String) {
    #expect(EffectParameter("any", unit, -20_000...20_000, initial: 0).text(value) == text)
  }

  @Test(arguments: EffectKind.allCases)
  func namesOfAKindAreTypableAndDifferent(kind: EffectKind) {
    let names = kind.parameters.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    #expect(kind.parameters.allSatisfy { $0.clamped($0.initial) == $0.initial })
  }

  @Test(arguments: [
    (EffectParameter.Unit.decibels, "−12.0 dB", -12.0), (.decibels, "-3", -3), (.hertz, "1.2 kHz", 1_200),
    (.hertz, "440Hz", 440), (.seconds, "250 ms", 0.25), (.milliseconds, "1.5 s", 1_500),
    (.percent, "35 %", 35),
    (.beats, "3/4 beat", 0.75), (.beats, "2 beats", 2), (.ratio, "0.71", 0.71), (.ratio, "75 %", 10_000),
  ])
  func textIsReadWithOrWithoutItsUnit(unit: EffectParameter.Unit, text: String, value: Double) {
    #expect(EffectParameter("any", unit, -20_000...20_000, initial: 0).value(of: text) == value)
  }

  @Test(arguments: [
    ("1/8.", 0.1875), ("1/8 dotted", 0.1875), ("1/4 Dotted beat", 0.375), ("1 dotted", 1.5), ("1.5", 1.5),
    ("300 ms", 0.6), ("0.5s", 1), ("2 beats", 2), ("3 s", nil), ("10 ms", nil), ("dotted", nil), (".", nil),
    ("ms", nil), ("nan ms", nil),
  ])
  func lengthInBeatsIsDottedOrATime(text: String, beats: Double?) {
    let read = EffectKind.delay.parameters[0].value(of: text, tempo: 120)
    #expect(read.map { ($0 * 1e6).rounded() / 1e6 } == beats)
  }

  @Test func timeWithoutATempoIsNoLengthInBeats() {
    #expect(EffectKind.delay.parameters[0].value(of: "300 ms") == nil)
  }

  @Test(arguments: [
    (1, 0.75, 1.0), (-1, 0.75, 2.0 / 3), (1, 0.7, 0.75), (-1, 0.7, 2.0 / 3), (10, 3.0, 4.0),
    (-3, 0.125, 0.125),
    (1, 0.125, 1.0 / 6), (2, 0.125, 0.1875), (-1, 4.0, 3.0),
  ])
  func lengthMovesByNotes(steps: Int, from: Double, to: Double) {
    #expect(EffectKind.delay.parameters[0].noteLength(steps, from: from) == to)
    #expect(gain.noteLength(steps, from: from) == nil && gain.noteLengths.isEmpty)
  }

  @Test func lengthOfANoteIsNearAPosition() throws {
    let time = EffectKind.delay.parameters[0]
    for length in time.noteLengths {
      #expect(time.noteLength(at: time.position(of: length) + 0.001) == length)
      #expect(time.value(of: time.text(length)).map { abs($0 - length) < 1e-9 } == true)
    }
    #expect(time.noteLength(at: -1) == 0.125 && time.noteLength(at: 2) == 4)
  }

  @Test func percentageIsAPlaceInTheRange() throws {
    let middle = try #require(cutoff.value(of: "50 %"))
    #expect(abs(cutoff.position(of: middle) - 0.5) < 1e-9)
    #expect(mode.value(of: "Two") == 1)
  }

  @Test(arguments: ["", "x", "19", "20001", "21 kHz", "1 s", "nan", "1/0", "101 %", "1/2/3"])
  func textThatIsNoValueIsRefused(text: String) { #expect(cutoff.value(of: text) == nil) }
}
