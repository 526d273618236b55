import AudioBase
import Glibc
import TestSupport
import Testing

@testable import MixEngine

/// What the timeline says is heard, against what came out: every frame of the tracks tells its own place.
@Suite struct HeardTests {
  private let delay = 31
  private let start = HostTime(nanoseconds: 1_000_000_000)

  private func timeline(_ bench: EngineBench) -> Timeline {
    _ = bench.events()
    return bench.engine.timeline
  }

  /// Each frame that is no silence and fades neither in nor out has to be where the timeline says.
  private func expect(
    _ out: [Frame], from first: Int, _ timeline: Timeline, atLeast wanted: Int,
    location: SourceLocation = #_sourceLocation
  ) {
    var compared = 0
    for index in 1..<out.count where Ramp.place(out[index]) == Ramp.place(out[index - 1]) + 1 {
      // A fade may look like a ramp for a frame or two.
      if index > 1 && Ramp.place(out[index - 2]) != Ramp.place(out[index]) - 2 { continue }
      compared += 1
      let frame = first + index
      let time = start.advanced(bySeconds: (Double(frame) + 0.5) / 48_000)
      let position = timeline.position(heardAt: time)
      if position?.trackFrame == Ramp.place(out[index]) && position?.outputFrame == frame { continue }
      Issue.record(
        "\(frame): \(String(describing: position)), \(Ramp.place(out[index]))", sourceLocation: location)
      return
    }
    #expect(compared > wanted, sourceLocation: location)
  }

  @Test func throughJoinsAndRounds() throws {
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

  @Test func throughSeeksAndPauses() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(400_000)])
    bench.load("a")
    bench.waitForMusic(90_000)
    var out = bench.device.render(FrameCount(4800))
    for (turn, place) in [2.5, 0.25, 3.75].enumerated() {
      bench.load("a", at: place)
      // What was fed of the old place meanwhile is thrown away as it is rendered.
      repeat {
        out += bench.device.render(FrameCount(512))
        usleep(1000)
      } while bench.engine.stream.frames.reader.available < 6000
      out += bench.device.render(FrameCount(1999 + turn))
      bench.engine.send(.pause)
      out += bench.device.render(FrameCount(1000))
      bench.engine.send(.play)
      out += bench.device.render(FrameCount(1500))
    }
    expect(out, from: 0, timeline(bench), atLeast: 12_000)
  }

  @Test func throughADecoderThatComesLate() {
    let bench = EngineBench()
    let (music, markers) = (bench.engine.stream.frames.writer, bench.engine.stream.markers.writer)
    let track = Ramp.frames(20_000)
    func feed(_ range: Range<Int>) {
      track[range].withUnsafeBufferPointer { _ = music.push($0) }
    }
    bench.engine.send(.flush(generation: 1))
    bench.engine.send(.play)
    _ = markers.push(
      StreamMarker(kind: .start, position: 0, generation: 1, stream: StreamID(1), trackFrame: 0, ratio: 1))
    feed(0..<6000)
    var out = bench.device.render(FrameCount(6400))
    #expect(bench.engine.underruns == 1)
    feed(6000..<20_000)
    out += bench.device.render(FrameCount(10_240))
    let timeline = timeline(bench)
    expect(out, from: 0, timeline, atLeast: 15_000)
    #expect(timeline.position(atOutputFrame: 6300)?.ratio == 0)
  }
}
