import AudioBase
import Glibc
import HeardSound
import SystemBase
import TestSupport
import Testing

@testable import AudioAnalysis

@Suite struct BeatSearchTests {
  /// A decoder over a generated track. Its rate is not that of other tests.
  private struct Tracks: DecoderOpening {
    var frames: [Frame]
    var rate = DrummedTrack.rate

    func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
      MemoryDecoder(frames: frames, sampleRate: rate)
    }
  }

  private static let location = TrackLocation(path: FilePath("track"))

  private static func search(_ frames: [Frame]) throws -> BeatSearchResult {
    try BeatSearch(decoders: Tracks(frames: frames)).find(in: location)
  }

  /// Searches without a decoder, whose copies of samples are not optimised in a debug build.
  private static func found(_ track: DrummedTrack) -> FoundBeats? {
    var detector = OnsetDetector(sampleRate: DrummedTrack.rate, channels: 1)
    track.samples.withUnsafeBufferPointer { detector.add($0) }
    detector.finish()
    if case .found(let found) = BeatSearchResult(detector.curve) { return found }
    return nil
  }

  /// The distance of the found beats from known ones: the median in seconds.
  private static func error(of found: FoundBeats, _ track: DrummedTrack) -> Double {
    let distances = found.beats.map { beat in
      track.beats.map { abs($0 - beat / Double(found.rate.hertz)) }.min() ?? 9
    }.sorted()
    return distances[distances.count / 2]
  }

  /// How a found tempo compares with the right one.
  private enum Verdict { case right, octave, wrong }

  private static func verdict(_ found: FoundBeats?, _ bpm: Double) -> Verdict {
    guard let found else { return .wrong }
    func isNear(_ factor: Double) -> Bool { abs(found.bpm / (bpm * factor) - 1) < 0.02 }
    return isNear(1) ? .right : isNear(2) || isNear(0.5) ? .octave : .wrong
  }

  /// A ballad is slow: at twice the tempo, its drums are those of another style.
  private static func tempi(of style: DrummedTrack.Style) -> [Double] {
    switch style {
    case .ballad: [60, 78, 104]
    case .plainFour: [121, 137, 174]
    case .drumAndBass: [165, 174]
    case .tresillo: [92, 176]
    case .waltzWithPickup: [84, 108, 126, 144, 168, 189]
    default: [60, 78, 104, 120, 140.7, 174, 200]
    }
  }

  @Test func steadyTempoOfAllStylesIsFound() {
    var verdicts: [Verdict] = []
    for (index, style) in DrummedTrack.Style.allCases.enumerated() {
      for bpm in Self.tempi(of: style) {
        let track = DrummedTrack(style, bpm: bpm, seed: UInt64(index))
        let found = Self.found(track)
        verdicts.append(Self.verdict(found, bpm))
        guard let found, verdicts.last == .right else { continue }
        #expect(found.isSteady && abs(found.bpm - bpm) <= 0.05, "\(style) \(bpm): \(found.bpm)")
        #expect(Self.error(of: found, track) <= 0.01, "\(style) \(bpm)")
      }
    }
    #expect(!verdicts.contains(.wrong))
    #expect(verdicts.count { $0 == .right } * 10 >= verdicts.count * 9)
  }

  @Test(arguments: [DrummedTrack.Style.rock, .swing, .waltz, .sixEighths], [0.05, -0.05])
  func changingTempoIsFollowed(style: DrummedTrack.Style, change: Double) throws {
    for isGradual in [false, true] {
      let track = DrummedTrack(style, bpm: 110, change: change, isGradual: isGradual)
      let found = try #require(Self.found(track))
      #expect(!found.isSteady && abs(found.bpm / 110 - 1) <= 0.06, "\(found.bpm)")
      #expect(Self.error(of: found, track) <= 0.01)
    }
  }

  @Test func beatsBeginWithTheFirstOnset() throws {
    for firstBeat in [0, 0.08, 0.5, 3.2] {
      let found = try #require(Self.found(DrummedTrack(.rock, bpm: 128, firstBeat: firstBeat)))
      #expect(abs((found.beats.first ?? 9) / 44_100 - firstBeat) < 0.015)
    }
  }

  @Test(arguments: [(DrummedTrack.Style.waltz, 3), (.ballad, 4)]) func clearAccentBeginsTheBars(
    style: DrummedTrack.Style, beats: Int
  ) throws {
    let track = DrummedTrack(style, bpm: 97)
    let found = try #require(Self.found(track))
    let bars = try #require(found.bars)
    #expect(bars.beats == beats)
    let first = found.beats[bars.first] / 44_100
    let index = try #require(track.beats.firstIndex { abs($0 - first) < 0.02 })
    #expect(index % beats == 0)
  }

  @Test func evenBeatsHaveNoBars() throws {
    let click = (0..<44_100 * 20).map { Frame(repeating: $0 % 22_050 < 40 ? 0.5 : 0) }
    guard case .found(let found) = try Self.search(click) else {
      Issue.record("no beats")
      return
    }
    #expect(found.bars == nil && abs(found.bpm - 120) < 0.01)
  }

  @Test func soundWithoutBeatHasNoTempo() throws {
    let step: Float = 8 * .pi / 441
    let tone = (0..<44_100 * 10).map { Frame(repeating: 0.5 * sin(Float($0 % 441) * step)) }
    let silence = [Frame](repeating: .zero, count: 44_100 * 10)
    for frames in [silence, tone, Array(tone.prefix(100)), []] {
      #expect(try Self.search(frames) == .noBeat)
    }
  }

  @Test(arguments: [0, 0.9, 0.99]) func noiseHasNoTempo(colour: Float) throws {
    for (seconds, seed) in [(10, 4), (30, 5), (60, 6)] {
      var random = SeededGenerator(seed: UInt64(seed))
      var last: Float = 0
      // A part of each value remains: white noise, and two that have more bass.
      let noise = (0..<44_100 * seconds).map { _ in
        last = colour * last + Float.random(in: -0.3...0.3, using: &random) * (1 - colour)
        return Frame(repeating: last)
      }
      #expect(try Self.search(noise) == .noBeat)
    }
  }

  @Test func heldSoundsHaveNoTempo() throws {
    let steps = [0.031, 0.039, 0.047]
    func sound(_ level: (Double) -> Double) -> [Frame] {
      (0..<44_100 * 30).map { index in
        let chord = steps.reduce(0) { $0 + sin(Double(index) * $1) }
        return Frame(repeating: Float(0.2 * chord * level(Double(index) / 44_100)))
      }
    }
    // A chord, one that swells, and one that trembles.
    #expect(try Self.search(sound { _ in 1 }) == .noBeat)
    #expect(try Self.search(sound { 1 - exp(-$0) }) == .noBeat)
    #expect(try Self.search(sound { 1 + 0.1 * sin(31 * $0) }) == .noBeat)
  }

  @Test func weakBeatIsAGuess() throws {
    guard case .guess(let guess) = try Self.search(UnevenNotes.frames()) else {
      Issue.record("no guess")
      return
    }
    #expect((0.04...0.18).contains(guess.confidence) && TempoEstimate.tempi.contains(guess.bpm))
  }

  @Test func damagedSamplesDoNotPreventTheSearch() throws {
    var frames = DrummedTrack(.rock, bpm: 104).frames
    for index in stride(from: 0, to: frames.count, by: 50_021) { frames[index] = Frame(.nan, .infinity) }
    guard case .found(let found) = try Self.search(frames) else {
      Issue.record("no beats")
      return
    }
    #expect(abs(found.bpm - 104) < 0.05)
  }

  @Test func sectionIsSearchedByItsOwnFrames() throws {
    let frames = DrummedTrack(.waltz, bpm: 80, seconds: 20).frames + DrummedTrack(.rock, bpm: 128).frames
    let section = try #require(TrackSection(start: DiscTime(frames: 20 * DiscTime.perSecond)))
    let result = try BeatSearch(decoders: Tracks(frames: frames)).find(
      in: TrackLocation(path: FilePath("track"), section: section))
    guard case .found(let found) = result else {
      Issue.record("no beats")
      return
    }
    #expect(abs(found.bpm - 128) < 0.05 && abs(found.beats[0] / 44_100 - 0.37) < 0.015)
  }

  @Test func cancelledSearchEndsAndProgressReachesTheEnd() throws {
    let search = BeatSearch(decoders: Tracks(frames: DrummedTrack(.rock, bpm: 104).frames))
    var parts: [Double] = []
    let result = try search.find(
      in: Self.location, isCancelled: { parts.count == 3 }, progress: { parts.append($0) })
    #expect(result == .cancelled)
    #expect(parts.count == 3)
    _ = try search.find(in: Self.location, progress: { parts.append($0) })
    #expect(parts.last == 1 && parts.allSatisfy { $0 <= 1 })
  }
}
