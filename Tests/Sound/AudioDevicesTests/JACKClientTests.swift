import AudioBase
import Glibc
import SystemBase
import Testing

@testable import AudioDevices

extension JACKServerTests {
  /// JACK with a server without a card. The tests run in separate processes, since the library finds its server by the
  /// environment.
  @Suite struct JACKClientTests {
    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func missingJACKServerIsUnavailableAndStandardErrorStaysEmpty() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        ExitTest.run {
          setenv("JACK_DEFAULT_SERVER", "drumdub-none", 1)
          #expect { try JACKClient() } throws: {
            $0 as? DeviceError
              == DeviceError(.noServer, "jack", detail: "no JACK server is running")
          }
        }
      }
      let written = try #require(result).standardErrorContent
      #expect(String(decoding: written, as: UTF8.self) == "")
    }

    /// How many seconds after the stated time of its block each cycle began, as far as cycles hold a whole block.
    private static func lateness(of cycles: ArraySlice<JACKListener.Cycle>, _ source: TestSource) -> [Double]
    {
      cycles.compactMap { cycle in
        let place = TestSource.place(Frame(cycle.samples[0], 0))
        let isWhole = cycle.samples.enumerated().allSatisfy { TestSource.place(Frame($1, 0)) == place + $0 }
        return isWhole ? source.time(ofBlockAt: place).map { cycle.start.seconds(since: $0.asked) } : nil
      }
    }

    /// The blocks reach another client in the cycles of their stated times. When the machine runs these cycles is its affair.
    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func renderedBlocksAreHeardAtTheirReportedTimes() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve(rate: 44_100, period: 128) { server in
          let output = try JACKClient()
          #expect(output.format.sampleRate == SampleRate(44_100) && output.format.period == FrameCount(128))
          #expect(output.format.buffer >= output.format.period)
          let source = TestSource()
          let log = DeviceLog()
          try output.start(source.source, events: log.receive)
          let listener = try JACKListener(to: "drumdub-01:left", rate: output.format.sampleRate)
          defer { listener.close() }
          // A busy machine may let the listener run a cycle late, or interrupt a thread between two readings of the clock. It is
          // given half a minute to keep time in a fifth of the cycles.
          var late: [Double] = []
          let isInTime = (1...100).contains { _ in
            guard listener.wait(forCycles: 100) else { return false }
            late = JACKClientTests.lateness(of: listener.cycles.suffix(100), source)
            let (early, exact) = (late.count { $0 <= -0.001 }, late.count { $0.magnitude < 0.001 })
            return exact > 20 && early < exact / 4
          }
          #expect(isInTime, "\(late) s")
          output.stop()
          #expect(log.errors.isEmpty)
          let rendered = source.rendered
          #expect(listener.wait(forCycles: 8))
          #expect(source.rendered == rendered)
          #expect(source.all.allSatisfy { $0.time.delay >= 0 && $0.frames == 128 })
        }
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func alreadyConnectedPortsAreAccepted() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          let connection = try JACKConnection("drumdub-twice")
          let ports = try JACKOutputPorts(connection, firstSpeaker: 0, sendsNotes: false)
          try connection.activate()
          try ports.connect(connection)
          try ports.connect(connection)
          connection.deactivate()
        }
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func lostJACKServerIsReportedAsALostDevice() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          let output = try JACKClient()
          let source = TestSource()
          let log = DeviceLog()
          try output.start(source.source, events: log.receive)
          #expect(source.wait(forFrames: 4800))
          #expect(server.kill() == 0, "a client does not disturb the end of the server")
          let error = log.waitForFailure()
          #expect(error?.code == .lost && error?.subject == "jack")
          output.stop()
          #expect(log.errors.count == 1)
        }
      }
    }
  }
}

/// The clients of the process that libjack may free.
@Suite struct JACKClientTableTests {
  @Test func noClientIsOpenedAfterARefusalUntilAllOthersAreClosed() {
    var table = JACKClientTable()
    let (music, keyboard, metronome) = (JACKLoss(), JACKLoss(), JACKLoss())
    table.add(music, yields: false)
    table.add(keyboard, yields: true)
    let isAccepted = table.mayAdd(yields: true)
    table.isInvalid = true
    let isAcceptedAfterRefusal = table.mayAdd(yields: true)
    #expect(isAccepted && !isAcceptedAfterRefusal && !keyboard.isOfServer)
    table.remove(music)
    table.add(metronome, yields: true)
    let isMusicAccepted = table.mayAdd(yields: false)
    #expect(!isMusicAccepted, "the others are open")
    #expect(keyboard.isOfServer && metronome.isOfServer && !music.isOfServer)
    table.remove(keyboard)
    table.remove(metronome)
    let isMusicAcceptedAlone = table.mayAdd(yields: false)
    #expect(isMusicAcceptedAlone)
  }
}
