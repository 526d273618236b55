import AudioBase
import Dubbing
import MixEngine
import Studio
import Testing

/// The lanes of a take in its export: at their frames, in ranges, stems and free takes.
@Suite struct LaneExportTests {
  private static let silence = -150.0
  /// The frames in which a level moves.
  private static let ramp = 480

  /// An export of the take of `ExportBench` with lanes of the take.
  private func bench(
    _ lanes: KeyValuePairs<String, [Int: Double]>, layer: Int? = nil, hasTrack: Bool = true
  ) -> ExportBench {
    var bench = ExportBench(ExportBench.take(hasTrack: hasTrack))
    bench.take.setLanes(
      lanes.map { address, points in
        Lane(Lane.ID(address, layer: layer), points.map { Lane.Point($0.key, $0.value) })
      })
    return bench
  }

  private func isSilent(_ frames: some Sequence<Frame>) -> Bool { frames.allSatisfy { $0 == .zero } }

  private func difference(_ one: [Frame], _ other: [Frame], in range: Range<Int>) -> Double {
    ExportBench.difference(Array(one[range]), Array(other[range]))
  }

  @Test func levelFollowsItsLaneFromTheFirstFrameOn() throws {
    var bench = bench(["music/gain": [0: LaneExportTests.silence, 24_000: 0]])
    bench.change = { ($0.levels.music, $0.levels.pads) = (Decibels(-3), .silence) }
    let mix = try bench.mix()
    #expect(isSilent(mix[..<24_000]) && mix[24_100] != .zero)
    #expect(difference(mix, ExportBench.music, in: 24_000 + LaneExportTests.ramp..<48_000) == -.infinity)
  }

  @Test func levelOfTheOutputBeginsWithTheVolumeOfTheRecording() throws {
    var late = bench(["master/gain": [24_000: -20]])
    late.take.gains = MixGains(music: .unity, pads: .unity, volume: Decibels(-12))
    let begun = bench(["master/gain": [0: -12, 24_000: -20]])
    #expect(ExportBench.difference(try late.mix(), try begun.mix()) == -.infinity)
    var plain = ExportBench()
    plain.take.gains = late.take.gains
    #expect(ExportBench.difference(try plain.mix(), try ExportBench().mix()) == -.infinity)
  }

  @Test func faderBeginsAtTheValueOfItsLaneWithoutAFade() throws {
    let mix = try bench(["music/mute": [0: 1, 24_000: 0], "pads/mute": [0: 1]]).mix()
    #expect(isSilent(mix[..<24_000]))
    #expect(difference(mix, ExportBench.music, in: 24_000 + LaneExportTests.ramp..<48_000) == -.infinity)
  }

  @Test func rangeEqualsThatPartOfTheWhole() throws {
    var bench = bench([
      "music/gain": [4_800: -6, 24_000: -12], "pad 1/pan": [9_600: -100],
      "move/sweep": [320: 40, 20_000: -30],
    ])
    let whole = try bench.mix()
    bench.change = { $0.range = TakeExport.Range(start: 0.25, end: 0.75) }
    let part = try bench.mix()
    #expect(part.count == 24_000)
    #expect(ExportBench.difference(part, Array(whole[12_000..<36_000])) == -.infinity)
  }

  @Test func pointsAfterARangeAreNotHeardInItsTail() throws {
    var bench = bench(["music/gain": [0: -6, 25_600: 0]])
    bench.change = {
      ($0.range, $0.tail) = (TakeExport.Range(start: 0, end: 0.5), 0.2)
      $0.levels.pads = .silence
    }
    let mix = try bench.mix()
    #expect(mix.count == 24_000 + 9_600 && mix[23_900] != .zero && isSilent(mix[24_500...]))
  }

  @Test func stemsAddUpToTheMix() throws {
    var bench = bench([
      "music/gain": [4_800: -6], "pads/gain": [9_600: -3], "pad 1/mute": [2_400: 1, 19_200: 0],
      "master/gain": [14_400: -6], "master/mute": [30_400: 1, 32_000: 0],
    ])
    bench.take.setLanes([Lane(Lane.ID("pad 3/pan", layer: 1), [Lane.Point(0, 50)])])
    let (_, files) = try bench.run(stems: true)
    let mix = try #require(files[.mix])
    #expect(isSilent(mix[30_400 + LaneExportTests.ramp..<32_000]))
    #expect(ExportBench.difference(ofParts: [.music, .layer(1), .layer(2)], files) < -120)
    #expect(ExportBench.difference(ofParts: [.music, .pad(1), .pad(2), .pad(3)], files) < -120)
  }

  @Test func lanesOfLayersThatAreMutedAreNotHeard() throws {
    var bench = bench(["music/gain": [0: -20]], layer: 2)
    bench.take.change(2) { $0.isMuted = true }
    var plain = ExportBench()
    plain.take.change(2) { $0.isMuted = true }
    #expect(ExportBench.difference(try bench.mix(), try plain.mix()) == -.infinity)
    bench.take.change(2) { $0.isMuted = false }
    #expect(ExportBench.difference(try bench.mix(), try ExportBench().mix()) > -40)
  }

  @Test func muteOfTheOutputSilencesAllBetweenItsPoints() throws {
    let mix = try bench(["master/mute": [9_600: 1, 19_200: 0]]).mix()
    let plain = try ExportBench().mix()
    #expect(isSilent(mix[9_600 + LaneExportTests.ramp..<19_200]))
    #expect(difference(mix, plain, in: 0..<9_600) == -.infinity)
    #expect(mix.count == plain.count)
    #expect(difference(mix, plain, in: 19_200 + LaneExportTests.ramp..<mix.count) == -.infinity)
  }

  @Test func framesOfAFreeTakeAreConvertedFromItsRate() throws {
    var bench = bench(["pads/gain": [0: LaneExportTests.silence, 16_000: 0]], hasTrack: false)
    bench.take.rate = SampleRate(24_000)
    let mix = try bench.mix()
    #expect(isSilent(mix[..<32_000]))
    let plain = try { () throws in
      var take = ExportBench.take(hasTrack: false)
      take.rate = SampleRate(24_000)
      return try ExportBench(take).mix()
    }()
    #expect(difference(mix, plain, in: 40_000..<min(mix.count, plain.count)) == -.infinity)
  }

  @Test func lanesOfUnknownValuesAreNamedAndChangeNothing() throws {
    let bench = bench([
      "music/flanger/depth": [0: 1], "nonsense": [0: 1], "pads/send 2": [0: 0], "master/mute": [0: 0],
      "music/gain": [0: 0],
    ])
    #expect(bench.export.unknownLanes == ["music/flanger/depth", "nonsense", "pads/send 2"])
    #expect(ExportBench.difference(try bench.mix(), try ExportBench().mix()) == -.infinity)
  }

  @Test func muteOfTheOutputFollowsItsVolume() {
    func bits(_ gains: Decibels...) -> [UInt64] { gains.map { Double($0.factor).bitPattern } }
    let mute = Lane(Lane.ID("master/mute"), [Lane.Point(50, 1), Lane.Point(200, 0)])
    let lanes = MixerLanes([mute, Lane(Lane.ID("x"), [Lane.Point(0, 0)])])
    let own = AutomationCourse(
      AutomationTarget(.master), frames: [0, 100], bits: bits(Decibels(-6), Decibels(-9)), owner: nil)
    let (courses, unknown) = lanes.courses(volume: Decibels(-3), isMuted: false) { _ in ([own], []) }
    #expect(courses.map(\.frames) == [[0, 50, 100, 200]] && unknown == ["x"])
    #expect(courses.first?.bits == bits(Decibels(-6), .silence, .silence, Decibels(-9)))
    let alone = lanes.courses(volume: Decibels(-3), isMuted: false) { _ in ([], []) }.courses
    #expect(alone.map(\.frames) == [[0, 50, 200]])
    #expect(alone.first?.bits == bits(Decibels(-3), .silence, Decibels(-3)))
    let byHand = lanes.courses(volume: Decibels(-3), isMuted: true) { _ in ([own], []) }.courses
    #expect(byHand.first?.bits == bits(.silence, .silence, .silence, .silence))
    let unmoved = MixerLanes([]).courses(volume: Decibels(-3), isMuted: true) { _ in ([own], []) }.courses
    #expect(unmoved.map(\.frames) == [[0, 100]] && unmoved.first?.bits == bits(.silence, .silence))
    #expect(MixerLanes.gain(LaneExportTests.silence) == .silence && MixerLanes.gain(-60) == Decibels(-60))
  }
}
