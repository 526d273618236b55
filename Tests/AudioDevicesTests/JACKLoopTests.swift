import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import AudioDevices

/// Loops through programs of JACK's package. The tests run in separate processes, since the library finds its server by the
/// environment.
@Suite(.serialized) struct JACKLoopTests {
  @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
  func programWithAMIDIInputAndNoAudioInputIsAnInstrument() async throws {
    await #expect(processExitsWith: .success) {
      let server = try JACKServer()
      defer { server.kill() }
      let synth = try server.spawn("jack_midisine", [], port: "midisine:audio_out")
      let metronome = try server.spawn("jack_metro", ["-b", "120"], port: "metro:120_bpm")
      let programs = JACKProgram.list()
      #expect(programs.map(\.name) == ["metro", "midisine"])
      #expect(programs.map(\.kind) == [.generator, .instrument])
      for process in [synth, metronome] {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
      }
    }
  }
}
