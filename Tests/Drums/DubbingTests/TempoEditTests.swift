import AudioBase
import Testing

@testable import Dubbing

/// Corrections of the beats of a track.
@Suite struct TempoEditTests {
  private static let rate = SampleRate(48_000)
  private static let steady = TempoMap(bpm: 120, beats: [10_000])
  private static let changing = TempoMap(
    bpm: 100, beats: [1_000, 25_000, 50_000, 76_000, 103_000], signature: TimeSignature("3/4"))

  private func corrected(_ map: TempoMap, _ edit: TempoEdit, at frame: Int = 0) -> TempoMap? {
    map.corrected(edit, at: frame, rate: Self.rate, signature: .common)
  }

  @Test func halfKeepsEverySecondBeatAndDoubleAddsTheMiddleOnes() throws {
    let half = try #require(corrected(Self.changing, .half))
    #expect(half.bpm == 50 && half.beats == [1_000, 50_000, 103_000])
    let double = try #require(corrected(half, .double))
    #expect(double.bpm == 100 && double.beats == [1_000, 25_500, 50_000, 76_500, 103_000])
    #expect(corrected(Self.steady, .double) == TempoMap(bpm: 240, beats: [10_000]))
  }

  @Test func tempoOutOfRangeIsRefused() {
    #expect(corrected(TempoMap(bpm: 30), .half) == nil)
    #expect(corrected(TempoMap(bpm: 300), .double) == nil)
  }

  @Test func barsMoveByABeatAndBeatsStay() throws {
    let later = try #require(corrected(Self.steady, .later))
    #expect(later.beats == [34_000])
    let earlier = try #require(corrected(Self.steady, .earlier))
    // One beat before the first one begins a bar; so does the one four beats later, which is in the track.
    #expect(earlier.beats == [82_000])
    #expect(try #require(corrected(Self.changing, .later)).beats == [25_000, 50_000, 76_000, 103_000])
    #expect(try #require(corrected(Self.changing, .earlier)).beats == [50_000, 76_000, 103_000])
  }

  @Test(arguments: [TempoEdit.earlier, .later, .bar, .here]) func correctedGridHasTheSameTempoAndABarThere(
    edit: TempoEdit
  ) throws {
    let frame = 200_123
    for map in [Self.steady, Self.changing] {
      let before = BeatGrid(map, rate: Self.rate)
      let result = try #require(corrected(map, edit, at: frame))
      let after = BeatGrid(result, rate: Self.rate)
      #expect(result.beats.allSatisfy { $0 >= 0 } && result.bpm == map.bpm)
      let distance = Int(after.frame(ofBeatNear: frame)) - Int(before.frame(ofBeatNear: frame))
      #expect(edit == .here ? after.frame(ofBeatNear: frame) == frame : abs(distance) <= 1)
      let place = after.signature.place(ofBeat: after.beat(nearestTo: frame))
      let former = before.signature.place(ofBeat: before.beat(nearestTo: frame))
      let count = before.signature.beats
      switch edit {
      case .earlier: #expect(place == (former + 1) % count)
      case .later: #expect(place == (former + count - 1) % count)
      case .bar, .here, .half, .double: #expect(place == 0)
      }
    }
  }

  @Test func movedBeatTakesAllOthersAlongOrChangesTheTempo() throws {
    func moving(_ map: TempoMap, _ frame: Int, _ target: Int, keepsFirst: Bool) -> TempoMap? {
      map.moving(
        beatNear: frame, to: target, keepsFirst: keepsFirst, rate: Self.rate, signature: .common)
    }
    let moved = try #require(moving(Self.changing, 51_000, 52_000, keepsFirst: false))
    #expect(moved.bpm == 100 && moved.beats == [3_000, 27_000, 52_000, 78_000, 105_000])
    // The fifth beat of 24,000 frames each, 1,000 frames later: 250 for each beat.
    let slower = try #require(moving(Self.steady, 106_000, 107_000, keepsFirst: true))
    #expect(slower.beats == [10_000] && abs(slower.bpm - 120 * 24_000 / 24_250) < 1e-9)
    let double = try #require(moving(Self.changing, 25_000, 49_000, keepsFirst: true))
    #expect(double.bpm == 50 && double.beats == [1_000, 49_000, 99_000, 151_000, 205_000])
    #expect(moving(Self.steady, 34_000, 5_000, keepsFirst: true) == nil, "it would be before the first beat")
    #expect(moving(Self.steady, 34_000, 10_010, keepsFirst: true) == nil, "that would be too fast")
  }

  @Test func fourShiftsInCommonTimeRestoreTheBars() throws {
    var map = Self.steady
    for _ in 0..<4 { map = try #require(corrected(map, .later)) }
    let (before, after) = (BeatGrid(Self.steady, rate: Self.rate), BeatGrid(map, rate: Self.rate))
    let (old, new) = (before.beat(nearestTo: 500_000), after.beat(nearestTo: 500_000))
    #expect(before.signature.place(ofBeat: old) == after.signature.place(ofBeat: new))
  }

  @Test func foundBeatsBecomeATempoFromTheFirstBarOn() {
    let beats = (0..<8).map { 500.4 + Double($0) * 24_000 }
    let bars = FoundBeats.Bars(beats: 3, first: 2)
    func found(_ isSteady: Bool, _ bars: FoundBeats.Bars?) -> TempoMap {
      TempoMap(
        FoundBeats(
          bpm: 120, isSteady: isSteady, confidence: 1, beats: beats, bars: bars, rate: Self.rate))
    }
    #expect(found(true, nil) == TempoMap(bpm: 120, beats: [500]))
    #expect(found(true, bars) == TempoMap(bpm: 120, beats: [48_500], signature: TimeSignature("3/4")))
    #expect(found(false, bars).beats == beats.dropFirst(2).map { Int($0.rounded()) })
  }

  @Test func statedBeatsAreThoseOfTheWholeTrack() throws {
    func stated(_ map: TempoMap, frames: Int) -> FoundBeats? { map.stated(rate: Self.rate, frames: frames) }
    let even = try #require(stated(TempoMap(bpm: 120, beats: [12_000]), frames: 96_000))
    #expect(even.beats == [12_000, 36_000, 60_000, 84_000] && even.isSteady && even.bars == nil)
    let map = TempoMap(bpm: 120, beats: [50_000, 75_000, 100_000], signature: TimeSignature("3/4"))
    let changing = try #require(stated(map, frames: 150_000))
    #expect(changing.beats == [0, 25_000, 50_000, 75_000, 100_000, 124_000, 148_000] && !changing.isSteady)
    // The first known beat begins a bar, and so would the one three beats earlier.
    #expect(changing.bars == FoundBeats.Bars(beats: 3, first: 2))
    #expect(stated(TempoMap(bpm: 120), frames: 96_000) == nil)
  }
}
