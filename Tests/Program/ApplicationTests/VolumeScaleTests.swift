import AudioBase
import Player
import Testing

@testable import Application

/// The one curve between levels, percent and fractions.
@Suite struct VolumeScaleTests {
  @Test(arguments: 1...100) func volumePercentageIsReadBackUnchanged(percent: Int) throws {
    let fraction = Double(percent) / 100
    let level = try #require(VolumeScale.level(fraction: fraction)).clamped(to: PlayerModel.volumeRange)
    #expect(VolumeScale.percent(level, isMuted: false) == percent)
    // The quietest level of the player is 1.3 %.
    if percent > 1 { #expect(VolumeScale.fraction(level, isMuted: false) == fraction) }
  }

  @Test func fractionsUpToZeroAndMuteAreSilence() {
    #expect(VolumeScale.level(fraction: 0) == nil && VolumeScale.level(fraction: -1) == nil)
    #expect(
      VolumeScale.percent(.unity, isMuted: true) == 0 && VolumeScale.fraction(.unity, isMuted: true) == 0)
  }

  @Test func volumeCurveMatchesMPD() throws {
    #expect(VolumeScale.fraction(.unity, isMuted: false) == 1)
    let quarter = try #require(VolumeScale.level(fraction: 0.25))
    #expect(abs(quarter.value + 29.88) < 0.01)
  }

  /// From −60 to 12 dB.
  @Test func everyVolumeStepRaisesTheFractionSlightly() {
    let range = Int(PlayerModel.volumeRange.lowerBound)...Int(PlayerModel.volumeRange.upperBound)
    let fractions = range.map { VolumeScale.fraction(Decibels(Double($0)), isMuted: false) }
    for (one, next) in zip(fractions, fractions.dropFirst()) {
      #expect(next > one && next - one < 0.03)
    }
  }

  @Test func levelsAndPlacesAreTypedInPercent() throws {
    let level = try #require(VolumeScale.level(percent: "80%", in: -60...12))
    #expect(abs(level.value + 7.13) < 0.05)
    #expect(try Command.parse("volume 80%") == .request(.volume(level)))
    #expect(try Command.parse("click-level 80%") == .request(.clickLevel(.level(level))))
    #expect(try Command.parse("sweep -40%") == .request(.sweep(.position(-40))))
    #expect(try Command.parse("seek 50%") == .request(.seek(.part(0.5))))
    for text in ["-1%", "x%", "%", "80", "nan%", "2000%"] {
      #expect(VolumeScale.level(percent: text, in: -60...12) == nil, "\(text)")
    }
  }
}
