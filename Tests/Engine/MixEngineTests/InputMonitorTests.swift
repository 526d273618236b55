import AudioBase
import EngineTestSupport
import Glibc
import Testing

@testable import MixEngine

/// An input that is heard in the mix.
@Suite struct InputMonitorTests {
  private static let period = 256

  /// An input of a sine and an output, each with blocks of 256 frames by its own clock.
  private struct Loop {
    let monitor = InputMonitor()
    let unit: MonitorUnit
    private let inputRate: Double
    private let step: Double
    private let format: InputFormat
    private var captured = 0
    private var rendered = 0
    var isCapturing = true
    private(set) var output: [Frame] = []

    /// - Parameters:
    ///   - rate: that of the input as it states it.
    ///   - drift: by how much its clock is faster than that of the output.
    init(rate: SampleRate = .standard, drift: Double = 0, frequency: Double = 1_000) {
      inputRate = Double(rate.hertz) * (1 + drift)
      step = 2 * .pi * frequency / Double(rate.hertz)
      format = InputFormat(sampleRate: rate, channels: 2, period: FrameCount(InputMonitorTests.period))
      unit = MonitorUnit(monitor, format, rate: .standard)
    }

    mutating func run(seconds: Double) {
      let end = rendered + Int(seconds * 48_000)
      while rendered < end {
        capture(until: Double(rendered) / 48_000)
        var block = [Frame](repeating: Frame(repeating: .nan), count: InputMonitorTests.period)
        block.withUnsafeMutableBufferPointer { block in
          guard let memory = block.baseAddress else { return }
          if unit.unit.run(memory, block.count, isSilent: true) { block.update(repeating: .zero) }
        }
        output += block
        rendered += block.count
      }
    }

    private mutating func capture(until time: Double) {
      while Double(captured + InputMonitorTests.period) / inputRate <= time {
        let places = captured..<(captured + InputMonitorTests.period)
        let frames = places.map { Frame(Float(0.5 * sin(step * Double($0))), 0) }
        captured += frames.count
        guard isCapturing else { continue }
        frames.withUnsafeBufferPointer { monitor.receive($0, at: CaptureTime(.now)) }
      }
    }
  }

  /// The largest deviation of the left side from a sine of this frequency, whose second difference follows from it.
  private func roughness(_ frames: some Collection<Frame>, _ frequency: Double) -> Float {
    let samples = frames.map(\.x)
    let factor = Float(2 * cos(2 * .pi * frequency / 48_000))
    return samples.indices.dropFirst().dropLast().reduce(0) { largest, index in
      max(largest, abs(samples[index + 1] - factor * samples[index] + samples[index - 1]))
    }
  }

  private func peak(_ frames: [Frame]) -> Float { frames.reduce(0) { max($0, abs($1.x), abs($1.y)) } }

  @Test(arguments: [0, 200e-6, -200e-6]) func driftingClocksCostTheMonitorNoFrame(drift: Double) {
    var loop = Loop(drift: drift)
    loop.run(seconds: 20)
    let heard = loop.output.dropFirst(4_800)
    #expect(roughness(heard, 1_000) < 2e-4)
    #expect(abs((heard.map(\.x).max() ?? 0) - 0.5) < 0.002)
  }

  @Test func inputOfAnotherRateIsConvertedWithoutDistortion() {
    var loop = Loop(rate: SampleRate(44_100), frequency: 5_000)
    loop.run(seconds: 2)
    let heard = loop.output.dropFirst(4_800)
    #expect(roughness(heard, 5_000) < 2e-3)
    #expect(abs((heard.map(\.x).max() ?? 0) - 0.5) < 0.005)
  }

  @Test func monitoredInputIsHeardWithinThreePeriods() throws {
    var loop = Loop()
    loop.run(seconds: 1)
    let first = try #require(loop.output.firstIndex { $0.x != 0 })
    #expect(first <= 3 * InputMonitorTests.period, "\(first)")
  }

  @Test func anInputThatPausesFadesAndGoesOnWithoutAClick() {
    var loop = Loop()
    loop.run(seconds: 1)
    loop.isCapturing = false
    loop.run(seconds: 0.5)
    loop.isCapturing = true
    loop.run(seconds: 1)
    let samples = loop.output.map(\.x)
    let largestStep = zip(samples, samples.dropFirst()).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    #expect(largestStep < 0.08, "a sine of this level has steps of 0.065")
    #expect(samples[(48_000 + 12_000)..<(48_000 + 20_000)].allSatisfy { $0 == 0 })
    #expect((samples.suffix(24_000).max() ?? 0) > 0.49)
  }

  @Test func framesCapturedBeforeTheMonitorStartsAreDropped() throws {
    let monitor = InputMonitor()
    let format = InputFormat(sampleRate: .standard, channels: 2, period: FrameCount(256))
    let old = [Frame](repeating: Frame(0.9, 0.9), count: 8_000)
    old.withUnsafeBufferPointer { monitor.receive($0, at: CaptureTime(.now)) }
    let new = [Frame](repeating: Frame(0.1, 0.1), count: 2_000)
    new.withUnsafeBufferPointer { monitor.receive($0, at: CaptureTime(.now)) }
    let unit = MonitorUnit(monitor, format, rate: .standard)
    var block = [Frame](repeating: .zero, count: 256)
    block.withUnsafeMutableBufferPointer { block in
      if let memory = block.baseAddress { _ = unit.unit.run(memory, block.count, isSilent: true) }
    }
    #expect(peak(block) > 0.05 && peak(block) < 0.15)
  }

  @Test func recorderReceivesTheMonitoredInput() {
    let bench = EngineBench()
    let monitor = InputMonitor()
    let recorder = RecordUnit(capacity: FrameCount(8_192))
    let format = InputFormat(sampleRate: .standard, channels: 2, period: FrameCount(256))
    bench.engine.control.record(to: recorder)
    bench.engine.control.monitor(MonitorUnit(monitor, format, rate: .standard))
    let sound = [Frame](repeating: Frame(0.25, 0.25), count: 4_000)
    sound.withUnsafeBufferPointer { monitor.receive($0, at: CaptureTime(.now)) }
    let heard = bench.device.render(FrameCount(2_048))
    var recorded: [Frame] = []
    _ = recorder.read { recorded += $0 }
    #expect(recorded == heard && abs(peak(heard) - 0.25) < 0.001)
    #expect(!bench.engine.source.beginRest())
    bench.engine.control.monitor(nil)
    _ = bench.device.render(FrameCount(4_096))
    #expect(peak(bench.device.render(FrameCount(256))) == 0)
    _ = recorder.read { recorded += $0 }
    #expect(recorded.count == 2_048 + 4_096 + 256, "the recording goes on")
  }
}
