import AudioBase
import Effects
import Glibc
import MixEngine
import Testing

/// Curve, times and side chain of the compressor.
@Suite struct CompressorTests {
  /// A square wave, whose peak is always the same.
  private func square(_ level: Double, frames: Int) -> [Frame] {
    let peak = Decibels(level).factor
    return (0..<frames).map { Frame(repeating: $0 / 24 % 2 == 0 ? peak : -peak) }
  }

  /// The gain of each frame in dB.
  private func gains(_ out: [Frame], _ input: [Frame]) -> [Double] {
    zip(out, input).map { decibels(Double($0.x / $1.x)) }
  }

  /// The output level of a steady input level: equation 4 of Giannoulis, Massberg and Reiss.
  private func curve(_ level: Double, threshold: Double, ratio: Double, knee: Double = 6) -> Double {
    let over = level - threshold
    if 2 * over < -knee { return level }
    if 2 * abs(over) <= knee { return level + (1 / ratio - 1) * pow(over + knee / 2, 2) / (2 * knee) }
    return threshold + over / ratio
  }

  @Test(arguments: [(-20.0, 4.0), (-30, 2), (-12, 20), (-40, 1)])
  func steadyLevelsFollowTheCurve(threshold: Double, ratio: Double) {
    for level in stride(from: -50.0, through: 0, by: 2) {
      let bench = EffectBench(
        .compressor, ["threshold": threshold, "ratio": ratio, "attack": 1, "make-up": 3])
      let input = square(level, frames: 4800)
      let gain = gains(bench.render(input), input)[4799]
      #expect(abs(gain - 3 - curve(level, threshold: threshold, ratio: ratio) + level) < 0.1, "\(level) dB")
    }
  }

  @Test(arguments: [2.0, 10, 100])
  func reductionReachesItsShareAfterTheAttack(milliseconds: Double) {
    let bench = EffectBench(.compressor, ["threshold": -20, "ratio": 4, "attack": milliseconds])
    _ = bench.render(square(-60, frames: 4800))
    let input = square(0, frames: 24_000)
    let gains = gains(bench.render(input), input)
    let place = Int(milliseconds * 48)
    let (once, fiveTimes) = (15 * (1 - exp(-1.0)), 15 * (1 - exp(-5.0)))
    #expect(abs(gains[place - 1] + once) < 0.3)
    #expect(abs(gains[5 * place - 1] + fiveTimes) < 0.1)
  }

  @Test(arguments: [20.0, 150, 400])
  func reductionFallsToItsShareAfterTheRelease(milliseconds: Double) {
    let bench = EffectBench(
      .compressor, ["threshold": -20, "ratio": 4, "attack": 0.1, "release": milliseconds])
    _ = bench.render(square(0, frames: 4800))
    let input = square(-60, frames: 48_000)
    let gains = gains(bench.render(input), input)
    let place = Int(milliseconds * 48)
    #expect(abs(gains[place - 1] + 15 * exp(-1)) < 0.3)
    #expect(abs(gains[2 * place - 1] + 15 * exp(-2)) < 0.3)
  }

  @Test func compressorTellsItsReductionUntilItRests() {
    let bench = EffectBench(.compressor, ["threshold": -20, "ratio": 4, "attack": 1, "release": 10])
    #expect(bench.unit.reduction == 0)
    _ = bench.render(square(0, frames: 24_000))
    #expect(abs((bench.unit.reduction ?? 0) - 15) < 0.1)
    _ = bench.renderSilence(48_000)
    #expect((bench.unit.reduction ?? 1) < 0.01)
    #expect(EffectBench(.filter).unit.reduction == nil)
  }

  @Test func releaseGoesOnDuringSilence() {
    let bench = EffectBench(.compressor, ["attack": 0.1, "release": 100])
    _ = bench.render(square(0, frames: 4800))
    _ = bench.renderSilence(4800)
    let input = square(-60, frames: 32)
    #expect(abs(gains(bench.render(input), input)[31] + 15 * exp(-1)) < 0.3)
  }

  @Test func sidesKeepTheirBalance() {
    let bench = EffectBench(.compressor)
    let out = bench.render(.init(repeating: Frame(0.8, 0.2), count: 9600))
    #expect(out[9599].x < 0.5 && abs(out[9599].x / out[9599].y - 4) < 0.001)
  }
}

/// A compressor that follows the level of another bus.
@Suite struct SidechainTests {
  private let values = [
    "threshold": -20.0, "ratio": 4, "attack": 0.1, "release": 20, "sidechain": 1,
  ]
  private let kick = [Frame](repeating: Frame(0.2, -1), count: 256)
  private let music = [Frame](repeating: Frame(repeating: 0.05), count: 256)

  /// Plays blocks of the source bus, which may be silent, and of music. Returns the gain at the end in dB.
  private func play(_ blocks: Int, _ tap: LevelTap, silent: Bool, _ bench: EffectBench) -> Double {
    var gain = 0.0
    for _ in 0..<blocks {
      var frames = kick
      frames.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        #expect(tap.unit.run(start, 256, isSilent: silent) == silent)
      }
      #expect(frames == kick)
      gain = decibels(Double((bench.render(music).last?.x ?? 0) / 0.05))
    }
    return gain
  }

  @Test func musicIsReducedWhileTheKickSounds() {
    let cell = LevelCell()
    let tap = LevelTap(cell)
    let bench = EffectBench(.compressor, values, sidechain: cell)
    #expect(abs(play(20, tap, silent: true, bench)) < 0.01)
    #expect(abs(play(20, tap, silent: false, bench) + 15) < 0.1)
    #expect(abs(play(40, tap, silent: true, bench)) < 0.01)
  }

  @Test func reductionEndsWhenTheTapGoes() {
    let cell = LevelCell()
    let bench = EffectBench(.compressor, values, sidechain: cell)
    do {
      let tap = LevelTap(cell)
      _ = play(20, tap, silent: false, bench)
    }
    let out = bench.render(.init(repeating: Frame(repeating: 0.05), count: 9600))
    #expect(abs(decibels(Double(out[9599].x / 0.05))) < 0.01)
  }

  @Test func levelOfTheInputCountsIfTheSidechainIsOffOrAbsent() {
    let loud = [Frame](repeating: Frame(repeating: 1), count: 4800)
    let cell = LevelCell()
    let off = EffectBench(.compressor, values.merging(["sidechain": 0]) { $1 }, sidechain: cell)
    let absent = EffectBench(.compressor, values)
    for bench in [off, absent] { #expect(abs(decibels(Double(bench.render(loud)[4799].x)) + 15) < 0.1) }
    let on = EffectBench(.compressor, values, sidechain: cell)
    #expect(on.render(loud)[4799].x == 1)
  }
}
