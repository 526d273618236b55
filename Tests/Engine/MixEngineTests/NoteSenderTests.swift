import AudioBase
import EngineTestSupport
import SystemBase
import Testing

@testable import MixEngine

/// What pads and instrument send to other programs.
@Suite struct NoteSenderTests {
  /// From a key at a frame to its sound: period, margin, limiter.
  private static let keyToSound = 256 + 14 + 31
  private let output = MessageOutput()

  private func bench(isHeld: Bool = false) -> EngineBench {
    var pad = PadProgram.Pad.sample([Float](repeating: 0.5, count: 9_600))
    pad.isGate = isHeld
    let bench = EngineBench(pads: [pad], messages: output)
    bench.engine.control.setNote(38, isHeld: isHeld, ofPad: 1)
    _ = bench.device.render(FrameCount(1_024))
    return bench
  }

  /// Renders blocks of 256 frames. Returns the messages, by output frames.
  private func render(_ blocks: Int, on bench: EngineBench, from start: Int = 1_024) -> [FrameMessage] {
    (0..<blocks).flatMap { block in
      _ = bench.device.render(FrameCount(256))
      let messages = output.messages
      return (0..<messages.pointee.count).map { index in
        let message = messages.pointee[index]
        return message.moved(to: message.frame + start + 256 * block)
      }
    }
  }

  @Test func hitIsSentOnTheFrameOfItsSoundAndReleasedSoon() throws {
    let bench = bench()
    bench.strike(1, velocity: 90, atFrame: 10)
    let sent = render(20, on: bench)
    let hit = try #require(bench.hits().first)
    #expect(hit.outputFrame == 1_024 + 10 + Self.keyToSound)
    #expect(
      sent == [
        .noteOn(38, velocity: 90, channel: 9, at: hit.outputFrame),
        .noteOff(38, channel: 9, at: hit.outputFrame + 2_400),
      ])
  }

  @Test func heldPadIsReleasedWithItsKey() throws {
    let bench = bench(isHeld: true)
    bench.strike(1, atFrame: 0)
    let time = bench.device.now.advanced(bySeconds: 4_000.0 / 48_000)
    bench.engine.control.port(for: .keys).release(pad: 1, time: time)
    let sent = render(30, on: bench)
    #expect(sent.map(\.frame) == [0, 4_000].map { 1_024 + Self.keyToSound + $0 })
    #expect(sent.map(\.status) == [0x99, 0x89])
  }

  @Test func notesOfTheInstrumentAreSentWithTheirLengths() {
    let bench = bench()
    var chains = bench.engine.control.standardChains
    chains.source = ImpulseSource(latency: 0)
    bench.engine.control.setChains(chains)
    bench.engine.control.startFree(
      HitSequence([
        PlannedHit(frame: 700, kind: .note, pad: 40, velocity: 90, sample: 2, gain: 0.5, length: 300)
      ]))
    let sent = render(8, on: bench)
    #expect(
      sent == [
        .noteOn(40, velocity: 64, channel: 0, at: 1_024 + 700 + 31),
        .noteOff(40, channel: 0, at: 1_024 + 1_000 + 31),
      ])
  }

  @Test func silencedPadsAreReleased() {
    let bench = bench(isHeld: true)
    bench.strike(1, atFrame: 0)
    _ = render(4, on: bench)
    bench.engine.control.silencePads()
    #expect(render(2, on: bench).map(\.status) == [0x89])
  }
}
