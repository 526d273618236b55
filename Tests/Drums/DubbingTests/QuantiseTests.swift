import AudioBase
import SystemBase
import Testing

@testable import Dubbing

@Suite struct StepGridTests {
  private let rate = SampleRate(48_000)

  @Test(arguments: [
    ("1/4", 24_000, 4), ("1/8", 12_000, 8), ("1/16", 6_000, 16), ("1/32", 3_000, 32), ("1/4t", 16_000, 6),
    ("1/8t", 8_000, 12), ("1/16t", 4_000, 24),
  ]) func stepsDivideTheBarsOfAnEvenTempo(text: String, frames: Int, count: Int) throws {
    let grid = StepGrid(BeatGrid(bpm: 120, rate: rate), try #require(StepDivision(text)))
    #expect(grid.stepsPerBar == count)
    for step in -20...70 {
      #expect(abs(grid.frame(ofStep: step) - Double(step * frames)) < 0.01)
      #expect(grid.step(nearest: step * frames + frames / 3) == step)
      #expect(grid.step(at: step * frames) == step && grid.step(at: step * frames - 1) == step - 1)
    }
  }

  @Test func swingDelaysEverySecondStep() {
    let grid = StepGrid(BeatGrid(bpm: 120, rate: rate), .sixteenth, swing: 75)
    #expect((0..<5).map { grid.frame(ofStep: $0) } == [0, 9_000, 12_000, 21_000, 24_000])
    #expect(grid.step(nearest: 8_000) == 1 && grid.step(nearest: 4_000) == 0)
  }

  @Test func barThatItsStepsDoNotDivideBeginsWithAStep() throws {
    let signature = try #require(TimeSignature("7/8"))
    let grid = StepGrid(
      BeatGrid(bpm: 120, rate: rate, signature: signature), try #require(StepDivision("1/4")))
    #expect(grid.stepsPerBar == 4)
    #expect([3, 4, 5].map { grid.frame(ofStep: $0) } == [144_000, 168_000, 216_000])
    #expect(grid.place(ofStep: -1) == (-1, 3))
  }

  @Test func stepsFollowChangesOfTheTempo() {
    let beats = BeatGrid(TempoMap(bpm: 60, beats: [0, 24_000, 48_000]), rate: rate)
    let grid = StepGrid(beats, .sixteenth)
    #expect([4, 8, 9].map { grid.frame(ofStep: $0) } == [24_000, 48_000, 60_000])
  }

  @Test func cursorFindsTheNearestStepsOfAnyFrames() throws {
    var random = SeededGenerator(seed: 4)
    let signature = try #require(TimeSignature("7/8"))
    let tempo = TempoMap(bpm: 97, beats: [700, 30_300, 60_100])
    let grid = StepGrid(BeatGrid(tempo, rate: rate, signature: signature), .sixteenth, swing: 62)
    var cursor = StepCursor(grid)
    let frames = (0..<3_000).map { _ in Int.random(in: 0...300_000, using: &random) }
    for frame in frames.sorted() + frames {
      let (step, start) = cursor.step(nearest: frame)
      #expect(step == grid.step(nearest: frame) && Double(start) == grid.frame(ofStep: step).rounded())
    }
  }
}

@Suite struct QuantiseTests {
  private let rate = SampleRate(48_000)
  private var beats: BeatGrid { BeatGrid(TempoMap(bpm: 97, beats: [700, 30_300, 60_100]), rate: rate) }

  /// Hits of four pads, several of them near one step.
  private func hits(_ random: inout SeededGenerator) -> HitColumns {
    var frames: [Int: Set<Int>] = [:]
    return HitColumns(
      (0..<200).compactMap { _ in
        let (pad, frame) = (
          Int.random(in: 1...4, using: &random), Int.random(in: 0...400_000, using: &random)
        )
        guard frames[pad, default: []].insert(frame).inserted else { return nil }
        return TakeHit(
          frame: frame, pad: pad, velocity: .random(in: 1...127, using: &random), length: frame % 3, sample: 0
        )
      })
  }

  private func quantise(_ random: inout SeededGenerator) -> Quantise {
    var quantise = Quantise(StepDivision.allCases.randomElement(using: &random) ?? .sixteenth)
    if !quantise.division.isTriplet { quantise.swing = .random(in: 50...75, using: &random) }
    if Bool.random(using: &random) { quantise.window = .random(in: 0...150, using: &random) }
    return quantise
  }

  private func applied(_ edit: HitEdit, to hits: HitColumns) -> HitColumns {
    var result = hits
    result.apply(edit)
    return result
  }

  /// The numbers of the hits of each pad in the order of their frames.
  private func order(_ hits: HitColumns) -> [Int: [Int]] {
    let places = (0..<hits.count).sorted { (hits.frames[$0], $0) < (hits.frames[$1], $1) }
    return Dictionary(grouping: places.map { hits.ids[$0] }) { hits.pads[hits.place(of: $0) ?? 0] }
  }

  @Test(arguments: 1...40) func hitsOfAPadKeepTheirOrderAndNoStepHasTwo(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let hits = hits(&random)
    var quantise = quantise(&random)
    quantise.strength = .random(in: 0...1, using: &random)
    let places = (0..<hits.count).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    let result = applied(quantise.edit(of: hits, at: places, layer: 1, on: beats), to: hits)
    #expect(order(result) == order(hits) && result.velocities == hits.velocities)
    #expect(result.lengths == hits.lengths && result.ids == hits.ids)
    let chosen = Set(places)
    for place in 0..<hits.count where !chosen.contains(place) { #expect(result[place] == hits[place]) }
    for pad in 1...4 {
      let frames = (0..<hits.count).filter { hits.pads[$0] == pad }.map { result.frames[$0] }
      #expect(Set(frames).count == frames.count)
    }
  }

  @Test(arguments: 1...40) func secondTimeChangesNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let hits = hits(&random)
    let quantise = quantise(&random)
    let places = Array(0..<hits.count)
    let once = applied(quantise.edit(of: hits, at: places, layer: 1, on: beats), to: hits)
    #expect(quantise.edit(of: once, at: places, layer: 1, on: beats).isEmpty)
  }

  @Test(arguments: 1...20) func strengthZeroIsIdentityAndUndoRestoresAll(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hits = hits(&random)
    var quantise = quantise(&random)
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: hits)
    let before = take
    take.replaceHits(take.edits(quantising: .everything, quantise, on: beats))
    let quantised = take
    take.undo()
    #expect(take.layers == before.layers)
    take.redo()
    #expect(take.layers == quantised.layers && take.recordedHits(ofLayer: 1) == hits)
    #expect(try TakeFile.decode(TakeFile.encode(quantised), subject: "a") == quantised)
    quantise.strength = 0
    #expect(take.edits(quantising: .everything, quantise, on: beats).allSatisfy { $0.isEmpty })
  }

  @Test func hitsMoveToTheNearestStepByTheStrengthWithinTheWindow() throws {
    let grid = BeatGrid(bpm: 120, rate: rate)
    let hits = HitColumns([100, 6_900, 11_000].map { TakeHit(frame: $0, pad: 1, velocity: 9, sample: 0) })
    func frames(_ text: String) throws -> [Int] {
      let quantise = try #require(Quantise(text))
      return applied(quantise.edit(of: hits, at: 0..<3, layer: 1, on: grid), to: hits).frames
    }
    #expect(try frames("1/16") == [0, 6_000, 12_000])
    #expect(try frames("1/16 50%") == [50, 6_450, 11_500])
    #expect(try frames("1/16 window 20") == [0, 6_000, 11_000])
    #expect(try frames("1/16 swing 60") == [0, 7_200, 12_000])
    #expect(try frames("1/4") == [0, 6_900, 11_000])
  }

  @Test(arguments: [
    "1/16 80% swing 58", "1/4", "1/8t 50%", "1/32 window 40", "1/16 12.5% swing 66.5 window 3",
  ]) func textIsReadBack(text: String) { #expect(Quantise(text)?.text == text) }

  @Test(arguments: [
    "", "1/3", "1/64", "16", "1/16 80", "1/16 101%", "1/16 swing", "1/16 swing 80", "1/8t swing 60",
    "1/16 window x",
  ]) func otherTextsAreRefused(text: String) { #expect(Quantise(text) == nil) }
}

@Suite struct HumaniseTests {
  private let beats = BeatGrid(bpm: 120, rate: SampleRate(48_000))
  private let hits = Sample.hits(100)

  @Test func sameSeedGivesTheSameWithinTheLimits() throws {
    let humanise = try #require(Humanise("10 velocity 8 seed 3"))
    let edit = humanise.edit(of: hits, at: 0..<100, layer: 1, on: beats)
    #expect(edit == humanise.edit(of: hits, at: 0..<100, layer: 1, on: beats))
    #expect(edit.removed.count > 90)
    for place in 0..<edit.removed.count {
      let (before, after) = (edit.removed[place], edit.inserted[place])
      #expect(abs(after.frame - before.frame) <= 480 && abs(after.velocity - before.velocity) <= 8)
    }
    // A hit is changed alike whichever others are selected.
    let part = humanise.edit(of: hits, at: [7], layer: 1, on: beats)
    let place = try #require(edit.inserted.place(of: 7))
    #expect(part.inserted.ids == [7] && part.inserted[0] == edit.inserted[place])
    var other = humanise
    other.seed = 4
    #expect(other.edit(of: hits, at: 0..<100, layer: 1, on: beats) != edit)
  }

  /// Layers with the same hits, as a doubled part has them, do not move in parallel.
  @Test func eachLayerIsChangedByASequenceOfItsOwn() throws {
    let humanise = try #require(Humanise("10 velocity 8 seed 3"))
    func moves(_ layer: Int) -> [Int?] {
      let edit = humanise.edit(of: hits, at: 0..<100, layer: layer, on: beats)
      return hits.ids.map { id in
        edit.inserted.place(of: id).flatMap { place in
          edit.removed.place(of: id).map { edit.inserted.frames[place] - edit.removed.frames[$0] }
        }
      }
    }
    let (first, second) = (moves(1), moves(2))
    #expect(zip(first, second).filter { $0 == $1 }.count < 10)
    #expect(first == moves(1))
  }

  @Test(arguments: ["x", "10 velocity", "10 velocity 200", "300", "10 seed -1", "velocity 3 8"])
  func otherTextsAreRefused(text: String) { #expect(Humanise(text) == nil) }
}

@Suite struct HitClipTests {
  private let beats = BeatGrid(bpm: 120, rate: SampleRate(48_000))

  private func take(_ frames: [Int]) -> Take {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: HitColumns(frames.map { TakeHit(frame: $0, pad: 2, velocity: 9, sample: 1) }))
    return take
  }

  @Test func pastedHitsKeepTheirDistancesAndLayers() throws {
    var take = take([5_000, 6_000])
    take.addLayer(hits: HitColumns([TakeHit(frame: 5_500, pad: 3, velocity: 9, sample: 0)]))
    let clip = try #require(take.clip(of: .everything))
    take.replaceHits(take.edits(pasting: clip, at: 50_000, in: 1))
    #expect(take.layers[0].hits.ids == [-2, -1, 0, 1] && take.layers[1].hits.ids == [-1, 0])
    #expect(take.layers[0].hits.frames == [50_000, 51_000, 5_000, 6_000])
    #expect(take.layers[1].hits.frames == [50_500, 5_500] && take.layers[0].hits.samples == [1, 1, 1, 1])
    take.deleteLayer(2)
    take.replaceHits(take.edits(pasting: clip, at: 0, in: 1))
    #expect(take.layers[0].hits.count == 7, "hits of a layer that is gone come to the other one")
  }

  @Test(arguments: [
    ([0, 10_000], [24_000, 34_000]), ([0, 30_000], [48_000, 78_000]),
    ([0, 100_000], [192_000, 292_000]),
  ])
  func repeatsFollowAfterWholeBeatsOrBars(frames: [Int], second: [Int]) throws {
    let take = take(frames)
    let clip = try #require(take.clip(of: .everything))
    let edits = take.edits(repeating: clip, times: 2, in: 1, on: beats)
    let added = edits[0].inserted.frames
    let step = second[0] - frames[0]
    #expect(added == second + second.map { $0 + step })
  }

  @Test func movedHitsKeepTheirDistancesAtTheStart() {
    let take = take([100, 700])
    let edits = take.edits(moving: .everything, by: -500)
    #expect(edits[0].inserted.frames == [0, 600])
  }
}
