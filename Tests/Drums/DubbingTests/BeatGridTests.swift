import AudioBase
import Dubbing
import MixEngine
import Testing

/// The beats, bars and positions of a tempo.
@Suite struct BeatGridTests {
  /// Four beats of 120 a minute, then 60 a minute.
  private let changing = BeatGrid(
    TempoMap(bpm: 60, beats: [24_000, 48_000, 72_000, 96_000, 120_000]), rate: .standard)

  @Test func aBarBeginsWithAnAccent() throws {
    let signature = try #require(TimeSignature("3/4"))
    let beats = BeatGrid(bpm: 120, rate: .standard, signature: signature).hits(ofBeats: 0..<7)
    #expect(beats.map(\.kind) == [.accent, .beat, .beat, .accent, .beat, .beat, .accent])
    #expect(signature.text == "3/4" && signature.place(ofBeat: -1) == 2)
  }

  @Test(arguments: [60.0, 97.5, 133.3]) func beatNumbersAndNearestBeatsAgreeWithTheGrid(bpm: Double) {
    let grid = BeatGrid(TempoMap(bpm: bpm, beats: [50_000]), rate: .standard)
    let beats = grid.hits(before: 500_000)
    let length = 60 / bpm * 48_000
    let first = grid.beat(atFrame: beats[0].frame)
    for (index, hit) in beats.enumerated() {
      #expect(grid.beat(atFrame: hit.frame) == first + index)
      #expect(grid.beat(atFrame: hit.frame + Int(length) - 2) == first + index)
      for offset in [-Int(length * 0.4), 0, Int(length * 0.4)] {
        #expect(grid.frame(ofBeatNear: hit.frame + offset) == hit.frame)
      }
    }
    #expect(grid.beat(atFrame: 50_000) == 0)
  }

  @Test func beatsOfARangeCountFromItsBeginning() {
    #expect(changing.beats(in: 72_000..<168_000) == [0, 24_000, 48_000, 96_000])
    #expect(changing.beats(in: 50_000..<100_000) == [22_000, 46_000])
    #expect(changing.beats(in: 1..<2).isEmpty)
  }

  @Test func beatsFollowAChangeOfTheTempo() {
    #expect(
      changing.hits(before: 230_000).map(\.frame) == [
        0, 24_000, 48_000, 72_000, 96_000, 120_000, 168_000, 216_000,
      ])
    #expect([0, 119_000, 120_000, 500_000].map(changing.bpm(atFrame:)) == [120, 120, 60, 60])
    #expect(changing.frame(ofBeatNear: 61_000) == 72_000 && changing.frame(ofBeatNear: 143_000) == 120_000)
    #expect(changing.frame(ofBeatNear: 145_000) == 168_000)
    #expect(changing.beat(atFrame: 0) == -1 && changing.beat(atFrame: 215_999) == 5)
    for beat in -3...9 { #expect(changing.beat(atFrame: Int(changing.frame(ofBeat: beat))) == beat) }
  }

  @Test func gridConvertedToAnotherRateKeepsItsTimes() {
    let converted = changing.converted(to: SampleRate(24_000))
    #expect(
      converted.hits(before: 100_000).map(\.frame) == [0, 12_000, 24_000, 36_000, 48_000, 60_000, 84_000])
    #expect(converted.bpm(atFrame: 0) == 120 && converted.bpm(atFrame: 60_000) == 60)
  }

  @Test func signatureOfTheTempoMapOverridesTheDefault() {
    let grid = BeatGrid(TempoMap(bpm: 120, signature: TimeSignature("3/4")), rate: .standard)
    #expect(grid.hits(ofBeats: 0..<4).map { $0.kind == .accent } == [true, false, false, true])
  }
}
