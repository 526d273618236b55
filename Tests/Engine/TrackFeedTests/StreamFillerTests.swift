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
      engine: engine.control, decoders: MemoryDecoders(tracks), converters: NoConversion()
    ) { _ in }
  }

  private func fillUp(_ filler: StreamFiller) -> StreamFiller.Outcome {
    while true {
      let outcome = filler.fill()
      if outcome != .more { return outcome }
    }
  }

  @Test func seekFeedsNoFramesUntilTheDiscardedOnesHaveLeftTheRing() {
    let filler = filler(["a": Ramp.frames(400_000)])
    let item = StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("a")))
    filler.handle(.load(item, at: 0, generation: 1))
    #expect(fillUp(filler) == .waitForRoom(frames: 24_000))
    let ring = engine.control.stream.frames.reader
    let full = ring.available
    ring.drop(700)
    filler.handle(.load(item, at: 4, generation: 2))
    // 700 frames would be played within 15 ms, long before the feeder looks again.
    #expect(fillUp(filler) == .waitForRoom(frames: 1))
    #expect(ring.available == full - 700)
    ring.drop(ring.available)
    #expect(fillUp(filler) == .waitForRoom(frames: 24_000))
    #expect(ring.available == full)
    #expect(Ramp.place(ring.peek(0)) == 192_000)
  }

  /// A file of a server, whose frames arrive when the test says so.
  private final class ServerFile: StreamDecoder, @unchecked Sendable {
    private let decoder: MemoryDecoder
    var hasArrived = false

    init(_ frames: [Frame]) { decoder = MemoryDecoder(frames: frames) }

    var format: StreamFormat { decoder.format }
    var readiness: StreamReadiness { hasArrived ? .ready : .waiting }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
      try decoder.read(into: buffer)
    }

    func seek(to frame: FrameCount) throws(FileError) {
      hasArrived = false
      try decoder.seek(to: frame)
    }
  }

  private struct ServerDecoders: DecoderOpening {
    let file: ServerFile
    let tracks: MemoryDecoders

    func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { try tracks.open(path) }

    func receive(
      _ address: StreamAddress, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) -> sending any StreamDecoder { file }
  }

  @Test func fileOfAServerBeginsAtItsPlaceAndIsFollowedByTheNextTrack() {
    let file = ServerFile(Ramp.frames(400_000))
    let decoders = ServerDecoders(file: file, tracks: MemoryDecoders(["b": Ramp.frames(4_800)]))
    let filler = StreamFiller(
      engine: engine.control, decoders: decoders, converters: NoConversion()
    ) { _ in }
    let item = StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("http://a/b.wav")))
    let next = StreamItem(id: StreamID(2), location: TrackLocation(path: FilePath("b")))
    filler.handle(.load(item, at: 1, generation: 1))
    #expect(fillUp(filler) == .idle)
    // Another place is chosen before it has arrived.
    filler.handle(.load(item, at: 4, generation: 2))
    filler.handle(.setNext(next, after: StreamID(1)))
    file.hasArrived = true
    #expect(fillUp(filler) == .idle)
    let ring = engine.control.stream.frames.reader
    #expect(ring.available == 0 && !file.hasArrived)
    file.hasArrived = true
    #expect(fillUp(filler) == .waitForRoom(frames: 24_000))
    #expect(Ramp.place(ring.peek(0)) == 192_000)
    #expect(filler.next?.item.id == StreamID(2))
  }

  @Test func trackBeginsOnlyWhenTheFirstFrameFollowsTheMarker() {
    let device = OfflineDevice(engine)
    engine.control.send(.flush(generation: 1))
    engine.control.send(.play)
    let marker = StreamMarker(
      kind: .start, position: 0, generation: 1, stream: StreamID(1), trackFrame: 0, ratio: 1)
    #expect(engine.control.stream.markers.writer.push(marker))
    #expect(device.render(FrameCount(512)).allSatisfy { $0 == .zero })
    #expect(engine.control.underruns == 0)
    while let event = engine.events.next() {
      guard case .clock = event else {
        Issue.record("\(event)")
        return
      }
    }
    let track = Ramp.frames(4800)
    #expect(track.withUnsafeBufferPointer { engine.control.stream.frames.writer.push($0) } == 4800)
    let delay = engine.control.lookAhead.value
    #expect(Array(device.render(FrameCount(256 + delay))[delay...]) == Array(track[..<256]))
    guard case .music(let segment)? = engine.events.next() else {
      Issue.record("its beginning was not told")
      return
    }
    #expect(segment.outputFrame == 512 + delay && segment.trackFrame == 0)
  }

  @Test func changeOfACompletelyFedSuccessorIsReportedAsTooLate() {
    var reports: [FeederReport] = []
    let filler = StreamFiller(
      engine: engine.control,
      decoders: MemoryDecoders(["a": Ramp.frames(500), "b": Ramp.frames(500), "c": Ramp.frames(500)]),
      converters: NoConversion()
    ) { reports.append($0) }
    let item = { StreamItem(id: StreamID($0), location: TrackLocation(path: FilePath($1))) }
    filler.handle(.load(item(1, "a"), at: 0, generation: 1))
    filler.handle(.setNext(item(2, "b"), after: StreamID(1)))
    #expect(fillUp(filler) == .idle)
    reports = []
    filler.handle(.setNext(item(3, "c"), after: StreamID(1)))
    #expect(reports == [.successorCameTooLate(StreamID(1))])
  }

  @Test func aTrackWithoutAFrameIsRefused() {
    #expect(throws: FileError(.empty, "a")) {
      try TrackStream(
        TrackLocation(path: FilePath("a")), rate: .standard, decoders: MemoryDecoders(["a": []]),
        converters: NoConversion())
    }
    #expect(throws: FileError(.endsEarly, "a")) {
      try TrackStream(
        TrackLocation(path: FilePath("a")), rate: .standard,
        decoders: MemoryDecoders(["a": []], endingEarly: ["a"]),
        converters: NoConversion())
    }
  }
}
