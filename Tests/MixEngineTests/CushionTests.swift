import AudioBase
import Testing

@testable import MixEngine

/// Music begins when there is enough of it.
@Suite struct CushionTests {
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  private func mark(_ kind: StreamMarker.Kind) {
    let position = engine.stream.frames.writer.written
    _ = engine.stream.markers.writer.push(
      StreamMarker(
        kind: kind, position: position, generation: 1, stream: StreamID(1), trackFrame: 0, ratio: 1))
  }

  private func feed(_ count: Int) {
    let frames = [Frame](repeating: Frame(0.5, 0.5), count: count)
    frames.withUnsafeBufferPointer { _ = engine.stream.frames.writer.push($0) }
  }

  private func isHeard(_ device: OfflineDevice) -> Bool {
    device.render(FrameCount(512)).contains { $0 != .zero }
  }

  @Test func aFeederThatIsInterruptedAfterItsFirstFramesIsWaitedFor() {
    let device = OfflineDevice(engine)
    engine.send(.flush(generation: 1))
    engine.send(.play)
    mark(.start)
    feed(2_000)
    #expect(!isHeard(device))
    feed(2_800)
    #expect(isHeard(device))
    #expect(engine.underruns == 0)
  }

  @Test func aTrackShorterThanThatBeginsAtOnce() {
    let device = OfflineDevice(engine)
    engine.send(.flush(generation: 1))
    engine.send(.play)
    mark(.start)
    feed(1_000)
    mark(.end)
    #expect(isHeard(device))
  }
}
