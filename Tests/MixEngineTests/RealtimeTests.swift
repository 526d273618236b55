import AudioBase
import AudioFiles
import Glibc
import Testing
import TestSupport

@testable import MixEngine

@_silgen_name("__rtsan_ensure_initialized") private func rtsanInitialize()
@_silgen_name("__rtsan_realtime_enter") private func rtsanEnter()
@_silgen_name("__rtsan_realtime_exit") private func rtsanExit()

/// RealtimeSanitizer ends the process at an allocation, a lock or a blocking call between enter and exit.
@Suite struct RealtimeTests {
  @Test func theSanitizerIsAtWork() async {
    await #expect(processExitsWith: .exitCode(43)) {
      rtsanInitialize()
      rtsanEnter()
      let memory = malloc(64)
      rtsanExit()
      free(memory)
    }
  }

  @Test func theWholeCallbackNeitherAllocatesNorLocks() async {
    await #expect(processExitsWith: .success) {
      rtsanInitialize()
      let pads = (1...8).map { number in
        PadProgram.Pad.sample(
          [Float](repeating: 0.1, count: 20_000), group: number > 6 ? 1 : nil, chokeFade: 300)
      }
      let bench = EngineBench(
        pads: pads, tracks: ["a": Ramp.frames(30_000), "b": Ramp.frames(200_000)],
        gains: ["a": ReplayGain(track: ReplayGain.Level(Decibels(-3)))])
      let source = bench.engine.source
      var asked = HostTime(nanoseconds: 1_000_000_000)
      let out = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 4096)
      out.initialize(repeating: .zero)
      bench.load("a")
      bench.setNext("b", id: 2, after: 1)
      let filler = StretchFiller(
        engine: bench.engine.stream, rate: .standard, makers: TimeStretcherMaker())
      for block in 0..<600 {
        try filler.work(speed: [1, 0.8, 2, 0.5, 1, 1.3][block / 13 % 6])
        let hit = Hit(pad: block % 8 + 1, velocity: block % 127 + 1, time: asked)
        bench.engine.port(for: .keys).strike(hit)
        if block % 40 == 10 { bench.engine.evenLoudness(by: [.none, .track, .album][block / 40 % 3]) }
        if block % 50 == 20 { bench.engine.send(.pause) }
        if block % 50 == 25 { bench.engine.send(.play) }
        if block % 100 == 60 { bench.load("b", id: 2, at: Double(block) / 200) }
        if block % 100 == 80 { bench.engine.set(.pads, to: Decibels(-Double(block % 20))) }
        let size = [64, 256, 4096][block % 3]
        let part = UnsafeMutableBufferPointer(rebasing: out[..<size])
        rtsanEnter()
        source.render(into: part, at: BlockTime(asked: asked, delay: 0))
        rtsanExit()
        source.blockWasDelivered()
        asked = asked.advanced(bySeconds: FrameCount(size).seconds(at: .standard))
      }
      out.deallocate()
    }
  }
}
