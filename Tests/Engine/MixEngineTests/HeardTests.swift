import AudioBase
import EngineTestSupport
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// The position that the timeline states, against the output: every frame of the tracks encodes its own position.
@Suite struct HeardTests {
  private let delay = 31
  private let start = HostTime(nanoseconds: 1_000_000_000)

  private func timeline(_ bench: EngineBench) -> Timeline {
    _ = bench.events()
    return bench.engine.events.timeline
  }

  /// Each frame that is no silence and fades neither in nor out has to be where the timeline says.
  ///
  /// - Returns: how many there were.
  @discardableResult private func expect(
    _ out: [Frame], from first: Int, _ timeline: Timeline, atLeast wanted: Int,
    location: SourceLocation = #_sourceLocation
  ) -> Int {
    var compared = 0
    for index in 1..<out.count where Ramp.place(out[index]) == Ramp.place(out[index - 1]) + 1 {
      // A fade may look like a ramp for some frames, but not be one.
      if !Ramp.isExact(out[index]) || !Ramp.isExact(out[index - 1]) { continue }
      compared += 1
      let frame = first + index
      let time = start.advanced(bySeconds: (Double(frame) + 0.5) / 48_000)
      let position = timeline.position(heardAt: time)
      if position?.trackFrame == Ramp.place(out[index]) && position?.outputFrame == frame { continue }
      Issue.record(
        "\(frame): \(String(describing: position)), \(Ramp.place(out[index]))", sourceLocation: location)
      return compared
    }
    #expect(compared >= wanted, sourceLocation: location)
    return compared
  }

  @Test func timelineMatchesTheOutputAcrossTrackJoins() throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(5000), "b": Ramp.frames(7000)])
    bench.load("a")
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(12_000)
    bench.setNext("b", id: 3, after: 2)
    bench.waitForMusic(19_000)
    let out = bench.device.render(FrameCount(19_200))
    let timeline = timeline(bench)
    expect(out, from: 0, timeline, atLeast: 18_900)
    let streams = [4999, 5000, 11_999, 12_000].map { timeline.position(atOutputFrame: $0 + delay) }
    #expect(streams.map { $0?.stream } == [1, 2, 2, 3].map { StreamID($0) })
    #expect(streams.map { $0?.trackFrame } == [4999, 0, 6999, 0])
    #expect(timeline.position(atOutputFrame: 19_000 + delay) == nil)
  }

  @Test func timelineMatchesTheOutputInTheRoundsOfALoop() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(60_000)])
    bench.loop(StreamLoop(stream: StreamID(1), frames: 5000..<9001))
    bench.load("a")
    bench.waitForMusic(60_000)
    let out = bench.device.render(FrameCount(50_000))
    let timeline = timeline(bench)
    // Of each round the last 5 ms go over into the next.
    expect(out, from: 0, timeline, atLeast: 49_000 - 11 * 250)
    for turn in 0..<10 {
      let end = delay + 9001 + turn * 4001
      #expect(timeline.position(atOutputFrame: end - 1)?.trackFrame == 9000)
      #expect(timeline.position(atOutputFrame: end)?.trackFrame == 5000)
    }
  }

  /// Loops, joins, seeks and pauses in any order.
  @Test(arguments: [1, 2, 3, 4, 5])
  func timelineMatchesTheOutputInRandomLoopsJoinsSeeksAndPauses(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bench = EngineBench(tracks: ["a": Ramp.frames(200_000), "b": Ramp.frames(9000)])
    var stream: UInt64 = 0
    var rendered = 0
    var compared = 0
    for _ in 0..<12 {
      var out: [Frame] = []
      stream += 2
      let loop = Int.random(in: 1000...100_000, using: &random)
      bench.loop(
        Bool.random(using: &random)
          ? StreamLoop(
            stream: StreamID(stream), frames: loop..<(loop + .random(in: 700...9000, using: &random)))
          : nil)
      let isShort = Bool.random(using: &random)
      bench.load(
        isShort ? "b" : "a", id: stream, at: Double.random(in: 0...(isShort ? 0.15 : 2), using: &random))
      bench.setNext("a", id: stream + 1, after: stream)
      out += try bench.renderUntilFed(24_000)
      out += bench.device.render(FrameCount(.random(in: 1...12_000, using: &random)))
      if Bool.random(using: &random) { bench.engine.control.send(.pause) }
      out += bench.device.render(FrameCount(.random(in: 1...1000, using: &random)))
      bench.engine.control.send(.play)
      out += bench.device.render(FrameCount(.random(in: 1...8000, using: &random)))
      rendered += out.count
      // Older segments may be forgotten.
      let last = out.suffix(20_000)
      compared += expect(Array(last), from: rendered - last.count, timeline(bench), atLeast: 0)
    }
    #expect(compared > 100_000)
  }

  @Test func timelineMatchesTheOutputAfterSeeksAndPauses() throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(400_000)])
    bench.load("a")
    bench.waitForMusic(90_000)
    var out = bench.device.render(FrameCount(4800))
    for (turn, place) in [2.5, 0.25, 3.75].enumerated() {
      bench.load("a", at: place)
      out += try bench.renderUntilFed(24_000)
      out += bench.device.render(FrameCount(1999 + turn))
      bench.engine.control.send(.pause)
      out += bench.device.render(FrameCount(1000))
      bench.engine.control.send(.play)
      out += bench.device.render(FrameCount(1500))
    }
    expect(out, from: 0, timeline(bench), atLeast: 12_000)
  }

  @Test func timelineMatchesTheOutputAfterAnUnderrun() {
    let bench = EngineBench()
    let music = bench.engine.control.stream.frames.writer
    let markers = bench.engine.control.stream.markers.writer
    let track = Ramp.frames(20_000)
    func feed(_ range: Range<Int>) {
      track[range].withUnsafeBufferPointer { _ = music.push($0) }
    }
    bench.engine.control.send(.flush(generation: 1))
    bench.engine.control.send(.play)
    _ = markers.push(
      StreamMarker(kind: .start, position: 0, generation: 1, stream: StreamID(1), trackFrame: 0, ratio: 1))
    feed(0..<6000)
    var out = bench.device.render(FrameCount(6400))
    #expect(bench.engine.control.underruns == 1)
    feed(6000..<20_000)
    out += bench.device.render(FrameCount(10_240))
    let timeline = timeline(bench)
    expect(out, from: 0, timeline, atLeast: 15_000)
    #expect(timeline.position(atOutputFrame: 6300)?.ratio == 0)
  }
}
