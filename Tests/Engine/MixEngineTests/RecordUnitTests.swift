import AudioBase
import EngineTestSupport
import Testing

@testable import MixEngine

/// What a recorder receives of the output.
@Suite struct RecordUnitTests {
  private let pads = [PadProgram.Pad.sample((1...2_000).map { Float($0) / 4_000 })]

  /// Empties the unit's ring. Returns the frames, and the number of those that were lost after them.
  private func drain(_ unit: RecordUnit) -> (frames: [Frame], lost: FrameCount) {
    var frames: [Frame] = []
    let lost = unit.read { frames += $0 }
    return (frames, lost)
  }

  @Test func recordUnitReceivesTheOutputBetweenStartAndStopCommands() {
    let bench = EngineBench(pads: pads)
    bench.strike(1, atFrame: 10)
    _ = bench.device.render(FrameCount(512))
    let unit = RecordUnit(capacity: FrameCount(4_096))
    bench.engine.control.record(to: unit)
    let heard = bench.device.render(FrameCount(1_000))
    bench.engine.control.record(to: nil)
    _ = bench.device.render(FrameCount(512))
    let recorded = drain(unit)
    #expect(recorded.frames == heard && recorded.frames.contains { $0.x > 0.1 })
    #expect(recorded.lost == .zero)
  }

  @Test func fullRecordRingLosesFramesAtOnePlaceAndCountsTheLoss() {
    let bench = EngineBench(pads: pads)
    let unit = RecordUnit(capacity: FrameCount(1_024))
    bench.engine.control.record(to: unit)
    bench.strike(1, atFrame: 0)
    let heard = (0..<6).map { _ in bench.device.render(FrameCount(256)) }
    let first = drain(unit)
    #expect(first.frames == Array(heard[..<4].joined()) && first.lost == FrameCount(512))
    let later = bench.device.render(FrameCount(256))
    let second = drain(unit)
    #expect(second.frames == later && second.lost == .zero)
  }

  @Test func theDeviceDoesNotRestDuringARecording() {
    let bench = EngineBench()
    let unit = RecordUnit(capacity: FrameCount(1_024))
    bench.engine.control.record(to: unit)
    let silence = FrameCount(seconds: SilenceTimer.long, at: .standard) + FrameCount(256)
    _ = bench.device.render(silence)
    #expect(!bench.engine.source.beginRest())
    bench.engine.control.record(to: nil)
    _ = bench.device.render(FrameCount(256))
    #expect(bench.engine.source.beginRest())
  }
}
