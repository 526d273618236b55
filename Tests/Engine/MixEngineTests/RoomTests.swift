import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// The gain of the room, which moves while its samples sound.
@Suite struct RoomTests {
  /// From the key's time to its frame, as in `PadTests`, and the limiter's look-ahead.
  private let latency = 256 + 14 + 31
  private let lookAhead = 31
  /// The frames in which the gain moves.
  private let move = 960

  /// A pad with a stroke of 0.25 and a room of 0.125, a second each.
  private var pad: PadProgram.Pad {
    var pad = PadProgram.Pad.sample([Float](repeating: 0.25, count: 48_000))
    var room = PadProgram.Pad.sample([Float](repeating: 0.125, count: 48_000)).layers[0]
    (room.part, room.isRoom) = (1, true)
    pad.layers.append(room)
    return pad
  }

  @Test(arguments: [false, true]) func levelMovesWithoutAStepWhileTheRoomSounds(hasBus: Bool) {
    let bench = EngineBench(pads: [pad])
    if hasBus {
      var chains = bench.engine.control.standardChains
      chains.padBuses[1] = []
      bench.engine.control.setChains(chains)
    }
    bench.strike(1, atFrame: 0)
    #expect(bench.device.render(FrameCount(2048))[latency + 100].x == 0.375)
    bench.engine.control.setRoom(.silence)
    var out = bench.device.render(FrameCount(2048))
    #expect(out[lookAhead - 1].x == 0.375 && out[lookAhead + move].x == 0.25)
    #expect(abs(out[lookAhead + move / 2].x - 0.3125) < 0.001)
    #expect(zip(out, out.dropFirst()).allSatisfy { abs($0.x - $1.x) < 0.0002 })
    // A second change begins where the first one is.
    bench.engine.control.setRoom(.unity)
    _ = bench.device.render(FrameCount(512))
    bench.engine.control.setRoom(Decibels(6))
    out = bench.device.render(FrameCount(2048))
    #expect(zip(out, out.dropFirst()).allSatisfy { abs($0.x - $1.x) < 0.0003 })
    #expect(abs(out[2047].x - 0.25 - 0.125 * Decibels(6).factor) < 1e-6)
  }

  @Test func strikeAfterAChangeInSilenceHasTheNewLevel() {
    let bench = EngineBench(pads: [pad])
    bench.engine.control.setRoom(.silence)
    bench.strike(1, atFrame: 0)
    #expect(bench.device.render(FrameCount(1024))[latency].x == 0.25)
  }

  @Test func voicesOfReplacedPadsKeepTheirLevel() {
    let bench = EngineBench(pads: [pad])
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(FrameCount(2048))
    bench.engine.control.setPads(PadProgram(pads: [pad]), room: .silence)
    #expect(bench.device.render(FrameCount(2048))[2047].x == 0.375)
    bench.strike(1, atFrame: 0)
    #expect(bench.device.render(FrameCount(2048))[2047].x == 0.625)
    bench.engine.control.setRoom(.unity)
    #expect(bench.device.render(FrameCount(2048))[2047].x == 0.75)
  }

  @Test func otherLayersDoNotFollowTheRoom() {
    var other = pad
    other.layers[1].isRoom = false
    let bench = EngineBench(pads: [other])
    bench.engine.control.setRoom(.silence)
    bench.strike(1, atFrame: 0)
    #expect(bench.device.render(FrameCount(1024))[latency].x == 0.375)
  }
}
