import AudioBase
import MixEngine
import Testing

@testable import Dubbing

/// What the metronome plays besides the beats.
@Suite struct ClickPatternTests {
  private let grid = BeatGrid(bpm: 120, rate: .standard)

  private func pattern(_ text: String) throws -> ClickPattern { try #require(ClickPattern(text)) }

  @Test(arguments: ["beats", "1/8", "1/16t offbeat", "beats bars 3 1", "1/8 offbeat bars 2 2"])
  func textsAreRead(text: String) throws {
    #expect(try pattern(text).text == text)
  }

  @Test func barsAloneAreBarsOfBeats() throws {
    #expect(try pattern("bars 3 1").text == "beats bars 3 1")
  }

  @Test(arguments: [
    "", "x", "1/3", "offbeat", "beats offbeat", "bars 3", "bars 0 1", "bars 33 1", "1/8 bars 1 1 1",
  ])
  func othersAreRefused(text: String) {
    #expect(ClickPattern(text) == nil)
  }

  @Test func partsOfBeatsAreSofterThanBeats() throws {
    let hits = grid.hits(ofBeats: 0..<2, try pattern("1/8t"))
    #expect(hits.map(\.frame) == [0, 8_000, 16_000, 24_000, 32_000, 40_000])
    #expect(hits.map(\.kind) == [.accent, .beat, .beat, .beat, .beat, .beat])
    #expect(hits.map(\.gain) == [1, 0.5, 0.5, 1, 0.5, 0.5])
  }

  @Test func offbeatsAreWhatIsBetweenTheBeats() throws {
    let hits = grid.hits(ofBeats: 0..<3, try pattern("1/8 offbeat"))
    #expect(hits.map(\.frame) == [12_000, 36_000, 60_000])
    #expect(hits.allSatisfy { $0.kind == .beat && $0.gain == 1 })
  }

  @Test func partsFollowAChangingTempo() throws {
    let changing = BeatGrid(TempoMap(bpm: 60, beats: [0, 24_000, 64_000]), rate: .standard)
    let hits = changing.hits(ofBeats: 0..<3, try pattern("1/8"))
    #expect(hits.map(\.frame) == [0, 12_000, 24_000, 44_000, 64_000, 88_000])
  }

  @Test func silentBarsFollowTheOthers() throws {
    let hits = grid.hits(ofBeats: -8..<16, try pattern("bars 3 1"))
    #expect(hits.map(\.frame) == (0..<12).map { $0 * 24_000 })
    let later = grid.hits(ofBeats: 16..<32, try pattern("bars 1 2"))
    #expect(later.map { $0.frame / 96_000 } == [6, 6, 6, 6])
  }

  /// A loop of two bars, whose rounds play one bar of three.
  @Test func barsAreCountedThroughTheRoundsOfALoop() throws {
    let click = try pattern("bars 1 2")
    var bars = ClickBars()
    (bars.firstBeat, bars.length) = (8, 2)
    #expect(bars.isMoving(click))
    var played: [Bool] = []
    for beat in (0..<6).flatMap({ _ in 8..<16 }) {
      // Beats that were heard are planned for the next round, so planning before or after each beat is the same.
      let before = !grid.hits(ofBeats: beat..<(beat + 1), click, bars: bars).isEmpty
      bars.hear(beat)
      played.append(before)
      #expect(
        bars.heardBeat == beat && grid.hits(ofBeats: beat..<(beat + 1), click, bars: bars).isEmpty != before)
    }
    let bar = played.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    #expect(bar == [true, false, false, true, false, false, true, false, false, true, false, false])
    (bars.length) = 3
    #expect(!bars.isMoving(click))
  }

  @Test func patternsThatDivideNoBeatDoNotFit() throws {
    func fits(_ text: String, _ signature: TimeSignature) -> Bool? { ClickPattern(text)?.fits(signature) }
    let six = try #require(TimeSignature("6/8"))
    #expect(fits("1/4", .common) == true && fits("1/4 offbeat", .common) == false)
    #expect(fits("1/4t", .common) == false && fits("1/4", six) == false)
    #expect(fits("1/16 offbeat", six) == true && fits("1/8 offbeat", six) == false)
    // After another time signature the beats are played.
    let other = BeatGrid(bpm: 120, rate: .standard, signature: six)
    #expect(other.hits(ofBeats: 0..<2, try pattern("1/8 offbeat")).map(\.frame) == [0, 24_000])
  }
}
