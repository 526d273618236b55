import AudioAnalysis
import AudioBase
import Glibc
import SystemBase
import Testing

/// Against signals of known loudness, most of them from EBU Tech 3341, table 1 (2016), where the tolerance is 0.1 LU.
@Suite struct LoudnessMeterTests {
  private static let rate = SampleRate(48_000)

  /// Stereo sines of 1 kHz, one after the other: dBFS and seconds.
  private func meter(_ parts: [(level: Double, seconds: Double)], channels: Int = 2, isLive: Bool = false)
    throws -> LoudnessMeter
  {
    let meter = try LoudnessMeter(sampleRate: LoudnessMeterTests.rate, channels: channels, isLive: isLive)
    for part in parts {
      let count = Int(part.seconds * 48_000)
      let factor = pow(10, part.level / 20)
      var samples = [Float](repeating: 0, count: count * channels)
      for frame in 0..<count {
        let value = Float(factor * sin(2 * Double.pi * 1_000 * Double(frame) / 48_000))
        for channel in 0..<channels { samples[frame * channels + channel] = value }
      }
      try samples.withUnsafeBufferPointer { try meter.add($0) }
    }
    return meter
  }

  @Test(
    arguments: [
      // Cases 1 to 5.
      ([(-23.0, 20.0)], -23.0), ([(-33, 20)], -33), ([(-36, 10), (-23, 60), (-36, 10)], -23),
      ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
      ([(-26, 20), (-20, 20.1), (-26, 20)], -23),
    ] as [([(level: Double, seconds: Double)], Double)])
  func loudnessAgreesWithTheTestCasesOfTheEBU(parts: [(level: Double, seconds: Double)], loudness: Double)
    throws
  {
    let measured = try #require(try meter(parts).loudness)
    #expect(abs(measured - loudness) < 0.1)
  }

  @Test func liveMeterHasTheLoudnessOfTheLastThreeSecondsToo() throws {
    let live = try meter([(-36, 5), (-20, 4)], isLive: true)
    let (shortTerm, integrated) = (try #require(try live.shortTerm), try #require(try live.loudness))
    #expect(abs(shortTerm + 20) < 0.1 && abs(integrated + 20) < 1)
    #expect(try meter([(-90, 4)], isLive: true).shortTerm == nil)
    #expect(try meter([(-20, 4)]).shortTerm == nil)
  }

  /// Case 6: left and right at −28, the centre at −24, surrounds at −30; the LFE channel counts for nothing.
  @Test func surroundChannelsAreWeightedAndTheLFEIsIgnored() throws {
    let meter = try LoudnessMeter(sampleRate: LoudnessMeterTests.rate, channels: 6)
    let levels = [-28.0, -28, -24, 0, -30, -30].map { pow(10, $0 / 20) }
    var samples: [Float] = []
    for frame in 0..<(48_000 * 20) {
      let value = sin(2 * Double.pi * 1_000 * Double(frame) / 48_000)
      samples += levels.map { Float($0 * value) }
    }
    try samples.withUnsafeBufferPointer { try meter.add($0) }
    #expect(abs((try meter.loudness ?? 0) + 23) < 0.1)
  }

  @Test func gainOfALevelLeadsToMinus18LUFS() throws {
    let level = try #require(try meter([(-23, 20)]).level)
    #expect(abs(level.gain.value - 5) < 0.1)
    #expect(abs((level.peak ?? 0) - pow(10, -23.0 / 20)) < 0.001)
  }

  @Test func monoIsAsLoudAsTheSameSoundOnTwoChannels() throws {
    let (one, two) = (try meter([(-20, 5)], channels: 1), try meter([(-20, 5)]))
    #expect(abs((try one.loudness ?? 0) - (try two.loudness ?? 1)) < 0.01)
  }

  @Test func silentShortOrEmptySoundHasNoLevel() throws {
    #expect(try meter([(-200, 2)]).level == nil)
    #expect(try meter([(-20, 0.2)]).level == nil)
    #expect(try meter([]).level == nil)
  }

  @Test func levelOfAnAlbumIsMeasuredOverAllTracks() throws {
    let (quiet, loud) = (try meter([(-26, 20), (-26, 20)]), try meter([(-20, 20.1)]))
    let level = try #require(try LoudnessMeter.level(of: [quiet, loud]))
    #expect(abs(level.gain.value - 5) < 0.1)
    #expect(abs((level.peak ?? 0) - 0.1) < 0.001)
  }

  /// Pink noise of an RMS of −20 dBFS in one filter's shape: K-weighting moves it by little, and its gate takes nothing.
  @Test func loudnessOfPinkNoiseIsNearThePower() throws {
    var random = SeededGenerator(seed: 3)
    var rows = [Double](repeating: 0, count: 16)
    var noise: [Double] = []
    for index in 1...(48_000 * 10) {
      rows[min(index.trailingZeroBitCount, 15)] = Double.random(in: -1...1, using: &random)
      noise.append(rows.reduce(0, +))
    }
    let power = noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)
    let factor = 0.1 / power.squareRoot()
    let samples = noise.flatMap { [Float($0 * factor), Float($0 * factor)] }
    let meter = try LoudnessMeter(sampleRate: LoudnessMeterTests.rate, channels: 2)
    try samples.withUnsafeBufferPointer { try meter.add($0) }
    // Two channels of −20 dB are −17 LUFS before the weighting.
    #expect(abs((try meter.loudness ?? 0) + 17) < 3)
  }

  @Test func invalidChannelCountsAndRatesAreRefused() {
    #expect(throws: FileError.self) { try LoudnessMeter(sampleRate: SampleRate(48_000), channels: 0) }
    #expect(throws: FileError.self) { try LoudnessMeter(sampleRate: SampleRate(48_000), channels: 65) }
    #expect(throws: FileError.self) { try LoudnessMeter(sampleRate: SampleRate(5), channels: 2) }
  }
}
