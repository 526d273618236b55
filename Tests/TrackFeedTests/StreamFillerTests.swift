import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// The feeder's steps, one by one.
@Suite struct StreamFillerTests {
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  private func filler(_ tracks: [String: [Frame]]) -> StreamFiller {
    StreamFiller(
      stream: engine.stream, rate: .standard,
      decoders: MemoryDecoders(tracks), converters: NoConversion()
    ) { _ in }
  }

  private func fillUp(_ filler: StreamFiller) -> StreamFiller.Outcome {
    while true {
      let outcome = filler.fill()
      if outcome != .more { return outcome }
    }
  }

  @Test func nothingNewIsFedBesideWhatIsToBeThrownAway() {
    let filler = filler(["a": Ramp.frames(400_000)])
    let item = StreamItem(id: StreamID(1), path: FilePath("a"))
    filler.carryOut(.load(item, at: 0, generation: 1))
    #expect(fillUp(filler) == .waitForRoom(frames: 24_000))
    let ring = engine.stream.frames.reader
    let full = ring.available
    ring.drop(700)
    filler.carryOut(.load(item, at: 4, generation: 2))
    // 700 frames would be played within 15 ms, long before the feeder looks again.
    #expect(fillUp(filler) == .waitForRoom(frames: 1))
    #expect(ring.available == full - 700)
    ring.drop(ring.available)
    #expect(fillUp(filler) == .waitForRoom(frames: 24_000))
    #expect(ring.available == full)
    #expect(Ramp.place(ring.peek(0)) == 192_000)
  }

  @Test func aMarkerWithoutItsFirstFrameIsWaitedFor() {
    let device = OfflineDevice(engine)
    engine.send(.flush(generation: 1))
    engine.send(.play)
    let marker = StreamMarker(
      kind: .start, position: 0, generation: 1, stream: StreamID(1), trackFrame: 0, ratio: 1)
    #expect(engine.stream.markers.writer.push(marker))
    #expect(device.render(FrameCount(512)).allSatisfy { $0 == .zero })
    #expect(engine.underruns == 0)
    while let event = engine.nextEvent() {
      guard case .clock = event else {
        Issue.record("\(event)")
        return
      }
    }
    let track = Ramp.frames(4800)
    #expect(track.withUnsafeBufferPointer { engine.stream.frames.writer.push($0) } == 4800)
    let delay = engine.lookAhead.value
    #expect(Array(device.render(FrameCount(256 + delay))[delay...]) == Array(track[..<256]))
    guard case .music(let segment)? = engine.nextEvent() else {
      Issue.record("its beginning was not told")
      return
    }
    #expect(segment.outputFrame == 512 + delay && segment.trackFrame == 0)
  }

  @Test func aSuccessorThatWasFedToItsEndIsTooLateToChange() {
    var reports: [StreamFeeder.Report] = []
    let filler = StreamFiller(
      stream: engine.stream, rate: .standard,
      decoders: MemoryDecoders(["a": Ramp.frames(500), "b": Ramp.frames(500), "c": Ramp.frames(500)]),
      converters: NoConversion()
    ) { reports.append($0) }
    let item = { StreamItem(id: StreamID($0), path: FilePath($1)) }
    filler.carryOut(.load(item(1, "a"), at: 0, generation: 1))
    filler.carryOut(.setNext(item(2, "b"), after: StreamID(1)))
    #expect(fillUp(filler) == .idle)
    reports = []
    filler.carryOut(.setNext(item(3, "c"), after: StreamID(1)))
    #expect(reports == [.successorCameTooLate(StreamID(1))])
  }

  @Test func aTrackWithoutAFrameIsRefused() {
    #expect(throws: FileError(.empty, "a")) {
      try TrackStream(
        path: FilePath("a"), rate: .standard, decoders: MemoryDecoders(["a": []]), converters: NoConversion())
    }
    #expect(throws: FileError(.endsEarly, "a")) {
      try TrackStream(
        path: FilePath("a"), rate: .standard, decoders: MemoryDecoders(["a": []], endingEarly: ["a"]),
        converters: NoConversion())
    }
  }
}
