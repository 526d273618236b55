import AudioBase
import CJACK
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioDevices

extension JACKServerTests {
  /// Loops through programs of JACK's package. The tests run in separate processes, since the library finds its server by the
  /// environment.
  @Suite struct JACKLoopTests {
    private final class Log: Sendable {
      let events = Mutex<[ExternalLoopEvent]>([])
      let news = ConditionVariable()

      func append(_ event: ExternalLoopEvent) {
        events.withLock { $0.append(event) }
        news.tell()
      }

      func wait(for event: ExternalLoopEvent, after count: Int = 0) -> Bool {
        news.wait { events.withLock { $0.dropFirst(count).contains(event) } }
      }
    }

    private static func range(_ mode: Int32, _ port: String, _ client: OpaquePointer) -> [Int] {
      guard let port = drumdub_jack_port_by_name(client, port) else { return [] }
      var range = drumdub_jack_latency()
      drumdub_jack_port_get_latency_range(port, mode, &range)
      return [Int(range.min), Int(range.max)]
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func latencyThatAProgramStatesIsReadAndOwnPortsStateTheirs() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          // It delays sound by 300 frames.
          let program = try server.spawn("jack_latent_client", ["300"], port: "latent:output")
          let (log, loop) = (Log(), ExternalLoop(program: "latent"))
          let loops = JACKLoops { log.append($0) }
          loops.set([JACKLoops.Request(name: "music", loop: loop)])
          let output = try JACKClient(services: JACKServices(loops: loops))
          let source = TestSource()
          try output.start(source.source, events: { _ in })
          let state = loop.state
          try Wait.until("the latency") { state.pointee.delay == 256 + 300 }
          #expect(log.wait(for: .latencyChanged))
          let other = try JACKConnection("listener")
          let client = other.client
          // The speakers of the dummy driver state two periods.
          #expect(JACKLoopTests.range(0, "drumdub-01:music send left", client) == [0, 0])
          #expect(JACKLoopTests.range(1, "drumdub-01:left", client) == [512, 512])
          #expect(JACKLoopTests.range(1, "drumdub-01:music return right", client) == [512, 512])
          kill(program, SIGKILL)
          waitpid(program, nil, 0)
          #expect(log.wait(for: .gone("latent", .effect)))
          #expect(state.pointee.delay == 556, "nothing moves while the program is away")
          output.stop()
        }
      }
    }

    /// The ports of a program that ends go one by one.
    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func latencyOfAProgramWithoutAllOfItsPortsIsNotKnown() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          _ = try server.spawn("jack_latent_client", ["300"], port: "latent:output")
          let connection = try JACKConnection("loop")
          let ports = try JACKLoopPorts("music", .effect, connection)
          try connection.activate()
          let program = try #require(JACKProgram.list(connection).first { $0.name == "latent" })
          try Wait.until("the connections") { ports.connect(to: program, connection) }
          try Wait.until("the latency") { ports.latency(of: program, connection) == 300 }
          let (inputs, outputs) = (program.inputs, program.outputs)
          for (inputs, outputs) in [(inputs, []), (inputs, ["latent:gone"]), (["latent:gone"], outputs)] {
            let part = JACKProgram(name: "latent", kind: .effect, inputs: inputs, outputs: outputs, notes: [])
            #expect(ports.latency(of: part, connection) == nil, "\(part)")
          }
        }
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func programThatTheUserHasConnectedIsSaidToBeGone() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          let (log, loop) = (Log(), ExternalLoop(program: ""))
          let loops = JACKLoops { log.append($0) }
          loops.set([JACKLoops.Request(name: "music", loop: loop)])
          let output = try JACKClient(services: JACKServices(loops: loops))
          let source = TestSource()
          try output.start(source.source, events: { _ in })
          let listener = try JACKConnection("listener")
          for _ in 0..<2 {
            let program = try server.spawn("jack_latent_client", ["300"], port: "latent:output")
            var count = log.events.withLock { $0.count }
            try Wait.until("the connection") {
              listener.hasConnected("latent:output", to: "drumdub-01:music return left")
            }
            #expect(log.wait(for: .back("", .effect), after: count))
            count = log.events.withLock { $0.count }
            kill(program, SIGKILL)
            waitpid(program, nil, 0)
            #expect(log.wait(for: .gone("", .effect), after: count))
          }
          output.stop()
        }
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func programWithAMIDIInputAndNoAudioInputIsAnInstrument() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          let synth = try server.spawn("jack_midisine", [], port: "midisine:audio_out")
          let metronome = try server.spawn("jack_metro", ["-b", "120"], port: "metro:120_bpm")
          let programs = JACKProgram.list()
          #expect(programs.map(\.name) == ["metro", "midisine"])
          #expect(programs.map(\.kind) == [.generator, .instrument])
          for process in [synth, metronome] {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
          }
          // A server that still knows killed clients ends by SIGPIPE.
          try Wait.until("the server to miss its clients") { JACKProgram.list().isEmpty }
          #expect(server.kill() == 0)
        }
      }
    }
  }
}
