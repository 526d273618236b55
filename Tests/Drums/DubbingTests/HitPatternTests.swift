import AudioBase
import MixEngine
import SystemBase
import Testing

@testable import Dubbing

/// Bars that play on without being hits of the layer. Bars have 96,000 frames: 120 beats a minute at 48 kHz.
@Suite struct HitPatternTests {
  private static let grid = BeatGrid(bpm: 120, rate: SampleRate(48_000))

  /// Bass drum on the first beat, which was struck early, and snare on the second.
  private static let hits = HitColumns([
    TakeHit(frame: 95_500, pad: 2, velocity: 100, sample: 0),
    TakeHit(frame: 120_000, pad: 1, velocity: 90, length: 400, sample: 3),
    TakeHit(frame: 191_900, pad: 2, velocity: 80, sample: 0),
  ])

  private func pattern(_ bars: Range<Int>, until end: Int, on grid: BeatGrid = Self.grid) throws -> HitPattern
  {
    try #require(HitPattern(bars: bars, until: end, on: grid))
  }

  private func take(_ patterns: HitPattern...) -> Take {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.rate = SampleRate(48_000)
    take.addLayer(hits: Self.hits)
    take.change(1) { $0.patterns = patterns }
    return take
  }

  @Test func barPlaysOnWithTheHitThatWasEarlyAndWithoutTheNextOne() throws {
    let copies = try pattern(1..<2, until: 384_000).copies(of: Self.hits)
    #expect(copies.map(\.frame) == [191_500, 216_000, 287_500, 312_000])
    #expect(copies[1] == TakeHit(frame: 216_000, pad: 1, velocity: 90, length: 400, sample: 3))
  }

  @Test func lastCopyIsCutAtTheEnd() throws {
    #expect(
      try pattern(1..<2, until: 300_000).copies(of: Self.hits).map(\.frame) == [191_500, 216_000, 287_500])
    #expect(HitPattern(bars: 1..<2, until: 192_000, on: Self.grid) == nil, "nothing would be played")
  }

  @Test func copiesHaveTheTempoOfTheirPlace() throws {
    // From the fifth beat on, beats are twice as long.
    let map = TempoMap(bpm: 60, beats: (0..<5).map { $0 * 24_000 } + [144_000])
    let grid = BeatGrid(map, rate: SampleRate(48_000))
    let hits = HitColumns([TakeHit(frame: 24_000, pad: 1, velocity: 90, length: 100, sample: 0)])
    let copies = try pattern(0..<1, until: 500_000, on: grid).copies(of: hits)
    #expect(copies.map(\.frame) == [144_000, 336_000] && copies.map(\.length) == [200, 200])
  }

  @Test func planExportAndMIDIFileContainThePattern() throws {
    let take = take(try pattern(1..<2, until: 288_000))
    let frames = [95_500, 120_000, 191_500, 191_900, 216_000]
    #expect(TakeCompiler.hits(of: take).map(\.frame).sorted() == frames)
    var plans = LayerPlans()
    #expect(plans.sequences(of: take, layers: 0..., knowsSamples: true).map(\.count) == [5])
    var other = take
    other.change(1) { $0.patterns = [] }
    #expect(
      plans.sequences(of: other, layers: 0..., knowsSamples: true).map(\.count) == [3],
      "the plan is made again")
    let file = TakeMIDI.encode(take, notes: PadNotes(nil))
    let notes = try MIDIFileReader.read(file, subject: "a.mid").tracks.flatMap(\.events).filter {
      if case .noteOn = $0.kind { true } else { false }
    }
    #expect(notes.count == 5)
  }

  // MARK: Lanes

  private func lane(_ points: [Int: Double], _ shape: Lane.Shape = .steps) -> Lane {
    Lane(Lane.ID("music/gain", layer: 1), points.map { Lane.Point($0.key, $0.value) }, shape: shape)
  }

  private func played(_ lane: Lane, _ pattern: HitPattern) -> [Int: Double] {
    var take = take(pattern)
    take.setLanes([lane])
    let played = take.played(lane)
    return Dictionary(uniqueKeysWithValues: played.points.map { ($0.frame, $0.value) })
  }

  @Test func lanesOfTheLayerAreRepeatedWithItsHits() throws {
    let first = try pattern(0..<1, until: 288_000)
    #expect(
      played(lane([0: 1, 48_000: 2, 95_000: 3]), first) == [
        0: 1, 48_000: 2, 96_000: 1, 144_000: 2, 192_000: 1, 240_000: 2, 286_500: 3,
      ])
    let second = try pattern(1..<2, until: 288_000)
    #expect(
      played(lane([0: 5, 120_000: 7]), second) == [0: 5, 120_000: 7, 190_500: 5, 216_000: 7],
      "a copy begins with the value at the beginning of its bars")
    let elsewhere = lane([0: 5, 200_000: 6])
    #expect(played(elsewhere, second) == [0: 5, 200_000: 6], "the bars have no points")
  }

  @Test func linesAreRepeatedWithoutBendsAtTheEndsOfCopies() throws {
    // The bar begins 1,500 frames before its first beat, and its line rises by 0.5 a thousand frames.
    let line = lane([94_500: 0, 190_500: 48, 250_500: 8], .lines)
    #expect(
      played(line, try pattern(1..<2, until: 240_000)) == [
        94_500: 0, 190_499: 47.9995, 190_500: 0, 238_499: 23.9995, 238_500: 16, 250_500: 8,
      ])
  }

  @Test func patternThatIsTurnedIntoHitsHasItsPointsInTheLane() throws {
    var take = take(try pattern(0..<1, until: 192_000))
    let own = lane([0: 1, 48_000: 2])
    take.setLanes([own])
    let before = take.layers
    take.turnPatternsIntoHits([(before[0], HitColumns(before[0].patternHits))])
    #expect(take.lanes.map(\.frames) == [[0, 48_000, 96_000, 144_000]])
    take.undo()
    #expect(take.lanes == [own] && take.layers == before)
  }

  @Test func patternIsStoredAndTurnedIntoHitsAsOneStep() throws {
    var take = take(try pattern(1..<2, until: 288_000))
    let before = take.layers
    let layer = take.layers[0]
    var changed = take
    changed.change(1) { $0.gain = Decibels(-3) }
    let unchanged = changed
    changed.turnPatternsIntoHits([(layer, HitColumns(layer.patternHits))])
    #expect(changed == unchanged, "the layer is another one")
    take.turnPatternsIntoHits([(layer, HitColumns(layer.patternHits))])
    #expect(take.layers[0].hits.count == 5 && take.layers[0].settings.patterns.isEmpty)
    var stored = try TakeFile.decode(TakeFile.encode(take), subject: "a.dub")
    #expect(stored.layers == take.layers && stored.history == take.history)
    stored.undo()
    #expect(stored.layers == before)
    #expect(try TakeFile.decode(TakeFile.encode(stored), subject: "a.dub") == stored)
    stored.undo()
    #expect(stored.layers[0].settings.patterns.isEmpty && stored.layers[0].hits == Self.hits)
  }

  @Test func patternOfImpossibleLengthsIsLimitedAndStaysReadable() throws {
    let last = HitColumns.frameRange.upperBound
    let pattern = try #require(HitPattern(bars: 10..<11, lead: 1, bounds: [11, last], end: last))
    let hits = HitColumns([TakeHit(frame: 9, pad: 1, velocity: 90, length: last, sample: 0)])
    #expect(pattern.copies(of: hits).map(\.frame) == [0] && pattern.copies(of: hits)[0].length == last)
    let many = try #require(
      HitPattern(
        bars: 0..<10, lead: 0, bounds: Array(stride(from: 10, through: 600_010, by: 10)), end: 600_000))
    let played = HitColumns((0..<60).map { TakeHit(frame: $0 / 6, pad: 1, velocity: 90, sample: 0) })
    var take = take(many)
    take.replaceHits([take.layers[0].hits.edit(adding: (0..<60).map { played[$0] }, layer: 1)])
    #expect(take.layers[0].patternHits.count == HitPattern.mostHits)
    #expect(try TakeFile.decode(TakeFile.encode(take), subject: "a.dub").layers == take.layers)
  }

  @Test(arguments: [
    (#"[{"start":5,"end":5,"lead":0,"copies":[5,10],"until":10}]"#, "its copies do not follow"),
    (#"[{"start":0,"end":5,"lead":0,"copies":[4,10],"until":10}]"#, "its copies do not follow"),
    (#"[{"start":0,"end":5,"lead":0,"copies":[10,9],"until":10}]"#, "its copies do not follow"),
    (
      #"[{"start":0,"end":5,"lead":0,"copies":[5,10],"until":10},{"start":8,"end":9,"lead":0,"copies":[9,10],"until":10}]"#,
      "they overlap"
    ),
  ])
  func impossiblePatternsOfAFileAreRefused(patterns: String, reason: String) throws {
    let text =
      #"{"format":"drumdub-take","version":1,"id":"a","name":"a","layers":[{"id":1,"name":"l","gain":0,"mute":false,"#
      + #""solo":false,"frames":[1],"pads":[1],"velocities":[90],"patterns":\#(patterns)}]}"#
    let error = #expect(throws: FileError.self) {
      try TakeFile.decode(Array(text.utf8), subject: "a.dub")
    }
    #expect("\(try #require(error))".contains(reason))
  }

  // MARK: Many copies

  /// A layer of two hits a bar whose pattern has many copies.
  private func layer(copies: Int, id: Int = 1) throws -> Layer {
    let bounds = Array(stride(from: 10, through: 10 * (copies + 1), by: 10))
    let end = try #require(bounds.last)
    var layer = Layer(id: id, settings: Layer.Settings(name: "l"), hits: HitColumns())
    layer.hits = HitColumns([2, 4].map { TakeHit(frame: $0, pad: 1, velocity: 90, sample: 0) })
    layer.settings.patterns = [try #require(HitPattern(bars: 0..<10, lead: 0, bounds: bounds, end: end))]
    return layer
  }

  @Test func copiesAfterTheEndArePossibleOnlyInPartAndCostNothing() throws {
    #expect(HitPattern(bars: 0..<10, lead: 0, bounds: [10, 20, 30], end: 15) == nil)
    // All copies are early hits of the end: without a limit of the work, they are a billion.
    let pattern = try #require(
      HitPattern(bars: 0..<100_000, lead: 99_900, bounds: Array(100_000..<165_000), end: 164_999))
    let hits = HitColumns((0..<20_000).map { TakeHit(frame: $0 % 100, pad: 1, velocity: 90, sample: 0) })
    #expect(pattern.copies(of: hits).isEmpty)
  }

  @Test func manyCopiesAreComputedOnAnotherThreadAndReplaceThoseOfBefore() throws {
    let isReady = WakeSignal()
    let copies = PatternCopies { isReady.wake() }
    var plans = LayerPlans()
    var take = take(try pattern(1..<2, until: 288_000))
    take.layers = [try layer(copies: 10_000)]
    func counts() -> [Int] {
      plans.sequences(of: take, layers: 0..., knowsSamples: true, played: copies.playedHits).map(\.count)
    }
    #expect(counts() == [2] && copies.copies(of: take.layers[0]) == nil)
    isReady.wait(milliseconds: nil)
    #expect(counts() == [20_002] && copies.copies(of: take.layers[0])?.count == 20_000)
    let hit = TakeHit(frame: 6, pad: 1, velocity: 90, sample: 0)
    take.replaceHits([take.layers[0].hits.edit(adding: [hit], layer: 1)])
    #expect(counts() == [20_002], "the former hits play on")
    isReady.wait(milliseconds: nil)
    #expect(counts() == [30_003])
    // A few are there at once.
    take.layers = [try layer(copies: 100)]
    #expect(copies.playedHits(of: take.layers[0])?.count == 202)
  }
}
