import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// The commands of MIDI machine control.
@MainActor @Suite struct MachineControlTests {
  @Test func musicIsPlayedPausedAndStopped() {
    let bench = PlayerBench("a")
    let application = Application(model: bench.model)
    var requested: [Command] = []
    let subscription = application.streams.requested.subscribe { requested.append($0) }
    let expected: [(MIDIMessage.MachineCommand, PlaybackState)] = [
      (.play, .playing), (.pause, .paused), (.deferredPlay, .playing), (.stop, .stopped),
    ]
    for (command, state) in expected {
      application.receive(.machine(command, .now))
      #expect(bench.model.playbackState == state, "\(command)")
    }
    // Nothing is recorded that could end.
    application.receive(.machine(.recordExit, .now))
    #expect(
      requested == [.playback(.play), .playback(.pause), .playback(.play), .playback(.stop)])
    withExtendedLifetime(subscription) {}
  }

  @Test func recordingBeginsOnceAndEndsOnce() throws {
    let bench = try TakeBench([(name: "a", frames: Ramp.frames(900_000))], countIn: 0)
    try bench.play()
    let application = bench.makeApplication()
    for _ in 0..<2 {
      application.receive(.machine(.recordStrobe, bench.player.device.now))
      bench.run(frames: 3_000)
      #expect(bench.controller.recording.phase == .recording)
    }
    application.receive(.machine(.recordExit, bench.player.device.now))
    #expect(bench.controller.recording.phase != .recording)
    bench.close()
  }
}
