import AudioBase
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// A range that is repeated: how its end meets its beginning.
@Suite struct LoopTests {
  private let trackLength = 40_000

  /// What the feeder makes of a track with a loop: frames of the ring, and where its rounds begin.
  private func fed(
    _ track: [Frame], _ range: Range<Int>, trackRate: SampleRate = .standard, from place: Double = 0,
    frames: Int
  ) -> (frames: [Frame], rounds: [StreamMarker]) {
    let engine = AudioEngine(sampleRate: .standard)
    let filler = StreamFiller(
      engine: engine.control, decoders: OneTrack(frames: track, rate: trackRate),
      converters: SampleRateConverterMaker()
    ) { _ in }
    let item = StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("a")))
    filler.handle(.setLoop(StreamLoop(stream: StreamID(1), frames: range)))
    filler.handle(.load(item, at: place, generation: 1))
    while engine.control.stream.frames.reader.available < frames, filler.fill() == .more {}
    let ring = engine.control.stream.frames.reader
    let markers = engine.control.stream.markers.reader
    return (
      (0..<min(frames, ring.available)).map(ring.peek), (0..<markers.available).map(markers.peek)
    )
  }

  private func sine(_ step: Double) -> [Frame] {
    (0..<trackLength).map { Frame(repeating: 0.5 * Float(sin(Double($0) * step))) }
  }

  private func largestStep(_ frames: [Frame]) -> Float {
    zip(frames, frames.dropFirst()).map { abs($0.x - $1.x) }.max() ?? 0
  }

  /// Ranges of a tone that end at all of its phases: as they are they meet with steps of up to 1.
  @Test(arguments: [7013, 7032, 7051, 7070, 7089, 7108, 7127])
  func loopedToneIsRepeatedWithoutAStep(length: Int) {
    let (frames, rounds) = fed(sine(0.04), 8000..<(8000 + length), frames: 50_000)
    // The tone's own steepest slope is 0.02; where two of it meet at equal power, it is half as much again.
    #expect(largestStep(frames) < 0.032)
    #expect(rounds.dropFirst().map(\.trackFrame).allSatisfy { $0 == 8000 })
    #expect(zip(rounds.dropFirst(), rounds.dropFirst(2)).allSatisfy { $1.position - $0.position == length })
  }

  @Test(arguments: [44_100, 32_000, 96_000, 22_050])
  func roundsOfALoopInAnotherRateAreAsLongAndAsSmooth(rate: Int) {
    let track = sine(0.04 * 48_000 / Double(rate))
    let (frames, rounds) = fed(track, 8000..<15_013, trackRate: SampleRate(rate), frames: 80_000)
    #expect(largestStep(frames) < 0.032)
    let lengths = zip(rounds.dropFirst(), rounds.dropFirst(2)).map { $1.position - $0.position }
    let length = Int((7013.0 * 48_000 / Double(rate)).rounded())
    #expect(lengths.count > 1 && lengths.allSatisfy { $0 == length })
  }

  /// The frame after the seam is the range's first one, heard as if the lead had gone on: to a thousandth.
  @Test(arguments: [44_100, 32_000, 96_000])
  func loopedRangeBeginsExactlyAfterTheSeam(rate: Int) throws {
    let track = sine(0.01)
    let (frames, rounds) = fed(track, 8000..<15_013, trackRate: SampleRate(rate), frames: 60_000)
    let second = try #require(rounds.dropFirst().first).position
    for index in 0..<200 where second + index < frames.count {
      let wanted = 0.5 * sin((8000 + Double(index) * Double(rate) / 48_000) * 0.01)
      #expect(abs(frames[second + index].x - Float(wanted)) < 1e-3)
    }
  }

  @Test func anAttackOnTheFirstFrameIsNotSoftened() throws {
    var track = [Frame](repeating: Frame(repeating: 0.1), count: trackLength)
    for index in 8000..<8100 { track[index] = Frame(repeating: 0.9) }
    let (frames, rounds) = fed(track, 8000..<15_000, frames: 40_000)
    #expect(rounds.count > 2)
    for round in rounds.dropFirst() where round.position + 100 <= frames.count {
      #expect(Array(frames[round.position..<(round.position + 100)]) == Array(track[8000..<8100]))
    }
  }

  @Test func aRangeFromTheTracksStartFadesAndBeginsAsTheTrackDoes() throws {
    let track = [Frame](repeating: Frame(repeating: 0.5), count: trackLength)
    let (frames, rounds) = fed(track, 0..<9000, frames: 20_000)
    #expect(rounds.map(\.position).prefix(3) == [0, 9000, 18_000])
    #expect(frames[8759].x == 0.5 && abs(frames[8880].x - 0.354) < 0.002 && frames[8999].x < 0.002)
    #expect(frames[9000].x == 0.5)
  }

  @Test func loopedRangeShorterThanTheSeamIsRepeatedWithoutAStep() {
    let (frames, rounds) = fed(sine(0.04), 8000..<8100, frames: 12_000)
    #expect(frames.count == 12_000 && largestStep(frames) < 0.032)
    #expect(zip(rounds.dropFirst(), rounds.dropFirst(2)).allSatisfy { $1.position - $0.position == 100 })
  }

  /// A range of 0.2 s of noise: every round is the same, sample by sample, also in another rate.
  @Test(arguments: [48_000, 44_100]) func aShortRangeIsRepeatedExactly(rate: Int) throws {
    var random = SeededGenerator(seed: 3)
    let track = (0..<trackLength).map { _ in
      Frame(Float.random(in: -0.5...0.5, using: &random), Float.random(in: -0.5...0.5, using: &random))
    }
    let length = 9_600
    let range = 8_000..<(8_000 + rate / 5)
    let (frames, rounds) = fed(track, range, trackRate: SampleRate(rate), frames: 90_000)
    let starts = rounds.dropFirst().map(\.position).filter { $0 + length <= frames.count }
    #expect(starts.count >= 7)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == length })
    let first = try #require(starts.first)
    for start in starts.dropFirst() {
      #expect(frames[start..<start + length] == frames[first..<first + length], "the round at \(start)")
    }
  }

  @Test func loopedRangeBeyondTheTrackTurnsAtTheEndOfTheTrack() {
    let (frames, rounds) = fed(sine(0.04), 30_000..<90_000, from: 0.7, frames: 40_000)
    #expect(frames.count == 40_000)
    #expect(rounds.map(\.position) == [0, 6400, 16_400, 26_400, 36_400])
  }

  @Test func endOfALoopDuringASeamPlaysTheRoundToTheEndOfTheTrack() {
    let engine = AudioEngine(sampleRate: .standard)
    let filler = StreamFiller(
      engine: engine.control, decoders: MemoryDecoders(["a": Ramp.frames(30_000)]),
      converters: NoConversion()
    ) { _ in }
    filler.handle(.setLoop(StreamLoop(stream: StreamID(1), frames: 5000..<10_000)))
    filler.handle(
      .load(StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("a"))), at: 0, generation: 1))
    let ring = engine.control.stream.frames.reader
    while ring.available < 10_000 { _ = filler.fill() }
    filler.handle(.setLoop(nil))
    while filler.fill() == .more {}
    #expect(ring.available == 35_000)
    #expect(Ramp.place(ring.peek(10_000)) == 5000 && Ramp.place(ring.peek(34_999)) == 29_999)
  }
}

private struct OneTrack: DecoderOpening {
  let frames: [Frame]
  let rate: SampleRate

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    MemoryDecoder(frames: frames, sampleRate: rate)
  }
}
