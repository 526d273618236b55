import AudioBase
import MixEngine
import Synchronization
import SystemBase
import Testing

@testable import Application

/// The loudness of the output while it is shown.
@Suite struct LiveLoudnessTests {
  /// Counts frames in the place of their loudness.
  private final class CountingMeter: LiveLoudnessMeasuring {
    private var frames = 0
    private let onCount: @Sendable (Int) -> Void

    init(_ onCount: @escaping @Sendable (Int) -> Void) { self.onCount = onCount }

    func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
      frames += samples.count / 2
      onCount(frames)
    }

    var loudness: Double? { get throws(FileError) { -Double(frames) } }
    var shortTerm: Double? { get throws(FileError) { -1 } }
    var peak: Double { get throws(FileError) { 0 } }
  }

  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  @Test func meterWithoutLibraryStopsAndSaysWhy() {
    let reason = FileError(.unsupported, "libebur128.so.1")
    let asked = Mutex(0)
    let loudness = LiveLoudness(engine.control) { _ throws(FileError) in
      asked.withLock { $0 += 1 }
      throw reason
    }
    loudness.follow(seconds: 60)
    loudness.waitUntilIdle()
    loudness.follow(seconds: 60)
    loudness.waitUntilIdle()
    #expect(loudness.problem == reason && asked.withLock { $0 } == 1)
  }

  @Test func framesAreMeasuredOnceAndAResetBeginsAnew() {
    let device = OfflineDevice(engine)
    let counted = Mutex<[Int]>([])
    let loudness = LiveLoudness(engine.control) { _ throws(FileError) in
      CountingMeter { count in counted.withLock { $0.append(count) } }
    }
    engine.control.followMix(true, for: .loudness)
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 512)
    defer { block.deallocate() }
    block.initialize(repeating: .zero)
    loudness.measureNow()
    device.render(into: block)
    loudness.measureNow()
    device.render(into: block)
    loudness.measureNow()
    loudness.measureNow()
    #expect(counted.withLock { $0 } == [512, 1_024])
    #expect(loudness.reading == LiveLoudness.Reading(shortTerm: -1, integrated: -1_024))
    loudness.reset()
    #expect(loudness.reading == LiveLoudness.Reading())
    device.render(into: block)
    loudness.measureNow()
    #expect(loudness.reading.integrated == -512)
  }
}
