import AudioBase
import Glibc
import SystemBase
import Testing

@testable import Dubbing

/// Clicks of a calibration in what a microphone captures.
@Suite struct ClickSearchTests {
  private let start = HostTime(nanoseconds: 5_000_000_000)
  private let rate = SampleRate.standard
  private var clicks: [Int] { ClickSearch.frames(at: rate) }
  private var heard: [HostTime] { clicks.map { start.advanced(bySeconds: Double($0) / 48_000) } }

  /// Five seconds with noise and clicks.
  ///
  /// - Parameter drift: by how much the clock of the input states too much.
  /// - Parameter delay: of each click, in frames; nil for a click that was lost.
  private func history(
    noise: Float = 0.003, level: Float = 0.1, drift: Double = 0, delay: (Int) -> Int?
  ) -> CapturedSound {
    var random = SeededGenerator(seed: 3)
    var frames = (0..<(5 * 48_000)).map { _ in Frame(repeating: .random(in: -noise...noise, using: &random)) }
    for (index, click) in clicks.enumerated() {
      guard let delay = delay(index) else { continue }
      for frame in 0..<1_440 {
        let time = Double(frame) / 48_000
        let value = level * Float(sin(2 * .pi * 1_000 * time) * exp(-time * 160))
        // The sound itself, and its echo from a wall.
        for (late, gain) in [(0, Float(1)), (300, 0.4)] {
          frames[click + delay + frame + late] += Frame(repeating: value * gain)
        }
      }
    }
    let marks = stride(from: 0, to: frames.count, by: 480).map { place in
      (place: place, time: start.advanced(bySeconds: Double(place) / 48_000 * (1 + drift)))
    }
    return CapturedSound(sampleRate: rate, frames: frames, marks: marks)
  }

  @Test(arguments: zip([0, 137, 4_800, 30_000], [Float(0.1), -0.02, -0.1, 0.02]))
  func theDelayIsFoundInNoiseAndEcho(delay: Int, level: Float) throws {
    let found = try ClickSearch.delay(of: heard, in: history(level: level) { _ in delay })
    #expect(abs(found - Double(delay) / 48_000) < 0.0002, "\(found)")
  }

  @Test func delayIsFoundDespiteLostAndLateClicks() throws {
    let found = try ClickSearch.delay(
      of: heard, in: history { $0 == 2 ? nil : $0 == 5 ? 1_300 : 960 + $0 % 3 * 5 })
    #expect(abs(found - 0.02) < 0.0003, "\(found)")
  }

  @Test func delayIsFoundDespiteASettlingClock() throws {
    // After 3.13 s the input states 1.6 ms more than at the beginning.
    let found = try ClickSearch.delay(of: heard, in: history(drift: 5e-4) { _ in 4_800 })
    #expect(abs(found - 0.101) < 0.001, "\(found)")
  }

  @Test func searchFailsWithTooFewClicks() {
    #expect(throws: ClickSearch.Failure.notFound) {
      try ClickSearch.delay(of: heard, in: history { _ in nil })
    }
    #expect(throws: ClickSearch.Failure.notFound) {
      try ClickSearch.delay(of: heard, in: history(noise: 0) { _ in nil })
    }
    #expect(throws: ClickSearch.Failure.notFound) {
      try ClickSearch.delay(of: heard, in: history { $0 < 4 ? 960 : nil })
    }
  }

  @Test func differingDelaysAreReportedAsUnsteady() {
    #expect(throws: ClickSearch.Failure.unsteady) {
      try ClickSearch.delay(of: heard, in: history { 2_000 + $0 * 150 })
    }
  }
}
