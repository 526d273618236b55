import AudioBase
import TestSupport
import Testing

@testable import MixEngine

/// Music begins when there is enough of it.
@Suite struct CushionTests {
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  private func mark(_ kind: StreamMarker.Kind, generation: Int = 1) {
    let position = engine.control.stream.frames.writer.written
    _ = engine.control.stream.markers.writer.push(
      StreamMarker(
        kind: kind, position: position, generation: generation, stream: StreamID(1), trackFrame: 0, ratio: 1))
  }

  private func feed(_ count: Int) { feed([Frame](repeating: Frame(0.5, 0.5), count: count)) }

  private func feed(_ frames: [Frame]) {
    frames.withUnsafeBufferPointer { _ = engine.control.stream.frames.writer.push($0) }
  }

  private func isHeard(_ device: OfflineDevice) -> Bool {
    device.render(FrameCount(512)).contains { $0 != .zero }
  }

  @Test func musicBeginsOnlyOnceTheFeederHasFilledTheCushion() {
    let device = OfflineDevice(engine)
    engine.control.send(.flush(generation: 1))
    engine.control.send(.play)
    mark(.start)
    feed(2_000)
    #expect(!isHeard(device))
    feed(2_800)
    #expect(isHeard(device))
    #expect(engine.control.underruns == 0)
  }

  @Test func trackShorterThanTheCushionBeginsAtOnce() {
    let device = OfflineDevice(engine)
    engine.control.send(.flush(generation: 1))
    engine.control.send(.play)
    mark(.start)
    feed(1_000)
    mark(.end)
    #expect(isHeard(device))
  }

  /// A seek while the ring is dry, or nearly so: what fades for it is the old music alone.
  @Test(arguments: [5120, 5000, 4900, 4864]) func seekWithADryRingFadesTheOldMusicOnly(played: Int) {
    let device = OfflineDevice(engine)
    engine.control.send(.flush(generation: 1))
    engine.control.send(.play)
    mark(.start)
    feed(5000)
    _ = device.render(FrameCount(played), block: FrameCount(played))
    engine.control.send(.flush(generation: 2))
    mark(.start, generation: 2)
    let track = Ramp.frames(6000)
    feed(track)
    mark(.end, generation: 2)
    let heard = device.render(FrameCount(6700)).drop { $0 != track[0] }
    #expect(Array(heard.prefix(6000)) == track)
    var last: EngineEvent?
    while let event = engine.events.next() { last = event }
    guard case .ended = last else {
      Issue.record("\(String(describing: last))")
      return
    }
  }
}
